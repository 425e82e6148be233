"""Players against each other, as a real command."""

import json
import signal
from pathlib import Path

from tests import forge
from tests.processes import wait_for_work

from .cli_process import COMMAND, environment
from .conftest import Run

FOUR = "examples/four_in_a_row.py"
ARENA = ("arena", FOUR, "--seed", "5")
STARTED = 4  # seconds of work, by which both processes play
SCHEMA = {
    "game": str,
    "seats": int,
    "options": dict,
    "seed": str,
    "jobs": int,
    "pace": float,
    "games": int,
    "games_asked": int,
    "deals": int,
    "swiss": type(None),
    "seconds": float,
    "mean_length": float,
    "standings": list,
    "players": list,
    "pairs": list,
    "too_close": list,
    "by_seat": list,
    "incidents": list,
}
OWN_BOTS = '''
"""Two players of one's own: one that blocks nothing, and one that breaks down."""


class Middle:
    def __init__(self, game, seed):
        self.game = game

    def choose(self, sight):
        return min(sight.legal(), key=lambda move: abs(move - 3))


class Broken(Middle):
    def choose(self, sight):
        raise RuntimeError("out of ideas")
'''


def test_table(allmende: Run) -> None:
    done = allmende(*ARENA, "--players", "calf,random", "--games", 15, "--pace", "0.5")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Four in a row: 16 games, 8 deals\nseed 5, pace 0.5" in done.stdout
    assert "Rounded up from 15 games." in " ".join(done.stdout.split())
    for words in ("wins", "Elo", "95 %", "score", "s/decision", "decisions/s", "2 seatings"):
        assert words in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) <= 82


def test_pace_goes_without_saying_and_few_games_get_a_warning(allmende: Run) -> None:
    done = allmende(*ARENA, "--players", "random,random", "--games", 2)
    assert "pace" not in done.stdout
    assert "random ×2" in done.stdout
    assert "random 2" in done.stdout
    done = allmende(*ARENA, "--players", "calf,random", "--games", 2)
    assert "WARNING: 2 games are too few to tell" in done.stdout


def test_json_with_bots_of_ones_own_on_two_processes(allmende: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN_BOTS)
    command = (*ARENA, "--players", "Middle,Broken", "--games", 4, "--json", "--jobs", 2)
    done = allmende(*command, "--bot", f"{path}:Middle", "--bot", f"{path}:Broken")
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert {name: type(value) for name, value in result.items()} == SCHEMA
    assert result["standings"][0]["name"] == "Middle"
    assert result["standings"][0]["incidents"] == 0
    assert result["standings"][1]["incidents"] == len(result["incidents"]) > 0
    assert "out of ideas (own.py:" in result["incidents"][0]["detail"]


def test_incidents_are_shown(allmende: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN_BOTS)
    bots = ("--bot", f"{path}:Broken")
    done = allmende(*ARENA, "--players", "random,Broken", "--games", 2, *bots)
    assert "incidents" in done.stdout
    assert "INCIDENT: Broken, seat 1, ply 1: crash: RuntimeError: out of ideas" in done.stdout
    assert "more; --json lists all." in done.stdout


def test_a_file_that_lacks_something_is_one_line(allmende: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN_BOTS)
    done = allmende(*ARENA, "--players", "Left,random", "--bot", f"{path}:Left")
    assert done.returncode == 2
    assert done.stderr == f"allmende: {path} has no class 'Left'\n"


def test_interrupt_stops_all_processes(allmende: Run) -> None:
    allmende("warm", FOUR)
    command = [*COMMAND, *ARENA, "--players", "fox,fox", "--jobs", "2"]
    with forge.piped(command, "stderr", env=environment()) as (process, [complaints]):
        wait_for_work(process.pid, STARTED)
        process.send_signal(signal.SIGINT)
        assert complaints.read() == "allmende: stopped\n"  # nobody else holds it open
    assert process.returncode == 130
