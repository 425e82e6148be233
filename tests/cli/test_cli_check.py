"""`allmende check` and data of one's own, as real commands."""

import json
from pathlib import Path

from .conftest import Run

SMALL_GAME = "tests/games/small/small_game.py"


def test_healthy_game_passes(allmende: Run) -> None:
    done = allmende("check", "examples/four_in_a_row.py", from_nothing=True)
    assert done.returncode == 0, done.stdout
    assert "BROKEN" not in done.stdout
    assert done.stdout.endswith("The game obeys all laws.\n")


def test_broken_game_fails_and_says_why(allmende: Run) -> None:
    done = allmende("check", SMALL_GAME, SMALL_GAME_BUG="lacks_a_german_sentence")
    assert done.returncode == 1
    assert "BROKEN  catalogs are complete: de: keys not in all languages" in done.stdout
    assert "laws are broken" in done.stdout


def test_a_game_that_never_ends_is_stopped(allmende: Run) -> None:
    for command in (
        ("sim", SMALL_GAME, "--games", 5),
        ("arena", SMALL_GAME, "--players", "random,random"),
    ):
        done = allmende(*command, SMALL_GAME_BUG="goes_on_for_ever")
        assert done.returncode == 2
        assert done.stderr.startswith("allmende: small, ")
        assert "is not over after 10 decisions, the longest that it declares" in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_mistyped_field_is_one_line(allmende: Run, tmp_path: Path) -> None:
    path = tmp_path / "typo.py"
    four = Path("examples/four_in_a_row.py").read_text("utf-8")
    path.write_text(four.replace("taken, n = s.discs[0]", "taken, n = s.disks[0]"), "utf-8")
    done = allmende("check", path)
    assert done.returncode == 2
    assert "the record has no field 'disks'; did you mean 'discs'?" in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stdout


def test_sim_with_data_of_ones_own(allmende: Run, tmp_path: Path) -> None:
    path = tmp_path / "prizes.json"
    path.write_text(json.dumps({"label": "rich", "prizes": [4, 4]}))
    command = ("sim", SMALL_GAME, "--games", 200, "--seed", 1, "--json")
    rich = json.loads(allmende(*command, "--data", path).stdout)
    plain = json.loads(allmende(*command).stdout)
    assert sum(rich["mean_score"]) > sum(plain["mean_score"])


def test_bad_data_is_one_line(allmende: Run, tmp_path: Path) -> None:
    path = tmp_path / "prizes.json"
    path.write_text(json.dumps({"label": "bad", "prizes": [9, 4]}))
    for command in ("sim", "play"):
        done = allmende(command, SMALL_GAME, "--data", path)
        assert done.returncode == 2
        assert done.stderr == "allmende: prizes, entry 1: 9 is not a whole number from 1 to 4\n"
