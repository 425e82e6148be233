"""A game through somebody's eyes: some worlds that a watcher imagines, and what points and places
are in them, found in one compiled call.

They never hold what the watcher does not know: all of it is made from what is left of the record
when that is concealed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .barriers import KEYS
from .game import Game, watcher_of
from .record import Record
from .rule import rule

TRUTH, KNOWN, FIRST_WORLD = range(3)  # the rows of a table of records; further worlds follow
POINTS, PLACES = range(2)
DOUBTFUL = -(2**62)  # in the place of a number that is not the same in all worlds
WORLDS = 3
"""So many worlds must agree before points that may hang on secrets are taken for known."""


@dataclass(frozen=True)
class Eyes:
    """What a watcher knows, what it may take for the game, and what is the same in all worlds that
    it looked at: points and places by seat, None where they hang on what it cannot know."""

    known: bytes
    world: Record
    points: list[int | None]
    places: list[int | None]


def through_eyes(game: Game, s: Record, seat: int | None) -> Eyes:
    """Look at a record as a seat, or a spectator (None), may imagine it: always in the same way."""
    worlds = WORLDS if game.secrets else 1
    content = s.tobytes()
    memory = bytearray((FIRST_WORLD + worlds) * len(content))
    memory[: len(content)] = content
    table: np.ndarray = np.ndarray((FIRST_WORLD + worlds,), s.dtype, memory)
    numbers = np.zeros((worlds, 2, int(s.seats)), np.int64)
    looker(game)(table, watcher_of(seat), numbers)
    points, places = numbers[0].tolist()
    known = table[KNOWN].tobytes()
    return Eyes(known, table[FIRST_WORLD], sure_of(points), sure_of(places))


def sure_of(numbers: list[int]) -> list[int | None]:
    """Leave out what is doubtful."""
    return [None if number == DOUBTFUL else number for number in numbers]


@cache
def looker(game: Game) -> Callable[..., Any]:
    """Compile the look: it fills the worlds of a table of records and marks in the numbers of the
    first world what differs in others."""
    conceal, imagine = game.rules.conceal, game.rules.imagine
    score, rank = game.rules.score, game.rules.rank

    @rule
    def look(table: np.ndarray, watcher: int, numbers: np.ndarray) -> None:
        table[KNOWN] = table[TRUTH]
        conceal(table[KNOWN], watcher)
        for world in range(len(numbers)):
            table[FIRST_WORLD + world] = table[KNOWN]
            imagine(table[FIRST_WORLD + world], KEYS[world])
            score(table[FIRST_WORLD + world], numbers[world, POINTS])
            rank(table[FIRST_WORLD + world], numbers[world, PLACES])
            mark_doubts(numbers, world)

    return look


@rule
def mark_doubts(numbers: np.ndarray, world: int) -> None:
    """Mark in the numbers of the first world those that another world contradicts."""
    for kind in range(2):
        for seat in range(numbers.shape[2]):
            if numbers[0, kind, seat] != numbers[world, kind, seat]:
                numbers[0, kind, seat] = DOUBTFUL
