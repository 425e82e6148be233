"""Players for the arena tests: made by functions that other processes can find."""

from functools import partial

from allmende.bots.random import RandomBot
from allmende.bots.search.thinker import Budget
from allmende.bots.searching import SearchBot
from allmende.core.game import Game
from allmende.core.sight import Sight
from allmende.lab.entrants import Entrant


def search(iterations: int, game: Game, seed: str) -> SearchBot:
    return SearchBot(game, seed, Budget(iterations=iterations))


def searching(name: str, iterations: int) -> Entrant:
    return Entrant(name, partial(search, iterations))


def no_thought(game: Game, seed: str) -> RandomBot:
    return RandomBot(seed)


class First:
    """Always takes the first move."""

    def __init__(self, game: Game, seed: str) -> None:
        pass

    def choose(self, sight: Sight) -> int:
        return sight.legal()[0]


class Crashing:
    """Never finds a move."""

    def __init__(self, game: Game, seed: str) -> None:
        pass

    def choose(self, sight: Sight) -> int:
        raise ZeroDivisionError("lost")
