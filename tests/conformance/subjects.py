"""The games that the conformance suite runs on: all that register, and four from files."""

import json
from dataclasses import replace
from pathlib import Path

from allmende.conformance import Case, cases_of
from allmende.core.game import Game
from allmende.core.registry import known_games

POPPIES, KUHN_POKER = "examples/poppies.py", "examples/kuhn_poker.py"
ROOT = Path("tests/games")
SMALL_GAME = "tests/games/small/small_game.py"
WHERE = [*known_games(), "examples/four_in_a_row.py", POPPIES, KUHN_POKER, SMALL_GAME]


def folder_of(game: Game) -> Path:
    """Return the folder of a game's recorded truths."""
    return ROOT / game.name.replace("-", "_")


def bites_path(game: Game) -> Path:
    """Return the file with the games in which the options of a game matter."""
    return folder_of(game) / "bites.json"


def subjects_of(where: str) -> list[Case]:
    """List a game with every number of seats, plain and with every option that matters there."""
    cases = cases_of(where)
    path = bites_path(cases[0].game)
    bites = json.loads(path.read_text("utf-8")) if path.exists() else {}
    chosen = [case for case in cases if not case.options or str(case) in bites]
    return [
        replace(case, of=len(chosen), biting=tuple(bites.get(str(case), {}).items()))
        for case in chosen
    ]


def all_cases() -> list[Case]:
    """List the cases of all games."""
    return [case for where in WHERE for case in subjects_of(where)]
