"""What helps to think about Stieren Versieren: which moves mostly lead somewhere."""

import numpy as np

from allmende.core.insight import Insight, by_weight
from allmende.core.record import Record
from allmende.core.rule import rule

from .numbering import (
    CHOOSE,
    COURT,
    DECLINE,
    DONE,
    JOIN,
    MOVE,
    MOVES,
    PASS,
    SUPPORT,
    SWAP,
    TALK,
)
from .state import FIGHT_OPTION, SIMULTANEOUS_FIGHT

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


@rule
def disguise(s: Record, seat: int, move: int) -> int:
    """Show the others a chosen bull, or one put into the fight, without its face, and of an answer
    to Romeo that all give at once only that it was given."""
    if CHOOSE <= move < TALK:
        return CHOOSE
    if SUPPORT <= move < DONE:
        return SUPPORT
    if DECLINE <= move < JOIN and s.options[FIGHT_OPTION] == SIMULTANEOUS_FIGHT:
        return DECLINE
    return move


INSIGHT = Insight(
    policy=by_weight(weights_of_moves()), disguise=disguise, horizon=HORIZON, lead=LEAD
)
