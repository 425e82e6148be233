"""Play one random game in a fresh process and print when it was over, as JSON.

Argument: game. The clock starts before anything of the package is imported.
"""

# ruff: noqa: E402 - the clock has to start before the imports, which are part of the wait

import time

BEGIN = time.perf_counter()

import gc
import json
import sys
from typing import Any

from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.registry import find_game
from allmende.core.rule import Rule
from allmende.lab.simulate import Plan, play_chunk

SEED = "first"


def use_every_rule(game: Game) -> None:
    """Call each rule from Python as a match does; random play has no use for the veil."""
    s = game.deal(min(game.seats), key_of_seed(SEED), {})
    seat = game.to_act(s)[0]
    after = game.after(s, seat, game.legal_moves(s, seat)[0])
    game.scores(after)
    game.places(after)
    game.flaw(after)
    game.veiled(after, seat, SEED)


def count_cache_use() -> dict[str, int]:
    """Sum over all rules how often compiled code was found on disk, and how often it was not."""
    counts = {"cache_hits": 0, "cache_misses": 0}
    for found in gc.get_objects():
        if type(found) is Rule:
            counts["cache_hits"] += sum(found.stats.cache_hits.values())
            counts["cache_misses"] += sum(found.stats.cache_misses.values())
    return counts


def main() -> None:
    """Play the game first, as that is what somebody waits for, then use the remaining rules."""
    game = find_game(sys.argv[1])
    imported = time.perf_counter()
    play_chunk(Plan(game, 1, min(game.seats), SEED), 0, 1)
    # Only the wall clock means the same to the process that started this one.
    game_over, game_over_at = time.perf_counter(), time.time()
    use_every_rule(game)
    all_used = time.perf_counter()
    answer: dict[str, Any] = {
        "import_seconds": round(imported - BEGIN, 4),
        "first_game_seconds": round(game_over - BEGIN, 4),
        "all_rules_seconds": round(all_used - BEGIN, 4),
        "first_game_over_at": game_over_at,
        **count_cache_use(),
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
