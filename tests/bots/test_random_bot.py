"""The random player."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from allmende import find_game, new
from allmende.bots.random import RandomBot, lot
from allmende.core.chance import key_of_seed
from allmende.core.rule import python_of
from allmende.core.sight import Sight


def test_moves_are_legal_and_the_seed_decides() -> None:
    game = find_game("halali")
    chosen = {}
    for seed in ("a", "a again", "b"):
        match, bot = new(game, seed=7), RandomBot(seed[0])
        while not match.over:
            seat = match.to_act[0]
            number = bot.choose(Sight(game, match.record, seat, seed))
            match.play(next(move for move in match.legal(seat) if move.number == number))
        chosen[seed] = [move.number for move in match.moves]
    assert chosen["a"] == chosen["a again"] != chosen["b"]


TRIES = 6_000
KEYS = [key_of_seed(f"lots/{i}") for i in range(TRIES)]

Draw = tuple[np.ndarray, int, int]


@pytest.mark.parametrize(
    "draws",
    [
        lambda i: (KEYS[i], 0, 0),
        lambda i: (KEYS[0], 1, i),
        lambda i: (KEYS[0], i % 4, i // 4),
    ],
    ids=["by key", "by ply", "by seat and ply"],
)
@pytest.mark.parametrize("n", [2, 3, 48])
def test_lots_fall_evenly(draws: Callable[[int], Draw], n: int) -> None:
    counts: Counter[int] = Counter()
    for i in range(TRIES):
        key, seat, ply = draws(i)
        counts[lot(key, seat, ply, n)] += 1
    assert is_even(counts, n)


@pytest.mark.parametrize(("seat", "ply"), [(0, 1), (1, 0), (1, 1), (0, 8)])
def test_lots_of_one_key_do_not_hang_together(seat: int, ply: int) -> None:
    counts = Counter((lot(key, 0, 0, 4), lot(key, seat, ply, 4)) for key in KEYS)
    assert is_even(counts, 16)


def test_lots_fall_the_same_way_interpreted() -> None:
    slow = python_of(lot)
    for i in range(200):
        assert slow(KEYS[i], i % 5, i * i, 1 + i) == lot(KEYS[i], i % 5, i * i, 1 + i)


def is_even(counts: Counter[Any], n: int) -> bool:
    """Tell whether n outcomes are about as frequent as each other (chi-squared, five sigma)."""
    expected = counts.total() / n
    surprise = sum((count - expected) ** 2 for count in counts.values()) / expected
    surprise += expected * (n - len(counts))
    return bool(surprise < n - 1 + 5 * (2 * (n - 1)) ** 0.5)
