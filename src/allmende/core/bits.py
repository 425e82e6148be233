"""Small sets in one number, a bit for each member: what is in them is found without a search."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from .rule import INTERPRETED, rule
from .windows import NARROW, WIDE, narrow_window, wide_window

SET_BITS = 32  # all members are below that
EVERY_BIT = 0xFF  # of a byte

Step: TypeAlias = Callable[[int], int]


def instruction(python: Step, write: Callable[[Any, Any], Any]) -> Step:
    """Make what a processor does with one number in one step; interpreted, it is Python."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return write(builder, *arguments)

    @intrinsic  # type: ignore[untyped-decorator]
    def at_once(_: Any, members: Any) -> Any:
        return (types.int64(types.int64), generate) if isinstance(members, types.Integer) else None

    step: Step = python if INTERPRETED else at_once
    return step


NO_BIT = 64  # stands for the lowest bit of no bits
lowest_bit = instruction(
    lambda members: (members & -members).bit_length() - 1 if members else NO_BIT,
    lambda builder, members: builder.cttz(members, ir.IntType(1)(0)),
)
count_bits = instruction(
    lambda members: members.bit_count(), lambda builder, members: builder.ctpop(members)
)


@rule
def lowest(members: int) -> int:
    """Return the lowest member of a set whose members are below 32; of an empty one 0."""
    return lowest_bit(int(members)) % SET_BITS


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
    """Count the members of a set."""
    return count_bits(int(members))


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
