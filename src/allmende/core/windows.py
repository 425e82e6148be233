"""Many neighbours in a row of bytes compared at once, which a processor does in three steps.

A compiler does not find that by itself: it sees a loop that shifts and adds up. Interpreted, and
where there are no such instructions, it is that loop.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.cpu import CPUContext
from numba.extending import intrinsic

from .rule import INTERPRETED

BYTE, INDEX, SET = ir.IntType(8), ir.IntType(32), ir.IntType(64)


def window_of(width: int) -> Callable[[np.ndarray, int, int, int], int]:
    """Make what compares so many neighbours: it returns the set of those from `first` on that have
    a value in the bits of a mask."""

    def compare(row: np.ndarray, mask: int, value: int, first: int) -> int:
        found = 0
        for at in range(width):
            found |= (int(row[first + at]) & mask == value & mask) << at
        return found

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if not isinstance(context, CPUContext):
            return context.compile_internal(builder, compare, signature, arguments)
        row, mask, value, first = arguments
        neighbours = ir.VectorType(BYTE, width)
        data = context.make_array(signature.args[0])(context, builder, row).data
        place = builder.bitcast(builder.gep(data, [first]), neighbours.as_pointer())
        masked = builder.and_(builder.load(place, align=1), spread(builder, mask, neighbours))
        wanted = spread(builder, builder.and_(value, mask), neighbours)
        equal = builder.icmp_unsigned("==", masked, wanted)
        members = builder.bitcast(equal, ir.IntType(width))
        return members if width == SET.width else builder.zext(members, SET)

    @intrinsic  # type: ignore[untyped-decorator]
    def compare_at_once(_: Any, row: Any, mask: Any, value: Any, first: Any) -> Any:
        if isinstance(row, types.Array) and row.dtype.bitwidth == BYTE.width:
            return types.int64(row, types.int64, types.int64, types.int64), generate
        return None

    window: Callable[[np.ndarray, int, int, int], int]
    window = compare if INTERPRETED else compare_at_once
    return window


def spread(builder: Any, number: Any, neighbours: Any) -> Any:
    """Put a number into each of some neighbours."""
    none = ir.Constant(neighbours, ir.Undefined)
    one = builder.insert_element(none, builder.trunc(number, BYTE), ir.Constant(INDEX, 0))
    everywhere = ir.Constant(ir.VectorType(INDEX, neighbours.count), [0] * neighbours.count)
    return builder.shuffle_vector(one, none, everywhere)


WIDEST, WIDE, NARROW = 64, 32, 16
widest_window, wide_window, narrow_window = window_of(WIDEST), window_of(WIDE), window_of(NARROW)
