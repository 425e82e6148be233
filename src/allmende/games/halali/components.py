"""The board and the tiles of Halali!: facts in tables, no rules."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from allmende.core.names import field_names, underscored

SEATS = 2

SIZE = 7
FIELDS = SIZE * SIZE
CENTRE = FIELDS // 2
TILES = FIELDS - 1
LAST_TURNS = 5 * SEATS
MOST_QUIET_PLIES = 60
EDGE = FIELDS  # one field more, all around the board
OUTSIDE = FIELDS + 1  # and one behind the exits
FAR = SIZE  # farther than any way on the board, leaving it included


class Side(IntEnum):
    """Who owns a tile."""

    BLUE = 0  # bears and foxes
    BROWN = 1  # lumberjacks and hunters
    GREEN = 2  # birds and trees, nobody's own


SIDE_NAMES = underscored(Side)


class Direction(IntEnum):
    """The four ways a tile can walk."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


DIRECTIONS = len(Direction)
DIRECTION_NAMES = underscored(Direction)
STEP = np.array([SIZE, 1, -SIZE, -1])


class Species(IntEnum):
    """The seven kinds of tiles."""

    BEAR = 0
    FOX = 1
    LUMBERJACK = 2
    HUNTER = 3
    PHEASANT = 4
    DUCK = 5
    TREE = 6


SPECIES = len(Species)
SPECIES_NAMES = underscored(Species)
SPECIES_LETTERS = "BFLHPDT"


class Fact(NamedTuple):
    """One line of the table in the rulebook."""

    side: Side
    copies: int
    points: int
    reach: int
    captures: tuple[Species, ...]


BIRDS = (Species.PHEASANT, Species.DUCK)
FACTS = {
    Species.BEAR: Fact(Side.BLUE, 2, 10, 1, (Species.HUNTER, Species.LUMBERJACK)),
    Species.FOX: Fact(Side.BLUE, 6, 5, FAR, BIRDS),
    Species.LUMBERJACK: Fact(Side.BROWN, 2, 5, 1, (Species.TREE,)),
    Species.HUNTER: Fact(Side.BROWN, 8, 5, FAR, (Species.BEAR, Species.FOX, *BIRDS)),
    Species.PHEASANT: Fact(Side.GREEN, 8, 3, FAR, ()),
    Species.DUCK: Fact(Side.GREEN, 7, 2, FAR, ()),
    Species.TREE: Fact(Side.GREEN, 15, 2, 0, ()),
}
COUNT = np.array([FACTS[species].copies for species in Species])
POINTS = np.array([FACTS[species].points for species in Species])
MOST_COPIES = int(COUNT.max())
ALL_POINTS = int((COUNT * POINTS).sum())


class Tile(IntEnum):
    """What can stand on a field. A hunter's aim is part of the tile."""

    EMPTY = 0
    BEAR = 1
    FOX = 2
    LUMBERJACK = 3
    HUNTER_NORTH = 4
    HUNTER_EAST = 5
    HUNTER_SOUTH = 6
    HUNTER_WEST = 7
    PHEASANT = 8
    DUCK = 9
    TREE = 10


EMPTY = int(Tile.EMPTY)
HUNTER = int(Tile.HUNTER_NORTH)
FACE_DOWN = 16  # added to a tile that nobody has turned up yet
CODES = 2 * FACE_DOWN
WALL = CODES - 1  # what stands on the edge, and outside as long as the exits are closed
WAY_OUT = CODES - 2  # what stands outside when the exits are open


def is_hunter(tile: int) -> bool:
    """Tell whether a tile is a hunter of any aim."""
    return HUNTER <= tile < HUNTER + DIRECTIONS


def species_of(tile: Tile) -> Species:
    """Return the species of a tile."""
    return Species.HUNTER if is_hunter(tile) else Species[tile.name]


FIRST_TILE = np.array([next(t for t in Tile if t and species_of(t) == sp) for sp in Species])
"""The tile of each species; for hunters the one that aims north."""

SPECIES_OF = np.array([0] + [species_of(tile) for tile in Tile if tile])
SIDE_OF = np.array([Side.GREEN] + [FACTS[species_of(tile)].side for tile in Tile if tile])
IS_BIRD = np.array([False] + [species_of(tile) in BIRDS for tile in Tile if tile])


def reach_table() -> np.ndarray:
    """Build how far a side may move what lies on a field; 0 for all that it may not move."""
    reach = np.zeros((2, CODES), np.int64)
    for side in (Side.BLUE, Side.BROWN):
        for tile in list(Tile)[1:]:
            fact = FACTS[species_of(tile)]
            if fact.side in (side, Side.GREEN):
                reach[side, tile] = fact.reach
    return reach


def captures(tile: Tile, direction: Direction, prey: Tile) -> bool:
    """Tell whether a tile that moves in a direction captures another."""
    aims = not is_hunter(tile) or tile - HUNTER == direction
    return aims and species_of(prey) in FACTS[species_of(tile)].captures


def entry_table() -> np.ndarray:
    """Build what a tile that moves in a direction can walk onto: empty fields, its prey, and the
    way out unless it is neutral."""
    enters = np.zeros((len(Tile), DIRECTIONS, CODES), np.bool_)
    enters[:, :, EMPTY] = True
    for tile in list(Tile)[1:]:
        enters[tile, :, WAY_OUT] = FACTS[species_of(tile)].side != Side.GREEN
        for direction in Direction:
            for prey in list(Tile)[1:]:
                enters[tile, direction, prey] = captures(tile, direction, prey)
    return enters


REACH = reach_table()
ENTERS = entry_table()


def room_table() -> np.ndarray:
    """Build how many fields lie between a field and the edge in each direction."""
    room = np.zeros((FIELDS, DIRECTIONS), np.int64)
    for field in range(FIELDS):
        row, column = divmod(field, SIZE)
        room[field] = (SIZE - 1 - row, SIZE - 1 - column, row, column)
    return room


ROOM = room_table()


EXITS = np.array([FIELDS - 1 - SIZE // 2, CENTRE + SIZE // 2, SIZE // 2, CENTRE - SIZE // 2])
"""The field from which one leaves in each direction: the middle of each side."""


def neighbour_table() -> np.ndarray:
    """Build the next field in each direction. Unsigned, because such an index compiles to less."""
    neighbours = np.full((OUTSIDE + 1, DIRECTIONS), EDGE, np.uint8)
    for direction in Direction:
        for field in range(FIELDS):
            if ROOM[field, direction] > 0:
                neighbours[field, direction] = field + STEP[direction]
        neighbours[EXITS[direction], direction] = OUTSIDE
    return neighbours


NEXT = neighbour_table()

FIELD_NAMES = field_names(SIZE, SIZE)
