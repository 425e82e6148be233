"""DLPack: memory that other libraries take as it is, without a copy.

A capsule holds a description of the memory. Whoever takes it renames it and says later that it is
done; until then what owns the memory is kept.
"""

import ctypes
from typing import Any, NamedTuple

import numpy as np

ON_CPU, ON_CUDA = 1, 2
"""Kinds of devices, as DLPack numbers them."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""Kinds of numbers by the letters of NumPy, as DLPack numbers them."""
BYTE_BITS = 8
CAPSULE = b"dltensor"


class Memory(NamedTuple):
    """Memory that is to be shared: where it is and what stands there, row by row."""

    address: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    device: tuple[int, int]
    owner: Any


class Tensor(ctypes.Structure):
    """What DLPack says about memory."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("axes", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("offset", ctypes.c_uint64),
    ]


Done = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    """A tensor, and who is told when it is no longer needed."""

    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("done", Done)]


LENT: dict[int, tuple[Any, ...]] = {}
"""What has to live until it is given back, by the address of what describes it."""

python = ctypes.pythonapi
python.PyCapsule_New.restype = ctypes.py_object
python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
# A capsule that is being thrown away must not be counted as used: hence no py_object here.
python.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
python.PyCapsule_GetPointer.restype = ctypes.c_void_p
python.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


def give_back(managed: int) -> None:
    """Let go of memory that nobody needs any more."""
    LENT.pop(managed, None)


def throw_away(capsule: int) -> None:
    """Let go of what is in a capsule that nobody took."""
    if python.PyCapsule_IsValid(capsule, CAPSULE):
        give_back(python.PyCapsule_GetPointer(capsule, CAPSULE))


GIVE_BACK, THROW_AWAY = Done(give_back), Done(throw_away)


def capsule_of(memory: Memory) -> Any:
    """Describe memory to another library."""
    axes = len(memory.shape)
    shape = (ctypes.c_int64 * axes)(*memory.shape)
    strides = (ctypes.c_int64 * axes)(
        *(int(np.prod(memory.shape[at + 1 :], dtype=np.int64)) for at in range(axes))
    )
    tensor = Tensor(
        memory.address,
        *memory.device,
        axes,
        CODES[memory.dtype.kind],
        BYTE_BITS * memory.dtype.itemsize,
        1,
        ctypes.addressof(shape),
        ctypes.addressof(strides),
        0,
    )
    managed = Managed(tensor, None, GIVE_BACK)
    LENT[ctypes.addressof(managed)] = (managed, shape, strides, memory.owner)
    return python.PyCapsule_New(ctypes.addressof(managed), CAPSULE, THROW_AWAY)
