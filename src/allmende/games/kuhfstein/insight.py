"""What helps to think about Kuhfstein: which moves mostly lead somewhere."""

import numpy as np

from allmende.core.insight import Insight, by_weight

from .numbering import (
    CARD_ACTION,
    EXCHANGE_CARDS,
    EXCHANGE_TILES,
    HOME,
    MOVES,
    NO_TREE,
    PLANT,
    PLAY,
    TAKE_CARD,
    TAKE_TILE,
    TILE_ACTION,
)

USUAL = 4
LEAD, HORIZON = 15.0, 20


def weights_of_moves() -> np.ndarray:
    """Weigh the moves: a card that fits is played, a tree planted, while a herd is brought home
    or a display exchanged only now and then."""
    weights = np.full(MOVES, USUAL)
    weights[PLAY:HOME] = 8 * USUAL
    weights[PLANT:TAKE_CARD] = 8 * USUAL
    weights[[TILE_ACTION, CARD_ACTION]] = 2 * USUAL
    weights[HOME:TAKE_TILE] = USUAL // 4
    weights[[NO_TREE, EXCHANGE_TILES, EXCHANGE_CARDS]] = USUAL // 4
    return weights


INSIGHT = Insight(policy=by_weight(weights_of_moves()), horizon=HORIZON, lead=LEAD)
