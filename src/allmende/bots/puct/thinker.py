"""Thinking with a net, within the same limits as without one."""

import threading
from typing import Any

import numpy as np

from allmende.core.game import Game
from allmende.core.record import blank_records
from allmende.core.sight import Sight

from ..nets.judging import forget_answers
from ..nets.weights import Weights
from ..search.iteration import ANY_MOVE
from ..search.memory import KNOWN, TABLE, memory_for
from ..search.thinker import NOBODY, Budget, Thinker, Thought
from .iteration import CURIOSITY, guide_for, searcher
from .tree import blank_tree

NODES = 1 << 19
"""All legal moves of a position that the net was asked about have a node, tried or not."""


class NetThinker(Thinker):
    """Searches in one game with a net. Not for two threads at once: each needs one of its own.

    How it imagines games differs from the search without a net; when to stop, what to keep for the
    next decision and what to tell are the same.
    """

    tree: Any

    def __init__(
        self,
        game: Game,
        seed: str,
        weights: Weights,
        nodes: int = NODES,
        curiosity: float = CURIOSITY,
    ) -> None:
        self.game, self.seed = game, seed
        self.stopping = threading.Event()
        self.search = searcher(game)
        self.memory = memory_for(game)
        self.guide = guide_for(game, weights, curiosity)
        self.tree = blank_tree(nodes)
        self.table = blank_records(game.record, TABLE)
        self.words = self.table.view(np.uint32).reshape(TABLE, -1)
        self.roots = np.zeros(0, np.int64)
        self.last_seat, self.last_move, self.last_world = NOBODY, ANY_MOVE, self.table[KNOWN]
        self.get_ready()

    def think(self, sight: Sight, budget: Budget, only: int = ANY_MOVE) -> Thought:
        """Think about a decision; what the net answers hangs on nothing asked before."""
        forget_answers(self.guide.desk)
        return super().think(sight, budget, only)

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
            self.guide,
        )
        return done
