"""The player that thinks with a net."""

from allmende.core.game import Game

from ..nets.weights import Weights
from ..search.thinker import Budget, Thought
from ..searching import SearchBot
from .thinker import NODES, NetThinker


class NetBot(SearchBot):
    """Searches with a net within a budget, then plays the move visited most, or strays from it as
    any player that searches."""

    def __init__(
        self,
        game: Game,
        seed: str,
        budget: Budget,
        weights: Weights,
        carelessness: float = 0.0,
        nodes: int = NODES,
    ) -> None:
        self.seed, self.budget, self.carelessness = seed, budget, carelessness
        self.thinker = NetThinker(game, seed, weights, nodes)
        self.thought: Thought | None = None
