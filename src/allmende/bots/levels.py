"""Players by name, from friendly to strong."""

from dataclasses import dataclass

from allmende.core.errors import BadSetup
from allmende.core.game import Game

from .player import Player
from .random import RandomBot
from .search.thinker import Budget
from .searching import SearchBot

RANDOM = "random"


@dataclass(frozen=True)
class Level:
    """A character: how much it thinks about a decision, and how often it strays from the best."""

    name: str
    budget: Budget
    carelessness: float

    def player(
        self, game: Game, seed: str, pace: float = 1.0, iterations: int | None = None
    ) -> SearchBot:
        """Return a player of this level. Its time is multiplied by `pace`; with a number of
        iterations it takes those instead and does not look at the clock."""
        budget = self.budget if iterations is None else Budget(iterations=iterations)
        return SearchBot(game, seed, budget.at_pace(pace), self.carelessness)


LEVELS = {
    level.name: level
    for level in (
        Level("calf", Budget(iterations=40), 1.0),
        Level("cow", Budget(seconds=0.1), 0.5),
        Level("bull", Budget(seconds=0.5), 0.2),
        Level("fox", Budget(seconds=2.0), 0.0),
    )
}


def player_named(name: str, game: Game, seed: str, pace: float = 1.0) -> Player:
    """Return the player of that name: a level, or the one that does not think."""
    if name == RANDOM:
        return RandomBot(seed)
    if name not in LEVELS:
        raise BadSetup(f"there is no player '{name}'; there are: {', '.join([RANDOM, *LEVELS])}")
    return LEVELS[name].player(game, seed, pace)
