"""The games that the conformance suite runs on: all that register, and three from files."""

from allmende.conformance import Case, cases_of
from allmende.core.registry import known_games

POPPIES = "examples/poppies.py"
SMALL_GAME = "tests/games/small/small_game.py"
WHERE = [*known_games(), "examples/four_in_a_row.py", POPPIES, SMALL_GAME]


def all_cases() -> list[Case]:
    """List every game with every number of seats and every combination of options."""
    return [case for where in WHERE for case in cases_of(where)]
