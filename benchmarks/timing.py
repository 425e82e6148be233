"""One clock for everybody: what a timed repeat is, and which of several counts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Batch = Callable[[], tuple[float, int]]
Clock = Callable[[], float]


@dataclass(frozen=True)
class Repeat:
    """One timed run of random play."""

    moves: int
    seconds: float
    moves_per_second: float
    games: int
    games_per_second: float


def repeat_of(moves: float, games: int, seconds: float) -> Repeat:
    """Turn counts and a duration into a repeat with its rates."""
    return Repeat(
        moves=round(moves),
        seconds=round(seconds, 4),
        moves_per_second=round(moves / seconds, 1),
        games=games,
        games_per_second=round(games / seconds, 1),
    )


def time_batches(play_batch: Batch, seconds: float, clock: Clock = time.perf_counter) -> Repeat:
    """Play batches until the time is up; the last batch is finished and counted in full."""
    moves = 0.0
    games = 0
    begin = clock()
    elapsed = 0.0
    while elapsed < seconds:
        batch_moves, batch_games = play_batch()
        moves += batch_moves
        games += batch_games
        elapsed = clock() - begin
    return repeat_of(moves, games, elapsed)


def best_of(repeats: list[Repeat]) -> Repeat:
    """Return the repeat with the most moves per second."""
    return max(repeats, key=lambda repeat: repeat.moves_per_second)
