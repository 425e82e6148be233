"""What helps to think about Stieren Versieren: which moves mostly lead somewhere."""

import numpy as np

from allmende.core.insight import Insight, by_weight

from .numbering import (
    COURT,
    MOVE,
    MOVES,
    PASS,
    SWAP,
    TALK,
)

USUAL = 4
LEAD, HORIZON = 10.0, 20


def weights_of_moves() -> np.ndarray:
    """Weigh the moves: courting is what brings points, talking comes before it, and passing
    or swapping bulls mostly wastes an action."""
    weights = np.full(MOVES, USUAL)
    weights[COURT:SWAP] = 8 * USUAL
    weights[TALK:MOVE] = 2 * USUAL
    weights[SWAP:PASS] = USUAL // 2
    weights[PASS] = USUAL // 4
    return weights


INSIGHT = Insight(policy=by_weight(weights_of_moves()), horizon=HORIZON, lead=LEAD)
