"""Many games, one decision of each at a time, sorted so that neighbours do the same thing.

A game with many phases lets the threads of a warp wait for each other nearly all the time: one
lays tiles while the next pays for a card. So all games stand in global memory, and before each step
they are put in an order: by phase before moves are listed, by move before they are carried out. To
list moves late in a game can take a hundred times as long as at its beginning, so games of the same
phase are put in the order of their age. Games that are over wait until many are, and are dealt anew
together.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from allmende.core.game import Game
from allmende.core.gpu import Kernel, the_gpu
from allmende.core.quick import STATE_WORDS
from allmende.core.record import BLOCK_WORDS, Record
from allmende.core.rule import rule

from .pieces import Piece
from .rows import FIRST_OF_SEATS, steps_of
from .sorting import MOST_KEYS, Sorting

cuda = the_gpu()

BLOCK = 128
BLOCKS_PER_PROCESSOR = 8
"""Fewer threads than fit in: what they work on stays in the cache."""
MOST_GAMES = 1 << 22
"""So many games are under way at once."""
MOST_MEMORY = 0.5
"""Of what is free, for the games under way."""
PLIES_PER_AGE = 32
DEALS_PER_GAME = 16
"""When so much of all games is over, others are dealt in their place."""
LONGEST_PAUSE = 64
"""But after so many decisions at the latest."""
SMALL_NUMBERS = 128
"""Up to so many legal moves are counted by each block for itself: else all games would wait for the
few counters of the usual numbers."""
NOTHING_PLAYED = -1


class Keys(NamedTuple):
    """What games are sorted by before moves are listed: the phase and in it the age, behind that
    those that are over, and last those in whose place no game will be dealt any more."""

    ages: int
    over: int
    idle: int
    many: int


def keys_of(game: Game) -> Keys:
    """Number the keys of a game."""
    ages = (MOST_KEYS - 2) // len(game.phases)
    over = ages * len(game.phases)
    return Keys(ages, over, over + 1, over + 2)


def move_keys_of(game: Game) -> int:
    """Return how many keys games are sorted by before moves are made; the last one is that of games
    without a move."""
    return min(game.moves + 1, MOST_KEYS)


@rule
def key_of(s: Record, ages: int) -> int:
    """Return the key of a game that goes on."""
    return s.phase * ages + min(s.ply // PLIES_PER_AGE, ages - 1)


@cache
def deal_kernel(game: Game) -> Kernel:
    """Compile what notes games that are over and deals others in their place."""
    begin, _, _, note = steps_of(game)
    ages, over, idle, _ = keys_of(game)

    @cuda.jit(cache=True)
    def deal_games(
        records: np.ndarray,
        quick: np.ndarray,
        columns: np.ndarray,
        legal_in_all: np.ndarray,
        choices: np.ndarray,
        order: np.ndarray,
        keys: np.ndarray,
        totals: np.ndarray,
        begins: np.ndarray,
        fresh: np.ndarray,
        series_key: np.ndarray,
        first: int,
        count: int,
        seats: int,
        taken: np.ndarray,
        rows: np.ndarray,
    ) -> None:
        block = cuda.local.array(BLOCK_WORDS, np.uint32)
        at = cuda.grid(1)
        if at >= totals[over]:
            return
        slot = order[begins[over] + at]
        column = columns[slot]
        if column != NOTHING_PLAYED:
            note(records[slot], rows, column, seats, legal_in_all[slot])
            for seat in range(seats):
                rows[FIRST_OF_SEATS + 2 * seats + seat, column] = choices[slot, seat]
        column = cuda.atomic.add(taken, 0, 1)
        columns[slot] = column
        keys[slot] = idle
        if column < count:
            begin(records, slot, fresh, series_key, first + column, block, quick[slot])
            keys[slot] = key_of(records[slot], ages)
            legal_in_all[slot] = 0
            for seat in range(seats):
                choices[slot, seat] = 0

    kernel: Kernel = deal_games
    return kernel


@cache
def choose_kernel(game: Game) -> Kernel:
    """Compile what lets chance choose a move in each game and says which one it is, or in which
    range of moves if there are more moves than keys."""
    choose, over = steps_of(game).choose, keys_of(game).over
    moves_in_all, ranges = game.moves, move_keys_of(game)

    @cuda.jit(cache=True)
    def choose_moves(
        records: np.ndarray,
        quick: np.ndarray,
        legal_in_all: np.ndarray,
        choices: np.ndarray,
        order: np.ndarray,
        keys: np.ndarray,
        chosen: np.ndarray,
        move_keys: np.ndarray,
        branching: np.ndarray,
    ) -> None:
        moves = cuda.local.array(moves_in_all, np.int16)
        small = cuda.shared.array(SMALL_NUMBERS, np.int32)
        thread = cuda.threadIdx.x
        if thread < SMALL_NUMBERS:
            small[thread] = 0
        cuda.syncthreads()
        for at in range(cuda.grid(1), len(order), cuda.gridsize(1)):
            slot = order[at]
            move_keys[slot] = ranges - 1
            if keys[slot] < over:
                seat, found, move = choose(records[slot], quick[slot], moves)
                legal_in_all[slot] += found
                choices[slot, seat] += found > 1
                if found < SMALL_NUMBERS:
                    cuda.atomic.add(small, found, 1)
                else:
                    cuda.atomic.add(branching, found, 1)
                chosen[slot, 0], chosen[slot, 1], chosen[slot, 2] = seat, found, move
                move_keys[slot] = move * (ranges - 1) // moves_in_all
        cuda.syncthreads()
        if thread < SMALL_NUMBERS and small[thread] > 0:
            cuda.atomic.add(branching, thread, small[thread])

    kernel: Kernel = choose_moves
    return kernel


@cache
def move_kernel(game: Game) -> Kernel:
    """Compile what makes the move that was chosen in each game and says in which phase it is
    now."""
    carry_out, (ages, over, _, _) = steps_of(game).carry_out, keys_of(game)

    @cuda.jit(cache=True)
    def make_moves(
        records: np.ndarray,
        order: np.ndarray,
        keys: np.ndarray,
        chosen: np.ndarray,
    ) -> None:
        for at in range(cuda.grid(1), len(order), cuda.gridsize(1)):
            slot = order[at]
            if keys[slot] < over:
                s = records[slot]
                seat, found, move = chosen[slot, 0], chosen[slot, 1], chosen[slot, 2]
                goes_on = carry_out(s, int(seat), int(move), int(found))
                keys[slot] = key_of(s, ages) if goes_on else over

    kernel: Kernel = make_moves
    return kernel


class Waves:
    """Plays pieces of a series, one decision in all games at a time."""

    def __init__(self, game: Game, processors: int, free: int) -> None:
        self.game, self.keys = game, keys_of(game)
        self.deal, self.choose, self.move = (
            deal_kernel(game),
            choose_kernel(game),
            move_kernel(game),
        )
        self.blocks = BLOCKS_PER_PROCESSOR * processors
        self.room = min(MOST_GAMES, int(MOST_MEMORY * free) // game.record.itemsize)

    def play(self, piece: Piece, progress: Callable[[int], None]) -> None:
        """Play the games of a piece."""
        under_way = UnderWay(self, piece, min(self.room, piece.size))
        under_way.deal()
        told, pause = 0, 1
        while told < piece.size:
            for _ in range(pause):
                under_way.step()
            under_way.deal()
            done = under_way.games_over()
            few = done - told < under_way.count // DEALS_PER_GAME
            pause = min(pause + 1, LONGEST_PAUSE) if few else max(1, pause - 1)
            progress(done - told)
            told = done


class UnderWay:
    """The games that are under way on the GPU."""

    def __init__(self, waves: Waves, piece: Piece, count: int) -> None:
        game, keys = waves.game, waves.keys
        self.waves, self.piece, self.count = waves, piece, count
        self.all_blocks = -(-count // BLOCK)
        self.records = cuda.device_array(count, game.record)
        self.quick = cuda.device_array((count, STATE_WORDS), np.int64)
        self.columns = cuda.to_device(np.full(count, NOTHING_PLAYED, np.int64))
        self.legal_in_all = cuda.device_array(count, np.int64)
        self.choices = cuda.device_array((count, piece.seats), np.int32)
        self.chosen = cuda.device_array((count, 3), np.int16)
        self.taken = cuda.to_device(np.zeros(1, np.int64))
        self.phases = Sorting(count, keys.many, keys.over)
        self.moves = Sorting(count, move_keys_of(game))

    def deal(self) -> None:
        """Note games that are over and deal others in their place."""
        piece = self.piece
        self.waves.deal[self.all_blocks, BLOCK](
            self.records,
            self.quick,
            self.columns,
            self.legal_in_all,
            self.choices,
            self.phases.sort(),
            self.phases.keys,
            self.phases.totals,
            self.phases.begins,
            piece.fresh,
            piece.series_key,
            piece.first,
            piece.size,
            piece.seats,
            self.taken,
            piece.rows,
        )

    def step(self) -> None:
        """Make one decision in each game."""
        self.waves.choose[self.waves.blocks, BLOCK](
            self.records,
            self.quick,
            self.legal_in_all,
            self.choices,
            self.phases.sort(),
            self.phases.keys,
            self.chosen,
            self.moves.keys,
            self.piece.branching,
        )
        self.waves.move[self.waves.blocks, BLOCK](
            self.records, self.moves.sort(), self.phases.keys, self.chosen
        )

    def games_over(self) -> int:
        """Count the games that are over and noted: whoever takes another one has noted the last."""
        taken = int(self.taken.copy_to_host()[0])
        return max(0, taken - self.count)
