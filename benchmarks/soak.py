"""The soak: very many random moves with every invariant checked after each of them."""

from __future__ import annotations

import time
from typing import Any

from entrants import Entrant

from allmende.core.game import Game
from allmende.lab.simulate import BrokenInvariant, Plan, play_chunk

SEED = "soak"
GAMES_AT_A_TIME = 100


def option_sets(game: Game) -> list[dict[str, str]]:
    """Return the default options, and each other choice of an option on its own."""
    changed = [{name: choice} for name, choices in game.options.items() for choice in choices[1:]]
    return [{}, *changed]


def plans_of(game: Game) -> list[Plan]:
    """Return a plan with checks for every number of seats and every set of options."""
    return [
        Plan(game, GAMES_AT_A_TIME, seats, SEED, options, checking=True)
        for seats in game.seats
        for options in option_sets(game)
    ]


def play_at_least(plan: Plan, moves: int) -> tuple[int, int]:
    """Play whole games until enough moves were made; return moves and games."""
    made = games = 0
    while made < moves:
        made += int(play_chunk(plan, games, GAMES_AT_A_TIME).moves[0])
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
    plans = plans_of(entrant.game)
    share = -(-moves // len(plans))
    return [soak_plan(plan, share) for plan in plans]
