"""Scoring tiles, final points and places."""

import numpy as np

from allmende.core.places import places_by
from allmende.core.record import Record
from allmende.core.rule import rule

from .components import CORNERS, PER_SEAT, SIDES, Condition
from .landscape import around, count_tiles, is_tile
from .state import ENCLOSED_BY_EIGHT, ENCLOSED_OPTION, EVERYBODY
from .supply import HAND, KEPT, draw_unseen


@rule
def deal_scoring_tiles(s: Record) -> None:
    """Deal two scoring tiles to each seat; the others stay unseen in the box."""
    for seat in range(s.seats):
        for _ in range(PER_SEAT):
            give_scoring_tile(s, seat, HAND + seat)


@rule
def give_scoring_tile(s: Record, seat: int, place: int) -> None:
    """Draw one of the scoring tiles that nobody has seen and give it to a seat."""
    tile = draw_unseen(s, s.scoring_seen, s.scoring_tiles)
    s.scoring_place[tile] = place
    s.scoring_seen[tile] = 1 << seat


@rule
def list_scoring_tiles(s: Record, seat: int, first: int, moves: np.ndarray) -> int:
    """List the scoring tiles that a seat may keep, as moves counted from `first`."""
    n = 0
    for tile in range(s.scoring_tiles):
        if s.scoring_place[tile] == HAND + seat:
            moves[n] = first + tile
            n += 1
    return n


@rule
def reveal_scoring_tiles(s: Record) -> None:
    """Turn up the kept tiles and give their points. The others stay hidden."""
    for tile in range(s.scoring_tiles):
        if s.scoring_place[tile] >= KEPT:
            seat = s.scoring_place[tile] - KEPT
            s.scoring_seen[tile] = EVERYBODY
            if is_fulfilled(s, seat, tile):
                s.award[seat] = s.scoring_points[tile]


@rule
def is_fulfilled(s: Record, seat: int, tile: int) -> bool:
    """Tell whether a seat fulfils the condition of a scoring tile."""
    if s.scoring_kind[tile] == Condition.MOST:
        return nobody_has_more(s, seat, s.scoring_land[tile])
    return measure(s, seat, tile) >= s.scoring_need[tile]


@rule
def measure(s: Record, seat: int, tile: int) -> int:
    """Count what the condition of a scoring tile asks for."""
    kind, landscape = s.scoring_kind[tile], s.scoring_land[tile]
    if kind == Condition.ENCLOSED:
        return count_enclosed(s, seat, landscape)
    if kind == Condition.EDGE:
        return count_at_edge(s, seat, landscape)
    if kind == Condition.SUPPLY:
        return s.supply[seat]
    if kind == Condition.TILES:
        return count_tiles(s, seat)
    if kind == Condition.POINTS:
        return s.points[seat]
    return s.trees[seat]


@rule
def nobody_has_more(s: Record, seat: int, landscape: int) -> bool:
    """Tell whether no other seat has more tiles of a landscape."""
    for other in range(s.seats):
        if s.laid_count[other, landscape - 1] > s.laid_count[seat, landscape - 1]:
            return False
    return True


@rule
def has_all(s: Record, seat: int, field: int, ways: np.ndarray) -> bool:
    """Tell whether a tile lies in each of the given directions from a field."""
    tiles = 0
    for way in range(len(ways)):
        tiles += is_tile(s.board[seat, around(field + ways[way])])
    return tiles == len(ways)


@rule
def count_enclosed(s: Record, seat: int, landscape: int) -> int:
    """Count the tiles of a landscape with tiles on all four sides, or all eight ways around."""
    found, kind = 0, landscape - 1
    for i in range(s.laid_count[seat, kind]):
        field = s.laid[seat, kind, i]
        enclosed = has_all(s, seat, field, SIDES)
        if s.options[ENCLOSED_OPTION] == ENCLOSED_BY_EIGHT:
            enclosed = enclosed and has_all(s, seat, field, CORNERS)
        found += enclosed
    return found


@rule
def count_at_edge(s: Record, seat: int, landscape: int) -> int:
    """Count the tiles of a landscape with at least one free side."""
    found, kind = 0, landscape - 1
    for i in range(s.laid_count[seat, kind]):
        found += not has_all(s, seat, s.laid[seat, kind, i], SIDES)
    return found


@rule
def score(s: Record, out: np.ndarray) -> None:
    """Write the points on the track and from the scoring tile."""
    for seat in range(s.seats):
        out[seat] = s.points[seat] + s.award[seat]


@rule
def is_ahead(s: Record, one: int, other: int) -> bool:
    """Tell whether a seat has more points than another, or as many from more tiles."""
    mine, yours = s.points[one] + s.award[one], s.points[other] + s.award[other]
    if mine != yours:
        return mine > yours
    return count_tiles(s, one) > count_tiles(s, other)


rank = places_by(is_ahead)
