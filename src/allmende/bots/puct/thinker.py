"""Thinking with a net, within the same limits as without one."""

import threading
from typing import Any

import numpy as np

from allmende.core.game import Game
from allmende.core.record import blank_records
from allmende.core.sight import Sight

from ..nets.weights import Weights
from ..search.iteration import ANY_MOVE, KNOWN, TABLE, moves_in_secret
from ..search.thinker import FIRST_ROOT, NOBODY, Thinker
from .iteration import CURIOSITY, memory_for, searcher
from .tree import blank_tree, find_node, forget_everything

NODES = 1 << 19
"""All legal moves of a position that the net was asked about have a node, tried or not."""


class NetThinker(Thinker):
    """Searches in one game with a net. Not for two threads at once: each needs one of its own.

    What it knows of trees differs from the search without a net; when to stop, what to keep for the
    next decision and what to tell are the same.
    """

    memory: Any
    tree: Any

    def __init__(
        self,
        game: Game,
        seed: str,
        weights: Weights,
        nodes: int = NODES,
        curiosity: float = CURIOSITY,
    ) -> None:
        self.game, self.seed, self.weights = game, seed, weights
        self.stopping = threading.Event()
        self.search = searcher(game)
        self.memory = memory_for(game, weights, curiosity)
        self.tree = blank_tree(nodes)
        self.table = blank_records(game.record, TABLE)
        self.words = self.table.view(np.uint32).reshape(TABLE, -1)
        self.roots = np.zeros(0, np.int64)
        self.last_seat, self.last_move, self.last_world = NOBODY, ANY_MOVE, self.table[KNOWN]
        self.get_ready()

    def imagine(
        self, seat: int, key: np.ndarray, first: int, count: int, most: int, only: int
    ) -> int:
        """Add some iterations to the tree, as a search without a net does."""
        done: int = self.search(
            self.table,
            self.words,
            seat,
            key,
            first,
            count,
            most,
            only,
            self.roots,
            self.memory,
            self.tree,
            self.weights,
        )
        return done

    def start_afresh(self, sight: Sight) -> None:
        """Put on the table what is known now, and forget the tree."""
        self.table[KNOWN] = sight.known
        trees = int(sight.known.seats) if moves_in_secret(self.game.rules) else 1
        self.roots = FIRST_ROOT + np.arange(trees)
        forget_everything(self.tree)

    def take_roots_below(self, seat: int, move: int) -> None:
        """Let each tree begin below a move, as its seat saw it."""
        disguised = self.game.rules.disguise(self.last_world, seat, move)
        for view in range(len(self.roots)):
            seen = move if view == seat else disguised
            self.roots[view] = find_node(self.tree, self.roots[view], seat, seen)

    def node_of(self, seat: int, move: int) -> int:
        """Find the node of a move of this decision in the tree of the seat itself."""
        root = self.roots[seat if len(self.roots) > 1 else 0]
        return int(find_node(self.tree, root, seat, move))
