"""The memory that a search works in."""

from typing import NamedTuple

import numpy as np

from allmende.core.game import Game
from allmende.core.quick import SEED_WORDS, quick_state
from allmende.core.record import KEY_WORDS, MOST_SEATS

MOST_DEPTH = 256
TABLE = 3  # records that a search works on:
KNOWN, IMAGINED, NOTED = range(TABLE)


class Memory(NamedTuple):
    """What one search works with; one per thread."""

    chance: np.ndarray
    quick: np.ndarray
    moves: np.ndarray
    places_of_moves: np.ndarray
    path: np.ndarray
    path_seats: np.ndarray
    at: np.ndarray
    places: np.ndarray
    points: np.ndarray
    reward: np.ndarray
    wins: np.ndarray
    won: np.ndarray
    """The wins of all seats, in all imagined games of a thought together."""
    spent: np.ndarray
    """What a thought has cost so far, in decisions of imagined games."""
    weights: np.ndarray
    horizon: int
    lead: float
    curiosity: float


def memory_for(game: Game) -> Memory:
    """Return the memory for searches in a game, with what its insight says."""
    return Memory(
        chance=np.zeros(KEY_WORDS + SEED_WORDS, np.uint32),
        quick=quick_state(),
        moves=np.zeros(game.moves, np.int64),
        places_of_moves=np.zeros(game.moves, np.int64),
        path=np.zeros(MOST_DEPTH, np.int64),
        path_seats=np.zeros(MOST_DEPTH, np.int64),
        at=np.zeros(MOST_SEATS, np.int64),
        places=np.zeros(MOST_SEATS, np.int64),
        points=np.zeros(MOST_SEATS, np.int64),
        reward=np.zeros(MOST_SEATS, np.float64),
        wins=np.zeros(MOST_SEATS, np.float64),
        won=np.zeros(MOST_SEATS, np.float64),
        spent=np.zeros(1, np.int64),
        weights=game.insight.weights_of(game.moves),
        horizon=game.insight.horizon,
        lead=float(game.insight.lead),
        curiosity=float(game.insight.curiosity),
    )
