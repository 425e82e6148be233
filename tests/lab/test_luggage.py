"""Files of one's own that travel to machines which do not have them."""

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from allmende.core.errors import BadSetup
from allmende.core.registry import find_game
from allmende.lab import luggage
from allmende.lab.cluster.likeness import check_alike, digest_of_parts, likeness
from allmende.lab.cluster.worker import Briefing
from allmende.lab.contest import Plan, play_game
from allmende.lab.luggage import Luggage, packed
from allmende.lab.schedule import Sitting
from allmende.lab.simulate import Plan as RandomPlan
from allmende.lab.simulate import play_and_sum

FOUR = Path("examples/four_in_a_row.py")
BOT = '''
class Last:
    """Takes the last move."""

    def __init__(self, game, seed):
        pass

    def choose(self, sight):
        return sight.legal()[-1]
'''
ELSEWHERE = """
import pickle, sys
from allmende.lab.cluster.worker import carry_out
briefing, orders = pickle.load(open(sys.argv[1], "rb"))
came = [carry_out(briefing, order) for order in orders]
pickle.dump(came, open(sys.argv[2], "wb"))
"""


def carried_out_elsewhere(folder: Path, briefing: Briefing, orders: list[bytes]) -> Any:
    """Carry out orders in a process that stands elsewhere and has a cache of its own; rules are
    interpreted there, as compiling would take a minute."""
    (folder / "in").write_bytes(pickle.dumps((briefing, orders)))
    subprocess.run(
        [sys.executable, "-c", ELSEWHERE, folder / "in", folder / "out"],
        cwd=folder,
        env={**os.environ, "ALLMENDE_INTERPRET": "1", "ALLMENDE_CACHE": str(folder / "cache")},
        check=True,
    )
    return pickle.loads((folder / "out").read_bytes())


def test_games_and_players_in_files_are_played_where_nobody_has_them(tmp_path: Path) -> None:
    own, bot = tmp_path / "own_game.py", tmp_path / "own_bot.py"
    own.write_bytes(FOUR.read_bytes())
    own.with_suffix(".coach.jsonl").write_text("{}\n")
    bot.write_text(BOT)
    plan = Plan(str(own), ("Last", "random"), 2, "s", bots=(f"{bot}:Last",))
    by_lot = RandomPlan(find_game(str(own)), 3, 2, "s")
    sent = packed([str(own)], [bot])
    briefing = Briefing("job", sent, likeness(sent.games))
    work = [(play_game, (plan, Sitting(0, 0, 0, (0, 1)))), (play_and_sum, (by_lot, 0, 3))]
    orders = [pickle.dumps(piece) for piece in work]
    played, summed = (function(*args) for function, args in work)  # type: ignore[operator]
    own.unlink()
    bot.unlink()
    outcome, done = carried_out_elsewhere(tmp_path, briefing, orders)
    assert replace(outcome, seconds=()) == replace(played, seconds=())
    assert done.summary.as_data() == summed.summary.as_data()
    laid_down = {file.name for file in (tmp_path / "cache" / luggage.FOLDER).rglob("*.*")}
    assert {"own_game.py", "own_game.coach.jsonl", "own_bot.py"} <= laid_down


def test_a_machine_that_has_the_files_uses_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luggage, "LAID_DOWN", {})
    packed([str(FOUR)]).lay_down()
    assert luggage.here(str(FOUR)) == str(FOUR.resolve())
    assert luggage.here("halali") == "halali"


def test_a_file_is_laid_down_again_if_it_was_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luggage, "LAID_DOWN", {})
    monkeypatch.setattr(luggage, "shelf", lambda: tmp_path)
    package = luggage.Package(("my.py", "/nowhere/my.py"), "my.py", {"my.py": b"right"})
    package.lay_down()
    laid_down = Path(luggage.here("my.py"))
    assert laid_down.read_bytes() == b"right"
    laid_down.write_bytes(b"wrong")
    Luggage((), (package,)).lay_down()
    assert laid_down.read_bytes() == b"right"


def test_files_that_nobody_used_for_long_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALLMENDE_CACHE", str(tmp_path))
    old, new = tmp_path / luggage.FOLDER / "old", tmp_path / luggage.FOLDER / "new"
    old.mkdir(parents=True)
    new.mkdir()
    os.utime(old, (0, 0))
    luggage.shelf.cache_clear()
    assert luggage.shelf() == new.parent
    luggage.shelf.cache_clear()
    assert (old.exists(), new.exists()) == (False, True)


def test_a_game_that_was_made_here_does_not_travel_under_the_name_of_another() -> None:
    changed = replace(find_game("halali"), moves=find_game("halali").moves + 1)
    with pytest.raises(BadSetup, match="halali was made here and cannot be sent"):
        pickle.dumps(RandomPlan(changed, 1, 2, "s"))


def test_a_machine_with_another_version_is_told_apart() -> None:
    mine = likeness(["halali"])
    check_alike(mine, likeness(["halali"]))
    older = mine._replace(versions=mine.versions | {"Allmende": "0.0.9"})
    with pytest.raises(BadSetup, match=r"\) has Allmende 0\.0\.9, and this one has "):
        check_alike(mine, older)
    changed = mine._replace(sources=mine.sources | {"the rules of halali": "0" * 12})
    with pytest.raises(BadSetup, match=r"has other sources of the rules of halali \(0{12}\)"):
        check_alike(mine, changed)


def test_another_line_in_the_lab_is_another_fingerprint(tmp_path: Path) -> None:
    for part in ("core", "bots", "lab/tuning"):
        (tmp_path / part).mkdir(parents=True)
    file = tmp_path / "lab/tuning/duel.py"
    file.write_text("a = 1")
    before = digest_of_parts(tmp_path)
    file.write_text("a = 2")
    assert digest_of_parts(tmp_path) != before
