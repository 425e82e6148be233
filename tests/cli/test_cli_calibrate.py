"""`allmende calibrate`, as a real command."""

from pathlib import Path

from allmende.bots.calibration import read_calibration
from allmende.lab.reliability import reliability_in

from .conftest import Run

COMMAND = ("calibrate", "examples/kuhn_poker.py", "--games", 40, "--seed", "test")


def test_a_calibration_is_measured_and_written_whole(allmende: Run, tmp_path: Path) -> None:
    file = tmp_path / "coach.jsonl"
    done = allmende(*COMMAND, "--out", file)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("320 positions of 40 games\n")
    assert done.stdout.endswith(f"\n{file} says how to read the coach in kuhn-poker.\n")
    assert "Brier score" in done.stdout
    assert read_calibration(file).seats.keys() == {"2"}
    assert reliability_in(file.read_text().splitlines()[1:]).games == 40
    written = file.read_bytes()
    assert allmende(*COMMAND, "--out", file, "--jobs", 2).returncode == 0
    assert file.read_bytes() == written
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_bad_input_is_one_line(allmende: Run, tmp_path: Path) -> None:
    nowhere = tmp_path / "no folder" / "coach.jsonl"
    done = allmende(*COMMAND, "--out", nowhere)
    assert done.returncode == 2
    assert done.stderr == f"allmende: {nowhere} cannot be written: No such file or directory\n"
    done = allmende("calibrate", "no_such_game", "--out", tmp_path / "c.jsonl")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())
