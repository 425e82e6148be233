"""`allmende tune`, as a real command, with little thought."""

import json
import sys
from pathlib import Path

import pytest

from allmende.cli.tune import check_optuna, locked
from allmende.core.errors import BadSetup

from .conftest import Run

FEW = ("--trials", 1, "--games", 2, "--final", 2, "--iterations", 10)
COMMAND = ("tune", "examples/four_in_a_row.py", *FEW)


def test_a_study_is_kept_and_goes_on(allmende: Run, tmp_path: Path) -> None:
    file = tmp_path / "study.db"
    done = allmende(*COMMAND, "--seed", 1, "--study", file)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Four in a row: 1 trial of up to 2 games" in done.stdout
    assert "seats 2, about 10 imagined games for a decision, seed 1" in done.stdout
    assert "Nothing was found that is clearly better" in done.stdout
    more = ("--trials", 2, "--study", file, "--json")
    going_on = allmende(*COMMAND, *more)
    assert json.loads(going_on.stdout)["seed"] == "1"
    before = file.read_bytes()
    refused = allmende(*COMMAND, "--iterations", 11, "--study", file)
    assert refused.returncode == 2
    assert refused.stderr == (
        "allmende: this study was begun with other settings (iterations): name another file, or "
        "give those that it was begun with\n"
    )
    with locked(file):
        busy = allmende(*COMMAND, "--study", file)
    assert busy.returncode == 2
    assert busy.stderr == f"allmende: another allmende tune is at work on {file}\n"
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--option", "wind=high"), "four-in-a-row has no option 'wind'"),
        (("--seats", 3), "four-in-a-row is played by 2, not by 3"),
        (("--seed", "\n"), "a seed is a number or a few words"),
        (("--trials", 0), "--trials"),
    ],
)
def test_bad_wishes_are_told_in_one_line_and_leave_no_file(
    allmende: Run, tmp_path: Path, arguments: tuple[object, ...], complaint: str
) -> None:
    file = tmp_path / "study.db"
    done = allmende(*COMMAND, *arguments, "--study", file)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_study_is_left_alone(allmende: Run, tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Today it rained.")
    done = allmende(*COMMAND, "--study", file)
    assert done.returncode == 2
    assert f"{file} is no study of allmende tune" in done.stderr
    assert file.read_text() == "Today it rained."
    done = allmende(*COMMAND, "--study", tmp_path / "none" / "study.db", from_nothing=True)
    assert done.returncode == 2
    assert "there is no folder" in done.stderr


def test_without_optuna_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(BadSetup, match=r"pip install 'allmende\[tune\]'$"):
        check_optuna()
