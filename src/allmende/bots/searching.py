"""The player that thinks: a search, and how closely it follows what the search found."""

from random import Random

from allmende.core.game import Game
from allmende.core.sight import Sight

from .search.thinker import NODES, Budget, Considered, Thinker, Thought


class SearchBot:
    """Searches within a budget, then plays the move visited most; a careless one strays from it.

    Carelessness 0 always takes the most visited move; 1 takes a move as often as it was visited.
    """

    def __init__(
        self,
        game: Game,
        seed: str,
        budget: Budget,
        carelessness: float = 0.0,
        nodes: int = NODES,
    ) -> None:
        self.seed = seed
        self.budget = budget
        self.carelessness = carelessness
        self.thinker = Thinker(game, seed, nodes)
        self.thought: Thought | None = None
        """What it found out about the last decision that needed thought."""

    def choose(self, sight: Sight) -> int:
        """Think and choose; where only one move is legal there is nothing to think about."""
        legal = sight.legal()
        if len(legal) == 1:
            return legal[0]
        self.thought = self.thinker.think(sight, self.budget)
        return self.pick(self.thought, sight)

    def pick(self, thought: Thought, sight: Sight) -> int:
        """Choose among the moves that were thought about."""
        if self.carelessness == 0.0:
            return thought.best
        chance = Random(f"{self.seed} seat {sight.seat} ply {sight.record.ply}")
        weights = [self.appeal(move, thought.moves[0]) for move in thought.moves]
        chosen = chance.choices(thought.moves, weights)[0].move
        self.thinker.expect(chosen)
        return chosen

    def appeal(self, move: Considered, best: Considered) -> float:
        """Say how likely a move is taken, next to the best one."""
        appeal: float = (move.visits / best.visits) ** (1.0 / self.carelessness)
        return appeal

    def stop(self) -> None:
        """End the thought that is under way, from another thread."""
        self.thinker.stop()
