"""Summing up on the GPU: a billion games need not be brought from there to be counted."""

import numpy as np

from allmende.core.game import Game
from allmende.core.gpu import the_gpu
from allmende.core.record import MOST_SEATS

from ..distribution import Distribution
from ..summary import Summary
from .pieces import Piece
from .rows import ENDING, FIRST_OF_SEATS, PLIES

cuda = the_gpu()

BLOCK = 256
BLOCKS = 1024
FEW_VALUES = 2048
"""Up to so many values are counted by each block for itself: else all wait for one counter."""
LEAST, GREATEST = 0, 1
WINNERS = MOST_SEATS + 1  # none of them included


@cuda.jit(cache=True)
def count_values(values: np.ndarray, lowest: int, counts: np.ndarray) -> None:
    """Count how often each value is there."""
    own = cuda.shared.array(FEW_VALUES, np.int32)
    few = len(counts) <= FEW_VALUES
    for i in range(cuda.threadIdx.x, min(len(counts), FEW_VALUES), cuda.blockDim.x):
        own[i] = 0
    cuda.syncthreads()
    for game in range(cuda.grid(1), len(values), cuda.gridsize(1)):
        if few:
            cuda.atomic.add(own, values[game] - lowest, 1)
        else:
            cuda.atomic.add(counts, values[game] - lowest, 1)
    cuda.syncthreads()
    if few:
        for i in range(cuda.threadIdx.x, len(counts), cuda.blockDim.x):
            cuda.atomic.add(counts, i, own[i])


@cuda.jit(cache=True)
def find_range(values: np.ndarray, found: np.ndarray) -> None:
    """Find the least and the greatest value."""
    least, greatest = values[0], values[0]
    for game in range(cuda.grid(1), len(values), cuda.gridsize(1)):
        least, greatest = min(least, values[game]), max(greatest, values[game])
    cuda.atomic.min(found, LEAST, least)
    cuda.atomic.max(found, GREATEST, greatest)


@cuda.jit(cache=True)
def count_wins(places: np.ndarray, won_with: np.ndarray) -> None:
    """Count for each seat how often it won as one of so many."""
    seats = len(places)
    own = cuda.shared.array((MOST_SEATS, WINNERS), np.int32)
    for i in range(cuda.threadIdx.x, seats * (seats + 1), cuda.blockDim.x):
        own[i // (seats + 1), i % (seats + 1)] = 0
    cuda.syncthreads()
    for game in range(cuda.grid(1), places.shape[1], cuda.gridsize(1)):
        together = 0
        for seat in range(seats):
            together += places[seat, game] == 1
        for seat in range(seats):
            if places[seat, game] == 1:
                cuda.atomic.add(own, (seat, together), 1)
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, seats * (seats + 1), cuda.blockDim.x):
        at = i // (seats + 1), i % (seats + 1)
        cuda.atomic.add(won_with, at, own[at])


@cuda.jit(cache=True)
def add_up(values: np.ndarray, sums: np.ndarray) -> None:
    """Add up each row."""
    for row in range(len(values)):
        own = 0
        for game in range(cuda.grid(1), values.shape[1], cuda.gridsize(1)):
            own += values[row, game]
        cuda.atomic.add(sums, row, own)


def distribution_of(values: np.ndarray) -> Distribution:
    """Count the values of a row."""
    found = cuda.to_device(np.array([np.iinfo(np.int32).max, np.iinfo(np.int32).min], np.int32))
    find_range[BLOCKS, BLOCK](values, found)
    least, greatest = found.copy_to_host().tolist()
    counts = cuda.to_device(np.zeros(greatest - least + 1, np.int64))
    count_values[BLOCKS, BLOCK](values, least, counts)
    return Distribution.counted(counts.copy_to_host(), least)


def summary_on_gpu(game: Game, piece: Piece) -> Summary:
    """Sum up the games of a piece."""
    seats, rows = piece.seats, piece.rows
    places, points, choices = range(FIRST_OF_SEATS, len(rows), seats)
    summary = Summary(seats, game.endings)
    won_with = cuda.to_device(summary.won_with)
    count_wins[BLOCKS, BLOCK](rows[places : places + seats], won_with)
    chosen = cuda.to_device(summary.choices)
    add_up[BLOCKS, BLOCK](rows[choices : choices + seats], chosen)
    ended = cuda.to_device(summary.ended)
    count_values[BLOCKS, BLOCK](rows[ENDING], 0, ended)
    summary.games = piece.size
    summary.won_with, summary.choices = won_with.copy_to_host(), chosen.copy_to_host()
    summary.ended = ended.copy_to_host()
    summary.length = distribution_of(rows[PLIES])
    summary.branching = Distribution.counted(piece.branching.copy_to_host())
    summary.scores = [distribution_of(rows[points + seat]) for seat in range(seats)]
    return summary


def first_broken(piece: Piece) -> int | None:
    """Return the number of the first game that broke an invariant or did not end, if there is
    one."""
    found = cuda.to_device(np.array([0, 0], np.int32))
    find_range[BLOCKS, BLOCK](piece.rows[ENDING], found)
    if found.copy_to_host()[LEAST] >= 0:
        return None
    (broken,) = np.nonzero(piece.rows[ENDING].copy_to_host() < 0)
    return piece.first + int(broken[0])
