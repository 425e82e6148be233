"""A run that is stopped goes on where it was, and ends as if it had never been stopped."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from allmende.core.errors import BadSetup
from allmende.core.match import load
from allmende.core.registry import find_game
from allmende.lab.arena import compete
from allmende.lab.contest import Contest, Plan
from allmende.lab.entrants import Entrant
from allmende.lab.outcome import Outcome
from allmende.lab.run import kept_run
from allmende.lab.saved import save_game, seated
from allmende.lab.schedule import Sitting

from .players import Crashing, searching
from .test_arena import lasting

FOUR = "examples/four_in_a_row.py"
PLAN = Plan(FOUR, ("random", "calf", "random", "calf@60", "random"), 24, "run", swiss=3)


class Stopped(Exception):
    """Somebody pulled the plug."""


def stop_after(games: int) -> Any:
    told: list[int] = []

    def progress(done: int) -> None:
        told.append(done)
        if len(told) == games:
            raise Stopped

    return progress


def test_a_stopped_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole: list[Outcome] = []
    result = compete(PLAN, keep=whole.append)
    path = tmp_path / "run.db"
    with pytest.raises(Stopped), kept_run(path, PLAN, resume=False) as run:
        compete(PLAN, stop_after(11), run=run)
    played: list[int] = []
    play = Contest.play

    def play_and_tell(contest: Contest) -> Outcome:
        played.append(contest.sitting.number)
        return play(contest)

    monkeypatch.setattr(Contest, "play", play_and_tell)
    resumed: list[Outcome] = []
    with kept_run(path, PLAN, resume=True) as run:
        again = compete(PLAN, keep=resumed.append, run=run)
    assert played == list(range(11, 24))
    with kept_run(path, replace(PLAN, seed="new"), resume=False, force=True) as run:
        assert run.finished(0) is None
    assert lasting(again.as_data()) == lasting(result.as_data())
    for before, after in zip(whole, resumed, strict=True):
        assert replace(after, seconds=before.seconds) == before


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seed": "other"}, "was begun with seed run, not other"),
        ({"games": 48}, "was begun with games 24, not 48"),
        ({"swiss": None}, "was begun with swiss 3, not no"),
        ({"pace": 0.5}, "was begun with pace 1, not 0.5"),
        ({"logged": True}, "was begun with decisions not noted, not noted"),
        ({"players": ("random",) * 4}, "was begun with players random,calf,random,calf@60,random"),
    ],
)
def test_a_run_goes_on_with_its_own_settings_only(
    tmp_path: Path, change: dict[str, Any], complaint: str
) -> None:
    path = tmp_path / "run.db"
    with kept_run(path, PLAN, resume=False):
        pass
    before = path.read_bytes()
    with pytest.raises(BadSetup, match=complaint), kept_run(path, replace(PLAN, **change), True):
        pass
    assert path.read_bytes() == before


def test_what_is_there_is_not_begun_anew_by_mistake(tmp_path: Path) -> None:
    path, other = tmp_path / "run.db", tmp_path / "letter.txt"
    other.write_text("Dear aunt, " * 99)
    with (
        kept_run(path, PLAN, resume=False),
        pytest.raises(BadSetup, match="another process is writing to it"),
        kept_run(path, PLAN, resume=True),
    ):
        pass
    with (
        pytest.raises(BadSetup, match="is there already: go on with it with --resume"),
        kept_run(path, PLAN, resume=False),
    ):
        pass
    with (
        pytest.raises(BadSetup, match=r"there is no run .* to go on with"),
        kept_run(tmp_path / "none.db", PLAN, resume=True),
    ):
        pass
    with pytest.raises(BadSetup, match=r"letter\.txt"), kept_run(other, PLAN, resume=True):
        pass
    assert other.read_text() == "Dear aunt, " * 99
    assert sorted(found.name for found in tmp_path.iterdir()) == ["letter.txt", "run.db"]


def test_a_changed_player_is_another_player(tmp_path: Path) -> None:
    source = Path(__file__).with_name("players.py").read_text()
    bot, path = tmp_path / "mine.py", tmp_path / "run.db"
    bot.write_text(source)
    plan = Plan(FOUR, ("First", "random"), 2, "s", bots=(f"{bot}:First",))
    with kept_run(path, plan, resume=False):
        pass
    with kept_run(path, plan, resume=True):
        pass
    bot.write_text(source + "\n# better\n")
    with (
        pytest.raises(BadSetup, match=r"was begun with bots mine\.py:First"),
        kept_run(path, plan, resume=True),
    ):
        pass


def test_what_is_written_down_is_all_there_is() -> None:
    players = (Entrant("broken", Crashing), searching("clever", 20))
    plan = Plan(FOUR, players, 2, "written", logged=True)
    outcome = Contest(plan, Sitting(3, 1, 2, (1, 0))).play()
    assert any(decision.value for decision in outcome.log)
    assert any(outcome.incidents)
    assert Outcome.from_text(outcome.as_text()) == outcome


def test_saved_games_replay(tmp_path: Path) -> None:
    plan = Plan(
        "halali", ("calf@20", "random"), 2, "saved", options={"match": "single"}, logged=True
    )
    outcome = Contest(plan, Sitting(1, 0, 0, (1, 0))).play()
    save_game(tmp_path, plan, outcome, ["calf@20", "random"])
    match = load(tmp_path / "0000001.allmende")
    assert match.over
    assert match.scores() == list(outcome.points)
    assert [player.level for player in match.players] == ["random", "calf"]
    assert [player.name for player in match.players] == ["", "calf@20"]
    assert match.seed == "saved/0"
    assert find_game("halali") is match.game


def test_any_name_can_sit_in_a_file() -> None:
    assert [seated(name).line(0) for name in ("fox", "fox@4", "my bot")] == [
        "bot 0 fox",
        "bot 0 fox fox@4",
        "bot 0 bot my bot",
    ]
