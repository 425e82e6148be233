"""Data sets, runs and saved games, as real commands."""

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from allmende.cli.run import obey
from tests import forge

from .cli_process import COMMAND, environment
from .conftest import Run
from .test_cli_errors import is_one_line

FOUR = "examples/four_in_a_row.py"
SIM = ("sim", FOUR, "--games", 40, "--seed", 5)
ARENA = ("arena", FOUR, "--players", "calf@10,random,calf@20", "--games", 12, "--seed", 5)
BY_LOT = ("arena", FOUR, "--players", "random,random,random", "--games", 12, "--seed", 5)
NOT_REPEATED = {"seconds", "jobs", "decisions_per_second", "seconds_per_decision"}


STOPPING_BOT = '''
"""A player that takes the first move, and stops for good in its fifth game if there is a gate."""

import time
from pathlib import Path

GATE = Path(__file__).with_name("gate")
games = 0


class Stopping:
    def __init__(self, game, seed):
        self.first = True

    def choose(self, sight):
        global games
        games += self.first
        self.first = False
        if games == 5 and GATE.exists():
            with GATE.open("w") as gate:
                gate.write("5")
            time.sleep(3600)
        return sight.legal()[0]
'''


def rows(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
    return found


def lasting(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: lasting(value) for key, value in data.items() if key not in NOT_REPEATED}
    return [lasting(value) for value in data] if isinstance(data, list) else data


def test_each_option_is_compared_and_all_games_are_rows(allmende: Run, tmp_path: Path) -> None:
    out = tmp_path / "halali.parquet"
    done = allmende("sim", "halali", "--games", 30, "--each-option", "--json", "--out", out)
    result = json.loads(done.stdout)
    (other,) = result["each_option"]
    assert (other["option"], other["choice"]) == ("match", "single")
    assert other["mean_length"] < result["mean_length"]
    found = rows(out)
    assert [row["index"] for row in found] == list(range(60))
    assert [row["option_match"] for row in found] == ["return"] * 30 + ["single"] * 30
    assert found[0]["seed"] == found[30]["seed"] == f"{result['seed']}/0"


def test_players_in_a_simulation(allmende: Run, tmp_path: Path) -> None:
    out, decisions = tmp_path / "games.parquet", tmp_path / "decisions.parquet"
    files = ("--out", out, "--decisions", decisions)
    done = allmende("sim", FOUR, "--games", 3, "--seed", 1, "--players", "calf@20,random", *files)
    assert done.stderr == ""
    assert "Four in a row: 3 games with 2 seats\nplayers calf@20, random, seed 1" in done.stdout
    assert "1 calf@20" in done.stdout
    assert {tuple(row["players"]) for row in rows(out)} == {("calf@20", "random")}
    assert len(rows(decisions)) == sum(row["moves"] for row in rows(out))
    done = allmende("sim", FOUR, "--games", 1, "--seed", 1, "--players", "cow", "--pace", "0.01")
    assert "cow looked at the clock" in done.stdout
    assert "2 cow" in done.stdout


def test_an_arena_writes_rows_games_and_standings(allmende: Run, tmp_path: Path) -> None:
    out, folder = tmp_path / "games.parquet", tmp_path / "games"
    done = allmende(*ARENA, "--out", out, "--save-games", folder)
    assert "All 3 groups of 2 out of 3 players met equally often." in " ".join(done.stdout.split())
    assert len(rows(out)) == len(list(folder.glob("*.allmende"))) == 12
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "games.parquet"]
    again = allmende(*ARENA, "--out", out, "--save-games", folder)
    is_one_line(again, 2, f"{out} is there already: replace it with --force, or name another")
    before = out.read_bytes()
    allmende(*ARENA, "--out", out, "--save-games", folder, "--force")
    assert out.read_bytes() == before
    saved = folder / "0000003.allmende"
    assert allmende("verify", saved, "--game", FOUR).returncode == 0


