"""The record of Kuh Vadis. A set of fields is a number with one bit per field."""

from enum import IntEnum

from allmende.core.fields import a_seat, bits, by_seat, component, flag, number, one_of
from allmende.core.names import choice_at, hyphenated, option_at
from allmende.core.record import record_type

from .components import DICE, FACES, FIELDS, MOST_QUIET_TURNS, NOWHERE, SEATS, SYMBOLS, THROWS

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
        # The sheets to choose from, bare once one is chosen.
        ("pad", "i8", (MOST_SHEETS, SYMBOL_BITS), component()),
        ("shows", "i8", (FACES,), bits(FIELDS)),  # for each face of the die the fields that show it
        ("starts", "i8", (SEATS,), by_seat(bits(FIELDS))),  # the fields of the own three starts
        ("marks", "i8", (SEATS,), by_seat(bits(FIELDS))),  # the fields marked so far
        ("pad_size", "i8", component()),  # how many sheets there are to choose from
        ("crosses", "i1", a_seat(SEATS)),  # who plays the crosses; the other plays the circles
        ("dice", "i1", (DICE,), one_of(FACES)),  # that lie on the table, in rising order
        ("throws_left", "i1", number(0, THROWS)),  # in this series
        ("last", "i1", one_of(NOWHERE + 1)),  # the field marked last in this turn
        ("blocked", "i1", (SEATS,), by_seat(flag())),  # whether the own starts can't be joined
        ("quiet", "i1", number(0, MOST_QUIET_TURNS)),  # turns in a row without a mark
    )
)
