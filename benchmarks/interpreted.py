"""Play random games with interpreted rules for some seconds and print the rate as JSON.

Arguments: game, seats, seed, seconds. Needs ALLMENDE_INTERPRET=1.
"""

from __future__ import annotations

import itertools
import json
import sys
from dataclasses import asdict

from timing import time_batches

from allmende.core.registry import find_game
from allmende.core.rule import INTERPRETED
from allmende.lab.simulate import Plan, play_chunk


def main() -> None:
    """Play one game after the other; the last one is finished and counted in full."""
    source, seats, seed, seconds = sys.argv[1:]
    if not INTERPRETED:
        raise SystemExit("rules are compiled here: set ALLMENDE_INTERPRET=1")
    plan = Plan(find_game(source), 1, int(seats), seed)
    indices = itertools.count()

    def play_one_game() -> tuple[float, int]:
        return int(play_chunk(plan, next(indices), 1).games.plies[0]), 1

    print(json.dumps(asdict(time_batches(play_one_game, float(seconds)))))


if __name__ == "__main__":
    main()
