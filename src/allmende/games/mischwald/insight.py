"""What helps to think about Mischwald: cards are there to be played and offers to be taken; to
plant a card face down, or to say no, is the exception."""

from allmende.core.insight import Insight

from .components import HALF_SIDE
from .kinds import Side
from .numbering import ACCEPT, DECLINE, DRAW, KEEP, MULLIGAN, PLACE, PLAY, SAPLING_OF, TAKE

TREES = [move for move in range(PLAY, SAPLING_OF) if HALF_SIDE[move - PLAY] == Side.TREE]

GROUPS = {
    "keep the hand": [KEEP],
    "take a new hand": [MULLIGAN],
    "draw from the deck": [DRAW],
    "take from the clearing": range(TAKE, PLAY),
    "play a tree": TREES,
    "play a dweller": sorted({*range(PLAY, SAPLING_OF)} - {*TREES}),
    "plant a card face down": range(SAPLING_OF, PLACE),
    "accept": [ACCEPT],
    "decline": [DECLINE],
}
WEIGHTS = {
    "keep the hand": 4,
    "take a new hand": 4,
    "draw from the deck": 32,
    "take from the clearing": 8,
    "play a tree": 32,
    "play a dweller": 32,
    "plant a card face down": 1,
    "accept": 32,
    "decline": 2,
}
LEAD, HORIZON = 20.0, 40

INSIGHT = Insight(groups=GROUPS, weights=WEIGHTS, horizon=HORIZON, lead=LEAD)
