"""The dice and the fields of Kuh Vadis: facts in tables, no rules."""

from enum import IntEnum

import numpy as np

from allmende.core.names import field_names

SEATS = 2

SIZE = 7
FIELDS = SIZE * SIZE
NOWHERE = FIELDS  # one field more, for "no field"

DICE = 5
THROWS = 3  # in a series, the first one included
MOST_QUIET_TURNS = 40


class Face(IntEnum):
    """The faces of a die; a cow takes the place of the six."""

    ONE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    COW = 5


FACES = len(Face)
COW = int(Face.COW)
COWS_FOR_A_MARK = 2
NUMBERS_FOR_A_MARK = 3
FOUR_OF_A_KIND = 4
NEEDED = np.array([COWS_FOR_A_MARK if face == COW else NUMBERS_FOR_A_MARK for face in Face])
"""How many dice must show a face before a field with it may be marked."""

CROSS, CIRCLE = FACES, FACES + 1  # the two start symbols follow the faces
SYMBOLS = "12345KXO"  # what can be printed on a field: a face of the die or a start
FACE_LETTERS = SYMBOLS[:FACES]
SIDE_LETTERS = SYMBOLS[CROSS:]
STARTS = 3  # of each side, on every sheet

# A set of fields is a number with one bit per field: a1 is bit 0, b1 bit 1, a2 bit 7.
BIT = np.array([1 << field for field in range(FIELDS)], np.int64)
BOARD = (1 << FIELDS) - 1
WEST_EDGE = sum(1 << SIZE * row for row in range(SIZE))
NOT_WEST = BOARD & ~WEST_EDGE
NOT_EAST = BOARD & ~(WEST_EDGE << SIZE - 1)


def near_table() -> np.ndarray:
    """Build the fields next to each field, in all eight directions; all fields for nowhere."""
    near = np.full(FIELDS + 1, BOARD, np.int64)
    for field in range(FIELDS):
        row, column = divmod(field, SIZE)
        near[field] = sum(
            1 << SIZE * there_row + there_column
            for there_row in range(max(row - 1, 0), min(row + 2, SIZE))
            for there_column in range(max(column - 1, 0), min(column + 2, SIZE))
            if (there_row, there_column) != (row, column)
        )
    return near


NEAR = near_table()

SORTING = np.array([(0, 1), (3, 4), (2, 4), (2, 3), (1, 4), (0, 3), (0, 2), (1, 3), (1, 2)])
"""Pairs of dice that, each put in order one after the other, bring five dice into order."""

FIELD_NAMES = field_names(SIZE, SIZE)
