"""The tiles, the table and the kinds of things in Kuhfstein: facts in tables, no rules."""

from enum import IntEnum

import numpy as np

from allmende.core.names import underscored

FEWEST_SEATS, MOST_SEATS = 2, 4


class Landscape(IntEnum):
    """What a landscape tile shows. 0 is no tile, or on a card a tile back: any landscape."""

    HAY = 1
    MEADOW = 2
    FOREST = 3
    LAKE = 4
    HOUSE = 5


ANY = 0
LANDSCAPES = len(Landscape)
LANDSCAPE_NAMES = underscored(Landscape)
LETTERS = "HMFLB"
COPIES = np.array([16, 15, 15, 13, 12])
MOST_COPIES = int(COPIES.max())
FULL_TABLE = 4  # with fewer players, one tile of each landscape goes back for each who is missing

TILE_SLOTS = 5
CARD_SLOTS = 4
COWS = 6
TREES_PER_SEAT = 2
TREE_POINTS = 5
ACTIONS = 2
EQUAL_TILES = 4  # so many equal tiles in the display may be exchanged
MOST_EXCHANGES = 10

# A layout lies on a ribbon of fields: field + 1 is east, field + WIDTH is south, and after the
# last field comes the first again. A layout of at most WIDEST rows and columns never meets itself
# on the way round, so it can grow in any direction and nothing ever has to be moved.
WIDEST = 24
WIDTH = WIDEST + 1
FIELDS = WIDTH * WIDTH
CENTRE = FIELDS // 2
EAST, SOUTH = 1, WIDTH
SIDES = np.array([-SOUTH, EAST, SOUTH, -EAST])
CORNERS = np.array([-SOUTH - EAST, -SOUTH + EAST, SOUTH - EAST, SOUTH + EAST])
SQUARES = np.array([-SOUTH - EAST, -SOUTH, -EAST, 0])
"""From a tile to the north-western tiles of the four squares that it is part of."""
SQUARE = np.array([0, EAST, SOUTH, SOUTH + EAST])
"""From the north-western tile of a square to its four tiles."""

# What lies on a field: a landscape, or nothing, or nothing yet beside a tile; and marks on a tile.
NOTHING = 0
FREE = 7
GROUND = 7  # the bits of the landscape
COW = 8
USED = 16  # the tile has served for a tree
TREE = 32  # a tree stands where this tile meets those to the east and to the south
LEAVING = 64  # while a herd is on its way home
FACE = GROUND | COW

MOST_CARDS = 60
FEWEST_CARDS = 12
MOST_CELLS = 5
FEWEST_CELLS = 2
ROTATIONS = 4
MOST_CARD_POINTS = 60
SAME_CARD = -1  # in the table of leaders: this rotation looks like an earlier one

MOST_PLACES = 8
MOST_BONUS_TILES = 6
PRINTED = 0  # in the table of bonus tiles: a cow field that is printed on the track
MOST_GOAL = 1000
MOST_POINTS = 10_000
MOST_ROUNDS = 10_000

MOST_SCORING = 16
MOST_AWARD = 100
PER_SEAT = 2  # scoring tiles


class Effect(IntEnum):
    """What a bonus place gives."""

    COW = 0
    EXTRA_ACTION = 1
    TAKE_CARD = 2
    ALL_COWS_HOME = 3
    PLACE_TILE = 4


EFFECT_NAMES = underscored(Effect)
SIDE_NAMES = ("front", "back")


class Condition(IntEnum):
    """What a scoring tile asks for."""

    ENCLOSED = 0  # tiles of a landscape with tiles all around
    EDGE = 1  # tiles of a landscape with a free side
    SUPPLY = 2  # cows in the supply
    TILES = 3  # tiles in the layout
    POINTS = 4  # points on the track
    MOST = 5  # nobody has more tiles of a landscape
    TREES = 6  # trees in the layout


CONDITION_NAMES = underscored(Condition)
OF_LANDSCAPE = (Condition.ENCLOSED, Condition.EDGE, Condition.MOST)


def accept_table() -> np.ndarray:
    """Build what a cell of a card accepts: a back any tile, an open cell its own without a cow."""
    accepts = np.zeros((LANDSCAPES + 1, FACE + 1), np.bool_)
    for landscape in Landscape:
        accepts[ANY, landscape] = accepts[ANY, landscape | COW] = True
        accepts[landscape, landscape] = True
    return accepts


ACCEPTS = accept_table()
