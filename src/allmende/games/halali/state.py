"""The record of Halali!."""

from enum import IntEnum

from allmende.core.fields import by_seat, flag, hidden, number, one_of, or_none, packed
from allmende.core.names import choice_at, hyphenated, option_at
from allmende.core.record import record_type

from .components import (
    ALL_POINTS,
    FACE_DOWN,
    FIELDS,
    LAST_TURNS,
    MOST_COPIES,
    MOST_QUIET_PLIES,
    OUTSIDE,
    SEATS,
    SPECIES,
    TILES,
)

NOWHERE = -1

OPTIONS = {"match": ("return", "single")}
MATCH_OPTION = option_at(OPTIONS, "match")
RETURN_MATCH = choice_at(OPTIONS, "match", "return")
SINGLE_GAME = choice_at(OPTIONS, "match", "single")


class Phase(IntEnum):
    """The two parts of a game."""

    HUNT = 0
    LAST_TURNS = 1


class Ending(IntEnum):
    """The ways a game can end."""

    LAST_TURNS = 0  # everybody has had the five last turns
    SIDE_GONE = 1  # a side has no tile of its colour left
    STANDSTILL = 2  # too long without a flip or a capture


PHASES = hyphenated(Phase)
ENDINGS = hyphenated(Ending)

TILE = packed(one_of(FACE_DOWN), flag())  # what it shows, and whether it lies face down
FIELD = or_none(one_of(FIELDS))

RECORD = record_type(
    (
        ("banked_points", "i2", (SEATS,), by_seat(number(0, ALL_POINTS))),  # from the first game
        ("banked_tiles", "i2", (SEATS,), by_seat(number(0, TILES))),
        # What lies on each field, on the edge and outside.
        ("board", "u1", (OUTSIDE + 1,), hidden(TILE, unknown=FACE_DOWN)),
        ("bag", "i1", (SEATS, SPECIES), by_seat(number(0, MOST_COPIES))),  # tiles won in this game
        ("came_from", "i1", (SEATS,), by_seat(FIELD)),  # of the own tile moved last turn …
        ("went_to", "i1", (SEATS,), by_seat(FIELD)),  # … and where it went
        ("locked", "i1", FIELD),  # of the bird that the seat to act may not move
        ("face_down", "i1", number(0, TILES)),  # how many tiles nobody has turned up yet
        ("quiet", "i1", number(0, MOST_QUIET_PLIES)),  # plies in a row without a flip or a capture
        ("turns_left", "i1", number(0, LAST_TURNS)),  # plies left in the last turns
        ("game", "i1", flag()),  # 0, or 1 in the second game of a match
    )
)
