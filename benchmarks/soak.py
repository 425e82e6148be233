"""The soak: very many random moves with every invariant checked after each of them.

    python benchmarks/soak.py --moves 10000000
    python benchmarks/soak.py --moves 1000000000 --at-ends

With `--at-ends` invariants are only looked at when a game is over, so that many more moves are
made in the same time.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from entrants import Entrant

from allmende.core.game import Game
from allmende.core.registry import find_game, games_here
from allmende.lab.simulate import BrokenInvariant, Plan, play_chunk

SEED = "soak"
GAMES_AT_A_TIME = 100


def option_sets(game: Game) -> list[dict[str, str]]:
    """Return the default options, and each other choice of an option on its own."""
    changed = [{name: choice} for name, choices in game.options.items() for choice in choices[1:]]
    return [{}, *changed]


def plans_of(game: Game, checking: bool = True) -> list[Plan]:
    """Return a plan with checks for every number of seats and every set of options."""
    return [
        Plan(game, GAMES_AT_A_TIME, seats, SEED, options, checking=checking)
        for seats in game.seats
        for options in option_sets(game)
    ]


def play_at_least(plan: Plan, moves: int) -> tuple[int, int]:
    """Play whole games until enough moves were made; return moves and games."""
    made = games = 0
    while made < moves:
        made += int(play_chunk(plan, games, GAMES_AT_A_TIME).games.plies.sum())
        games += GAMES_AT_A_TIME
    return made, games


def soak_plan(plan: Plan, moves: int) -> dict[str, Any]:
    """Play one plan and report it; a broken invariant is part of the report, with its seed."""
    begin = time.perf_counter()
    made, games, broken = 0, 0, None
    try:
        made, games = play_at_least(plan, moves)
    except BrokenInvariant as trouble:
        broken = str(trouble)
    return {
        "game": plan.game.name,
        "seats": plan.seats,
        "options": {name: choices[0] for name, choices in plan.game.options.items()} | plan.options,
        "moves": made,
        "games": games,
        "seconds": round(time.perf_counter() - begin, 2),
        "broken": broken,
    }


def soak_game(entrant: Entrant, moves: int) -> list[dict[str, Any]]:
    """Share the moves of a game equally among its plans."""
    return soak_plans(plans_of(entrant.game), moves)


def soak_plans(plans: list[Plan], moves: int) -> list[dict[str, Any]]:
    """Share the moves equally among the plans."""
    share = -(-moves // len(plans))
    return [soak_plan(plan, share) for plan in plans]


def sum_up(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what all plans of a game come to."""
    sums = {name: sum(row[name] for row in rows) for name in ("moves", "games", "seconds")}
    broken = [row["broken"] for row in rows if row["broken"]]
    return {"game": rows[0]["game"], "plans": len(rows), **sums, "broken": broken}


def main() -> None:
    """Soak games, say for each what came out, and fail if an invariant was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=games_here())
    parser.add_argument("--moves", type=int, default=10_000_000, help="of each game")
    parser.add_argument("--at-ends", action="store_true", help="look at ended games only")
    wanted = parser.parse_args()
    broken = []
    for name in wanted.games:
        plans = plans_of(find_game(name), checking=not wanted.at_ends)
        found = sum_up(soak_plans(plans, wanted.moves))
        broken += found["broken"]
        print(json.dumps(found), flush=True)
    raise SystemExit("\n".join(broken) or None)


if __name__ == "__main__":
    main()