def test_a_killed_arena_goes_on(allmende: Run, tmp_path: Path) -> None:
    """A real process is killed in the middle of a game; the one that goes on ends as one that was
    never disturbed."""
    bot, gate = tmp_path / "own.py", tmp_path / "gate"
    run, out, undisturbed = (tmp_path / name for name in ("run.db", "a.parquet", "b.parquet"))
    bot.write_text(STOPPING_BOT)
    players = ("--players", "Stopping,random", "--bot", f"{bot}:Stopping", "--limit", "600")
    arena = ("arena", FOUR, *players, "--games", "8", "--seed", "9", "--json")
    whole = allmende(*arena, "--out", undisturbed)
    os.mkfifo(gate)
    keeping = (*arena, "--run", str(run), "--out", str(out))
    with forge.piped([*COMMAND, *keeping], env=environment()) as (process, _), gate.open() as told:
        assert told.read(1) == "5"
        process.kill()
    gate.unlink()
    assert not out.exists()
    assert games_in(run) == 4
    resumed = allmende(*keeping, "--resume")
    assert resumed.stderr == ""
    assert lasting(json.loads(resumed.stdout)) == lasting(json.loads(whole.stdout))
    assert out.read_bytes() == undisturbed.read_bytes()
    assert games_in(run) == 8
    assert not out.with_name("a.parquet.new").exists()
    other = allmende(*keeping, "--resume", "--force", "--pace", "0.5")
    is_one_line(other, 2, f"{run} was begun with pace 1, not 0.5: a run goes on with the settings")


def games_in(run: Path) -> int:
    with closing(sqlite3.connect(run)) as database:
        (count,) = database.execute("SELECT count(*) FROM games").fetchone()
        return int(count)


BAD_REQUESTS = [
    (SIM, "--out x.csv", "x.csv: the name of this file must end in .parquet"),
    (SIM, "--decisions x", "x: the name of this file must end in .parquet"),
    (SIM, "--out nowhere/x.parquet", "nowhere/x.parquet cannot be written: No such file or dir"),
    (SIM, "--out folder.parquet", "folder.parquet is a folder, not a file"),
    (SIM, "--out there.parquet", "there.parquet is there already: replace it with --force, or"),
    (
        SIM,
        "--out x.parquet --decisions x.parquet",
        "x.parquet is named twice: each thing needs a place of its own",
    ),
    (BY_LOT, "--out x.parquet --run x.parquet", "x.parquet is named twice: each thing needs a pl"),
    (SIM, "--players calf,lynx", "there is no player 'lynx'; there are: calf, cow, bull, fox"),
    (SIM, "--players calf,cow,fox", "four-in-a-row is played by 2, not by 3"),
    (SIM, "--players calf,cow,fox --seats 2", "--players calf,cow,fox: these are 3 players for 2"),
    (SIM, "--players calf@0", "player 'calf@0': write a number of iterations behind @, as calf@4"),
    (SIM, "--players calf --check", "--check goes with random games, not with --players"),
    (SIM, "--each-option", "four-in-a-row has no options to compare"),
    (BY_LOT, "--out x.txt", "x.txt: the name of this file must end in .parquet"),
    (BY_LOT, "--save-games full", "full is not empty: replace its games with --force, or name"),
    (BY_LOT, "--save-games full --force", "full holds letter.txt, which is no game: name another"),
    (BY_LOT, "--save-games there.parquet", "there.parquet is a file, not a folder"),
    (BY_LOT, "--save-games nowhere/games", "nowhere/games cannot be written: No such file or dir"),
    (BY_LOT, "--resume", "--resume goes with --run FILE, the run to go on with"),
    (BY_LOT, "--resume --run no.db", "there is no run no.db to go on with: leave out --resume"),
    (BY_LOT, "--run there.parquet", "there.parquet is there already: go on with it with --resume"),
    (BY_LOT, "--run there.parquet --resume", "the run there.parquet cannot be used: file is not"),
    (BY_LOT, "--run there.parquet --force", "the run there.parquet cannot be used: file is not"),
    (BY_LOT, "--run nowhere/run.db", "the run nowhere/run.db cannot be used: unable to open"),
    (BY_LOT, "--swiss 0", "invalid value for '--swiss': '0' is not a whole number from 1 to 1,000"),
    (
        BY_LOT,
        "--games 1",
        "--games 1: too few for 3 players; everybody sits down once",
    ),
]


@pytest.mark.parametrize(
    ("command", "more", "line"), BAD_REQUESTS, ids=[more for _, more, _ in BAD_REQUESTS]
)
def test_bad_requests_leave_everything_as_it_was(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: tuple[object, ...],
    more: str,
    line: str,
) -> None:
    (tmp_path / "folder.parquet").mkdir()
    (tmp_path / "there.parquet").write_text("precious" * 100)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("precious")
    before = everything_in(tmp_path)
    arguments = [tmp_path / word if is_path(word) else word for word in more.split()]
    code = obey([str(word) for word in (*command, *arguments)])
    said = capsys.readouterr()
    complaint = said.err.replace(f"{tmp_path}/", "")
    is_one_line(subprocess.CompletedProcess([], code, said.out, complaint), 2, line)
    assert everything_in(tmp_path) == before


def is_path(word: str) -> bool:
    return "." in word or "/" in word or word in ("x", "full")


def everything_in(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }
