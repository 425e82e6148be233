"""Tables in the memory of the CPU, shared among threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np

from allmende.core.game import Game
from allmende.core.observation import size
from allmende.core.record import Record, copy_record

from .arrays import aligned, moves_from
from .observing import observing_of
from .places import Manner
from .stepping import (
    BEGIN,
    LEAVE,
    Scratch,
    blank_shown,
    blank_truth,
    draw_moves,
    first_refused,
    scratch_for,
    seed_tables,
    step_of,
)


class OnCpu:
    """Tables at which the CPU plays."""

    def __init__(self, game: Game, count: int, fresh: Record, manner: Manner, threads: int) -> None:
        self.game, self.count, self.manner, self.threads = game, count, manner, threads
        self.seats = int(fresh.seats)
        self.truth = blank_truth(game, count)
        self.shown = blank_shown(game, count, self.seats, aligned)
        self.scratch = [scratch_for(game, fresh) for _ in range(threads)]
        self.sampled = aligned((count,), np.int64)
        self.observation = self.blank_observations(manner.observe)

    def seed(self, series_key: np.ndarray) -> None:
        """Give each table a chance of its own, that of its number in a series."""
        seed_tables(self.truth, series_key, self.scratch[0].block)

    def moves_from(self, given: Any) -> np.ndarray:
        """Return moves as rules want them, or complain of what is given."""
        return moves_from(given, self.count)

    def first_refused(self, moves: np.ndarray) -> int:
        """Find the first table where a move is not legal."""
        return int(first_refused(self.truth, self.game.moves, moves))

    def make(self, moves: np.ndarray) -> None:
        """Make moves that were found legal, and show what came of it."""
        self.step(np.maximum(moves, LEAVE))  # less would begin a game anew

    def begin(self, marked: np.ndarray) -> None:
        """Begin the next game at each table that is marked, and show it."""
        self.step(np.where(marked, BEGIN, LEAVE))

    def step(self, moves: np.ndarray) -> None:
        """Do what moves say, and show what came of it."""
        truth, shown, step = self.truth, self.shown, step_of(self.game)
        skipping, going_on, observing = self.manner
        self.on_all_threads(
            lambda scratch, first, end: step(
                truth, shown, moves, scratch, skipping, going_on, first, end
            )
        )
        if observing:
            self.look(truth.seat, self.observation)

    def observe(self, looking: np.ndarray) -> np.ndarray:
        """Return what some seats know, one at each table, in an array of its own."""
        observed = self.blank_observations(True)
        self.look(looking, observed)
        return observed

    def sample(self, marked: np.ndarray) -> np.ndarray:
        """Return a random legal move for each table that is marked, always in the same array."""
        self.on_all_threads(
            lambda _, first, end: draw_moves(self.truth, marked, self.sampled, first, end)
        )
        return self.sampled

    def on_host(self, given: Any) -> Any:
        """Return what is given: it has to be in the memory of the CPU."""
        return given

    def move_at(self, moves: np.ndarray, table: int) -> int:
        """Return the move at one table."""
        return int(moves[table])

    def games(self) -> np.ndarray:
        """Tell how many games each table has begun."""
        return self.truth.games

    def record(self, table: int) -> Record:
        """Return a copy of the record of a table."""
        return copy_record(self.truth.records[table])

    def look(self, looking: np.ndarray, observed: np.ndarray) -> None:
        """Write what some seats know."""
        records, look = self.truth.records, observing_of(self.game, self.seats)
        self.on_all_threads(
            lambda scratch, first, end: look(records, looking, observed, scratch, first, end)
        )

    def blank_observations(self, wanted: bool) -> np.ndarray:
        """Return room for what is observed, if it is wanted."""
        columns = size(self.game, self.seats) if wanted else 0
        return aligned((self.count, columns), np.float32)

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        """The threads."""
        return ThreadPoolExecutor(self.threads, "tables")

    def on_all_threads(self, work: Callable[[Scratch, int, int], None]) -> None:
        """Share the tables among the threads, in equal parts."""
        if self.threads == 1:
            work(self.scratch[0], 0, self.count)
            return
        ends = [self.count * part // self.threads for part in range(self.threads + 1)]
        parts = zip(self.scratch, ends[:-1], ends[1:], strict=True)
        for done in [self.pool.submit(work, *part) for part in parts]:
            done.result()
