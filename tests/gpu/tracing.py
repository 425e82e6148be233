"""The records of random games after every ply, on the CPU and on the GPU."""

from functools import cache

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.gpu import Kernel, the_gpu
from allmende.core.quick import STATE_WORDS, quick_state
from allmende.core.record import BLOCK_WORDS, blank_records
from allmende.lab.gpu.rows import steps_of

cuda = the_gpu()

WARP = 32


def fresh_record(game: Game, seats: int, options: dict[str, str]) -> np.ndarray:
    """Return a record to begin from, in an array."""
    fresh = blank_records(game.record)
    fresh[0] = game.prepare(seats, options)
    return fresh


@cache
def tracing_kernel(game: Game) -> Kernel:
    """Compile what plays one game on each thread and writes its record after every ply."""
    begin, choose, carry_out, _ = steps_of(game)
    moves_in_all, record = game.moves, game.record

    @cuda.jit(cache=True)
    def trace(
        fresh: np.ndarray, series_key: np.ndarray, records: np.ndarray, lengths: np.ndarray
    ) -> None:
        number = cuda.grid(1)
        if number >= len(lengths):
            return
        table = cuda.local.array(1, record)
        block = cuda.local.array(BLOCK_WORDS, np.uint32)
        quick = cuda.local.array(STATE_WORDS, np.int64)
        moves = cuda.local.array(moves_in_all, np.int16)
        begin(table, 0, fresh, series_key, number, block, quick)
        records[number, 0] = table[0]
        ply, playing = 0, True
        while playing and ply < records.shape[1] - 1:
            seat, found, move = choose(table[0], quick, moves)
            playing = carry_out(table[0], seat, move, found)
            ply += 1
            records[number, ply] = table[0]
        lengths[number] = ply

    kernel: Kernel = trace
    return kernel


def traced_on_gpu(
    game: Game, fresh: np.ndarray, seed: str, games: int, plies: int
) -> tuple[np.ndarray, np.ndarray]:
    """Play some games on the GPU and return the record after every ply, and how many there are."""
    records = cuda.to_device(np.zeros((games, plies + 1), game.record))
    lengths = cuda.to_device(np.zeros(games, np.int64))
    tracing_kernel(game)[-(-games // WARP), WARP](fresh, key_of_seed(seed), records, lengths)
    return records.copy_to_host(), lengths.copy_to_host()


def traced_on_cpu(
    game: Game, fresh: np.ndarray, seed: str, games: int, plies: int
) -> tuple[np.ndarray, np.ndarray]:
    """Do the same on the CPU."""
    begin, choose, carry_out, _ = steps_of(game)
    records = np.zeros((games, plies + 1), game.record)
    lengths = np.zeros(games, np.int64)
    block, quick = np.zeros(BLOCK_WORDS, np.uint32), quick_state()
    moves, table = np.zeros(game.moves, np.int16), blank_records(game.record)
    for number in range(games):
        begin(table, 0, fresh, key_of_seed(seed), number, block, quick)
        records[number, 0] = table[0]
        ply, playing = 0, True
        while playing and ply < plies:
            seat, found, move = choose(table[0], quick, moves)
            playing = carry_out(table[0], seat, move, found)
            ply += 1
            records[number, ply] = table[0]
        lengths[number] = ply
    return records, lengths
