"""The record: one fixed-size piece of memory that holds a whole game."""

import copyreg
from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter, methodcaller
from typing import Any, TypeAlias

import numpy as np

from .fields import What, component

Record: TypeAlias = Any
"""One game in play. Fields are attributes: `s.board[3]`, `s.waiting`."""

Shape: TypeAlias = tuple[int, ...]
Column: TypeAlias = tuple[str, str] | tuple[str, str, Shape]
"""A name, how it is stored and, for an array, its shape."""
Field: TypeAlias = Column | tuple[str, str, What] | tuple[str, str, Shape, What]
"""A column that says what it is."""
Declared: TypeAlias = tuple[str, What]

FIRST_VERSION = 1  # of the rules of a game
MOST_OPTIONS = 7
MOST_SEATS = 31  # bits of the mask of seats that may act
KEY_WORDS = 8
BLOCK_WORDS = 16

HEADER: tuple[Column, ...] = (
    ("drawn", "i8"),  # chance words used up so far
    ("data_number", "i8"),  # the number of the data document played with, 0 for the game's own
    ("key", "u4", (KEY_WORDS,)),  # the secret that all chance comes from
    ("block", "u4", (BLOCK_WORDS,)),  # the chance words that are being used up now
    ("ply", "i4"),  # decisions made so far
    ("waiting", "i4"),  # bit mask of the seats that may act now
    ("phase", "i4"),  # what is being decided; each game numbers its own phases
    ("seats", "i1"),  # how many play
    ("over", "i1"),  # 0 while the game goes on, else 1 + the index of the ending
    ("options", "i1", (MOST_OPTIONS,)),  # index of the choice made for each option
    ("edition", "i1"),  # the version of the rules less the first: that one leaves no trace
)
HEADER_NAMES = tuple(field[0] for field in HEADER)


def record_type(fields: Sequence[Field]) -> np.dtype[Any]:
    """Build the record of a game from its own fields, put behind the common header.

    Fields are laid out by falling alignment and the tail is a field of its own, so a record has
    no padding: its bytes are its meaning, and two equal games have equal bytes.
    """
    names = [field[0] for field in fields]
    for name in names:
        if name in HEADER_NAMES:
            raise ValueError(f"field '{name}': the common header has one of that name already")
        if hasattr(np.void, name):
            raise ValueError(f"field '{name}': NumPy hides it behind an attribute of that name")
    if len(set(names)) < len(names):
        raise ValueError(f"fields {names}: a name stands there twice")
    own = (column_of(field) for field in fields)
    columns = sorted((*HEADER, *own), key=lambda column: -np.dtype(column[1]).alignment)
    packed = np.dtype(columns).itemsize
    widest = max(np.dtype(column[1]).alignment for column in columns)
    if packed % widest:
        columns.append(("tail", "u1", (widest - packed % widest,)))
    return record_of(tuple(columns), tuple(field for field in map(declared, fields) if field))


def components(*columns: Column) -> tuple[Field, ...]:
    """Declare what was printed on the components, which never changes in a game."""
    return tuple((*column, component()) for column in columns)


def column_of(field: Field) -> Column:
    """Return where a field is stored."""
    name, kind, *more = field
    shape = next((it for it in more if isinstance(it, tuple)), None)
    return (name, kind) if shape is None else (name, kind, shape)


def declared(field: Field) -> Declared | None:
    """Return a name and what it is said to be, or None for a field that does not say it."""
    name, *more = field
    what = next((it for it in more if isinstance(it, What)), None)
    return None if what is None else (name, what)


class Layout(type):
    """The class of records with the same fields. Each field is an attribute that costs a third of
    what an attribute of NumPy's own records costs, and no other can be set by mistake.

    Compiled rules reach a record by its `data`. NumPy writes down all fields for that, each time;
    ours are bytes and nothing else, so that to call a rule takes 1 µs instead of 3 to 9."""

    columns: tuple[Column, ...]
    declared: tuple[Declared, ...]


def record_of(columns: tuple[Column, ...], declared: tuple[Declared, ...]) -> np.dtype[Any]:
    """Return the record that is laid out in these columns, with what is said of them."""
    return np.dtype((layout_of(columns, declared), plain_type(columns)))


def plain_type(columns: tuple[Column, ...]) -> np.dtype[Any]:
    """Return how NumPy alone lays out these columns."""
    return np.dtype(list(columns), align=True)


@cache
def layout_of(columns: tuple[Column, ...], declared: tuple[Declared, ...] = ()) -> Layout:
    """Make the class of such records."""
    fields = {column[0]: property(itemgetter(column[0]), setter(column[0])) for column in columns}
    every_byte = np.dtype((np.uint8, (plain_type(columns).itemsize,)))
    memory = property(methodcaller("getfield", every_byte, 0))
    known = {"__slots__": (), "columns": columns, "declared": declared, "data": memory}
    return Layout("Record", (np.void,), {**known, **fields})


def setter(name: str) -> Callable[[Record, Any], None]:
    """Make what sets a field."""

    def set_field(s: Record, value: Any) -> None:
        s[name] = value

    return set_field


# No module holds the classes that are made here: their columns travel to other processes instead.
copyreg.pickle(Layout, lambda layout: (layout_of, (layout.columns, layout.declared)))


def blank_records(dtype: np.dtype[Any], count: int = 1) -> np.ndarray:
    """Return `count` empty records."""
    return np.zeros(count, dtype)


def copy_record(s: Record) -> Record:
    """Return a record of its own memory with the same content."""
    return record_from(s.dtype, s.tobytes())


def record_from(dtype: np.dtype[Any], content: bytes) -> Record:
    """Return a record of its own memory that holds these bytes. NumPy makes and copies records
    field by field, which takes ten times as long."""
    return np.ndarray((1,), dtype, bytearray(content))[0]


def own_fields(dtype: np.dtype[Any]) -> list[str]:
    """Name the fields that a game added to the header."""
    return [name for name in dtype.names or () if name not in HEADER_NAMES and name != "tail"]


def fields_of(dtype: np.dtype[Any]) -> dict[str, What]:
    """Return what the fields of a game are, as far as they say it."""
    layout: Any = dtype.type
    return dict(layout.declared)
