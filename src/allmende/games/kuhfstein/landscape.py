"""One player's landscape: placing tiles, planting trees, herds of cows."""

import numpy as np

from allmende.core.bits import list_members, places_of
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.windows import WIDE

from .components import (
    CENTRE,
    COW,
    EAST,
    FIELDS,
    FREE,
    GROUND,
    LANDSCAPES,
    LEAVING,
    NOTHING,
    SIDES,
    SOUTH,
    SQUARE,
    SQUARES,
    TREE,
    TREES_PER_SEAT,
    USED,
    WIDEST,
    WIDTH,
)


@rule
def around(field: int) -> int:
    """Bring a way along the ribbon back onto it."""
    if field < 0:
        return field + FIELDS
    return field - FIELDS if field >= FIELDS else field


@rule
def beside(field: int, other: int) -> bool:
    """Tell whether two fields share a side."""
    way = abs(field - other)
    return way in (EAST, SOUTH, FIELDS - EAST, FIELDS - SOUTH)


@rule
def is_tile(found: int) -> bool:
    """Tell whether a tile lies where this was found."""
    return found not in (NOTHING, FREE)


@rule
def column_of(s: Record, seat: int, field: int) -> int:
    """Return how far east of the first tile a field lies, seen from the layout of a seat."""
    begin = int(s.west[seat]) - 1
    return (field - CENTRE - begin) % WIDTH + begin


