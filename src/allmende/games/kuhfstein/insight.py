"""What helps to think about Kuhfstein: a card that fits is played, a tree planted, while a herd is
brought home or a display exchanged only now and then."""

from allmende.core.insight import Insight

from .numbering import (
    CARD_ACTION,
    EXCHANGE_CARDS,
    EXCHANGE_TILES,
    HOME,
    NO_TREE,
    PLANT,
    PLAY,
    TAKE_CARD,
    TAKE_TILE,
    TILE_ACTION,
)

GROUPS = {
    "tile action": [TILE_ACTION],
    "card action": [CARD_ACTION],
    "play a card": range(PLAY, HOME),
    "bring a herd home": range(HOME, TAKE_TILE),
    "exchange the tiles": [EXCHANGE_TILES],
    "plant a tree": range(PLANT, TAKE_CARD),
    "plant none": [NO_TREE],
    "exchange the cards": [EXCHANGE_CARDS],
}
WEIGHTS = {
    "tile action": 8,
    "card action": 8,
    "play a card": 32,
    "bring a herd home": 1,
    "exchange the tiles": 1,
    "plant a tree": 32,
    "plant none": 1,
    "exchange the cards": 1,
}
LEAD, HORIZON = 15.0, 20

INSIGHT = Insight(groups=GROUPS, weights=WEIGHTS, horizon=HORIZON, lead=LEAD)
