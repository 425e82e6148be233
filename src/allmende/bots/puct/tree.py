"""The tree of a search with a net: that of the search without one, with other nodes.

As soon as the net was asked about a position, all moves that are legal there have a node, with how
likely the net makes them.
"""

from functools import partial

import numpy as np

from allmende.core.rule import rule

from ..search import tree as plain
from ..search.tree import Tree

NODE = np.dtype(
    [
        ("parent", "i4"),
        ("move", "i4"),
        ("seat", "i8"),
        ("offers", "i4"),  # 1, once the net was asked; a place without an offer is free
        ("visits", "i4"),
        ("likely", "f4"),
        ("hope", "f4"),  # what the net expects for the seat that decides after this move
        ("reward", "f8"),  # the mean so far, of the seat that made the move
        ("wins", "f8"),
        ("points", "f8"),
        ("knowledge", "i8"),  # of the thinking seat after a move of its own turn, in one number
    ]
)

blank_tree = partial(plain.blank_tree, node=NODE)


@rule
def has_room_for(tree: Tree, wanted: int) -> bool:
    """Tell whether so many more nodes fit in."""
    return tree.filled[0] + wanted <= len(tree.used)


@rule(exact=False)
def add_likely_node(
    tree: Tree, place: int, parent: int, seat: int, move: int, likely: float, hope: float
) -> None:
    """Put the node of a move at its place, with what the net thinks of it."""
    plain.add_node(tree, place, parent, seat, move)
    node = tree.nodes[place]
    node.likely, node.hope = likely, hope


@rule(exact=False)
def learn(tree: Tree, place: int, reward: float, win: float, points: float) -> None:
    """Add the result of one more imagined game to a node."""
    node = tree.nodes[place]
    node.visits += 1
    node.reward += (reward - node.reward) / node.visits
    node.wins += win
    node.points += points
