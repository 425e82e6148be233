"""Tables in the memory of a GPU: one thread for each table, and arrays that torch and JAX share."""

from functools import cache
from typing import Any

import numpy as np

from allmende.core.game import Game
from allmende.core.gpu import Kernel, the_gpu
from allmende.core.gpu.sharing import shared_zeros
from allmende.core.observation import size
from allmende.core.record import BLOCK_WORDS, Record, copy_record

from .arrays import checked_moves, moves_from
from .observing import observing_of
from .places import Manner
from .stepping import (
    BEGIN,
    LEAVE,
    NOT_FOUND,
    Scratch,
    Shown,
    Truth,
    blank_shown,
    blank_truth,
    draw_moves,
    is_refused,
    seed_tables,
    spare_records,
    step_of,
)

cuda = the_gpu()

BLOCK = 128
BLOCKS_PER_PROCESSOR = 8
FIRST = 0


@cuda.jit(cache=True)
def take_moves(given: np.ndarray, moves: np.ndarray) -> None:
    """Copy whole numbers of any kind."""
    table = cuda.grid(1)
    if table < len(moves):
        moves[table] = given[table]


@cuda.jit(cache=True)
def leave_at_least(moves: np.ndarray) -> None:
    """Turn moves that would begin a game anew into those that leave a table as it is."""
    table = cuda.grid(1)
    if table < len(moves):
        moves[table] = max(moves[table], LEAVE)


@cache
def refuse_kernel(game: Game) -> Kernel:
    """Compile what finds the first table where a move is not legal."""
    most = game.moves

    @cuda.jit(cache=True)
    def find_refused(truth: Truth, moves: np.ndarray, found: np.ndarray) -> None:
        table = cuda.grid(1)
        if table < len(moves) and is_refused(truth, table, most, moves[table]):
            cuda.atomic.min(found, FIRST, table)

    kernel: Kernel = find_refused
    return kernel


@cache
def draw_kernel(game: Game) -> Kernel:
    """Compile what draws random moves."""

    @cuda.jit(cache=True)
    def draw_legal_moves(truth: Truth, marked: np.ndarray, moves: np.ndarray) -> None:
        table = cuda.grid(1)
        if table < len(moves):
            draw_moves(truth, marked, moves, table, table + 1)

    kernel: Kernel = draw_legal_moves
    return kernel


@cache
def step_kernel(game: Game) -> Kernel:
    """Compile what makes one move at each table. Lists of moves are in the threads' own memory, in
    16 bits; spare records are too large for that."""
    step, most_moves, most_seats = step_of(game), game.moves, max(game.seats)

    @cuda.jit(cache=True)
    def step_tables(
        truth: Truth,
        shown: Shown,
        moves: np.ndarray,
        spare: np.ndarray,
        skipping: bool,
        going_on: bool,
    ) -> None:
        listed = cuda.local.array(most_moves, np.int16)
        places = cuda.local.array(most_seats, np.int64)
        block = cuda.local.array(BLOCK_WORDS, np.uint32)
        scratch = Scratch(listed, places, block, spare[cuda.grid(1)])
        for table in range(cuda.grid(1), len(moves), cuda.gridsize(1)):
            step(truth, shown, moves, scratch, skipping, going_on, table, table + 1)

    kernel: Kernel = step_tables
    return kernel


@cache
def look_kernel(game: Game, seats: int) -> Kernel:
    """Compile what writes what seats know."""
    look = observing_of(game, seats)

    @cuda.jit(cache=True)
    def look_at_tables(
        records: np.ndarray, looking: np.ndarray, out: np.ndarray, spare: np.ndarray
    ) -> None:
        listed = cuda.local.array(1, np.int16)
        places = cuda.local.array(1, np.int64)
        block = cuda.local.array(BLOCK_WORDS, np.uint32)
        scratch = Scratch(listed, places, block, spare[cuda.grid(1)])
        for table in range(cuda.grid(1), len(looking), cuda.gridsize(1)):
            look(records, looking, out, scratch, table, table + 1)

    kernel: Kernel = look_at_tables
    return kernel


def is_on_gpu(given: Any) -> bool:
    """Tell whether what is given says where on a GPU it is."""
    return hasattr(given, "__cuda_array_interface__")


