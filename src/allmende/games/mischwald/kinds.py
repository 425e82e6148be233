"""The few kinds of effects and of points that the cards are made of: their names and numbers."""

from enum import IntEnum

from allmende.core.names import underscored


class Side(IntEnum):
    """Where a card lies: at a side of a tree, or as a tree itself."""

    TOP = 0
    BOTTOM = 1
    LEFT = 2
    RIGHT = 3
    TREE = 4
    SAPLING = 5


SIDE_NAMES = underscored(Side)[: Side.SAPLING]  # nothing is printed for a sapling
SIDES = int(Side.TREE)  # of a tree


class Effect(IntEnum):
    """What a card does. Those up to PLAY_CARDS happen once, the others for as long as it lies."""

    NOTHING = 0
    GAIN = 1  # draw cards, so many per something in the forest, and take further turns
    PLACE = 2  # put cards with a tag from hand into the forest for nothing
    CLEARING_TO_CAVE = 3
    HAND_TO_CAVE = 4  # and draw as many
    PLAY_CARDS = 5  # play further cards at their cost
    REACT = 6  # draw when a card with a tag, or at a side, is placed
    SHARE = 7  # let others of the species into the slot
    EXTRA_TREE = 8  # count the tree once more


EFFECT_NAMES = underscored(Effect)
INSTANT_NAMES = EFFECT_NAMES[Effect.GAIN : Effect.REACT]


class By(IntEnum):
    """What an effect goes by."""

    ONE = 0
    SPECIES = 1
    TAG = 2
    SIDE = 3


class Column(IntEnum):
    """The columns of an effect."""

    KIND = 0
    AMOUNT = 1  # cards to draw or to place, or the most that share; 0 is any number
    BY = 2
    OF = 3  # the species, tag or side
    TURNS = 4


class Pay(IntEnum):
    """How a card makes points."""

    NOTHING = 0
    PER = 1  # points times what is counted
    IF = 2  # points if enough is counted
    MOST = 3  # points if nobody counts more, else fewer
    ONCE = 4  # by a table, once for all cards of the species
    SETS = 5  # by a table, for sets of different species with a tag


PAY_NAMES = underscored(Pay)


class Measure(IntEnum):
    """What is counted in a forest."""

    ONE = 0
    TAGS = 1  # cards with one of several tags
    SPECIES = 2  # cards of a species, and bees at trees of it
    SYMBOL = 3  # cards with the tree symbol of this one
    ATTACHED = 4  # cards at this tree
    SIDE = 5  # cards at a side of any tree
    FULL_TREES = 6  # trees with a card at each side
    TREES = 7  # trees, saplings and bees
    TREE_SPECIES = 8  # different ones
    DISTINCT = 9  # different species with a tag
    ON_TREE = 10  # 1 if this card is at a tree of a species
    BESIDE = 11  # cards with a tag at the same tree
    SHARED = 12  # others of the species in the same slot


MEASURE_NAMES = underscored(Measure)


class PointColumn(IntEnum):
    """The columns of a points rule."""

    KIND = 0
    VALUE = 1
    MEASURE = 2
    OF = 3  # the species, the side, or a mask of tags
    LEAST = 4
    OTHERWISE = 5
