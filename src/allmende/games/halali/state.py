"""The record of Halali!."""

from enum import IntEnum

from allmende.core.names import choice_at, hyphenated, option_at
from allmende.core.record import record_type

from .components import OUTSIDE, SEATS, SPECIES

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

RECORD = record_type(
    (
        ("banked_points", "i2", (SEATS,)),  # by seat, from the first game of a match
        ("banked_tiles", "i2", (SEATS,)),
        ("board", "u1", (OUTSIDE + 1,)),  # what lies on each field, on the edge and outside
        ("bag", "i1", (SEATS, SPECIES)),  # by seat, tiles won in this game
        ("came_from", "i1", (SEATS,)),  # by seat, where the own tile moved last turn came from …
        ("went_to", "i1", (SEATS,)),  # … and where it went
        ("locked", "i1"),  # field of the bird that the seat to act may not move
        ("face_down", "i1"),  # how many tiles nobody has turned up yet
        ("quiet", "i1"),  # plies in a row without a flip or a capture
        ("turns_left", "i1"),  # plies left in the last turns
        ("game", "i1"),  # 0, or 1 in the second game of a match
    )
)
