"""Small sets in one number, a bit for each member: what is in them is found without a search."""

import numpy as np

from .rule import rule
from .windows import NARROW, WIDE, narrow_window, wide_window

SET_BITS = 32
WORD = (1 << SET_BITS) - 1
EVERY_BIT = 0xFF  # of a byte
HALVES, PAIRS, NIBBLES, BYTES = 0x55555555, 0x33333333, 0x0F0F0F0F, 0x01010101
# The multiples of this number by 1, 2, 4, … differ in their top five bits (de Bruijn).
ALL_DIFFERENT, TOP = 0x077CB531, 27


def numbers_of_bits() -> np.ndarray:
    """Write down which bit it is that brings each number to the top."""
    numbers = np.zeros(SET_BITS, np.int8)
    for bit in range(SET_BITS):
        numbers[((ALL_DIFFERENT << bit) & WORD) >> TOP] = bit
    return numbers


NUMBER_OF_BIT = numbers_of_bits()


@rule
def lowest(members: int) -> int:
    """Return the lowest member of a set that has some, all below 32."""
    bit = members & -members
    return int(NUMBER_OF_BIT[((bit * ALL_DIFFERENT) & WORD) >> TOP])


@rule
def without_lowest(members: int) -> int:
    """Take the lowest member out of a set."""
    return members & (members - 1)


@rule
def member(members: int, n: int) -> int:
    """Return the member of a set that has `n` others below it."""
    for _ in range(n):
        members = without_lowest(members)
    return lowest(members)


@rule
def size_of(members: int) -> int:
    """Count the members of a set, side by side in ever larger groups."""
    members -= (members >> 1) & HALVES
    members = (members & PAIRS) + ((members >> 2) & PAIRS)
    members = (members + (members >> 4)) & NIBBLES
    return ((members * BYTES) & WORD) >> 24


@rule
def list_members(members: int, first: int, moves: np.ndarray, n: int) -> int:
    """List the members of a set as moves counted from `first`, behind the `n` moves that stand
    there already."""
    while members != 0:
        moves[n] = first + lowest(members)
        members = without_lowest(members)
        n += 1
    return n


@rule
def places_of(row: np.ndarray, value: int, first: int) -> int:
    """Return the set of those places of a row of bytes, up to 32 from `first` on, that hold a
    value; they are counted from `first`."""
    left, last = len(row) - first, len(row) - NARROW
    if left >= WIDE:
        return wide_window(row, EVERY_BIT, value, first)
    if left >= NARROW:
        beyond = narrow_window(row, EVERY_BIT, value, last) << (left - NARROW)
        return narrow_window(row, EVERY_BIT, value, first) | beyond
    if last >= 0:
        return narrow_window(row, EVERY_BIT, value, last) >> (NARROW - left)
    found = 0
    for at in range(left):
        found |= (row[first + at] == value) << at
    return found
