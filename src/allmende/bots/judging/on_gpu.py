"""Imagined games on a GPU: one thread for each, in memory of its own."""

from functools import cache
from typing import Any

import numpy as np

from allmende.core.game import Game
from allmende.core.gpu import Kernel, the_gpu
from allmende.core.quick import STATE_WORDS

from .imagining import CHANCE_WORDS, POINTS, POSITION, WINS, Advice, Room, advice_of, imagined

cuda = the_gpu()

BLOCK = 64
BLOCKS_PER_PROCESSOR = 16


@cache
def answering_kernel(game: Game) -> Kernel:
    """Compile what answers all questions. Neighbours imagine games of the same question, so that
    they do the same thing as long as can be."""
    play_out, settle = imagined(game)
    record, moves_in_all, most_seats = game.record, game.moves, max(game.seats)

    @cuda.jit(cache=True)
    def answer(
        known: np.ndarray,
        questions: np.ndarray,
        keys: np.ndarray,
        games_each: int,
        advice: Advice,
        sums: np.ndarray,
    ) -> None:
        room = Room(
            cuda.local.array(1, record),
            cuda.local.array(CHANCE_WORDS, np.uint32),
            cuda.local.array(STATE_WORDS, np.int64),
            cuda.local.array(moves_in_all, np.int16),
            cuda.local.array(most_seats, np.int64),
            cuda.local.array((2, most_seats), np.int64),
        )
        for turn in range(cuda.grid(1), len(questions) * games_each, cuda.gridsize(1)):
            at, number = turn // games_each, turn % games_each
            play_out(known, questions[at], keys[questions[at, POSITION]], number, advice, room)
            settle(advice, room)
            for seat in range(sums.shape[2]):
                cuda.atomic.add(sums, (at, WINS, seat), room.found[WINS, seat])
                cuda.atomic.add(sums, (at, POINTS, seat), room.found[POINTS, seat])

    kernel: Kernel = answer
    return kernel


def answers_on_gpu(
    game: Game, known: np.ndarray, questions: np.ndarray, keys: np.ndarray, games_each: int
) -> np.ndarray:
    """Return what imagined games brought to each seat, all of them added up for each question."""
    advice = advice_of(game)
    there: Any = advice._replace(
        weights=cuda.to_device(advice.weights), guesses=cuda.to_device(advice.guesses)
    )
    sums = cuda.to_device(np.zeros((len(questions), 2, int(known[0]["seats"])), np.int64))
    blocks = BLOCKS_PER_PROCESSOR * cuda.get_current_device().MULTIPROCESSOR_COUNT
    answering_kernel(game)[blocks, BLOCK](
        cuda.to_device(known),
        cuda.to_device(questions),
        cuda.to_device(keys),
        games_each,
        there,
        sums,
    )
    answers: np.ndarray = sums.copy_to_host()
    return answers
