"""Files of every released version are read as on the day they were written."""

from pathlib import Path

import pytest

import allmende
from allmende.core.errors import BadSetup, GameFileError
from allmende.core.file import seal_of
from allmende.core.registry import find_game
from tests.released import EXAMPLES, files

VERSION_ONE = next(path for path in files() if path.name == "mischwald-mole-placed.allmende")


@pytest.fixture(autouse=True)
def _examples() -> None:
    for where in EXAMPLES:
        find_game(where)


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parents[1].name}/{path.stem}")
def test_a_released_file_is_read_and_written_as_it_was(path: Path, tmp_path: Path) -> None:
    match = allmende.load(path)
    match.save(tmp_path / "again.allmende")
    assert (tmp_path / "again.allmende").read_bytes() == path.read_bytes()


def test_what_a_file_does_not_name_is_the_default_of_its_version(tmp_path: Path) -> None:
    whole = allmende.load(VERSION_ONE)
    lines = VERSION_ONE.read_text("utf-8").splitlines()
    kept = [line for line in lines[:-1] if not line.startswith("option ")]
    short = tmp_path / "short.allmende"
    short.write_text("\n".join([*kept, f"seal {seal_of(kept)}"]) + "\n", "utf-8")
    assert allmende.load(short).digest() == whole.digest()
    assert whole.options == {"mole_cards": "placed", "toads_share_same_turn": "yes"}
    newer = ["rules 2" if line == "rules 1" else line for line in kept]
    short.write_text("\n".join([*newer, f"seal {seal_of(newer)}"]) + "\n", "utf-8")
    with pytest.raises(GameFileError):  # under rules 2 a Mole may do more, and the game goes on
        allmende.load(short)


def test_a_match_of_earlier_rules_stays_with_them() -> None:
    first = allmende.new("mischwald", seed=1, rules=1)
    again = allmende.from_position("mischwald", first.position())
    assert (first.rules, again.rules) == (1, 1)
    assert again.digest() == first.digest()
    assert allmende.new("mischwald", seed=1).rules == 2
    assert first.position()["options"] == {"mole_cards": "placed", "toads_share_same_turn": "yes"}


def test_rules_that_nobody_knows_are_named() -> None:
    with pytest.raises(BadSetup, match="by rules 1 and 2 here, not by rules 3"):
        allmende.new("mischwald", rules=3)
    with pytest.raises(BadSetup, match="no option 'share_same_turn'"):
        allmende.new("mischwald", options={"share_same_turn": "no"}, rules=1)
