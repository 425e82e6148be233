"""What lies in the forests, gathered in one go for whoever shows them."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from allmende.core.record import Record
from allmende.core.rule import rule

from .cards import CARDS
from .components import MOST_TREES
from .forest import FOREST, SAPLING_SIDE, TREE_SIDE, half_of
from .hand import FRESH
from .scoring import card_points
from .state import NONE


class Room(IntEnum):
    """Where a tree stands among the cards of its forest, and what is at it."""

    ITSELF = 0
    BESIDE = 1


class InForest(NamedTuple):
    """A card in a forest: which half of it can be seen, where it lies, whether that is new, and
    what it is worth. The card is NONE for a sapling of somebody else."""

    card: int
    half: int
    side: int
    tree: int
    new: int
    points: int


class Fact(IntEnum):
    """Where in a line each of these stands."""

    CARD = 0
    HALF = 1
    SIDE = 2
    TREE = 3
    NEW = 4
    POINTS = 5


FACTS = len(Fact)


def survey(s: Record, watcher: int) -> list[bytes]:
    """Say what lies in each forest, as far as a watcher knows; always in the same way, so that it
    can be seen whether something has changed."""
    facts, counts = np.empty((s.seats, CARDS, FACTS), np.int32), np.zeros(s.seats, np.int64)
    survey_forests(s, watcher, facts, counts, np.zeros((MOST_TREES, len(Room)), np.int64))
    return [facts[player, :count].tobytes() for player, count in enumerate(counts.tolist())]


def cards_in_survey(facts: bytes) -> list[InForest]:
    """Read what lies in a forest: tree by tree, the tree itself first."""
    return [InForest(*fact) for fact in np.frombuffer(facts, np.int32).reshape(-1, FACTS).tolist()]


@rule
def find_places(s: Record, counts: np.ndarray, places: np.ndarray) -> None:
    """Find room for each tree and what is at it among the cards of its forest, and count these."""
    for card in range(CARDS):
        if s.zone[card] >= FOREST:
            places[s.tree[card], Room.BESIDE] += 1
    for tree in range(s.trees):
        player, size = s.tree_owner[tree], places[tree, Room.BESIDE]
        places[tree, Room.ITSELF], places[tree, Room.BESIDE] = counts[player], counts[player] + 1
        counts[player] += size


@rule
def survey_forests(
    s: Record, watcher: int, out: np.ndarray, counts: np.ndarray, places: np.ndarray
) -> None:
    """Write what lies in each forest, and how many cards that are. Which card a watcher imagines
    under the sapling of somebody else does not show, neither by itself nor by the order."""
    find_places(s, counts, places)
    for card in range(CARDS):
        player = s.zone[card] - FOREST
        if player >= 0:
            column = Room.ITSELF if s.side[card] >= TREE_SIDE else Room.BESIDE
            fact = out[player, places[s.tree[card], column]]
            places[s.tree[card], column] += 1
            is_secret = s.side[card] == SAPLING_SIDE and player != watcher
            fact[Fact.CARD], fact[Fact.HALF] = NONE if is_secret else card, half_of(s, card)
            fact[Fact.SIDE], fact[Fact.TREE] = s.side[card], s.tree[card]
            fact[Fact.NEW], fact[Fact.POINTS] = s.mark[card] & FRESH, card_points(s, player, card)
