"""The facts of Mischwald: numbers of the set-up, and the card table as the rules read it.

A face is what a card looks like: each tree species is one face, each split card another. A half is
one side of a split card or a whole tree. Numbers of faces and halves rise with those of cards.
"""

import numpy as np

from .cards import CARDS, TABLE, TREE_TAG
from .kinds import Column, Effect, Side

FEWEST_SEATS, MOST_SEATS = 2, 5
REMOVED = np.array([0, 0, 30, 20, 10, 0])  # cards that go into the box unseen, by players
LOWER_THIRD = (CARDS - REMOVED) // 3  # forest cards below the first winter
WINTERS = 3
OPENING_HAND = 6
HAND_LIMIT = 10
CLEARING_LIMIT = 10

SPECIES = len(TABLE.species)
SYMBOLS = len(TABLE.symbols)
FACES = len(TABLE.faces)
MOST_TREES = CARDS
QUEUE = 24  # more cards than two Moles can bring into play in one turn

TREE_MASK = 1 << TABLE.tags.index(TREE_TAG)

FACE = np.array(TABLE.face_of_card)
"""The face of each card."""
FIRST_CARD = np.array([TABLE.face_of_card.index(face) for face in range(FACES)])
COPIES = np.bincount(FACE)
TREE_CARDS = sum(len(TABLE.faces[face]) == 1 for face in TABLE.face_of_card)
TREE_FACES = sum(len(face) == 1 for face in TABLE.faces)

FIRST_HALF = np.cumsum([0, *(len(face) for face in TABLE.faces)])
"""The first half of each face, and the number behind the last half."""
HALVES = sum(len(face) for face in TABLE.faces)
SAPLING = HALVES  # a card played face down, in place of a half
NO_SPECIES = NO_SYMBOL = -1

ALL_HALVES = [half for face in TABLE.faces for half in face]
HALF_FACE = np.array([face for face in range(FACES) for _ in TABLE.faces[face]])
HALF_SPECIES = np.array([*(half.species for half in ALL_HALVES), NO_SPECIES])
HALF_SYMBOL = np.array([*(half.symbol for half in ALL_HALVES), NO_SYMBOL])
HALF_SIDE = np.array([*(half.side for half in ALL_HALVES), int(Side.SAPLING)])

COST, TAGS, EFFECT, BONUS = TABLE.cost, TABLE.tag_mask, TABLE.effect, TABLE.bonus
POINTS, TABLES = TABLE.points, TABLE.tables
HALVES_OF_CARD = 2  # sides are numbered so that the remainder tells which half it is


def half_table() -> np.ndarray:
    """Write down which half can be seen of each card at each side; of a sapling it is none."""
    halves = np.full((CARDS, len(Side)), SAPLING, np.int16)
    for side in range(Side.SAPLING):
        halves[:, side] = FIRST_HALF[FACE] + side % HALVES_OF_CARD
    return halves


HALF_AT = half_table()

HALF_COST = np.array([*(int(COST[half.species]) for half in ALL_HALVES), 0])
HALF_TAGS = np.array([*(int(TAGS[half.species]) for half in ALL_HALVES), TREE_MASK])

FACE_SYMBOLS = np.array([sum(1 << half.symbol for half in face) for face in TABLE.faces])
"""Bit mask of the tree symbols that a face shows on either half."""


def sharing_groups() -> np.ndarray:
    """Number the species that share slots among themselves; 0 is for those that do not."""
    shares = EFFECT[:, Column.KIND] == Effect.SHARE
    return np.where(shares, np.cumsum(shares), 0)


GROUP = sharing_groups()
GROUP_SPECIES = np.array([0, *np.flatnonzero(GROUP)])

REACTING = np.array(
    [half for half in range(HALVES) if EFFECT[HALF_SPECIES[half], Column.KIND] == Effect.REACT]
)
"""The halves that react to what is placed: the mushrooms."""


def copies_of(species: int) -> list[tuple[int, int]]:
    """List the cards that a species is printed on, each with the side where it can be seen."""
    cards = [(card, half) for card in range(CARDS) for half in TABLE.faces[FACE[card]]]
    return [(card, half.side) for card, half in cards if half.species == species]


ALL_COPIES = [copies_of(species) for species in range(SPECIES)]
SPECIES_COPIES = np.array([len(copies) for copies in ALL_COPIES])


def copy_table(column: int) -> np.ndarray:
    """Put the cards of all copies, or their sides, into a row for each species."""
    table = np.zeros((SPECIES, SPECIES_COPIES.max()), np.int16)
    for species, copies in enumerate(ALL_COPIES):
        table[species, : len(copies)] = [copy[column] for copy in copies]
    return table


COPY_CARD, COPY_SIDE = copy_table(0), copy_table(1)

BEES = np.flatnonzero(EFFECT[:, Column.KIND] == Effect.EXTRA_TREE)
"""The species that count their tree once more."""