class OnGpu:
    """Tables at which a GPU plays. Every call waits until its work is done, so that what is shown
    is ready for any library and stream."""

    def __init__(self, game: Game, count: int, fresh: Record, manner: Manner) -> None:
        self.game, self.count, self.manner = game, count, manner
        self.seats = int(fresh.seats)
        self.begun = blank_truth(game, count)
        self.truth: Any = Truth(*map(cuda.to_device, self.begun))
        self.shown = blank_shown(game, count, self.seats, shared_zeros)
        self.observation = self.blank_observations(manner.observe)
        self.moves = cuda.device_array(count, np.int64)
        self.sampled = shared_zeros((count,), np.int64)
        self.grid = -(-count // BLOCK), BLOCK
        self.threads = self.threads_for(count)
        spare = spare_records(game, fresh)
        self.spare = cuda.to_device(np.tile(spare, (self.threads[0] * BLOCK, 1)))

    def threads_for(self, count: int) -> tuple[int, int]:
        """Return how many blocks of threads play: no more than have memory to work in."""
        processors = cuda.get_current_device().MULTIPROCESSOR_COUNT
        return min(-(-count // BLOCK), BLOCKS_PER_PROCESSOR * processors), BLOCK

    def seed(self, series_key: np.ndarray) -> None:
        """Give each table a chance of its own, that of its number in a series."""
        begun = self.begun
        seed_tables(begun, series_key, np.zeros(BLOCK_WORDS, np.uint32))
        for there, here in (("keys", begun.keys), ("luck", begun.luck), ("games", begun.games)):
            getattr(self.truth, there).copy_to_device(here)

    def moves_from(self, given: Any) -> Any:
        """Copy moves from anywhere, or complain of what is given."""
        if is_on_gpu(given):
            numbers = checked_moves(cuda.as_cuda_array(given), self.count)
        else:
            numbers = cuda.to_device(moves_from(given, self.count))
        take_moves[self.grid](numbers, self.moves)
        return self.moves

    def first_refused(self, moves: Any) -> int:
        """Find the first table where a move is not legal."""
        found = cuda.to_device(np.array([self.count], np.int64))
        refuse_kernel(self.game)[self.grid](self.truth, moves, found)
        first = int(found.copy_to_host()[FIRST])
        return first if first < self.count else NOT_FOUND

    def make(self, moves: Any) -> None:
        """Make moves that were found legal, and show what came of it."""
        leave_at_least[self.grid](moves)
        self.step()

    def begin(self, marked: np.ndarray) -> None:
        """Begin the next game at each table that is marked, and show it."""
        self.moves.copy_to_device(np.where(marked, BEGIN, LEAVE))
        self.step()

    def step(self) -> None:
        """Do what moves say, and show what came of it."""
        skipping, going_on, observing = self.manner
        step_kernel(self.game)[self.threads](
            self.truth, self.shown, self.moves, self.spare, skipping, going_on
        )
        if observing:
            self.look(self.truth.seat, self.observation)
        cuda.synchronize()

    def observe(self, looking: np.ndarray) -> Any:
        """Return what some seats know, one at each table, in an array of its own."""
        observed = self.blank_observations(True)
        self.look(cuda.to_device(looking), observed)
        cuda.synchronize()
        return observed

    def look(self, looking: Any, observed: Any) -> None:
        """Write what some seats know."""
        look = look_kernel(self.game, self.seats)
        look[self.threads](self.truth.records, looking, observed, self.spare)

    def sample(self, marked: np.ndarray) -> Any:
        """Return a random legal move for each table that is marked, always in the same array."""
        draw_kernel(self.game)[self.grid](self.truth, cuda.to_device(marked), self.sampled)
        cuda.synchronize()
        return self.sampled

    def on_host(self, given: Any) -> Any:
        """Bring what is given to the memory of the CPU, if it is not there."""
        return cuda.as_cuda_array(given).copy_to_host() if is_on_gpu(given) else given

    def move_at(self, moves: Any, table: int) -> int:
        """Return the move at one table."""
        return int(moves[table])

    def games(self) -> np.ndarray:
        """Tell how many games each table has begun."""
        games: np.ndarray = self.truth.games.copy_to_host()
        return games

    def record(self, table: int) -> Record:
        """Return a copy of the record of a table."""
        return copy_record(self.truth.records[table : table + 1].copy_to_host()[0])

    def blank_observations(self, wanted: bool) -> Any:
        """Return room for what is observed, if it is wanted."""
        columns = size(self.game, self.seats) if wanted else 0
        return shared_zeros((self.count, columns), np.float32)
