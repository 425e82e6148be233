"""Memory is lent by DLPack as it is, and kept until it is given back."""

import gc
from typing import Any

import numpy as np
import pytest

from allmende.core.gpu.dlpack import LENT, ON_CPU, Memory, capsule_of


class Lender:
    """Lends the memory of an array."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **wishes: Any) -> Any:
        array = self.array
        device = self.__dlpack_device__()
        return capsule_of(Memory(array.ctypes.data, array.shape, array.dtype, device, array))

    def __dlpack_device__(self) -> tuple[int, int]:
        return ON_CPU, 0


@pytest.mark.parametrize("dtype", [np.bool_, np.int32, np.int64, np.uint32, np.float32])
@pytest.mark.parametrize("shape", [(6,), (2, 3), (4, 0)])
def test_others_see_the_same_memory(dtype: Any, shape: tuple[int, ...]) -> None:
    array = np.arange(np.prod(shape)).astype(dtype).reshape(shape)
    shared = np.from_dlpack(Lender(array))
    assert shared.dtype == array.dtype
    assert shared.shape == array.shape
    assert shared.size == 0 or np.shares_memory(shared, array)
    assert np.array_equal(shared, array)


def test_memory_is_kept_until_it_is_given_back() -> None:
    before = len(LENT)
    shared = np.from_dlpack(Lender(np.arange(5)))
    assert len(LENT) == before + 1
    assert shared.tolist() == [0, 1, 2, 3, 4]
    del shared
    gc.collect()
    assert len(LENT) == before


def test_what_nobody_takes_is_given_back_too() -> None:
    before = len(LENT)
    capsule = Lender(np.arange(5)).__dlpack__()
    assert len(LENT) == before + 1
    del capsule
    gc.collect()
    assert len(LENT) == before
