"""A game through somebody's eyes: some worlds that a watcher imagines, and what points and places
are in them, found in one compiled call.

They never hold what the watcher does not know: all of it is made from what is left of the record
when that is concealed. So all who know the same look through the same eyes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .barriers import KEYS
from .game import Game
from .record import Record
from .rule import rule

KNOWN, FIRST_WORLD = range(2)  # the rows of a table of records; further worlds follow
POINTS, PLACES = range(2)
DOUBTFUL = -(2**62)  # in the place of a number that is not the same in all worlds
WORLDS = 3
"""So many worlds must agree before points that may hang on secrets are taken for known."""


@dataclass(frozen=True, eq=False)
class Eyes:
    """What a watcher knows, what it may take for the game, and what is the same in all worlds that
    it looked at: points and places by seat, None where they hang on what it cannot know. Two are
    the same only if they are one."""

    known: bytes
    world: Record
    points: list[int | None]
    places: list[int | None]


def eyes_of(game: Game, known: bytes, seats: int) -> Eyes:
    """Look at a game of so many seats as somebody may imagine it who knows a concealed record and
    no more: always in the same way."""
    worlds = WORLDS if game.secrets else 1
    memory = bytearray(known) + bytes(worlds * len(known))
    table: np.ndarray = np.ndarray((FIRST_WORLD + worlds,), game.record, memory)
    numbers = np.zeros((worlds, 2, seats), np.int64)
    looker(game)(table, numbers)
    points, places = numbers[0].tolist()
    return Eyes(known, table[FIRST_WORLD], sure_of(points), sure_of(places))


def sure_of(numbers: list[int]) -> list[int | None]:
    """Leave out what is doubtful."""
    return [None if number == DOUBTFUL else number for number in numbers]


@cache
def looker(game: Game) -> Callable[..., Any]:
    """Compile the look: it fills the worlds of a table of records and marks in the numbers of the
    first world what differs in others."""
    imagine, score, rank = game.rules.imagine, game.rules.score, game.rules.rank

    @rule
    def look(table: np.ndarray, numbers: np.ndarray) -> None:
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
