"""Where a card fits into a layout."""

import numpy as np

from allmende.core.bits import lowest_bit, without_lowest
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.windows import WIDEST, widest_window

from .components import ACCEPTS, ANY, FACE, FIELDS, ROTATIONS, SAME_CARD
from .landscape import around, set_cow

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
def fits_on_one_of(s: Record, seat: int, card: int, rotation: int, kind: int) -> bool:
    """Tell whether a card fits with its anchor on a tile of a kind, one after the other."""
    for i in range(s.laid_count[seat, kind]):
        if fits(s, seat, card, rotation, s.laid[seat, kind, i]):
            return True
    return False


@rule
def fits_somewhere(s: Record, seat: int, card: int, rotation: int) -> bool:
    """Tell whether a card fits anywhere. Tiles for its first two cells are looked for on many
    fields at once; near the ends of the ribbon one goes from tile to tile."""
    one, other = int(s.card_want[card, rotation, 0]), int(s.card_want[card, rotation, 1])
    count = s.laid_count[seat, one - 1]
    if count == 0:
        return False
    begin, end = s.laid[seat, one - 1, 0], s.laid[seat, one - 1, count - 1]
    if begin < REACH or end > FIELDS - REACH - WIDEST:
        return fits_on_one_of(s, seat, card, rotation, one - 1)
    board, way = s.board[seat], int(s.card_offset[card, rotation, 1])
    for field in range(begin, end + 1, WIDEST):
        anchors = widest_window(board, FACE, one, field)
        if other != ANY:
            anchors &= widest_window(board, FACE, other, field + way)
        while anchors != 0:
            if fits(s, seat, card, rotation, field + lowest_bit(anchors)):
                return True
            anchors = without_lowest(anchors)
    return False


@rule
def can_play(s: Record, seat: int, card: int) -> bool:
    """Tell whether there are cows and a place for a card."""
    if s.card_cows[card] > s.supply[seat]:
        return False
    for rotation in range(ROTATIONS):
        if s.card_leader[card, rotation] != SAME_CARD and fits_somewhere(s, seat, card, rotation):
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
