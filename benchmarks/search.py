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
A_SEARCH = Budget(iterations=20_000)  # as many simulations as the peer makes for a search
THREADS = 2
WARM_UP_SECONDS = 0.1


def first_decision(table: Table) -> tuple[Record, int]:
    """Return a fresh deal and a seat that decides, past decisions with a single legal move."""
    game = table.entrant.game
    s = game.deal(table.seats, key_of_seed(SEED), {})
    seat = game.to_act(s)[0]
    while len(moves := game.legal_moves(s, seat)) == 1:
        game.rules.play(s, seat, moves[0])
        seat = game.to_act(s)[0]
    return s, seat


def search_for(table: Table, seconds: float) -> float:
    """Search afresh again and again about the first decision of a game, always with the same number
    of iterations, and return the imagined games per second."""
    s, seat = first_decision(table)
    thinker = Thinker(table.entrant.game, SEED)
    sight = Sight(table.entrant.game, s, seat, SEED)
    begin, done = time.perf_counter(), 0
    while (spent := time.perf_counter() - begin) < seconds:
        thinker.expect_nothing()
        done += thinker.think(sight, A_SEARCH).iterations
    return done / spent


def search_together(table: Table, seconds: float) -> float:
    """Return the imagined games per second of two thinkers on two threads, taken together."""
    with ThreadPoolExecutor(THREADS) as pool:
        return sum(pool.map(lambda _: search_for(table, seconds), range(THREADS)))


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
    search_for(table, WARM_UP_SECONDS)
    alone = [search_for(table, seconds) for _ in range(rounds)]
    with on_all_cores():
        pairs = [
            (search_for(table, seconds), search_together(table, seconds)) for _ in range(rounds)
        ]
    one, two = (max(rates) for rates in zip(*pairs, strict=True))
    return {
        "game": table.entrant.name,
        "seats": table.seats,
        "iterations": A_SEARCH.iterations,
        "playouts_per_second": round(max(alone), 1),
        "repeats": [round(rate, 1) for rate in alone],
        "one_thread": round(one, 1),
        "two_threads": round(two, 1),
        "scaling": round(two / one, 3),
    }
