"""Listing and warming games."""

import re

import pytest

from allmende.cli.games import span

from .conftest import Run

HEADINGS = {
    "en": ("Players", "Bears and foxes", "two games with swapped roles"),
    "de": ("Spieler", "Bären und Füchse", "zwei Spiele mit vertauschten Rollen"),
    "nl": ("Spelers", "Beren en vossen", "twee"),
}


@pytest.mark.parametrize("language", HEADINGS)
def test_games(allmende: Run, language: str) -> None:
    done = allmende("games", "--lang", language)
    assert done.returncode == 0
    text = " ".join(done.stdout.split())  # where a line ends depends on the longest name
    for words in (*HEADINGS[language], "halali", "Halali!"):
        assert words in text
    assert done.stdout.index("match=return") < done.stdout.index("match=single")
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_numbers_of_players() -> None:
    assert [span(seats) for seats in ((2,), (2, 3), (2, 3, 4, 5), (2, 4, 6))] == [
        "2",
        "2, 3",
        "2–5",
        "2, 4, 6",
    ]


def test_warm(allmende: Run) -> None:
    done = allmende("warm", "halali")
    assert re.fullmatch(r"halali +… ready in \d+\.\d s\n", done.stdout)
    assert done.returncode == 0
