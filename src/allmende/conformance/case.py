"""What is checked: a game with a number of seats and options; and random play to check it on."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.match import Match
from allmende.core.record import Record
from allmende.core.registry import find_game
from allmende.core.rule import INTERPRETED

FEWEST_GAMES = 2
INTERPRETED_PART = 50


class BrokenLaw(AssertionError):
    """A game does not obey a law that every game must obey."""


def demand(truth: bool, complaint: str) -> None:
    """Raise BrokenLaw with the complaint unless the statement is true."""
    if not truth:
        raise BrokenLaw(complaint)


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and options, one of several cases of that game. `where` is the
    name of the game or the path of its file."""

    where: str
    game: Game
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    of: int = 1

    def share(self, games: int) -> int:
        """Return the part of many games that this case has to look at, of all cases of the game;
        with interpreted rules, which are a thousand times slower, a fraction of it."""
        return max(FEWEST_GAMES, games // self.of // (INTERPRETED_PART if INTERPRETED else 1))

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
    """List every number of seats with the default options and with each other choice of one."""
    game = find_game(where) if game is None else game
    default = {name: choices[0] for name, choices in game.options.items()}
    others = [{name: choice} for name in game.options for choice in game.options[name][1:]]
    setups = [(seats, default | other) for seats in game.seats for other in ({}, *others)]
    return [Case(where, game, seats, options, len(setups)) for seats, options in setups]


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
