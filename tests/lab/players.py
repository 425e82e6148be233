"""Players for the arena tests: made by functions that other processes can find."""

from functools import partial

from allmende.bots.random import RandomBot
from allmende.bots.search.thinker import Budget
from allmende.bots.searching import SearchBot
from allmende.lab.entrants import Entrant


def search(iterations, game, seed):
    return SearchBot(game, seed, Budget(iterations=iterations))


def searching(name, iterations):
    return Entrant(name, partial(search, iterations))


def no_thought(game, seed):
    return RandomBot(seed)


class First:
    """Always takes the first move."""

    def __init__(self, game, seed):
        pass

    def choose(self, sight):
        return sight.legal()[0]


class Crashing:
    """Never finds a move."""

    def __init__(self, game, seed):
        pass

    def choose(self, sight):
        raise ZeroDivisionError("lost")
