"""From interpreter start to the first random game, with an empty cache and with a full one."""

from __future__ import annotations

import sys
import tempfile
import time
from typing import Any

from child import ask
from entrants import Entrant


def start_once(entrant: Entrant, cache: str) -> dict[str, Any]:
    """Start a fresh process on a cache folder and time it from outside as well."""
    begin_at, begin = time.time(), time.perf_counter()
    answer = ask(
        "first_game.py",
        entrant.source,
        python=sys.executable,
        settings={"NUMBA_CACHE_DIR": cache, "ALLMENDE_INTERPRET": "0"},
    )
    whole = time.perf_counter() - begin
    from_start = float(answer.pop("first_game_over_at")) - begin_at
    return {
        "from_start_seconds": round(from_start, 4),
        "process_seconds": round(whole, 4),
        **answer,
    }


def measure_start_up(entrant: Entrant, repeats: int) -> dict[str, Any]:
    """Compile into an empty cache folder in one process, then load from it in others."""
    with tempfile.TemporaryDirectory(prefix="allmende-bench-") as cache:
        cold = start_once(entrant, cache)
        warm = [start_once(entrant, cache) for _ in range(repeats)]
    best = min(warm, key=lambda start: float(start["from_start_seconds"]))
    return {"game": entrant.name, "cold": cold, "warm": best, "warm_repeats": warm}
