"""The point for a closed chain, and places."""

import numpy as np

from allmende.core.record import Record
from allmende.core.rule import rule

from .chains import chain_is_closed
from .components import SEATS


@rule
def score(s: Record, out: np.ndarray) -> None:
    """Give one point for a closed chain."""
    for seat in range(SEATS):
        out[seat] = chain_is_closed(s, seat)


@rule
def rank(s: Record, out: np.ndarray) -> None:
    """Put a seat second if the other has closed its chain."""
    for seat in range(SEATS):
        out[seat] = 1 + chain_is_closed(s, 1 - seat)
