"""Which moves are legal, as a mask over all moves of a game."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..record import Record
from ..rule import rule_over

if TYPE_CHECKING:
    from ..game import Game

MaskWriter: TypeAlias = Callable[[Record, int, np.ndarray, np.ndarray], None]


@cache
def masker(game: "Game") -> MaskWriter:
    """Compile the rule `write_mask(s, seat, moves, out)`: it marks the legal moves of a seat in
    `out`, one truth for each move of the game. `moves` is memory to work on, with as many numbers.
    It asks the rules, so the record is a whole one and not what a seat knows of it."""
    legal = game.rules.legal

    @rule_over(legal)
    def write_mask(s: Record, seat: int, moves: np.ndarray, out: np.ndarray) -> None:
        out[:] = False
        for i in range(legal(s, seat, moves)):
            out[moves[i]] = True

    return write_mask