@rule
def row_of(s: Record, seat: int, field: int) -> int:
    """Return how far south of the first tile a field lies, seen from the layout of a seat."""
    begin = int(s.north[seat]) - 1
    return ((field - CENTRE - column_of(s, seat, field)) // WIDTH - begin) % WIDTH + begin


@rule
def is_within_reach(s: Record, seat: int, field: int) -> bool:
    """Tell whether a layout with a tile on this field still fits the table."""
    row, column = row_of(s, seat, field), column_of(s, seat, field)
    height = max(row, s.south[seat]) - min(row, s.north[seat]) + 1
    width = max(column, s.east[seat]) - min(column, s.west[seat]) + 1
    return height <= WIDEST and width <= WIDEST


@rule
def first_field(s: Record, seat: int) -> int:
    """Return the north-western field of a layout, which may lie before the ribbon."""
    return CENTRE + SOUTH * int(s.north[seat]) + int(s.west[seat])


@rule
def last_field(s: Record, seat: int) -> int:
    """Return the south-eastern field of a layout, which may lie behind the ribbon."""
    return CENTRE + SOUTH * int(s.south[seat]) + int(s.east[seat])


@rule
def list_free_fields(s: Record, seat: int, first: int, moves: np.ndarray) -> int:
    """List the fields where a tile may go, as moves counted from `first`."""
    begin, end = first_field(s, seat) - SOUTH, last_field(s, seat) + SOUTH
    if begin < 0 or end >= FIELDS:
        begin, end = 0, FIELDS - 1
    board, n = s.board[seat], 0
    for field in range(begin, end + 1, WIDE):
        n = list_members(places_of(board, FREE, field), first + field, moves, n)
    if s.south[seat] - s.north[seat] + 1 < WIDEST and s.east[seat] - s.west[seat] + 1 < WIDEST:
        return n
    within = 0
    for i in range(n):
        moves[within] = moves[i]
        within += is_within_reach(s, seat, moves[i] - first)
    return within


@rule
def lay_tile(s: Record, seat: int, field: int, landscape: int) -> None:
    """Lay a tile into the layout of a seat; the fields beside it become free for the next."""
    row, column = row_of(s, seat, field), column_of(s, seat, field)
    s.north[seat], s.south[seat] = min(s.north[seat], row), max(s.south[seat], row)
    s.west[seat], s.east[seat] = min(s.west[seat], column), max(s.east[seat], column)
    s.board[seat, field] = landscape
    for side in range(len(SIDES)):
        next_field = around(field + SIDES[side])
        if s.board[seat, next_field] == NOTHING:
            s.board[seat, next_field] = FREE
    kind = landscape - 1
    put_in_order(s.laid[seat, kind], s.laid_count[seat, kind], field)
    s.laid_count[seat, kind] += 1


@rule
def put_in_order(fields: np.ndarray, count: int, field: int) -> None:
    """Put a field into an ascending list."""
    at = count
    while at > 0 and fields[at - 1] > field:
        fields[at] = fields[at - 1]
        at -= 1
    fields[at] = field


@rule
def count_tiles(s: Record, seat: int) -> int:
    """Count the tiles in the layout of a seat."""
    tiles = 0
    for kind in range(LANDSCAPES):
        tiles += s.laid_count[seat, kind]
    return tiles


@rule
def trees_left(s: Record) -> int:
    """Count the trees in the common supply."""
    left = TREES_PER_SEAT * int(s.seats)
    for seat in range(s.seats):
        left -= int(s.trees[seat])
    return left


@rule
def may_bear_tree(s: Record, seat: int, corner: int) -> bool:
    """Tell whether the square with this north-western tile is fresh and of four equal or four
    different landscapes."""
    kinds, tiles = 0, 0
    for i in range(len(SQUARE)):
        found = int(s.board[seat, around(corner + SQUARE[i])])
        if not is_tile(found) or found & USED:
            return False
        tiles += (kinds >> (found & GROUND)) & 1 == 0
        kinds |= 1 << (found & GROUND)
    return tiles == 1 or tiles == len(SQUARE)


@rule
def some_square_bears_tree(s: Record, seat: int, field: int) -> bool:
    """Tell whether a tree may be planted in a square that the tile on this field is part of."""
    if trees_left(s) == 0:
        return False
    squares = 0
    for i in range(len(SQUARES)):
        squares += may_bear_tree(s, seat, around(field + SQUARES[i]))
    return squares > 0


@rule
def plant_tree(s: Record, seat: int, corner: int) -> None:
    """Plant a tree in the square with this north-western tile; its tiles bear no other."""
    for i in range(len(SQUARE)):
        s.board[seat, around(corner + SQUARE[i])] += USED
    s.board[seat, corner] += TREE
    s.trees[seat] += 1


@rule
def set_cow(s: Record, seat: int, field: int) -> None:
    """Put a cow from the supply on a tile."""
    s.board[seat, field] += COW
    put_in_order(s.cow_at[seat], s.grazing[seat], field)
    s.grazing[seat] += 1
    s.supply[seat] -= 1


@rule
def list_herds(s: Record, seat: int, first: int, n: int, moves: np.ndarray) -> int:
    """List the herds of a seat by their first field, as moves counted from `first`, behind the
    `n` moves that stand there already."""
    cows = s.cow_at[seat]
    herd = len(moves) - len(cows)  # notes at the far end of the list: the first cow of each herd
    for i in range(s.grazing[seat]):
        moves[herd + i] = i
    for i in range(s.grazing[seat]):
        for j in range(i):
            if beside(cows[i], cows[j]):
                join_herds(moves, herd, i, moves[herd + i], moves[herd + j])
    for i in range(s.grazing[seat]):
        if moves[herd + i] == i:
            moves[n] = first + cows[i]
            n += 1
    return n


@rule
def join_herds(notes: np.ndarray, begin: int, last: int, one: int, other: int) -> None:
    """Make one herd of two among the cows up to `last`, named after its first cow."""
    for i in range(last + 1):
        if notes[begin + i] in (one, other):
            notes[begin + i] = min(one, other)


@rule
def bring_herd_home(s: Record, seat: int, field: int) -> None:
    """Take the whole herd around a cow back into the supply."""
    s.board[seat, field] += LEAVING
    grown = True
    while grown:
        grown = False
        for i in range(s.grazing[seat]):
            cow = s.cow_at[seat, i]
            if not s.board[seat, cow] & LEAVING and beside_leaving_cow(s, seat, cow):
                s.board[seat, cow] += LEAVING
                grown = True
    lead_leaving_cows(s, seat)


@rule
def beside_leaving_cow(s: Record, seat: int, field: int) -> bool:
    """Tell whether a cow that leaves stands beside a field."""
    cows = 0
    for side in range(len(SIDES)):
        cows += s.board[seat, around(field + SIDES[side])] & LEAVING
    return cows > 0


@rule
def bring_all_cows_home(s: Record, seat: int) -> None:
    """Take every cow of a seat back into the supply."""
    for i in range(s.grazing[seat]):
        s.board[seat, s.cow_at[seat, i]] += LEAVING
    lead_leaving_cows(s, seat)


@rule
def lead_leaving_cows(s: Record, seat: int) -> None:
    """Take the cows that leave off the layout and close up the list of those that stay."""
    stay, cows = 0, int(s.grazing[seat])
    for i in range(cows):
        field = s.cow_at[seat, i]
        if s.board[seat, field] & LEAVING:
            s.board[seat, field] -= LEAVING + COW
            s.supply[seat] += 1
            s.grazing[seat] -= 1
        else:
            s.cow_at[seat, stay] = field
            stay += 1
    for i in range(stay, cows):
        s.cow_at[seat, i] = 0
