"""One thread, one game: each plays in memory of its own, and takes the next game when one is over.

Neighbours in a warp do the same thing at the same time, or wait for each other. To note a game and
to deal the next takes as long as many moves, so who has finished waits until enough others have.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from allmende.core.game import Game
from allmende.core.gpu import Kernel, the_gpu
from allmende.core.quick import STATE_WORDS
from allmende.core.record import BLOCK_WORDS

from .pieces import Piece
from .rows import FIRST_OF_SEATS, steps_of

cuda = the_gpu()

WARP = 32
"""Threads in a block: as many as do the same thing at the same time."""
BLOCKS_PER_PROCESSOR = 16
ENOUGH_TO_DEAL = 16
"""So many of a warp wait for a game until all of them are dealt one."""
FEW_MOVES = 128
"""Up to so many moves are counted by each block for itself: else all would wait for one counter."""


@cache
def lone_kernel(game: Game) -> Kernel:
    """Compile the kernel that plays games of a series until `count` of them are over."""
    begin, choose, carry_out, note = steps_of(game)
    record, moves_in_all, most_seats = game.record, game.moves, max(game.seats)
    bins = game.moves + 1
    few = bins <= FEW_MOVES
    own_bins = bins if few else 1

    @cuda.jit(cache=True)
    def play_games(
        fresh: np.ndarray,
        series_key: np.ndarray,
        first: int,
        count: int,
        seats: int,
        taken: np.ndarray,
        rows: np.ndarray,
        branching: np.ndarray,
    ) -> None:
        table = cuda.local.array(1, record)
        block = cuda.local.array(BLOCK_WORDS, np.uint32)
        quick = cuda.local.array(STATE_WORDS, np.int64)
        moves = cuda.local.array(moves_in_all, np.int16)
        choices = cuda.local.array(most_seats, np.int32)
        counted = cuda.shared.array(own_bins, np.int32)
        thread, s = cuda.threadIdx.x, table[0]
        for i in range(thread, own_bins, WARP):
            counted[i] = 0
        column, legal_in_all = -1, 0
        playing, looking_for_games = False, True
        while True:
            waiting = cuda.syncthreads_count(np.int32(looking_for_games and not playing))
            busy = cuda.syncthreads_count(np.int32(playing))
            if waiting + busy == 0:
                break
            if playing:
                seat, found, move = choose(s, quick, moves)
                legal_in_all += found
                choices[seat] += found > 1
                if few:
                    cuda.atomic.add(counted, found, 1)
                else:
                    cuda.atomic.add(branching, found, 1)
                playing = carry_out(s, seat, move, found)
            elif looking_for_games and (waiting >= ENOUGH_TO_DEAL or busy == 0):
                if column >= 0:
                    note(s, rows, column, seats, legal_in_all)
                    for seat in range(seats):
                        rows[FIRST_OF_SEATS + 2 * seats + seat, column] = choices[seat]
                column = cuda.atomic.add(taken, 0, 1)
                looking_for_games = column < count
                if looking_for_games:
                    begin(table, 0, fresh, series_key, first + column, block, quick)
                    for seat in range(seats):
                        choices[seat] = 0
                    legal_in_all, playing = 0, True
        cuda.syncthreads()
        if few:
            for i in range(thread, own_bins, WARP):
                cuda.atomic.add(branching, i, counted[i])

    kernel: Kernel = play_games
    return kernel


class Alone:
    """Plays pieces of a series, each game on one thread."""

    def __init__(self, game: Game, processors: int) -> None:
        self.kernel = lone_kernel(game)
        self.blocks = BLOCKS_PER_PROCESSOR * processors

    def play(self, piece: Piece, progress: Callable[[int], None]) -> None:
        """Play the games of a piece."""
        taken = cuda.to_device(np.zeros(1, np.int64))
        self.kernel[self.blocks, WARP](
            piece.fresh,
            piece.series_key,
            piece.first,
            piece.size,
            piece.seats,
            taken,
            piece.rows,
            piece.branching,
        )
        cuda.synchronize()
        progress(piece.size)
