"""Analysing a saved game, as a real command."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .conftest import Run

FOUR = "examples/four_in_a_row.py"
LANGUAGES = {
    "en": ("Before", "Move 6: Seat 2 plays b, a is better.", "chances to win", "turning point"),
    "de": ("Vorher", "Zug 6: Platz 2 spielt b, besser ist a.", "Gewinnchancen", "Wendepunkt"),
    "nl": ("Ervoor", "Zet 6: Plaats 2 speelt b, beter is a.", "winstkansen", "keerpunt"),
}


@pytest.fixture(scope="module")
def lost(allmende: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which the second seat overlooks three in a column."""
    path = tmp_path_factory.mktemp("lost") / "lost.allmende"
    moves = "".join(f"{move}\n" for move in "abababa")
    allmende("play", FOUR, "--against", "people", "--seed", 1, typed=f"{moves}save {path}\n")
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_and_curve(allmende: Run, lost: Path, tmp_path: Path, language: str) -> None:
    heading, turn, title, mark = LANGUAGES[language]
    svg = tmp_path / "lost.svg"
    command = ("analyse", lost, "--game", FOUR, "--iterations", 300, "--lang", language)
    done = allmende(*command, "--svg", svg)
    assert done.returncode == 0
    assert done.stderr == ""
    shown = " ".join(done.stdout.split())
    assert heading in shown
    assert turn in shown
    assert str(svg) in done.stdout.replace("\n", "")
    root = ElementTree.fromstring(svg.read_text("utf-8"))
    texts = " ".join(root.itertext())
    assert title in texts
    assert mark in texts


def test_json_is_repeatable(allmende: Run, lost: Path) -> None:
    command = ("analyse", lost, "--game", FOUR, "--iterations", 200, "--json")
    first, second = (json.loads(allmende(*command).stdout) for _ in range(2))
    assert first == second
    assert len(first["steps"]) == 7
    assert first["curve"][-1] == [1.0, 0.0]


def test_all_positions_at_once(allmende: Run, lost: Path) -> None:
    command = ("analyse", lost, "--game", FOUR, "--games-each", 300, "--json")
    first, second = (json.loads(allmende(*command).stdout) for _ in range(2))
    assert first == second
    assert 6 in first["turning_points"]
    assert first["steps"][5]["best"]["visits"] == 300
    both = allmende(*command, "--iterations", 5)
    assert both.returncode != 0
    assert "choose one of both" in both.stderr


def test_seconds(allmende: Run, lost: Path) -> None:
    done = allmende("analyse", lost, "--game", FOUR, "--seconds", "0.02", "--json")
    assert len(json.loads(done.stdout)["steps"]) == 7


def test_an_installed_game(allmende: Run, saved: Path) -> None:
    done = allmende("analyse", saved, "--iterations", 20, from_nothing=True)
    assert done.returncode == 0
    assert "flip a1" in done.stdout


@pytest.mark.parametrize(
    ("drawing", "complaint"),
    [("curve.png", "the name of a drawing ends in .svg"), ("no/such/x.svg", "there is no folder")],
)
def test_a_bad_name_of_a_drawing_is_noticed_at_once(
    allmende: Run, lost: Path, drawing: str, complaint: str
) -> None:
    done = allmende("analyse", lost, "--game", FOUR, "--svg", drawing)
    assert done.returncode == 2
    assert done.stdout == ""
    assert complaint in done.stderr


def test_a_game_without_moves(allmende: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.allmende"
    allmende("play", FOUR, "--against", "people", typed=f"save {path}\n")
    done = allmende("analyse", path, "--game", FOUR)
    assert done.returncode == 2
    assert "holds no move that could be analysed" in done.stderr
