"""What is worth knowing about a game beyond its rules: advice for players that think."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .quick import pick
from .record import Record
from .rule import rule

TO_THE_END = 2**31 - 1


@rule
def any_move(s: Record, seat: int, moves: np.ndarray, found: int, quick: np.ndarray) -> int:
    """Choose one of the moves without a thought."""
    return moves[pick(quick, found)]


def by_weight(weights: np.ndarray) -> Callable[[Record, int, np.ndarray, int, np.ndarray], int]:
    """Make a policy that chooses each move as often as its weight says, next to the others."""

    @rule
    def choose_by_weight(
        s: Record, seat: int, moves: np.ndarray, found: int, quick: np.ndarray
    ) -> int:
        total = 0
        for i in range(found):
            total += weights[moves[i]]
        left, i = pick(quick, total), 0
        while left >= weights[moves[i]]:
            left -= weights[moves[i]]
            i += 1
        return moves[i]

    return choose_by_weight


@dataclass(frozen=True, kw_only=True)
class Insight:
    """Advice of a game for the search. Everything in it is optional."""

    policy: Callable[[Record, int, np.ndarray, int, np.ndarray], int] = any_move
    """Choose one of the legal moves, fast, as a sensible person might: imagined games go on so."""
    horizon: int = TO_THE_END
    """How many decisions an imagined game goes on before the points as they stand decide."""
    lead: float = 0.0
    """A lead of this many points is about as good as won; 0 where points mean nothing before the
    end."""
