"""What is checked: a game with a number of seats and options; and random play to check it on."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.match import Match
from allmende.core.record import Record
from allmende.core.registry import find_game
from allmende.core.rule import INTERPRETED


def enough(games: int) -> int:
    """Return how many games to look at: interpreted rules are a thousand times slower."""
    return max(3, games // 50) if INTERPRETED else games


class BrokenLaw(AssertionError):
    """A game does not obey a law that every game must obey."""


def demand(truth: bool, complaint: str) -> None:
    """Raise BrokenLaw with the complaint unless the statement is true."""
    if not truth:
        raise BrokenLaw(complaint)


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and options. `where` is its name or the path of its file."""

    where: str
    game: Game
    seats: int
    options: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={choice}" for name, choice in self.options.items())
        return f"{self.game.name}-{self.seats}{chosen}"

    def deal(self, seed: int | str) -> Record:
        """Deal a fresh record."""
        return self.game.deal(self.seats, key_of_seed(seed), self.options)

    def match(self, seed: int | str) -> Match:
        """Deal a fresh match."""
        return Match(self.game, self.deal(seed), str(seed))


def cases_of(where: str, game: Game | None = None) -> list[Case]:
    """List every number of seats with every combination of options."""
    game = find_game(where) if game is None else game
    names = list(game.options)
    return [
        Case(where, game, seats, dict(zip(names, choices, strict=True)))
        for seats in game.seats
        for choices in product(*(game.options[name] for name in names))
    ]


class Step(NamedTuple):
    """One decision of a random game."""

    before: Record
    seat: int
    legal: list[int]
    move: int
    after: Record


def random_game(case: Case, seed: int | str) -> Iterator[Step]:
    """Play one game at random and yield its steps."""
    chooser = random.Random(f"{seed}")
    s = case.deal(seed)
    while not s.over:
        seat = chooser.choice(case.game.to_act(s))
        legal = case.game.legal_moves(s, seat)
        move = chooser.choice(legal)
        after = case.game.after(s, seat, move)
        yield Step(s, seat, legal, move, after)
        s = after


def random_states(case: Case, seed: str, games: int, per_game: int) -> Iterator[Record]:
    """Yield some states of random games: the deal, the end and some between."""
    chooser = random.Random(seed)
    for index in range(games):
        steps = list(random_game(case, f"{seed}/{index}"))
        states = [steps[0].before, *(step.after for step in steps)]
        between = states[1:-1]
        yield states[0]
        yield from chooser.sample(between, min(per_game, len(between)))
        yield states[-1]


def random_match(case: Case, seed: int | str, plies: int | None = None) -> Match:
    """Play a match at random, to the end or for some plies."""
    chooser = random.Random(f"{seed}")
    match = case.match(seed)
    while not match.over and (plies is None or len(match.moves) < plies):
        match.play(chooser.choice(match.legal(chooser.choice(match.to_act))))
    return match


def watchers(case: Case) -> list[int | None]:
    """List everyone who may look: each seat, and a spectator."""
    return [*range(case.seats), None]
