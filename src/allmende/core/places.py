"""Places: who is before whom, counted once for every game that can compare two seats."""

from collections.abc import Callable

import numpy as np

from .record import Record
from .rule import rule


def places_by(is_ahead: Callable[[Record, int, int], bool]) -> Callable[[Record, np.ndarray], None]:
    """Make the rule that places the seats by a comparison of two; equal ones share a place."""

    @rule
    def rank(s: Record, out: np.ndarray) -> None:
        """Put every seat behind all those that are ahead of it."""
        for seat in range(s.seats):
            out[seat] = 1
            for other in range(s.seats):
                out[seat] += is_ahead(s, other, seat)

    return rank
