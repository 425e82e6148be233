"""Openings: the first moves of half of the games are made by chance.

Where no deal brings variety into a game, a net that has found one line plays nothing else against
itself, and knows nothing of what an opponent can do besides. Nothing is learned from the moves that
chance makes, but all from what comes of them.
"""

import numpy as np
import torch
from torch import Tensor

from allmende.core.game import Game
from allmende.core.match import new

PART_OF_A_GAME = 2
"""Chance makes the moves of the longest game divided by this, at most."""
DEALS = 4
"""So many deals are compared to find out whether all are the same."""


def usual_openings(game: Game) -> int:
    """Tell how many first moves chance makes at most: none where deals bring variety."""
    return 0 if deals_differ(game) else game.longest // PART_OF_A_GAME


def deals_differ(game: Game) -> bool:
    """Tell whether who begins sees from the deal that this game is not the last one."""
    matches = [new(game, max(game.seats), f"deal {number}") for number in range(DEALS)]
    seen = [game.observe(match.record, match.to_act[0]) for match in matches]
    return not all(np.array_equal(seen[0], other) for other in seen)


class Openings:
    """How many moves chance still makes at each table of a group."""

    def __init__(self, count: int, most: int, device: str) -> None:
        self.most = most
        self.left = torch.zeros(count, dtype=torch.long, device=device)

    @property
    def by_chance(self) -> Tensor:
        """Tell at which tables chance makes the next move."""
        return self.left > 0

    def go_on(self, over: Tensor, chance: torch.Generator) -> None:
        """Count a move at each table, and draw an opening where a new game begins: for half of them
        none, else one of any length."""
        shape, device = self.left.shape, self.left.device
        lengths = torch.randint(-self.most, self.most + 1, shape, generator=chance, device=device)
        self.left = torch.where(over.to(device), lengths, self.left - 1).clamp_(min=0)
