"""The names of cards, halves and trees.

A split card goes by its id, `H070`, and a half of it by the side as well. Equal trees have no
numbers that anybody could see, so a tree card goes by its species. Trees in the forests go by the
order in which they were planted: `t3`.
"""

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from allmende.core.language import Message
from allmende.core.record import Record

from ..cards import TABLE
from ..components import (
    FACE,
    FIRST_CARD,
    HALF_FACE,
    HALF_SIDE,
    HALF_SPECIES,
    HALF_SYMBOL,
    SAPLING,
    TREE_FACES,
)
from .shapes import SIDES, Side

FACE_OF_CARD: list[int] = FACE.tolist()
FACE_IDS = [
    TABLE.species[TABLE.faces[face][0].species] if face < TREE_FACES else TABLE.ids[card]
    for face, card in enumerate(FIRST_CARD.tolist())
]
"""The name of each face."""


def card_name(card: int) -> str:
    """Name a card by its face."""
    return FACE_IDS[FACE_OF_CARD[card]]


def tree_name(tree: int) -> str:
    """Name a tree in a forest."""
    return f"t{tree + 1}"


def side_name(half: int) -> Side:
    """Name the side of a half."""
    return SIDES[HALF_SIDE[half]]


def half_name(half: int) -> str:
    """Name a half: `H070 left`, or the species of a tree."""
    face = int(HALF_FACE[half])
    return FACE_IDS[face] if face < TREE_FACES else f"{FACE_IDS[face]} {side_name(half)}"


def species_name(half: int) -> str:
    """Name the species of a half."""
    return TABLE.species[HALF_SPECIES[half]]


def species_if_any(half: int) -> str | None:
    """Name the species of a half; a sapling has none."""
    return None if half == SAPLING else species_name(half)


def symbol_name(half: int) -> str:
    """Name the tree symbol of a half."""
    return TABLE.symbols[HALF_SYMBOL[half]]


def species_message(half: int) -> Message:
    """Return the message that names the species of a half, or a sapling."""
    return Message("sapling") if half == SAPLING else Message(f"species.{species_name(half)}")


def symbol_message(half: int) -> Message:
    """Return the message that names a tree symbol."""
    return Message(f"species.{symbol_name(half)}")


def face_message(face: int) -> Message:
    """Return the message that names a card: the tree, or both halves."""
    halves = TABLE.faces[face]
    names = [Message(f"species.{TABLE.species[half.species]}") for half in halves]
    if len(names) == 1:
        return names[0]
    return Message("card.split", first=names[0], second=names[1])


def cards_by_zone(s: Record) -> Mapping[int, list[int]]:
    """List the cards in each zone."""
    order, first = s.zone.argsort(kind="stable").tolist(), 0
    cards: dict[int, list[int]] = defaultdict(list)
    for zone, count in enumerate(np.bincount(s.zone).tolist()):
        if count:
            cards[zone] = order[first : first + count]
        first += count
    return cards


def cards_in(s: Record, zone: int) -> list[int]:
    """List the cards in a zone."""
    return [card for card, found in enumerate(s.zone.tolist()) if found == zone]
