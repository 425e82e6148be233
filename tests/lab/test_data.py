"""Rows of games and decisions: as the page says, the same bytes for the same seed, never held in
memory all at once, and true."""

import errno
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

import allmende
from allmende.core.errors import BadSetup
from allmende.core.registry import find_game
from allmende.lab import parquet, simulate
from allmende.lab.arena import compete
from allmende.lab.columns import ABOUT_THE_COURSE, ABOUT_THE_GAME, DECISION_COLUMNS, Column
from allmende.lab.contest import Plan as Contest
from allmende.lab.entrants import Entrant
from allmende.lab.playing import simulate_players
from allmende.lab.rows import DataSet, Played, data_set, option_values
from allmende.lab.simulate import Plan
from allmende.lab.staged import staging
from allmende.lab.standings import Result

from .players import Crashing, searching
from .test_arena import lasting

FOUR = "examples/four_in_a_row.py"
PAGE = Path("docs/data.md")
HALALI = {"match": "single"}


def rows(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
    return found


def played_at_random(folder: Path, plan: Plan) -> tuple[Path, Path, DataSet]:
    games, decisions = folder / "games.parquet", folder / "decisions.parquet"
    noted = decisions if plan.logged else None
    with staging() as stage, data_set(stage, plan.game, games, noted, force=True) as files:
        simulate.simulate(plan, keep=lambda piece: files.add_piece(plan, piece))
    return games, decisions, files


def played_by_bots(folder: Path, plan: Contest) -> tuple[Path, Path, Result]:
    games, decisions = folder / "games.parquet", folder / "decisions.parquet"
    plan = replace(plan, logged=True)
    names = [entrant.name for entrant in plan.entrants()]
    with (
        staging() as stage,
        data_set(stage, find_game(plan.game), games, decisions, force=True) as files,
    ):
        result = compete(
            plan,
            keep=lambda game: files.add_played(Played(game, plan.options, plan.seed, names)),
        )
    return games, decisions, result


def table_lines(columns: tuple[Column, ...]) -> list[str]:
    return [f"| `{column.name}` | `{column.type}` | {column.meaning} |" for column in columns]


@pytest.mark.parametrize("columns", [(*ABOUT_THE_GAME, *ABOUT_THE_COURSE), DECISION_COLUMNS])
def test_the_page_shows_every_column(columns: tuple[Column, ...]) -> None:
    lines = PAGE.read_text().splitlines()
    first = lines.index(table_lines(columns)[0], lines.index(f"### {title_of(columns)}"))
    shown = [
        line
        for line in lines[first : lines.index("", first)]
        if not line.startswith("| `option_…`")
    ]
    assert shown == table_lines(columns)


def title_of(columns: tuple[Column, ...]) -> str:
    return "A row per decision" if columns == DECISION_COLUMNS else "A row per game"


@pytest.fixture(scope="module")
def random_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    plan = Plan(find_game("halali"), 12, 2, "rows", HALALI, logged=True)
    return played_at_random(tmp_path_factory.mktemp("random"), plan)[:2]


def test_a_file_has_the_columns_it_should(random_files: tuple[Path, Path]) -> None:
    games, decisions = (pyarrow.parquet.read_schema(path) for path in random_files)
    expected = [*(column.name for column in ABOUT_THE_GAME), "option_match"]
    expected += [column.name for column in ABOUT_THE_COURSE]
    assert games.names == expected
    assert decisions.names == [column.name for column in DECISION_COLUMNS]
    assert str(games.field("places").type).startswith("list<")
    assert set(games.metadata) == {b"allmende.schema", b"allmende.version"}


def test_rows_of_random_games_are_true(random_files: tuple[Path, Path]) -> None:
    games, decisions = (rows(path) for path in random_files)
    assert [game["index"] for game in games] == list(range(12))
    for game in games[::5]:
        mine = [decision for decision in decisions if decision["index"] == game["index"]]
        agrees_with_replay(game, mine)


def agrees_with_replay(game: dict[str, Any], decisions: list[dict[str, Any]]) -> None:
    """Play a game again from its seed and its notations, and compare all that the row says."""
    options = {"match": game["option_match"]} if "option_match" in game else {}
    where = FOUR if game["game"] == "four-in-a-row" else game["game"]
    match = allmende.new(where, game["seats"], game["seed"], options)
    choices, legal = [0] * game["seats"], 0
    for ply, decision in enumerate(decisions):
        seat = decision["seat"]
        moves = match.legal(seat)
        assert (decision["ply"], decision["legal"]) == (ply, len(moves))
        assert decision["phase"] == match.game.phases[int(match.record.phase)]
        assert decision["player"] == game["players"][seat]
        choices[seat] += len(moves) > 1
        legal += len(moves)
        assert match.play(decision["notation"], seat).number == decision["move"]
    assert match.over
    assert (game["scores"], game["places"]) == (match.scores(), match.ranking())
    assert (game["ending"], game["rules"]) == (match.ending, match.rules)
    assert (game["moves"], game["choices"], game["legal"]) == (len(decisions), choices, legal)
    assert game["winners"] == [seat for seat, place in enumerate(match.ranking()) if place == 1]


def test_rows_of_players_are_true(tmp_path: Path) -> None:
    players = (searching("clever", 30), "random", Entrant("broken", Crashing))
    files = played_by_bots(tmp_path, Contest(FOUR, players, 6, "bots"))
    games, decisions = map(rows, files[:2])
    assert sorted(tuple(game["players"]) for game in games) == [
        ("broken", "clever"),
        ("broken", "random"),
        ("clever", "broken"),
        ("clever", "random"),
        ("random", "broken"),
        ("random", "clever"),
    ]
    assert [game["deal"] for game in games] == [0, 0, 1, 1, 2, 2]
    for game in games:
        mine = [decision for decision in decisions if decision["index"] == game["index"]]
        agrees_with_replay(game, mine)
        failed = [[move["incident"] for move in mine if move["seat"] == seat] for seat in (0, 1)]
        assert game["incidents"] == [seat.count("crash") for seat in failed]
    for decision in decisions:
        thought = decision["player"] == "clever" and decision["legal"] > 1
        assert decision["iterations"] == (30 if thought else None)
        assert (decision["value"] is not None and 0 <= decision["value"] <= 1) == thought
        broken = decision["player"] == "broken" and decision["legal"] > 1
        assert decision["incident"] == ("crash" if broken else None)


def test_the_same_seed_gives_the_same_bytes(
    tmp_path: Path, random_files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when threads hand out other pieces."""
    monkeypatch.setattr(simulate, "MOST_CHUNK", 5)
    monkeypatch.setattr(simulate, "MOST_DECISIONS", 300)
    plan = Plan(find_game("halali"), 12, 2, "rows", HALALI, jobs=2, logged=True)
    assert option_values(plan.game, {}) == {"option_match": "return"}
    again = played_at_random(tmp_path, plan)
    for path, before in zip(again[:2], random_files, strict=True):
        assert path.read_bytes() == before.read_bytes()


def test_a_tournament_is_the_same_on_any_number_of_processes(tmp_path: Path) -> None:
    """Also a Swiss one, where who meets whom hangs on what came out before."""
    players = (searching("clever", 30), "random", "calf", "random", "random")
    plan = Contest(FOUR, players, 12, "s", swiss=3)
    tries = []
    for change in ({}, {"jobs": 2}, {"seed": "t"}):
        *files, result = played_by_bots(tmp_path, replace(plan, **change))
        tries.append(([path.read_bytes() for path in files], lasting(result.as_data())))
    assert tries[0] == tries[1]
    assert tries[0][0][0] != tries[2][0][0]
    assert {row.games for row in result.single_rows} <= {4, 6}
    assert [game["round"] for game in rows(files[0])] == [0] * 4 + [1] * 4 + [2] * 4


def test_memory_does_not_grow_with_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "ROWS_IN_A_GROUP", 1000)
    monkeypatch.setattr(simulate, "MOST_CHUNK", 500)
    game = find_game(FOUR)
    for count in (4_200, 16_800):
        path, _, files = played_at_random(tmp_path, Plan(game, count, 2, "many"))
        assert files.games is not None
        assert files.games.most_held < 1000 + 500
        shape = pyarrow.parquet.read_metadata(path)
        assert (shape.num_rows, shape.num_row_groups) == (count, -(-count // 1000))
        groups = range(shape.num_row_groups - 1)
        assert {shape.row_group(group).num_rows for group in groups} == {1000}


def test_players_stay_in_their_seats_in_a_simulation() -> None:
    seen: list[tuple[int, ...]] = []
    plan = Contest(FOUR, ("random", searching("clever", 30)), 6, "s", seats=2)
    result = simulate_players(plan, keep=lambda outcome: seen.append(outcome.sitting.players))
    assert seen == [(0, 1)] * 6
    assert result.players == ("random", "clever")
    assert result.summary.win_share(1) > result.summary.win_share(0)
    data = result.as_data()
    assert data["moves"] == pytest.approx(6 * data["length"]["mean"])
    assert data["branching"]["quantiles"]["100"] <= 7


def test_who_has_not_installed_it_is_told_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    wish = "writing Parquet needs pyarrow: pip install 'allmende.data.'"
    with (
        pytest.raises(BadSetup, match=wish),
        staging() as stage,
        data_set(stage, find_game(FOUR), tmp_path / "x.parquet"),
    ):
        pass
    assert list(tmp_path.iterdir()) == []


def test_an_error_on_the_way_leaves_nothing(tmp_path: Path) -> None:
    old, more, folder = (tmp_path / name for name in ("old.parquet", "more.parquet", "games"))
    old.write_text("precious")
    unfinished = []

    def fail() -> None:
        with staging() as stage, data_set(stage, find_game(FOUR), old, more, force=True):
            (stage.folder(folder, False) / "0.allmende").write_text("a game")
            unfinished.extend(sorted(path.name for path in tmp_path.iterdir()))
            raise RuntimeError("on the way")

    with pytest.raises(RuntimeError, match="on the way"):
        fail()
    assert unfinished == ["games.new", "more.parquet.new", "old.parquet", "old.parquet.new"]
    assert [path.name for path in tmp_path.iterdir()] == ["old.parquet"]
    assert old.read_text() == "precious"


def test_a_file_that_cannot_be_finished_takes_the_others_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full at the very end."""
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    plan = Plan(find_game(FOUR), 3, 2, "full", logged=True)

    def no_room(number: int) -> None:
        raise full

    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(BadSetup, match=r"games\.parquet cannot be written: No space left"):
        played_at_random(tmp_path, plan)
    assert list(tmp_path.iterdir()) == []
