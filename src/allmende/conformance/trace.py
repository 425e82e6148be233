"""A trace of random games: seat, move and fingerprint of every ply, the same in every process."""

import json
import sys
import traceback
from collections.abc import Iterator, Sequence
from typing import Any

from allmende.core.game import digest
from allmende.core.record import Record
from allmende.core.registry import find_game

from .case import Case, played
from .play import Played

SHORT = 16


def trace(case: Case, seeds: Sequence[str]) -> list[str]:
    """Play some games and write a line for each ply."""
    return [
        f"{seed} {seat} {move} {choices} {digest(after)[:SHORT]}"
        for seed in seeds
        for after, seat, move, choices in plies_of(played(case, seed))
    ]


def plies_of(game: Played) -> Iterator[tuple[Record, int, int, int]]:
    """Go through a game: what each move led to, who made it, which it was, and of how many."""
    return zip(game.records[1:], game.seats, game.moves, game.choices, strict=True)


def answer(wish: dict[str, Any]) -> dict[str, Any]:
    """Trace what another process asks for, or say what went wrong."""
    try:
        case = Case(wish["where"], find_game(wish["where"]), wish["seats"], wish["options"])
        return {"trace": trace(case, wish["seeds"])}
    except Exception:
        return {"trouble": traceback.format_exc()}


def main() -> None:
    """Answer line by line for as long as somebody asks; what rules print goes elsewhere."""
    said, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=said, flush=True)
