"""What the peers' suites are run on: all games, with few and with many seats."""

from dataclasses import dataclass

import pytest

from allmende.core.registry import find_game, known_games

FOUR = "examples/four_in_a_row.py"
SMALL = "tests/games/small/small_game.py"
"""A game with hidden hands, chance, and choices that all make at the same time."""


@dataclass(frozen=True)
class Subject:
    """A game with a number of seats."""

    game: str
    seats: int

    def __str__(self) -> str:
        return f"{find_game(self.game).name}-{self.seats}"


def subjects() -> list[Subject]:
    """List the smallest and the largest table of every game."""
    return [
        Subject(name, seats)
        for name in (*known_games(), FOUR, SMALL)
        for seats in sorted({min(find_game(name).seats), max(find_game(name).seats)})
    ]


SUBJECTS = pytest.mark.parametrize("subject", subjects(), ids=str)
