"""Where a card fits into a layout."""

import numpy as np

from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.windows import WIDEST, widest_window

from .components import ACCEPTS, ANY, FACE, FIELDS, ROTATIONS, SAME_CARD
from .landscape import around, first_field, last_field, set_cow

REACH = 127  # no cell is farther from its anchor: ways are kept in a byte


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
def may_fit(s: Record, seat: int, card: int, rotation: int) -> bool:
    """Tell at a glance, for many fields at once, whether a card may fit somewhere: whether there
    are tiles for its first two cells. Near the ends of the ribbon one has to look closer."""
    begin, end = first_field(s, seat), last_field(s, seat)
    one, other = int(s.card_want[card, rotation, 0]), int(s.card_want[card, rotation, 1])
    if begin < REACH or end > FIELDS - REACH - WIDEST or other == ANY:
        return True
    board, way, found = s.board[seat], int(s.card_offset[card, rotation, 1]), 0
    for field in range(begin, end + 1, WIDEST):
        anchors = widest_window(board, FACE, one, field)
        found |= anchors & widest_window(board, FACE, other, field + way)
    return found != 0


@rule
def can_play(s: Record, seat: int, card: int) -> bool:
    """Tell whether there are cows and a place for a card."""
    if s.card_cows[card] > s.supply[seat]:
        return False
    for rotation in range(ROTATIONS):
        if s.card_leader[card, rotation] != SAME_CARD and may_fit(s, seat, card, rotation):
            kind = s.card_want[card, rotation, 0] - 1
            for i in range(s.laid_count[seat, kind]):
                if fits(s, seat, card, rotation, s.laid[seat, kind, i]):
                    return True
    return False


@rule
def mark_playable(s: Record, seat: int, cards: np.ndarray, out: np.ndarray) -> None:
    """Tell of each of some cards whether it can be played."""
    for i in range(len(cards)):
        out[i] = can_play(s, seat, cards[i])


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
