"""Moves as notation and as data."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from allmende.core.record import Record
from allmende.core.wishes import Wish, words_in

from ..components import (
    DIRECTION_NAMES,
    DIRECTIONS,
    EMPTY,
    FACE_DOWN,
    FAR,
    FIELD_NAMES,
    ROOM,
    STEP,
)
from ..numbering import FLIP, PASS, WALK
from . import shapes
from .names import letter

NAMED_FIELD = re.compile("|".join(FIELD_NAMES))
WALKS = DIRECTIONS * FAR


class Walk(NamedTuple):
    """A walk taken apart. `to` is None when it leads off the board."""

    field: int
    direction: int
    distance: int
    to: int | None


@cache
def walk_of(move: int) -> Walk:
    """Take a walk apart."""
    field, way = divmod(move - WALK, DIRECTIONS * FAR)
    direction, distance = way // FAR, way % FAR + 1
    stays = distance <= ROOM[field, direction]
    return Walk(
        field, direction, distance, field + distance * int(STEP[direction]) if stays else None
    )


def notation(s: Record, seat: int, move: int) -> str:
    """Write `flip c4`, `Bd4-d5`, `Bd4xd5`, `Fd5-north` (out by that exit) or `pass`."""
    if move == PASS:
        return "pass"
    if move < WALK:
        return f"flip {FIELD_NAMES[move - FLIP]}"
    walk = walk_of(move)
    is_free = walk.to is not None and s.board[walk.to] == EMPTY
    return write_walk(walk, int(s.board[walk.field]), is_free)


@cache
def write_walk(walk: Walk, tile: int, is_free: bool) -> str:
    """Write the walk of a tile, to a field that is free or taken, or off the board."""
    name = letter(tile) if EMPTY < tile < FACE_DOWN else ""
    if walk.to is None:
        return f"{name}{FIELD_NAMES[walk.field]}-{DIRECTION_NAMES[walk.direction]}"
    link = "-" if is_free else "x"
    return f"{name}{FIELD_NAMES[walk.field]}{link}{FIELD_NAMES[walk.to]}"


def move_data(s: Record, seat: int, move: int) -> shapes.MoveData:
    """Return a move as data."""
    return data_of(move)


@cache
def data_of(move: int) -> shapes.MoveData:
    """Return a move as data, whatever the board looks like."""
    if move == PASS:
        return {"do": "pass"}
    if move < WALK:
        return {"do": "flip", "at": FIELD_NAMES[move - FLIP]}
    walk = walk_of(move)
    start = FIELD_NAMES[walk.field]
    if walk.to is None:
        return {"do": "leave", "from": start, "by": shapes.DIRECTIONS[walk.direction]}
    return {"do": "move", "from": start, "to": FIELD_NAMES[walk.to]}


def candidates(s: Record, seat: int, wish: Wish) -> Iterator[int]:
    """Yield the pass, and all that can be done with the first two fields that a wish names."""
    yield PASS
    for name in NAMED_FIELD.findall(" ".join(words_in(wish)))[:2]:
        field = FIELD_NAMES.index(name)
        yield FLIP + field
        yield from range(WALK + field * WALKS, WALK + (field + 1) * WALKS)
