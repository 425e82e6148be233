"""The record of Kuh Vadis. A set of fields is a number with one bit per field."""

from enum import IntEnum

from allmende.core.names import choice_at, hyphenated, option_at
from allmende.core.record import record_type

from .components import DICE, FACES, SEATS, SYMBOLS

MOST_SHEETS = 12  # in one data file
SYMBOL_BITS = (len(SYMBOLS) - 1).bit_length()

RANDOM, MIXED = "random", "mixed"
SHEET_CHOICES = (RANDOM, "A", "B", "C", "D", "E", "F", MIXED)
OPTIONS = {"sheet": SHEET_CHOICES}
SHEET_OPTION = option_at(OPTIONS, "sheet")
MIXED_SHEET = choice_at(OPTIONS, "sheet", MIXED)


class Phase(IntEnum):
    """What is being decided."""

    THROW = 0  # which dice to throw again
    MARK = 1  # which field to mark


class Ending(IntEnum):
    """The ways a game can end."""

    CHAIN = 0  # somebody has joined the three own starts
    BOTH_BLOCKED = 1  # nobody can join them any more
    NO_MARKS = 2  # too many turns without a mark


PHASES = hyphenated(Phase)
ENDINGS = hyphenated(Ending)

RECORD = record_type(
    (
        ("pad", "i8", (MOST_SHEETS, SYMBOL_BITS)),  # sheets to choose from, bare once one is chosen
        ("shows", "i8", (FACES,)),  # for each face of the die the fields that show it
        ("starts", "i8", (SEATS,)),  # by seat, the fields of the own three starts
        ("marks", "i8", (SEATS,)),  # by seat, the fields marked so far
        ("pad_size", "i8"),  # how many sheets there are to choose from
        ("crosses", "i1"),  # the seat that plays the crosses; the other plays the circles
        ("dice", "i1", (DICE,)),  # the faces that lie on the table, in rising order
        ("throws_left", "i1"),  # in this series
        ("last", "i1"),  # the field marked last in this turn
        ("blocked", "i1", (SEATS,)),  # by seat, whether the own starts can no longer be joined
        ("quiet", "i1"),  # turns in a row without a mark
    )
)
