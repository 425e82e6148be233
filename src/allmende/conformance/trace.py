"""A trace of random games: seat, move and fingerprint of every ply, the same in every process."""

import json
import sys

from allmende.core.game import digest
from allmende.core.registry import find_game

from .case import Case, random_game

SHORT = 16


def trace(case: Case, games: int) -> list[str]:
    """Play some games and write a line for each ply."""
    return [
        f"{index} {step.seat} {step.move} {len(step.legal)} {digest(step.after)[:SHORT]}"
        for index in range(games)
        for step in random_game(case, f"trace/{index}")
    ]


def main() -> None:
    """Print the trace of the case given on the command line."""
    where, seats, options, games = sys.argv[1:]
    case = Case(where, find_game(where), int(seats), json.loads(options))
    for line in trace(case, int(games)):
        print(line)
