"""Points of what is in the bags, and places."""

import numpy as np

from allmende.core.places import places_by
from allmende.core.record import Record
from allmende.core.rule import rule

from .components import POINTS, SEATS, SPECIES


@rule
def bag_points(s: Record, seat: int) -> int:
    """Add up the points of the tiles a seat has won in this game."""
    points = 0
    for species in range(SPECIES):
        points += s.bag[seat, species] * POINTS[species]
    return points


@rule
def bag_tiles(s: Record, seat: int) -> int:
    """Count the tiles a seat has won in this game."""
    tiles = 0
    for species in range(SPECIES):
        tiles += s.bag[seat, species]
    return tiles


@rule
def points_of(s: Record, seat: int) -> int:
    """Add up the points of this game and of the one before it."""
    return s.banked_points[seat] + bag_points(s, seat)


@rule
def tiles_of(s: Record, seat: int) -> int:
    """Count the tiles won in this game and in the one before it."""
    return s.banked_tiles[seat] + bag_tiles(s, seat)


@rule
def score(s: Record, out: np.ndarray) -> None:
    """Write the points of each seat."""
    for seat in range(SEATS):
        out[seat] = points_of(s, seat)


@rule
def is_ahead(s: Record, seat: int, other: int) -> bool:
    """Tell whether a seat has more points than the other, or as many from more tiles."""
    lead = points_of(s, seat) - points_of(s, other)
    return lead > 0 or (lead == 0 and tiles_of(s, seat) > tiles_of(s, other))


rank = places_by(is_ahead)
