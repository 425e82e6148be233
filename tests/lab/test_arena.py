"""The arena: fair seats, paired deals, the same result on any number of processes."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from allmende.core.errors import BadSetup
from allmende.core.registry import find_game
from allmende.lab.arena import compete
from allmende.lab.contest import Contest, Plan, deal
from allmende.lab.entrants import Entrant, FromFile, entrants_named
from allmende.lab.outcome import Outcome
from allmende.lab.schedule import all_play_all, sittings_of
from allmende.lab.standings import Result
from tests.conformance.subjects import SMALL_GAME

from .players import Crashing, First, no_thought, searching

FOUR = "examples/four_in_a_row.py"
STRONG, WEAK = searching("strong", 150), searching("weak", 10)
NOT_REPEATED = {"seconds", "jobs", "decisions_per_second", "seconds_per_decision"}


def lasting(data: Any) -> Any:
    """Leave out what depends on the clock."""
    if isinstance(data, dict):
        return {key: lasting(value) for key, value in data.items() if key not in NOT_REPEATED}
    return [lasting(value) for value in data] if isinstance(data, list) else data


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return []


@pytest.fixture(scope="module")
def result(outcomes: list[Outcome]) -> Result:
    return compete(Plan(FOUR, (STRONG, WEAK), games=29, seed="x"), keep=outcomes.append)


def test_the_stronger_player_wins(result: Result) -> None:
    first, second = result.rows
    assert (first.name, second.name) == ("strong", "weak")
    assert first.win_rate > 0.7
    assert first.win_rate + second.win_rate == pytest.approx(1.0)
    assert result.pairs[0].told_apart
    assert result.too_close == []


def test_the_number_of_games_is_rounded_up_to_whole_deals(result: Result) -> None:
    assert (result.asked, result.games, result.deals) == (29, 30, 15)


def test_every_deal_is_played_in_every_seating(result: Result, outcomes: list[Outcome]) -> None:
    assert [(game.sitting.deal, game.sitting.players) for game in outcomes] == [
        (number, players) for number in range(15) for players in ((0, 1), (1, 0))
    ]
    assert [game.sitting.number for game in outcomes] == list(range(30))


def test_data(result: Result) -> None:
    data = result.as_data()
    assert json.loads(json.dumps(data)) == data
    standing = data["standings"][0]
    assert standing["elo_interval"][0] < standing["elo"] < standing["elo_interval"][1]
    assert standing["decisions"] > 50
    assert standing["decisions_per_second"] > 0
    assert data["incidents"] == []
    assert data["game"] == "four-in-a-row"


def test_the_same_plan_gives_the_same_result_on_any_number_of_processes(result: Result) -> None:
    again = compete(Plan(FOUR, (STRONG, WEAK), games=29, seed="x", jobs=2))
    assert lasting(again.as_data()) == lasting(result.as_data())
    other = compete(Plan(FOUR, (STRONG, WEAK), games=29, seed="y"))
    assert lasting(other.as_data())["standings"] != lasting(result.as_data())["standings"]


def test_players_move_on_by_one_seat_and_the_deal_stays() -> None:
    plan = Plan(SMALL_GAME, tuple(Entrant(name, no_thought) for name in "abc"), 3, "s")
    sittings = [it for it in sittings_of(all_play_all(3, 3, 5)) if it.deal == 4]
    games = [Contest(plan, sitting) for sitting in sittings]
    assert [it.players for it in sittings] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert all(game.s.tobytes() == deal(plan, 4).tobytes() for game in games)


def test_outcomes_are_by_seat_and_standings_by_player() -> None:
    """On the first column alone the first to move has four first, whoever that is."""
    plan = Plan(FOUR, (Entrant("one", First), Entrant("two", First)), 20, "s")
    outcomes: list[Outcome] = []
    result = compete(plan, keep=outcomes.append)
    assert [(game.sitting.players, game.places) for game in outcomes[:2]] == [
        ((0, 1), (1, 2)),
        ((1, 0), (1, 2)),
    ]
    assert [row.win_rate for row in result.single_rows] == [0.5, 0.5]
    first, second = result.seat_rows
    assert (first.win_rate, second.win_rate) == (1.0, 0.0)
    assert not first.win_interval.covers(0.5)


def test_too_few_games_are_noticed() -> None:
    result = compete(Plan(FOUR, (Entrant("a", no_thought), Entrant("b", no_thought)), 4, "s"))
    assert len(result.too_close) == 1
    assert not result.pairs[0].told_apart


def test_names_may_repeat() -> None:
    players = ("random", "random", "random")
    result = compete(Plan(SMALL_GAME, players, games=6, seed="s"))
    assert [(row.name, row.players) for row in result.rows] == [("random", 3)]
    assert result.rows[0].win_rate == pytest.approx(1 / 3)
    assert [row.name for row in result.single_rows] == ["random 1", "random 2", "random 3"]
    assert sum(row.win_rate for row in result.single_rows) == pytest.approx(1.0)
    assert result.pairs == result.too_close == []


def test_two_of_one_name_against_another() -> None:
    players = (Entrant("x", no_thought), searching("s", 30), Entrant("x", no_thought))
    result = compete(Plan(SMALL_GAME, players, games=9, seed="s"))
    rates = {row.name: row.win_rate * row.players for row in result.rows}
    assert sum(rates.values()) == pytest.approx(1.0)
    assert {pair.first for pair in result.pairs} | {pair.second for pair in result.pairs} == {
        "x",
        "s",
    }


def test_trouble_is_counted_and_the_games_go_on() -> None:
    plan = Plan(FOUR, (Entrant("bad", Crashing), Entrant("good", First)), 4, "s")
    result = compete(plan)
    bad = next(row for row in result.rows if row.name == "bad")
    assert bad.incidents == bad.decisions == len(result.incidents) > 0
    found = result.as_data()["incidents"][0]
    assert (found["player"], found["kind"], found["deal"]) == ("bad", "crash", 0)
    assert "ZeroDivisionError: lost" in found["detail"]


def test_levels_at_a_pace() -> None:
    heard: list[int] = []
    plan = Plan("halali", ("calf", "random"), 2, "s", options={"match": "single"}, pace=0.1)
    began = time.process_time()
    result = compete(plan, heard.append)
    assert heard == [1, 1]
    assert result.as_data()["pace"] == 0.1
    # Its own count is of the clock on the wall, which runs on when others have the processor.
    assert (time.process_time() - began) / result.rows[0].decisions < 0.02
    assert result.rows[0].seconds_per_decision > 0


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"players": ("random",)}, "is played by 2, so name 2 players or more, not 1"),
        ({"players": ("random", "lion")}, "there is no player 'lion'; there are: calf, cow, bull"),
        ({"seats": 3}, "is played by 2, not by 3"),
        ({"seats": 2, "players": ("calf",)}, "there are 2 seats, so name 2 players or more, not 1"),
        ({"players": ("calf@many", "random")}, "'calf@many': write a number of iterations behind"),
        ({"players": ("lion@5", "random")}, "there is no player 'lion@5'"),
        ({"swiss": 2}, "needs more players than the 2 of one table, not 2"),
        (
            {"swiss": 1, "players": ("random",) * 3},
            "3 players do not fill tables of 2: in a Swiss tournament of one round somebody would",
        ),
        (
            {"players": ("random",) * 7},
            "--games 2: too few for 7 players; everybody sits down once with --games 8",
        ),
        ({"options": {"size": "big"}}, "has no option 'size'"),
        ({"bots": ("my.txt:Bot",)}, "--bot my.txt:Bot: write it as --bot my.py:MyBot"),
        ({"bots": ("my.py",)}, "--bot my.py: write it as --bot my.py:MyBot"),
        ({"bots": ("my.py:fox",)}, "there is a player 'fox' already"),
        (
            {"players": (Entrant("local", lambda game, seed: First(game, seed)),) * 2, "jobs": 2},
            "player 'local' cannot be sent to other processes",
        ),
    ],
)
def test_bad_plans_say_what_would_be_right(change: dict[str, Any], complaint: str) -> None:
    plan = {"game": FOUR, "players": ("random", "random"), "games": 2, "seed": "s", **change}
    with pytest.raises(BadSetup, match=complaint):
        compete(Plan(**plan))


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        (None, "there is no file"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("class Other: pass", "has no class 'Mine'"),
        ("class Mine: pass", r"Mine\(game, seed\) failed: TypeError"),
        ("class Mine:\n def __init__(self, game, seed): pass", "Mine has no method choose"),
    ],
)
def test_a_bad_file_is_named_with_what_is_missing(
    tmp_path: Path, source: str | None, complaint: str
) -> None:
    path = tmp_path / "mine.py"
    if source is not None:
        path.write_text(source)
    (entrant,) = entrants_named(["Mine"], [f"{path}:Mine"])
    with pytest.raises(BadSetup, match=complaint) as caught:
        entrant.make(find_game(FOUR), "seed")
    assert str(path) in str(caught.value)


def test_a_player_from_a_file() -> None:
    here = Path(__file__).with_name("players.py")
    assert FromFile.from_text(f"{here}:First").class_name == "First"
