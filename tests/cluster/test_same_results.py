"""The same seed gives the same result alone, on several processes, and on a cluster; also where
workers and machines die."""

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.processes import LAST_RESORT, STATE, stat_of

from .conftest import (
    GLANCE,
    Run,
    begun,
    cluster_with,
    kill,
    processes_of,
    processes_with,
    started,
    wait_for_machines,
)

FOUR = "examples/four_in_a_row.py"
WAYS = (("--jobs", "1"), ("--jobs", "2"), ("--cluster", "local", "--jobs", "2"))
NOT_REPEATED = {
    *("seconds", "jobs", "moves_per_second", "games_per_second"),
    *("decisions_per_second", "seconds_per_decision"),
}
BOT = '''
class Middle:
    """Takes the move in the middle."""

    def __init__(self, game, seed):
        pass

    def choose(self, sight):
        moves = sight.legal()
        return moves[len(moves) // 2]
'''
AT_WORK = b"ray::carry_out"
"""What a process calls itself while it carries out a piece."""
LONG = ("arena", FOUR, "--players", "fox@400,calf", "--games", "120", "--seed", "s", "--json")


def lasting(data: Any) -> Any:
    """Leave out what depends on the clock."""
    if isinstance(data, dict):
        return {key: lasting(value) for key, value in data.items() if key not in NOT_REPEATED}
    return [lasting(value) for value in data] if isinstance(data, list) else data


def result_of(done: subprocess.CompletedProcess[str]) -> Any:
    """Read what a command printed, and nothing else."""
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return lasting(json.loads(done.stdout))


def test_a_simulation(allmende: Run, tmp_path: Path) -> None:
    found = []
    for number, way in enumerate(WAYS):
        rows, decisions = tmp_path / f"{number}.parquet", tmp_path / f"{number}d.parquet"
        command = ("sim", "halali", "--games", 200, "--option", "match=single", "--seed", "s")
        kept = ("--out", rows, "--decisions", decisions)
        result = result_of(allmende(*command, "--json", *kept, *way))
        sums = result_of(allmende(*command, "--json", "--each-option", *way))
        found.append((result, sums, rows.read_bytes(), decisions.read_bytes()))
    assert found[0] == found[1] == found[2]


def test_a_simulation_with_players(allmende: Run) -> None:
    command = ("sim", FOUR, "--players", "calf,random", "--games", 30, "--seed", "s", "--json")
    found = [result_of(allmende(*command, *way)) for way in WAYS]
    assert found[0] == found[1] == found[2]


def test_an_arena_with_a_player_of_ones_own(allmende: Run, tmp_path: Path) -> None:
    bot = tmp_path / "own.py"
    bot.write_text(BOT)
    found = []
    for number, way in enumerate(WAYS):
        games = tmp_path / str(number)
        players = ("--players", "calf,Middle,random", "--bot", f"{bot}:Middle", "--swiss", 2)
        command = ("arena", FOUR, *players, "--games", 24, "--seed", "s", "--json")
        result = result_of(allmende(*command, "--save-games", games, *way))
        found.append((result, [file.read_bytes() for file in sorted(games.iterdir())]))
    assert found[0] == found[1] == found[2]
    assert len(found[0][1]) == 24


def test_a_tuning(allmende: Run) -> None:
    size = ("--trials", 2, "--games", 4, "--final", 4, "--iterations", 10)
    command = ("tune", FOUR, *size, "--seed", "s", "--json")
    found = [result_of(allmende(*command, *way)) for way in WAYS]
    assert found[0] == found[1] == found[2]


def test_a_report(allmende: Run, tmp_path: Path) -> None:
    found = []
    for number, way in enumerate(WAYS):
        out = tmp_path / f"{number}.html"
        size = ("--games", 4, "--iterations", 8)
        done = allmende("report", FOUR, *size, "--seed", "s", "--out", out, *way)
        assert (done.returncode, done.stderr) == (0, "")
        found.append(out.read_bytes())
    assert found[0] == found[1] == found[2]


@pytest.fixture(scope="module")
def undisturbed(allmende: Run) -> Any:
    """What comes out of a long arena on this machine."""
    return result_of(allmende(*LONG))


def at_work(session: int) -> list[int]:
    """List the processes of a session that carry out a piece now."""
    return processes_with(
        lambda pid: (
            os.getsid(pid) == session
            and Path(f"/proc/{pid}/cmdline").read_bytes().startswith(AT_WORK)
        )
    )


def wait_for_worker(session: int, others_than: Sequence[int]) -> int:
    """Wait until a process has a piece that is none of some others."""
    end = time.monotonic() + LAST_RESORT
    while not (found := [pid for pid in at_work(session) if pid not in others_than]):
        assert time.monotonic() < end, "nobody works"
        assert stat_of(session)[STATE] != "Z", "who was to have it worked has ended"
        time.sleep(GLANCE / 10)
    return found[0]


def test_workers_that_are_killed_lose_and_change_nothing(undisturbed: Any) -> None:
    with begun(*LONG, "--cluster", "local", "--jobs", "2") as command:
        killed: list[int] = []
        for _ in range(3):
            killed.append(wait_for_worker(command.pid, killed))
            os.kill(killed[-1], signal.SIGKILL)
        out, complaints = command.communicate(timeout=LAST_RESORT)
    assert (command.returncode, complaints) == (0, "")
    assert lasting(json.loads(out)) == undisturbed


def test_a_machine_that_dies_loses_and_changes_nothing(undisturbed: Any) -> None:
    with cluster_with() as address, started("--address", address) as other:
        wait_for_machines(2, address)
        with begun(*LONG, "--cluster", address) as command:
            wait_for_worker(other.pid, [])
            kill(pid for pid in processes_of(other.pid) if pid != other.pid)
            out, complaints = command.communicate(timeout=LAST_RESORT)
    assert (command.returncode, complaints) == (0, "")
    assert lasting(json.loads(out)) == undisturbed


def test_a_stopped_run_goes_on_elsewhere(
    allmende: Run, address: str, undisturbed: Any, tmp_path: Path
) -> None:
    run = ("--run", str(tmp_path / "run.db"))
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        begun(*LONG, *run, "--cluster", "local", "--jobs", "2", TMPDIR=folder) as command,
    ):
        wait_for_worker(command.pid, [wait_for_worker(command.pid, [])])
        os.killpg(command.pid, signal.SIGKILL)
        command.communicate(timeout=LAST_RESORT)
    assert result_of(allmende(*LONG, *run, "--resume", "--cluster", address)) == undisturbed
