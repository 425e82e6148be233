"""The player that does not think: it makes the move that its net finds likeliest."""

import numpy as np

from allmende.core.game import Game
from allmende.core.sight import Sight

from .judging import desk_for, judge_of
from .weights import Weights


class Instinct:
    """Asks its net once for each decision, and nobody else."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.judge, self.weights = judge_of(game), weights
        self.desk = desk_for(game, weights)

    def choose(self, sight: Sight) -> int:
        """Return the likeliest of the legal moves."""
        legal = np.array(sight.legal())
        self.judge(sight.known, sight.seat, legal, len(legal), self.weights, self.desk)
        return int(legal[self.desk.likely[: len(legal)].argmax()])
