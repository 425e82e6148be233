"""Compiles all kernels of a game, named on the command line, and prints how long each is."""

import sys
from typing import Any

import numpy as np

from .pretending import HOPPER, pretended_gpu

cuda = pretended_gpu()

from numba import typeof, types  # noqa: E402

from allmende.bots.judging.imagining import Advice  # noqa: E402
from allmende.bots.judging.on_gpu import answering_kernel  # noqa: E402
from allmende.core.game import Game  # noqa: E402
from allmende.core.registry import find_game  # noqa: E402
from allmende.env.on_gpu import (  # noqa: E402
    draw_kernel,
    leave_at_least,
    look_kernel,
    refuse_kernel,
    step_kernel,
    take_moves,
)
from allmende.env.stepping import Shown, Truth  # noqa: E402
from allmende.lab.gpu import sorting, tally  # noqa: E402
from allmende.lab.gpu.alone import lone_kernel  # noqa: E402
from allmende.lab.gpu.waves import choose_kernel, deal_kernel, move_kernel  # noqa: E402

NUMBER = types.int64
FROM_ELSEWHERE = ".extern .func"


def rows_of(kind: Any, axes: int = 1) -> Any:
    """Return the type of an array on the GPU."""
    return types.Array(kind, axes, "C")


def signatures(game: Game) -> dict[Any, tuple[Any, ...]]:
    """Return what each kernel of a game is called with."""
    record = types_of_records(game)
    keys, shorts, ints = rows_of(types.int16), rows_of(types.int16, 2), rows_of(types.int32)
    longs, words = rows_of(types.int64), rows_of(types.uint32)
    table, quick = rows_of(types.int32, 2), rows_of(types.int64, 2)
    return {
        lone_kernel(game): (record, words, NUMBER, NUMBER, NUMBER, longs, table, longs),
        deal_kernel(game): (
            *(record, quick, longs, longs, table, ints, keys, ints, ints),
            *(record, words, NUMBER, NUMBER, NUMBER, longs, table),
        ),
        choose_kernel(game): (record, quick, longs, table, ints, keys, shorts, keys, longs),
        move_kernel(game): (record, ints, keys, shorts),
        sorting.count_keys: (keys, ints),
        sorting.find_begins: (ints, ints, ints),
        sorting.place_games: (keys, ints, ints),
        tally.count_values: (ints, NUMBER, longs),
        tally.find_range: (ints, ints),
        tally.count_wins: (table, rows_of(types.int64, 2)),
        tally.add_up: (table, longs),
    }


def signatures_of_tables(game: Game) -> dict[Any, tuple[Any, ...]]:
    """Return what each kernel of tables for learners is called with."""
    record, flag = types_of_records(game), types.boolean
    ints, longs, marks = rows_of(types.int32), rows_of(types.int64), rows_of(flag)
    words, numbers, grid = rows_of(types.uint32, 2), rows_of(types.float32, 2), rows_of(NUMBER, 2)
    truth = types.NamedTuple((record, longs, words, longs, words, longs, grid), Truth)
    points = rows_of(types.int32, 2)
    shown = types.NamedTuple((ints, rows_of(flag, 2), numbers, marks, points), Shown)
    spare = rows_of(record.dtype, 2)
    return {
        take_moves: (ints, longs),
        leave_at_least: (longs,),
        refuse_kernel(game): (truth, longs, longs),
        draw_kernel(game): (truth, marks, longs),
        step_kernel(game): (truth, shown, longs, spare, flag, flag),
        look_kernel(game, game.seats[0]): (record, longs, numbers, spare),
    }


def signatures_of_judging(game: Game) -> dict[Any, tuple[Any, ...]]:
    """Return what the kernel of imagined games is called with."""
    longs, grid = rows_of(types.int64), rows_of(types.int64, 2)
    advice = types.NamedTuple((longs, NUMBER, longs), Advice)
    words = rows_of(types.uint32, 2)
    sums = rows_of(types.int64, 3)
    return {
        answering_kernel(game): (types_of_records(game), grid, words, NUMBER, advice, sums),
    }


def types_of_records(game: Game) -> Any:
    """Return the type of an array of records."""

    return rows_of(typeof(np.zeros(1, game.record)).dtype)


def main() -> None:
    """Compile."""
    game = find_game(sys.argv[1])
    wanted = sys.argv[2:]
    all_kernels = signatures(game) | signatures_of_tables(game) | signatures_of_judging(game)
    for kernel, arguments in all_kernels.items():
        if wanted and kernel.py_func.__name__ not in wanted:
            continue
        code, _ = cuda.compile_ptx(kernel.py_func, types.void(*arguments), cc=HOPPER)
        missing = [line for line in code.splitlines() if FROM_ELSEWHERE in line]
        assert not missing, missing  # what is called and not there is seen only on a GPU, else
        print(kernel.py_func.__name__, len(code), flush=True)


if __name__ == "__main__":
    main()
