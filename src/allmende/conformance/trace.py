"""A trace of random games: seat, move and fingerprint of every ply, the same in every process."""

import json
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from allmende.core.game import digest
from allmende.core.registry import find_game

from .case import Case, random_game

SHORT = 16


def trace(case: Case, seeds: Sequence[str]) -> list[str]:
    """Play some games and write a line for each ply."""
    return [
        f"{seed} {step.seat} {step.move} {len(step.legal)} {digest(step.after)[:SHORT]}"
        for seed in seeds
        for step in random_game(case, seed)
    ]


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
