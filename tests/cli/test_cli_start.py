"""How the command starts and stops."""

import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests import forge
from tests.processes import LAST_RESORT, stops_soon, wait_for_work, wait_until_idle

from .cli_process import COMMAND, environment
from .conftest import InTerminal, Run

LONG = ["sim", "halali", "--games", "1000000000", "--jobs", "2"]
STARTED = 1  # seconds of work, by which a simulation is under way


def test_help_lists_the_commands(allmende: Run) -> None:
    asked = allmende("--help")
    assert asked.returncode == 0
    for command in ("table", "games", "play", "sim", "arena", "verify", "replay", "warm"):
        assert f"  {command} " in asked.stdout


@pytest.mark.parametrize("command", [[], ["table", "--no-open", "--port", "0"]])
def test_the_table_opens(command: list[str], tmp_path: Path) -> None:
    settings = {"XDG_DATA_HOME": str(tmp_path), "BROWSER": "true", "LOCALAPPDATA": str(tmp_path)}
    words, env = [*COMMAND, *command], environment() | settings
    with forge.piped(words, "stdout", env=env, from_nothing=not command) as (process, [told]):
        try:
            said = told.readline()
            assert said.startswith("The table is open: http://127.0.0.1:")
            address = said.split()[-1]
            with urllib.request.urlopen(f"{address}healthz", timeout=LAST_RESORT) as answer:
                assert answer.status == 200
        finally:
            process.send_signal(signal.SIGTERM)
    assert process.returncode == 0


def test_the_table_explains_and_checks_its_own_arguments(allmende: Run) -> None:
    assert "--tables-per-minute" in allmende("table", "--help").stdout
    refused = allmende("table", "--port", "many")
    assert refused.returncode == 2
    assert "invalid int value: 'many'" in refused.stderr


def test_version(allmende: Run) -> None:
    import allmende as package

    assert allmende("--version").stdout == f"allmende {package.__version__}\n"


def test_help_does_not_load_the_compiler() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "allmende", "sim", "--help"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert "typer" in done.stderr
    assert "numba" not in done.stderr
    assert "numpy" not in done.stderr


@pytest.mark.parametrize("command", [["games"], ["position"], ["replay", "--every"]])
def test_a_reader_who_leaves_early_is_no_trouble(command: list[str], saved: Path) -> None:
    files = [] if command == ["games"] else [str(saved)]
    words = [*COMMAND, *command, *files]
    with forge.piped(words, "stdout", "stderr") as (process, [told, complaints]):
        told.close()
        assert complaints.read() == ""
    assert process.returncode == 1


def test_interrupt_stops_a_simulation_and_leaves_no_file(allmende: Run, tmp_path: Path) -> None:
    allmende("warm", "halali")
    words = [*COMMAND, *LONG, "--out", str(tmp_path / "games.parquet")]
    with forge.piped(words, "stderr", env=environment()) as (process, [complaints]):
        wait_for_work(process.pid, STARTED)
        with stops_soon(process.pid):
            process.send_signal(signal.SIGINT)
            assert complaints.read() == "allmende: stopped\n"
            assert process.wait(LAST_RESORT) == 130
    assert list(tmp_path.iterdir()) == []


def test_interrupt_stops_a_simulation_with_a_progress_bar(
    allmende: Run, in_terminal: InTerminal
) -> None:
    allmende("warm", "halali")
    terminal = in_terminal(*LONG, streams=["stderr"])
    terminal.read_until("games/s")
    with stops_soon(terminal.process.pid):
        terminal.interrupt()
        screen = terminal.read_to_the_end()
    assert terminal.process.returncode == 130
    assert screen.endswith("allmende: stopped\r\n")
    assert "Traceback" not in screen


def test_interrupt_leaves_a_game(in_terminal: InTerminal) -> None:
    terminal = in_terminal("play", "halali")
    terminal.read_until("Seat 1> ")
    # Readline misses a signal between writing its prompt and waiting for a key.
    wait_until_idle(terminal.process.pid)
    terminal.interrupt()
    assert terminal.read_to_the_end().endswith("\r\nallmende: stopped\r\n")
    assert terminal.process.returncode == 130
