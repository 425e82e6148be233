"""Chains of fields: what joins the three starts of a seat, and what can no longer do so.

A set of fields is a number with one bit per field.
"""

from allmende.core.record import Record
from allmende.core.rule import rule

from .components import BOARD, NOT_EAST, NOT_WEST, SIZE


@rule
def has(fields: int, field: int) -> bool:
    """Tell whether a field is in a set of fields."""
    return (fields >> field) & 1 == 1


@rule
def chain_is_closed(s: Record, seat: int) -> bool:
    """Tell whether own marks join the three own starts."""
    return are_joined(s.starts[seat], s.starts[seat] | s.marks[seat])


@rule
def is_blocked(s: Record, seat: int) -> bool:
    """Tell whether not even all the free fields could join the three own starts."""
    other = 1 - seat
    return not are_joined(s.starts[seat], BOARD & ~(s.starts[other] | s.marks[other]))


@rule
def are_joined(starts: int, ground: int) -> bool:
    """Tell whether one can walk from start to start, step by step in eight directions, without
    leaving the ground."""
    reached = starts & -starts
    while reached & starts != starts:
        farther = spread(reached) & ground
        if farther == reached:
            return False
        reached = farther
    return True


@rule
def spread(fields: int) -> int:
    """Add every field next to one of the fields."""
    wide = fields | (fields << 1) & NOT_WEST | (fields >> 1) & NOT_EAST
    return wide | wide << SIZE | wide >> SIZE
