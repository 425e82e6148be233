"""Recorded truths: they change only when a rule or a text is meant to change."""

from pathlib import Path

import pytest

import allmende
from allmende.conformance import Case
from allmende.core.game import Game
from allmende.core.registry import find_game
from tests.conformance.golden import (
    folder_of,
    node_counts_are_as_recorded,
    playthrough,
    playthrough_path,
)
from tests.conformance.subjects import WHERE, all_cases

GAMES = [find_game(where) for where in WHERE]


def recorded_games(game: Game) -> list[Path]:
    """List the recorded games of a game."""
    return sorted((folder_of(game) / "recorded").glob("*.allmende"))


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_node_counts(case: Case) -> None:
    node_counts_are_as_recorded(case)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_playthrough(case: Case) -> None:
    assert playthrough(case) == playthrough_path(case).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [p for g in GAMES for p in recorded_games(g)], ids=str)
def test_recorded_game_replays(path: Path) -> None:
    assert allmende.load(path).over


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_ending_is_recorded(game: Game) -> None:
    endings = {allmende.load(path).ending for path in recorded_games(game)}
    assert endings == set(game.endings)
