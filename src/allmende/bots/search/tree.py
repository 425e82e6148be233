"""The tree: moves that were tried after other moves, in memory that never grows.

A node stands for a move that a seat made at a node above it. It lies in a table where it is found
by these three. One node fills one cache line, and moves made at the same node lie side by side.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from allmende.core.rule import rule

NO_NODE = -1
NOT_NOTED, DIFFERENT = 0, -1  # knowledge after a move: nobody looked, or it depends on secrets
SLOTS_PER_NODE = 2
WORD = 0xFFFFFFFF
STIR_PARENT, STIR_SEAT = 0x2545F491, 0x5851F42D  # odd factors that spread neighbours apart
KNOWN_DOUBTS = 1024
DOUBTS = np.array([0.0, *(1.0 / math.sqrt(visits) for visits in range(1, KNOWN_DOUBTS))])

NODE = np.dtype(
    [
        ("parent", "i4"),
        ("move", "i4"),
        ("seat", "i8"),
        # How often the move could have been chosen: in some imagined games it is not legal.
        # A place without an offer is free.
        ("offers", "i4"),
        ("visits", "i4"),
        ("reward", "f8"),  # the mean so far
        ("doubt", "f8"),  # 1 / √visits, kept because a choice needs it for every move
        ("wins", "f8"),
        ("points", "f8"),
        # What the thinking seat knows after a move of its own turn, in one number.
        ("knowledge", "i8"),
    ]
)


class Tree(NamedTuple):
    """All nodes of a search. A node's numbers are those of the seat that made the move."""

    nodes: np.ndarray
    used: np.ndarray
    """The places of the nodes in the order in which they were made."""
    filled: np.ndarray


def blank_tree(nodes: int, node: np.dtype[Any] = NODE) -> Tree:
    """Return a tree with room for a number of nodes, a power of two; other searches have other
    nodes, with all that is needed here."""
    return Tree(
        nodes=np.zeros(SLOTS_PER_NODE * nodes, node),
        used=np.zeros(nodes, np.int64),
        filled=np.zeros(1, np.int64),
    )


def forget_everything(tree: Tree) -> None:
    """Make all places free again, in plain numbers: NumPy writes records field by field."""
    numbers = tree.nodes.view(np.int64).reshape(len(tree.nodes), -1)
    numbers[tree.used[: tree.filled[0]]] = 0
    tree.filled[0] = 0


@rule
def is_taken(tree: Tree, place: int) -> bool:
    """Tell whether there is a node at a place."""
    return tree.nodes[place].offers > 0


@rule
def place_of(tree: Tree, parent: int, seat: int, move: int) -> int:
    """Find the place of a node, or the free one where it would be put."""
    stirred = (parent * STIR_PARENT + seat * STIR_SEAT) & WORD
    last = len(tree.nodes) - 1
    place = ((stirred ^ (stirred >> 15)) + move) & last
    while is_taken(tree, place):
        node = tree.nodes[place]
        if node.move == move and node.parent == parent and node.seat == seat:
            return place
        place = (place + 1) & last
    return place


@rule
def find_node(tree: Tree, parent: int, seat: int, move: int) -> int:
    """Find the node of a move, or NO_NODE."""
    place = place_of(tree, parent, seat, move)
    return place if is_taken(tree, place) else NO_NODE


@rule
def has_room(tree: Tree) -> bool:
    """Tell whether one more node fits in."""
    return tree.filled[0] < len(tree.used)


@rule
def add_node(tree: Tree, place: int, parent: int, seat: int, move: int) -> None:
    """Put the node of a move at its place; the move is on offer for the first time."""
    node = tree.nodes[place]
    node.parent, node.seat, node.move, node.offers = parent, seat, move, 1
    tree.used[tree.filled[0]] = place
    tree.filled[0] += 1


@rule(exact=False)
def doubt_after(visits: int) -> float:
    """Say how much is in doubt after so many visits; mostly it is looked up."""
    return DOUBTS[visits] if visits < KNOWN_DOUBTS else 1.0 / math.sqrt(visits)


@rule(exact=False)
def learn(node: Any, reward: float, win: float, points: float) -> None:
    """Add the result of one more imagined game to a node."""
    node.visits += 1
    node.reward += (reward - node.reward) / node.visits
    node.doubt = doubt_after(node.visits)
    node.wins += win
    node.points += points
