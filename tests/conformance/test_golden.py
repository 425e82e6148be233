"""Recorded truths: they change only when a rule or a text is meant to change."""

from pathlib import Path

import pytest

import allmende
from allmende.conformance import Case
from allmende.conformance.options import bite
from allmende.core.game import Game
from allmende.core.registry import find_game
from tests.conformance.golden import (
    SEEDS,
    node_counts_are_as_recorded,
    playthrough,
    playthrough_path,
    playthroughs_of,
)
from tests.conformance.subjects import WHERE, all_cases, folder_of, subjects_of

GAMES = [find_game(where) for where in WHERE]
CASES = all_cases()


def recorded_games(game: Game) -> list[Path]:
    """List the recorded games of a game."""
    return sorted((folder_of(game) / "recorded").glob("*.allmende"))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_node_counts(case: Case) -> None:
    node_counts_are_as_recorded(case)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_playthrough(case: Case) -> None:
    assert playthrough(case) == playthrough_path(case).read_text(encoding="utf-8")


@pytest.mark.parametrize("where", WHERE)
def test_every_case_has_a_playthrough_and_no_two_are_alike(where: str) -> None:
    cases = subjects_of(where)
    expected = {playthrough_path(case): case for case in cases}
    assert set(playthroughs_of(cases[0].game).glob("*.txt")) == set(expected)
    games = [path.read_text("utf-8").splitlines()[1:-1] for path in expected]
    assert len(games) == len({"\n".join(game) for game in games})


@pytest.mark.parametrize("where", WHERE)
def test_every_option_matters_somewhere(where: str) -> None:
    found = {choice for case in subjects_of(where) for choice in case.options.items()}
    options = find_game(where).options
    assert found == {(name, choice) for name in options for choice in options[name][1:]}


@pytest.mark.parametrize("case", [case for case in CASES if case.options], ids=str)
def test_the_option_still_matters(case: Case) -> None:
    for seed, ply in case.biting[: len(SEEDS)]:
        assert bite(case, seed) == ply


@pytest.mark.parametrize("path", [p for g in GAMES for p in recorded_games(g)], ids=str)
def test_recorded_game_replays(path: Path) -> None:
    assert allmende.load(path).over


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_ending_is_recorded(game: Game) -> None:
    endings = {allmende.load(path).ending for path in recorded_games(game)}
    assert endings == set(game.endings)
