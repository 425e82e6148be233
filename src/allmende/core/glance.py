"""A glance at a record: all of its fields read at once, for words that look at many of them.

To ask a record for a field takes NumPy 0.3 µs, and a view asks hundreds of times. A glance is a
record as well, so that rules can be asked about it; but its fields are plain numbers, and arrays,
that were read when it was made. It stays as it was when the game goes on, and nobody can change it.
A copy of it is an ordinary record.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

import numpy as np

from .record import Record

Answer = TypeVar("Answer")


class Seen(np.void):  # type: ignore[misc]
    """What is common to the glances at all records."""

    def __getitem__(self, name: Any) -> Any:
        return vars(self)[name]

    def __setitem__(self, name: Any, value: Any) -> None:
        setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"'{name}' of a glance cannot be set: change the record instead")


def glance(s: Record) -> Record:
    """Read all fields of a record. They are read from the memory, not from the glance: arrays hold
    on to what they were read from, and no collector finds a circle that goes through an array."""
    memory = np.ndarray((1,), seen_type(s.dtype), s.tobytes())
    seen = memory[0]
    vars(seen).update(zip(s.dtype.names, memory.item(), strict=True))
    return seen


def once_per_glance(work_out: Callable[[Record], Answer]) -> Callable[[Record], Answer]:
    """Let what follows from a record be worked out once for all who share a glance at it. A record
    that is no glance may change, so it is looked at each time."""
    name = f"{work_out.__module__}.{work_out.__qualname__}"  # no field has dots in its name

    @wraps(work_out)
    def look_up(s: Record) -> Answer:
        if not isinstance(s, Seen):
            return work_out(s)
        kept = vars(s)
        if name not in kept:
            kept[name] = work_out(s)
        answer: Answer = kept[name]
        return answer

    return look_up


@cache
def seen_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Make the type of glances at such records: with the same memory, and the type of the record
    where somebody asks for it, as for a copy or for compiled code. Its fields have other names:
    with the same ones the types would be equal, and whoever looks up a type among others, as each
    call of a rule does, would compare all fields of the two each time."""
    layout: Any = dtype.type
    columns = [(f"{name}, seen", *stored) for name, *stored in layout.columns]
    seen = type("Seen", (Seen,), {"dtype": dtype, "data": layout.data})
    return np.dtype((seen, np.dtype(columns, align=True)))
