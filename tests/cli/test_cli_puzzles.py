"""`allmende puzzles`, as a real command, with little thought."""

from pathlib import Path

from .conftest import Run

COMMAND = ("puzzles", "examples/four_in_a_row.py", "--seed", "test", "--effort", "0.1")


def test_puzzles_are_written_down_and_more_are_added(allmende: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    done = allmende(*COMMAND, "--puzzles", 1, "--out", file, from_nothing=True)
    assert done.returncode == 0, done.stderr
    (first,) = file.read_text().splitlines()
    assert done.stdout.splitlines()[-1] == f"{file} holds 1 of 1 puzzles of four-in-a-row."
    done = allmende(*COMMAND, "--puzzles", 2, "--out", file)
    assert done.returncode == 0, done.stderr
    assert file.read_text().splitlines()[0] == first
    assert len(file.read_text().splitlines()) == 2
    done = allmende(*COMMAND, "--puzzles", 2, "--out", file)
    assert done.stdout == f"{file} holds 2 of 2 puzzles of four-in-a-row.\n"


def test_a_file_that_cannot_be_written_is_told_before_the_work(
    allmende: Run, tmp_path: Path
) -> None:
    file = tmp_path / "no folder" / "puzzles.jsonl"
    done = allmende(*COMMAND, "--out", file)
    assert done.returncode == 2
    assert done.stderr == f"allmende: {file} cannot be written: No such file or directory\n"
