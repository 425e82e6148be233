"""What is checked: a game with a number of seats and options; and random play to check it on."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.language import LANGUAGES, Speaker
from allmende.core.match import Match
from allmende.core.record import Record
from allmende.core.registry import find_game
from allmende.core.rule import INTERPRETED

from .play import Played, Unplayable, play_out

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
    name of the game or the path of its file. `options` are those that differ from the game's own,
    and `biting` the games in which that matters, each with the ply from which on it does."""

    where: str
    game: Game
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    of: int = 1
    biting: tuple[tuple[str, int], ...] = ()

    def share(self, games: int) -> int:
        """Return the part of many games that this case has to look at, of all cases of the game;
        with interpreted rules, which are a thousand times slower, a fraction of it."""
        return max(FEWEST_GAMES, games // self.of // (INTERPRETED_PART if INTERPRETED else 1))

    @property
    def plain(self) -> "Case":
        """The same with the options that the game has by itself."""
        return replace(self, options={}, biting=())

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={choice}" for name, choice in self.options.items())
        return f"{self.game.name}-{self.seats}{chosen}"

    def deal(self, seed: int | str) -> Record:
        """Deal a fresh record."""
        return self.game.deal(self.seats, key_of_seed(seed), self.options)

    def match(self, seed: int | str) -> Match:
        """Deal a fresh match."""
        return Match(self.game, self.deal(seed), str(seed))

    def games_for(self, law: str, games: int) -> list[tuple[str, int]]:
        """Name the games that a law looks at, and the ply from which on: its own whole games, or
        those in which the options matter; without that they go move for move like plain ones."""
        return list(self.biting[:games]) or [(f"{law}/{index}", 0) for index in range(games)]


def cases_of(where: str, game: Game | None = None) -> list[Case]:
    """List every number of seats with the default options and with each other choice of one."""
    game = find_game(where) if game is None else game
    others = [{name: choice} for name in game.options for choice in game.options[name][1:]]
    setups = [(seats, other) for seats in game.seats for other in ({}, *others)]
    return [Case(where, game, seats, options, len(setups)) for seats, options in setups]


@dataclass(frozen=True)
class Step:
    """One decision of a random game."""

    game: Game
    before: Record
    seat: int
    move: int
    after: Record

    @cached_property
    def legal(self) -> list[int]:
        """What the seat might have done."""
        return self.game.legal_moves(self.before, self.seat)


def played(case: Case, seed: int | str) -> Played:
    """Play one game at random."""
    try:
        return play_out(case.game, case.deal(seed))
    except Unplayable as trouble:
        raise BrokenLaw(f"{trouble}: random game {seed}") from None


def random_game(case: Case, seed: int | str, since: int = 0) -> Iterator[Step]:
    """Play one game at random and yield its steps, all or those since a ply."""
    records, seats, moves, _ = played(case, seed)
    for ply in range(since, len(moves)):
        yield Step(case.game, records[ply], seats[ply], moves[ply], records[ply + 1])


def random_steps(case: Case, law: str, games: int) -> Iterator[Step]:
    """Play some games at random and yield all their steps."""
    for seed, since in case.games_for(law, games):
        yield from random_game(case, seed, since)


def random_states(case: Case, law: str, games: int, per_game: int) -> Iterator[Record]:
    """Yield some states of random games: the deal, the end and some between."""
    chooser = random.Random(law)
    for seed, since in case.games_for(law, games):
        states = played(case, seed).records
        between = range(max(since, 1), len(states) - 1)
        yield states[0]
        for ply in chooser.sample(between, min(per_game, len(between))):
            yield states[ply]
        yield states[-1]


def random_match(case: Case, seed: int | str, plies: int | None = None) -> Match:
    """Play a match at random, to the end or for some plies."""
    match = case.match(seed)
    game = played(case, seed)
    for seat, move in list(zip(game.seats, game.moves, strict=True))[:plies]:
        match.play_in_numbers(seat, move)
    match.spell()
    return match


@cache
def speakers_of(game: Game) -> list[Speaker]:
    """Return one who says a game's messages in each language: to bring their words together takes
    longer than to say a message."""
    return [game.speaker(language) for language in LANGUAGES]


def watchers(case: Case) -> list[int | None]:
    """List everyone who may look: each seat, and a spectator."""
    return [*range(case.seats), None]
