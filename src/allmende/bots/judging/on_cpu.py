"""Imagined games on the cores of this machine."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np

from allmende.core.game import Game
from allmende.core.rule import rule

from .imagining import POINTS, POSITION, WINS, Advice, Room, advice_of, imagined, room_for

QUESTIONS_AT_ONCE = 16
"""So many are answered by a thread before it takes others."""


@cache
def answering(game: Game) -> Callable[..., None]:
    """Compile what answers the questions from `first` to before `end`."""
    play_out, settle = imagined(game)

    @rule(long=True)
    def answer(
        known: np.ndarray,
        questions: np.ndarray,
        keys: np.ndarray,
        games_each: int,
        advice: Advice,
        room: Room,
        sums: np.ndarray,
        first: int,
        end: int,
    ) -> None:
        for at in range(first, end):
            key = keys[questions[at, POSITION]]
            for number in range(games_each):
                play_out(known, questions[at], key, number, advice, room)
                settle(advice, room)
                for seat in range(sums.shape[2]):
                    sums[at, WINS, seat] += room.found[WINS, seat]
                    sums[at, POINTS, seat] += room.found[POINTS, seat]

    return answer


def answers_on_cpu(
    game: Game, known: np.ndarray, questions: np.ndarray, keys: np.ndarray, games_each: int
) -> np.ndarray:
    """Return what imagined games brought to each seat, all of them added up for each question."""
    answer, advice = answering(game), advice_of(game)
    seats, many = int(known[0]["seats"]), len(questions)
    sums = np.zeros((many, 2, seats), np.int64)

    def work(first: int) -> None:
        end = min(many, first + QUESTIONS_AT_ONCE)
        answer(known, questions, keys, games_each, advice, room_for(game), sums, first, end)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(work, range(0, many, QUESTIONS_AT_ONCE)):
            pass
    return sums
