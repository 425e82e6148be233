"""Why a move is not possible: one reason, the first that a teacher would name."""

from collections.abc import Mapping
from typing import Any

from allmende.core.language import Message
from allmende.core.record import Record

from ..components import (
    EMPTY,
    ENTERS,
    EXITS,
    FACE_DOWN,
    FIELD_NAMES,
    NEXT,
    REACH,
    ROOM,
    SIDE_OF,
    STEP,
    Side,
    Tile,
)
from ..numbering import FLIP, PASS, WALK
from ..rules import side_of
from ..state import Phase
from .moves import Walk, walk_of
from .names import tile_message


def why_not(s: Record, seat: int, move: int) -> Message:
    """Give the reason why a move is not legal."""
    if move == PASS:
        return Message("not.pass")
    if move < WALK:
        return why_not_flip(s, move - FLIP)
    walk = walk_of(move)
    return why_not_this_tile(s, seat, walk) or why_not_this_way(s, seat, walk)


def why_never(s: Record, seat: int, wish: Mapping[str, Any]) -> Message | None:
    """Give the reason why a tile can never walk from one field to another: one walks straight, most
    tiles a single step."""
    start, to = wish.get("from"), wish.get("to")
    if wish.get("do") != "move" or start == to or not {start, to} <= set(FIELD_NAMES):
        return None
    field = FIELD_NAMES.index(str(start))
    reason = why_not_this_tile(s, seat, Walk(field, 0, 1, None))
    if reason is not None:
        return reason
    tile = int(s.board[field])
    one_step = REACH[side_of(s, seat), tile] == 1
    return Message("not.one_step" if one_step else "not.straight", tile=tile_message(tile))


def why_not_flip(s: Record, field: int) -> Message:
    """Give the reason why nothing can be turned up on a field."""
    empty = s.board[field] == EMPTY
    return Message("not.empty" if empty else "not.already_up", at=FIELD_NAMES[field])


def why_not_this_tile(s: Record, seat: int, walk: Walk) -> Message | None:
    """Give the reason why a seat may not move what lies on a field, or None if it may."""
    tile = int(s.board[walk.field])
    at = FIELD_NAMES[walk.field]
    if tile == EMPTY:
        return Message("not.empty", at=at)
    if tile >= FACE_DOWN:
        return Message("not.face_down", at=at)
    if tile == Tile.TREE:
        return Message("not.tree")
    if REACH[side_of(s, seat), tile] == 0:
        return Message("not.yours", tile=tile_message(tile))
    if walk.field == s.locked:
        return Message("not.locked", at=at)
    return None


def why_not_this_way(s: Record, seat: int, walk: Walk) -> Message:
    """Give the reason why a tile cannot walk this far in this direction."""
    tile = int(s.board[walk.field])
    if walk.distance > REACH[side_of(s, seat), tile]:
        return Message("not.one_step", tile=tile_message(tile))
    if walk.to is None:
        return why_not_out(s, seat, walk)
    if not way_is_free(s, walk, walk.distance - 1):
        return Message("not.blocked", to=FIELD_NAMES[walk.to])
    if walk.field == s.went_to[seat] and walk.to == s.came_from[seat]:
        return Message("not.back_and_forth")
    return why_not_onto(s, walk, walk.to)


def why_not_out(s: Record, seat: int, walk: Walk) -> Message:
    """Give the reason why a tile cannot leave the wood."""
    if s.phase != Phase.LAST_TURNS:
        return Message("not.exits_closed")
    if SIDE_OF[s.board[walk.field]] == Side.GREEN:
        return Message("not.bird_leaves")
    edge = walk.field + int(ROOM[walk.field, walk.direction]) * int(STEP[walk.direction])
    if edge == EXITS[walk.direction]:
        return Message("not.way_out_blocked")
    exits = ", ".join(sorted(FIELD_NAMES[field] for field in EXITS))
    return Message("not.no_exit", exits=exits)


def why_not_onto(s: Record, walk: Walk, to: int) -> Message:
    """Give the reason why a tile cannot take the place of what lies on a field."""
    tile, prey = int(s.board[walk.field]), int(s.board[to])
    if prey >= FACE_DOWN:
        return Message("not.capture_face_down", at=FIELD_NAMES[to])
    if ENTERS[tile, :, prey].any():
        return Message("not.aim", tile=tile_message(tile))
    return Message("not.prey", tile=tile_message(tile), prey=tile_message(prey))


def way_is_free(s: Record, walk: Walk, steps: int) -> bool:
    """Tell whether the first steps of a walk lead over empty fields only."""
    field = walk.field
    for _ in range(steps):
        field = int(NEXT[field, walk.direction])
        if s.board[field] != EMPTY:
            return False
    return True
