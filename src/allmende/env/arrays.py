"""Arrays that go in and out: memory that others can share, and what is wrong with what is given."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from allmende.core.errors import BadSetup, IllegalMove

NOBODY = -1
"""In the place of a seat: nobody decides or looks at that table."""
CACHE_LINE = 64
"""Memory that begins here is taken as it is by everybody: JAX copies what is aligned to less."""


def aligned(shape: tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
    """Return an array of zeros that begins at a cache line."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + CACHE_LINE, np.uint8)
    begin = -memory.ctypes.data % CACHE_LINE
    return memory[begin : begin + size].view(dtype).reshape(shape)


def whole_number(what: str, given: Any, least: int) -> int:
    """Return a number that was asked for if it can be one."""
    if not isinstance(given, int | np.integer) or isinstance(given, bool) or given < least:
        raise BadSetup(f"{what}: {given!r} is not a whole number from {least} on")
    return int(given)


def as_array(given: Any) -> np.ndarray:
    """Take an array for what it is, that of another library by DLPack, in the same memory."""
    if isinstance(given, np.ndarray) or not hasattr(given, "__dlpack__"):
        return np.asarray(given)
    return np.from_dlpack(given)


def seat_from(given: Any, seats: int) -> int:
    """Return a seat if there is one of that number."""
    if whole_number("seat", given, 0) >= seats:
        raise BadSetup(f"seat {given}: there are seats 0 to {seats - 1}")
    return int(given)


def seats_from(given: Any, count: int, seats: int) -> np.ndarray:
    """Return a seat for each table: given is one for all of them, or an array of them."""
    looking = as_array(given)
    if looking.ndim == 0:
        return np.full(count, seat_from(given, seats), np.int64)
    if looking.shape != (count,) or looking.dtype.kind not in "iu":
        raise BadSetup(f"seats: {given!r} is neither a seat nor one for each of {count} tables")
    for table in np.flatnonzero((looking < NOBODY) | (looking >= seats)):
        raise BadSetup(f"table {table}: there is no seat {looking[table]}, only 0 to {seats - 1}")
    return np.ascontiguousarray(looking, np.int64)


def moves_from(given: Any, count: int) -> np.ndarray:
    """Return moves as rules want them. An array of 64-bit integers is used as it is."""
    return np.ascontiguousarray(checked_moves(moves_in(given), count), np.int64)


def moves_in(given: Any) -> np.ndarray:
    """Take moves for an array, in the memory of the CPU."""
    try:
        return as_array(given)
    except (TypeError, ValueError, BufferError) as trouble:
        raise IllegalMove(f"moves: {given!r} is no array: {trouble}") from None


def checked_moves(moves: Any, count: int) -> Any:
    """Return an array of moves, wherever its memory is, if there is a whole number for each
    table."""
    if moves.shape != (count,):
        raise IllegalMove(
            f"moves: shape {moves.shape} where ({count},) is wanted, one for each table"
        )
    if moves.dtype.kind not in "iu":
        raise IllegalMove(f"moves: {moves.dtype} where whole numbers are wanted")
    if moves.dtype.kind == "u" and moves.dtype.itemsize == np.dtype(np.int64).itemsize:
        raise IllegalMove("moves: uint64 where int64 or less is wanted, which can say -1")
    return moves


def chosen_tables(given: Any, count: int) -> np.ndarray:
    """Return a mark for each table: given are such marks, or the numbers of some tables."""
    marked = np.zeros(count, np.bool_)
    if given is None:
        marked[:] = True
        return marked
    which = as_array(given)
    if which.dtype == np.bool_ and which.shape == (count,):
        return which
    if which.ndim != 1 or (which.dtype.kind not in "iu" and which.size):
        raise BadSetup(f"tables: {given!r} is neither {count} marks nor a list of tables")
    for table in which.tolist():
        if not 0 <= table < count:
            raise BadSetup(f"table {table}: there are tables 0 to {count - 1}")
        marked[table] = True
    return marked
