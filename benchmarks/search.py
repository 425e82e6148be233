"""How fast the search thinks: imagined games per second, on one core and on two."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from entrants import Table

from allmende.bots.search.thinker import Budget, Thinker
from allmende.core.chance import key_of_seed
from allmende.core.record import Record
from allmende.core.sight import Sight

SEED = "benchmark"
PROBE = Budget(iterations=200)
THREADS = 2


def first_decision(table: Table) -> tuple[Record, int]:
    """Return a fresh deal and a seat that decides, past decisions with a single legal move."""
    game = table.entrant.game
    s = game.deal(table.seats, key_of_seed(SEED), {})
    seat = game.to_act(s)[0]
    while len(moves := game.legal_moves(s, seat)) == 1:
        game.rules.play(s, seat, moves[0])
        seat = game.to_act(s)[0]
    return s, seat


def think_for(table: Table, thinker: Thinker, iterations: int) -> float:
    """Think afresh about the first decision of a game and return the seconds it took."""
    s, seat = first_decision(table)
    thinker.expect_nothing()
    return thinker.think(
        Sight(table.entrant.game, s, seat, SEED), Budget(iterations=iterations)
    ).seconds


def iterations_that_fill(table: Table, seconds: float) -> int:
    """Find out how many iterations take about that long."""
    thinker = Thinker(table.entrant.game, SEED)
    think_for(table, thinker, PROBE.iterations)
    spent = think_for(table, thinker, PROBE.iterations)
    return max(PROBE.iterations, round(PROBE.iterations * seconds / spent))


def rate_alone(table: Table, iterations: int) -> float:
    """Return the imagined games per second of one thinker on this core."""
    return iterations / think_for(table, Thinker(table.entrant.game, SEED), iterations)


def rate_together(table: Table, iterations: int) -> float:
    """Return the imagined games per second of two thinkers on two threads, taken together."""
    thinkers = [Thinker(table.entrant.game, SEED) for _ in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as pool:
        begin = time.perf_counter()
        list(pool.map(lambda thinker: think_for(table, thinker, iterations), thinkers))
        return THREADS * iterations / (time.perf_counter() - begin)


@contextmanager
def on_all_cores() -> Iterator[None]:
    """Leave the one core of the other measurements for a while."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def measure_search(table: Table, seconds: float, rounds: int) -> dict[str, Any]:
    """Measure one thinker, and one and two side by side on all cores; the best round counts."""
    iterations = iterations_that_fill(table, seconds)
    alone = [rate_alone(table, iterations) for _ in range(rounds)]
    with on_all_cores():
        pairs = [
            (rate_alone(table, iterations), rate_together(table, iterations)) for _ in range(rounds)
        ]
    one, two = (max(rates) for rates in zip(*pairs, strict=True))
    return {
        "game": table.entrant.name,
        "seats": table.seats,
        "iterations": iterations,
        "playouts_per_second": round(max(alone), 1),
        "repeats": [round(rate, 1) for rate in alone],
        "one_thread": round(one, 1),
        "two_threads": round(two, 1),
        "scaling": round(two / one, 3),
    }
