"""What it costs to copy a whole game: one record to another, in compiled code."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from entrants import Entrant

from allmende.core.chance import key_of_seed
from allmende.core.record import blank_records
from allmende.core.rule import rule

RECORDS = 256
HALF = RECORDS // 2
WARM_UP_COPIES = RECORDS
NANOSECONDS = 1e9


@rule
def copy_around(records: np.ndarray, copies: int) -> int:
    """Copy each record half-way round the array, then sum a field so that no copy is in vain."""
    for copy in range(copies):
        records[(copy + HALF) % RECORDS] = records[copy % RECORDS]
    total = 0
    for index in range(RECORDS):
        total += records[index].ply
    return total


def different_records(entrant: Entrant) -> np.ndarray:
    """Return dealt records that differ in `ply`, which tells later where each one went."""
    records = blank_records(entrant.game.record, RECORDS)
    for index in range(RECORDS):
        records[index] = entrant.game.deal(min(entrant.game.seats), key_of_seed(index), {})
        records[index].ply = index
    return records


def time_copies(entrant: Entrant, copies: int) -> float:
    """Return the nanoseconds of one copy, after making sure that the copies took place."""
    records = different_records(entrant)
    copy_around(records.copy(), WARM_UP_COPIES)
    begin = time.perf_counter()
    total = copy_around(records, copies)
    elapsed = time.perf_counter() - begin
    # The first half has overwritten the second one, and has been overwritten by itself.
    if total != 2 * sum(range(HALF)):
        raise AssertionError(f"{entrant.name}: the copies did not arrive")
    return elapsed / copies * NANOSECONDS


def measure_copies(entrant: Entrant, copies: int, repeats: int) -> dict[str, Any]:
    """Time the copies of a game several times and report the best."""
    times = [round(time_copies(entrant, copies), 2) for _ in range(repeats)]
    return {
        "game": entrant.name,
        "bytes": entrant.game.record.itemsize,
        "nanoseconds": min(times),
        "copies": copies,
        "repeats": times,
    }
