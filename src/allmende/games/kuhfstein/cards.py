"""Where a card fits into a layout."""

import numpy as np

from allmende.core.record import Record
from allmende.core.rule import rule

from .components import ACCEPTS, FACE, FIELDS, ROTATIONS, SAME_CARD
from .landscape import around, set_cow


@rule
def fits(s: Record, seat: int, card: int, rotation: int, anchor: int) -> bool:
    """Tell whether a card fits with its anchor on a field: tiles everywhere, the open ones of the
    right landscape and without a cow."""
    for cell in range(s.card_cells[card]):
        field = around(anchor + int(s.card_offset[card, rotation, cell]))
        if not ACCEPTS[s.card_want[card, rotation, cell], s.board[seat, field] & FACE]:
            return False
    return True


@rule
def can_play(s: Record, seat: int, card: int) -> bool:
    """Tell whether there are cows and a place for a card."""
    if s.card_cows[card] > s.supply[seat]:
        return False
    for rotation in range(ROTATIONS):
        if s.card_leader[card, rotation] != SAME_CARD:
            kind = s.card_want[card, rotation, 0] - 1
            for i in range(s.laid_count[seat, kind]):
                if fits(s, seat, card, rotation, s.laid[seat, kind, i]):
                    return True
    return False


@rule
def list_layings(s: Record, seat: int, card: int, first: int, moves: np.ndarray) -> int:
    """List where a card may be laid, as moves counted from `first`. Rotations that put the cows
    on the same fields are one move, that of the first of them."""
    n = 0
    for rotation in range(ROTATIONS):
        if s.card_leader[card, rotation] == rotation:
            kind = s.card_want[card, rotation, 0] - 1
            for i in range(s.laid_count[seat, kind]):
                anchor = s.laid[seat, kind, i]
                if some_rotation_fits(s, seat, card, rotation, anchor):
                    moves[n] = first + rotation * FIELDS + anchor
                    n += 1
    return n


@rule
def some_rotation_fits(s: Record, seat: int, card: int, leader: int, anchor: int) -> bool:
    """Tell whether a rotation, or another one with the same open cells, fits on a field."""
    for rotation in range(leader, ROTATIONS):
        if s.card_leader[card, rotation] == leader and fits(s, seat, card, rotation, anchor):
            return True
    return False


@rule
def set_cows(s: Record, seat: int, card: int, rotation: int, anchor: int) -> None:
    """Put a cow on every open cell of a card that was laid."""
    for cell in range(s.card_cows[card]):
        set_cow(s, seat, around(anchor + int(s.card_offset[card, rotation, cell])))
