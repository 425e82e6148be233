"""Points of couples, and places."""

import numpy as np

from allmende.core.places import places_by
from allmende.core.record import Record
from allmende.core.rule import rule

from .places import SHACK, value_of


@rule
def couple_points(s: Record, slot: int) -> int:
    """Multiply the symbols of a cow by those of her bull."""
    return value_of(s, slot) * int(s.bull_value[s.cow_bull[slot]])


@rule
def points_of(s: Record, seat: int) -> int:
    """Add up the couples in a Love Shack."""
    points = 0
    for slot in range(int(s.arrived)):
        if s.cow_spot[slot] == SHACK + seat:
            points += couple_points(s, slot)
    return points


@rule
def couples_of(s: Record, seat: int) -> int:
    """Count the couples in a Love Shack."""
    couples = 0
    for slot in range(int(s.arrived)):
        couples += s.cow_spot[slot] == SHACK + seat
    return couples


@rule
def score(s: Record, out: np.ndarray) -> None:
    """Write the points of each seat."""
    for seat in range(s.seats):
        out[seat] = points_of(s, seat)


@rule
def is_ahead(s: Record, seat: int, other: int) -> bool:
    """Tell whether a seat has more points than another, or as many from more couples."""
    lead = points_of(s, seat) - points_of(s, other)
    return lead > 0 or (lead == 0 and couples_of(s, seat) > couples_of(s, other))


rank = places_by(is_ahead)
