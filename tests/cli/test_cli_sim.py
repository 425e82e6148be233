"""Simulating."""

import json
import subprocess
from typing import Any

import pytest

from allmende.cli.run import obey

from .cli_process import SECRET_CARDS
from .conftest import Run

SIM = ("sim", "halali", "--games", "300", "--option", "match=single")
SCHEMA = {
    "game": str,
    "seats": int,
    "options": dict,
    "players": list,
    "seed": str,
    "jobs": int,
    "gpu": type(None),
    "games": int,
    "moves": int,
    "mean_length": float,
    "wins": list,
    "shared_wins": list,
    "win_share": list,
    "win_interval": list,
    "mean_score": list,
    "choices": list,
    "endings": dict,
    "length": dict,
    "branching": dict,
    "scores": list,
    "seconds": float,
    "moves_per_second": float,
    "games_per_second": float,
}
NOT_REPEATED = {"seconds", "moves_per_second", "games_per_second", "jobs"}


def result_of(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_json_schema(allmende: Run) -> None:
    result = result_of(allmende(*SIM, "--json", "--check"))
    assert {name: type(value) for name, value in result.items()} == SCHEMA
    assert result["game"] == "halali"
    assert result["games"] == 300
    assert result["options"] == {"match": "single"}
    assert len(result["wins"]) == len(result["mean_score"]) == result["seats"] == 2
    shared = result["shared_wins"][0]
    assert sum(result["wins"]) + shared == sum(result["endings"].values()) == 300


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(allmende: Run) -> None:
    fresh = result_of(allmende(*SIM, "--json"))
    again = result_of(allmende(*SIM, "--json", "--seed", fresh["seed"], "--jobs", 2))
    other = result_of(allmende(*SIM, "--json"))
    assert lasting(fresh) == lasting(again)
    assert lasting(fresh) != lasting({**other, "seed": fresh["seed"]})


def lasting(result: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in result.items() if name not in NOT_REPEATED}


def test_table(allmende: Run) -> None:
    done = allmende(*SIM, "--seed", "7")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Halali!: 300 random games with 2 seats" in done.stdout
    assert "match=single, seed 7" in done.stdout
    assert "mean length" in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_tables_of_many_seats_and_options_fit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = "sim mischwald --seats 5 --games 30 --seed 1 --each-option"
    assert obey(words.split()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line.rstrip()) for line in lines) <= 80
    for name in ("as above", "mole_cards=placed", "share_same_turn=no"):
        course, wins = (line for line in lines if line.startswith(name))
        assert course.count("±") == 1
        assert course.count("%") == 1
        assert wins.count("±") == 5
    (scores,) = (line for line in lines if line.startswith("score 5"))
    assert set(scores) & set("▂▃▄▅▆▇█")
    assert sum(line.startswith("length ") for line in lines) == 1


@pytest.mark.parametrize(("given", "seats"), [((), 2), (("--seats", "4"), 4)])
def test_a_game_in_a_file_and_the_smallest_number_of_seats(
    allmende: Run, given: tuple[str, ...], seats: int
) -> None:
    done = allmende("sim", SECRET_CARDS, "--games", 50, "--json", *given, ALLMENDE_INTERPRET="1")
    assert result_of(done)["seats"] == seats
