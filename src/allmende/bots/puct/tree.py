"""The tree: moves that may be made after other moves, in memory that never grows.

A node stands for a move that a seat may make at a node above it, and is found by these three. As
soon as the net was asked about a position, all moves that are legal there have a node, with how
likely the net makes them; moves made at the same node lie side by side.
"""

from typing import NamedTuple

import numpy as np

from allmende.core.rule import rule

NO_NODE = -1
FREE = -1.0
"""The likelihood of a node that is not there."""
NOT_NOTED, DIFFERENT = 0, -1  # knowledge after a move: nobody looked, or it depends on secrets
SLOTS_PER_NODE = 2
WORD = 0xFFFFFFFF
STIR_PARENT, STIR_SEAT = 0x2545F491, 0x5851F42D  # odd factors that spread neighbours apart

NODE = np.dtype(
    [
        ("parent", "i4"),
        ("move", "i4"),
        ("seat", "i4"),
        ("visits", "i4"),
        ("likely", "f4"),
        ("hope", "f4"),  # what the net expects for the seat that decides after this move
        ("reward", "f8"),  # the mean so far, of the seat that made the move
        ("wins", "f8"),
        ("points", "f8"),
        ("knowledge", "i8"),  # of the thinking seat after a move of its own turn, in one number
    ]
)


class Tree(NamedTuple):
    """All nodes of a search."""

    nodes: np.ndarray
    used: np.ndarray
    """The places of the nodes in the order in which they were made."""
    filled: np.ndarray


def blank_tree(nodes: int) -> Tree:
    """Return a tree with room for a number of nodes, a power of two."""
    blank = np.zeros(SLOTS_PER_NODE * nodes, NODE)
    blank["likely"] = FREE
    return Tree(blank, np.zeros(nodes, np.int64), np.zeros(1, np.int64))


def forget_everything(tree: Tree) -> None:
    """Make all places free again."""
    nothing = np.zeros(1, NODE)
    nothing["likely"] = FREE
    tree.nodes[tree.used[: tree.filled[0]]] = nothing
    tree.filled[0] = 0


@rule(exact=False)
def is_taken(tree: Tree, place: int) -> bool:
    """Tell whether there is a node at a place."""
    return tree.nodes[place].likely >= 0.0


@rule(exact=False)
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
def has_room(tree: Tree, wanted: int) -> bool:
    """Tell whether so many more nodes fit in."""
    return tree.filled[0] + wanted <= len(tree.used)


@rule(exact=False)
def add_node(
    tree: Tree, place: int, parent: int, seat: int, move: int, likely: float, hope: float
) -> None:
    """Put the node of a move at its place."""
    node = tree.nodes[place]
    node.parent, node.seat, node.move, node.likely = parent, seat, move, likely
    node.hope = hope
    tree.used[tree.filled[0]] = place
    tree.filled[0] += 1


@rule(exact=False)
def learn(tree: Tree, place: int, reward: float, win: float, points: float) -> None:
    """Add the result of one more imagined game to a node."""
    node = tree.nodes[place]
    node.visits += 1
    node.reward += (reward - node.reward) / node.visits
    node.wins += win
    node.points += points
