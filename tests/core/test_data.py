"""Data of one's own: replaces components, travels with positions and files, is checked on load."""

import json
from pathlib import Path

import pytest

import allmende
from allmende.core.data import DataError
from tests.conformance.subjects import SMALL_GAME

RICH = {"label": "rich prizes", "prizes": [3, 4]}


def play_to_the_end(match: allmende.Match) -> allmende.Match:
    while not match.over:
        match.play(match.legal(match.to_act[0])[0])
    return match


def test_own_data_changes_the_game() -> None:
    plain = play_to_the_end(allmende.new(SMALL_GAME, seed=1))
    rich = play_to_the_end(allmende.new(SMALL_GAME, seed=1, data=RICH))
    assert sum(plain.scores()) < sum(rich.scores())
    assert rich.view(0)["label"] == "rich prizes"


def test_own_data_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "prizes.json"
    path.write_text(json.dumps(RICH))
    assert (
        allmende.new(SMALL_GAME, seed=1, data=path).digest()
        == allmende.new(SMALL_GAME, seed=1, data=RICH).digest()
    )


def test_own_data_travels_with_position_and_file(tmp_path: Path) -> None:
    match = play_to_the_end(allmende.new(SMALL_GAME, seed=1, data=RICH))
    assert match.position()["data"] == RICH
    assert allmende.from_position(SMALL_GAME, match.position()).digest() == match.digest()
    match.save(tmp_path / "rich.allmende")
    assert allmende.load(tmp_path / "rich.allmende").digest() == match.digest()


def test_the_games_own_data_goes_without_saying() -> None:
    match = allmende.new(SMALL_GAME, seed=1)
    assert "data" not in match.position()
    same = allmende.new(SMALL_GAME, seed=1, data={"label": "prizes", "prizes": [1, 2]})
    assert same.digest() == match.digest()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "this is not a JSON document"),
        ('{"label": "x", "prizes": [0, 2]}', "prizes, entry 1: 0 is not a whole number from 1"),
    ],
)
def test_bad_data_file_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(DataError, match=complaint):
        allmende.new(SMALL_GAME, data=path)


def test_missing_data_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.json: cannot be read"):
        allmende.new(SMALL_GAME, data=tmp_path / "none.json")
