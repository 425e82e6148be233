"""Bytes compared four at a time, as a GPU does it, tried on the CPU."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core import types
from numba.extending import intrinsic

from allmende.core.gpu.windows import compare_words
from allmende.core.rule import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled with interpreted rules")


def compiled(width: int) -> Callable[[np.ndarray, int, int, int], int]:
    """Compile what compares so many neighbours."""

    @intrinsic  # type: ignore[untyped-decorator]
    def window(_: Any, row: Any, mask: Any, value: Any, first: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return compare_words(context, builder, width, signature, arguments)

        return types.int64(row, types.int64, types.int64, types.int64), generate

    compare: Callable[[np.ndarray, int, int, int], int]
    compare = njit(lambda row, mask, value, first: window(row, mask, value, first))
    return compare


@pytest.mark.parametrize("dtype", [np.int8, np.uint8])
@pytest.mark.parametrize("width", [16, 32, 64])
def test_four_bytes_at_a_time_are_as_good_as_one(width: int, dtype: type) -> None:
    chance, window = np.random.default_rng(width), compiled(width)
    for most in (3, 256):
        row: np.ndarray = chance.integers(0, most, 200).astype(np.uint8).view(dtype)
        for first in [*range(40), len(row) - width]:
            for mask in (0xFF, 0x0F, 0xC1):
                value = int(chance.choice(row))
                near = row[first : first + width].astype(np.int64)
                found = sum(1 << int(at) for at in np.flatnonzero((near ^ value) & mask == 0))
                assert window(row, mask, value, first) & ((1 << 64) - 1) == found
