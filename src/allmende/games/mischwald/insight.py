"""What helps to think about Mischwald: which moves mostly lead somewhere."""

import numpy as np

from allmende.core.insight import Insight, by_weight

from .numbering import ACCEPT, DECLINE, DRAW, MOVES, PLACE, PLAY, SAPLING_OF, TAKE

USUAL = 4
LEAD, HORIZON = 20.0, 40


def weights_of_moves() -> np.ndarray:
    """Weigh the moves: cards are there to be played and offers to be taken; to plant a card face
    down, or to say no, is the exception."""
    weights = np.full(MOVES, USUAL)
    weights[PLAY:SAPLING_OF] = 8 * USUAL
    weights[SAPLING_OF:PLACE] = USUAL // 4
    weights[DRAW] = 8 * USUAL
    weights[TAKE:PLAY] = 2 * USUAL
    weights[ACCEPT] = 8 * USUAL
    weights[DECLINE] = USUAL // 2
    return weights


INSIGHT = Insight(policy=by_weight(weights_of_moves()), horizon=HORIZON, lead=LEAD)
