"""Points that decide alone: both rules about them from one that tells the points of a seat."""

from collections.abc import Callable

import numpy as np

from .places import places_by
from .record import Record
from .rule import rule

PerSeat = Callable[[Record, np.ndarray], None]


def by_points(points_of: Callable[[Record, int], int]) -> tuple[PerSeat, PerSeat]:
    """Make `score` and `rank` of a game in which more points are better, and equal points share a
    place."""

    @rule
    def score(s: Record, out: np.ndarray) -> None:
        """Write the points of each seat."""
        for seat in range(s.seats):
            out[seat] = points_of(s, seat)

    @rule
    def is_ahead(s: Record, seat: int, other: int) -> bool:
        """Tell whether a seat has more points than another."""
        return points_of(s, seat) > points_of(s, other)

    return score, places_by(is_ahead)
