"""Players by name, from friendly to strong."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.sight import Sight

from .nets.file import has_net, net_of
from .nets.weights import Weights
from .player import Player
from .puct.bot import NetBot
from .puct.iteration import searcher as searcher_with_net
from .random import RandomBot
from .search.iteration import searcher
from .search.thinker import Budget
from .searching import SearchBot

RANDOM, OWL = "random", "owl"


@dataclass(frozen=True)
class Level:
    """A character: how much it thinks about a decision, and how often it strays from the best."""

    name: str
    budget: Budget
    carelessness: float
    with_net: bool = False
    """Whether it thinks with a net, so that only games for which one was trained have it."""

    def is_offered(self, game: Game) -> bool:
        """Tell whether a game has players of this level."""
        return not self.with_net or has_net(game)

    def player(
        self, game: Game, seed: str, pace: float = 1.0, iterations: int | None = None
    ) -> SearchBot:
        """Return a player of this level. Its time is multiplied by `pace`; with a number of
        iterations it takes those instead and does not look at the clock."""
        budget = self.budget if iterations is None else Budget(iterations=iterations)
        if self.with_net:
            return NetBot(game, seed, budget.at_pace(pace), self.net(game), self.carelessness)
        return SearchBot(game, seed, budget.at_pace(pace), self.carelessness)

    def net(self, game: Game) -> Weights:
        """Return the net of a game, or say that it has none."""
        if not has_net(game):
            raise BadSetup(
                f"{game.name} has no {self.name}: nobody has trained a net for it that is stronger "
                f"than the other levels (allmende train)"
            )
        return net_of(game)


LEVELS = {
    level.name: level
    for level in (
        Level("calf", Budget(iterations=40), 1.0),
        Level("cow", Budget(seconds=0.1), 0.5),
        Level("bull", Budget(seconds=0.5), 0.2),
        Level("fox", Budget(seconds=2.0), 0.0),
        Level(OWL, Budget(seconds=2.0), 0.0, with_net=True),
    )
}


def searches_of(game: Game) -> list[Callable[..., Any]]:
    """List the searches that the levels of a game use, to be compiled ahead."""
    return [searcher(game), *([searcher_with_net(game)] if has_net(game) else [])]


def think_with_net(sight: Sight) -> None:
    """Let a search with a net think for a moment, if the game has one, so that nobody waits for
    its code later."""
    if has_net(sight.game):
        LEVELS[OWL].player(sight.game, OWL, iterations=1).choose(sight)


def levels_of(game: Game) -> list[str]:
    """List the levels that a game has, from friendly to strong."""
    return [name for name, level in LEVELS.items() if level.is_offered(game)]


def player_named(name: str, game: Game, seed: str, pace: float = 1.0) -> Player:
    """Return the player of that name: a level, or the one that does not think."""
    if name == RANDOM:
        return RandomBot(seed)
    if name not in LEVELS:
        raise BadSetup(f"there is no player '{name}'; there are: {', '.join([RANDOM, *LEVELS])}")
    return LEVELS[name].player(game, seed, pace)
