"""What is measured for a report: known answers on tiny games, and counts that add up."""

from pathlib import Path

import numpy as np
import pytest

from allmende.bots.calibration import PLAIN
from allmende.bots.search.thinker import Considered, Thought
from allmende.core.errors import BadSetup
from allmende.core.registry import find_game
from allmende.lab.outcome import Outcome
from allmende.lab.report.coach import coach_of
from allmende.lab.report.course import (
    FAVOURITE,
    NOBODY,
    POINTS,
    STEPS,
    SURE,
    Course,
    Courses,
    Watcher,
    changes,
    favourite,
    leader,
    since,
)
from allmende.lab.report.findings import Findings, find_out, games_to_play
from allmende.lab.report.setting import Setting
from allmende.lab.report.skill import luck_of
from allmende.lab.report.uses import KIND, Choices, Possibility, Use, message_in, possibilities
from allmende.lab.schedule import Sitting
from allmende.lab.standings import Result, Tally

KUHN = "examples/kuhn_poker.py"
SETTING = Setting(KUHN, seats=2, seed="truth", games=20, iterations=8)
FIRST_WINS, THREE_MOVES, SHOWN = 9 / 16, 1 / 4, 5 / 8
"""What lots do in Kuhn poker: pass-pass, pass-bet-pass, pass-bet-bet, bet-pass and bet-bet have the
chances 2, 1, 1, 2, 2 of 8; the first seat wins bet-pass, and one half of those that are shown."""


@pytest.fixture(scope="module")
def found() -> Findings:
    return find_out(SETTING)


def test_random_play_finds_the_truth_about_kuhn_poker(found: Findings) -> None:
    random = found.random
    assert random.games == 2000
    assert random.win_interval(0).covers(FIRST_WINS)
    assert random.win_interval(1).covers(1 - FIRST_WINS)
    assert random.length.values.tolist() == [2, 3]
    assert random.length.mean_interval.covers(2 + THREE_MOVES)
    assert random.ended[0] / random.games == pytest.approx(SHOWN, abs=0.04)
    assert random.branching.values.tolist() == [2]


def test_counts_of_uses_add_up(found: Findings) -> None:
    summary, kinds = found.thoughtful.summary, found.seen.uses.kinds()
    choices = int(summary.choices.sum())
    assert summary.games == found.seen.courses.games == found.seen.courses.decided == 20
    assert {it.kind for it in kinds} == {"pass", "bet"}
    assert sum(use.taken for use in kinds.values()) == choices
    assert sum(use.by_lot for use in kinds.values()) == pytest.approx(choices)
    for use in kinds.values():
        assert use.open == choices
        assert use.taken <= use.open
        assert 0 <= use.won <= use.takers <= 2 * summary.games


def test_all_games_are_announced(found: Findings) -> None:
    played: list[int] = []
    again = find_out(SETTING, played.append)
    assert sum(played) == games_to_play(SETTING) == 4 * 20
    assert again.ladder == found.ladder
    assert [rung.steps.times for rung in found.ladder] == [0, 4, 16]
    assert found.luck is not None
    assert found.luck.deals == 10


def test_every_other_choice_is_compared() -> None:
    setting = Setting("halali", 2, "few", {"match": "single"}, games=2, iterations=2)
    found = find_out(setting)
    (other,) = found.compared
    assert other.variant.options == {"match": "return"}
    assert other.random.length.mean > found.random.length.mean


def test_what_a_move_makes_use_of() -> None:
    game = find_game("mischwald")
    s = game.prepare(2, {}, None)
    used = [{*possibilities(game, s, 0, move)} for move in range(game.moves)]
    play = [those for those in used if Possibility("play", KIND, "") in those]
    (about,) = {it for those in play for it in those if "species.oak" in it.value}
    assert game.speaker("de").say(message_in(about.value)) == "Eiche"
    kuhfstein = find_game("kuhfstein")
    laid = {*possibilities(kuhfstein, kuhfstein.prepare(2, {}, None), 0, kuhfstein.moves - 1)}
    assert {it.kind for it in laid} == {next(iter(laid)).kind}


def test_a_choice_is_open_taken_and_won() -> None:
    game, choices = find_game(KUHN), Choices()
    s = game.prepare(2, {}, None)
    choices.note(game, s, 0, [0, 1], 1)
    choices.note(game, s, 1, [0, 1], 1)
    choices.note(game, s, 0, [0, 1], 0)
    uses = choices.ended((1, 2))
    bet = uses[Possibility("bet", KIND, "")]
    assert bet == Use(open=3, taken=2, by_lot=1.5, takers=2, won=1.0)
    assert (bet.share, bet.lot_share, bet.appeal) == (2 / 3, 0.5, 4 / 3)
    assert uses[Possibility("pass", KIND, "")].win_share == 1.0


def thought(*chances: float) -> Thought:
    return Thought((Considered(0, 100, chances[0], chances[0], 0.0),), chances, 100, 0.0)


def test_the_course_of_a_game_by_hand() -> None:
    watcher = Watcher(PLAIN, seats=2)
    watcher.look(0, 0, [0, 0], thought(0.3, 0.7))
    watcher.look(5, 0, [3, 0], thought(0.7, 0.3))
    watcher.look(10, 0, [3, 4], None)
    watcher.look(15, 0, [5, 4], thought(0.9, 0.1))
    course = watcher.course(20, (1, 2))
    assert course.lead_changes == 2
    assert course.favourite_changes == 1
    assert course.led == 3 / 4
    assert course.known is not None
    by_points, as_favourite, as_sure = (course.known[way] for way in (POINTS, FAVOURITE, SURE))
    assert by_points == (False,) * 5 + (True,) * 5 + (False,) * 5 + (True,) * 6
    assert as_favourite == (False,) * 5 + (True,) * 16
    assert as_sure == (False,) * 15 + (True,) * 6
    courses = Courses()
    courses.add(course)
    courses.add(Course(0, 0, 0.0, None))
    assert (courses.games, courses.decided) == (2, 1)
    assert courses.for_good(POINTS) == 15 / STEPS
    assert courses.for_good(FAVOURITE) == 5 / STEPS
    assert courses.known_at(SURE)[14:16] == [0.0, 1.0]


def test_chances_are_the_mean_of_what_all_say() -> None:
    watcher = Watcher(PLAIN, seats=2)
    watcher.look(0, 0, [0, 0], thought(0.8, 0.2))
    watcher.look(1, 1, [0, 0], Thought((Considered(0, 9, 0.7, 0.7, 0.0),), (0.3, 0.7), 9, 0.0))
    assert watcher.looks[-1].chances == pytest.approx((0.55, 0.45))


def test_small_words_about_leading() -> None:
    assert leader([3, 5, 5]) == NOBODY
    assert leader([3, 6, 5]) == 1
    assert favourite((0.58, 0.42)) == NOBODY
    assert favourite((0.39, 0.61)) == 1
    assert changes([NOBODY, 0, NOBODY, 0, 1, NOBODY, 0]) == 2
    assert since([False, True, False, True, True]) == 3
    assert since([True, True]) == 0


def arena_of(winners: list[list[int]]) -> Result:
    """Return the result of deals between two equals, from who won each of their two games."""
    tally = Tally(2, 2)
    for deal, games in enumerate(winners):
        for seating, winner in enumerate(games):
            places = (1, 2) if winner == 0 else (2, 1)
            sitting = Sitting(2 * deal + seating, 0, deal, (0, 1))
            empty = ((), ())
            tally.add(Outcome(sitting, places, (0, 0), (1, 1), (0.0, 0.0), 1, 0, (), empty))
    names = ("fox", "fox")
    return Result("g", names, 2, 2 * len(winners), "s", {}, 1, 1.0, None, 0.0, tally)


@pytest.mark.parametrize(
    ("winners", "same", "by_seat", "decides"),
    [
        ([[0, 0], [1, 1]] * 20, 1.0, 0.5, 1.0),  # the deal decides everything
        ([[0, 1], [1, 0]] * 20, 0.0, 0.5, 0.0),  # who plays decides everything
        ([[0, 0]] * 20, 1.0, 1.0, 0.0),  # the seat decides everything
        ([[0, 0], [0, 1], [1, 0], [1, 1]] * 10, 0.5, 0.5, 0.0),  # nothing decides
    ],
)
def test_what_the_deal_decides(
    winners: list[list[int]], same: float, by_seat: float, decides: float
) -> None:
    luck = luck_of(arena_of(winners))
    assert (luck.same, luck.by_seat) == (same, by_seat)
    assert luck.deal_decides == decides
    assert luck.decides_interval.covers(decides) or decides == 1.0
    assert np.isfinite(luck.decides_interval).all()


def test_a_bad_file_of_the_coach_is_named(tmp_path: Path) -> None:
    own = tmp_path / "own_poker.py"
    own.write_text(Path(KUHN).read_text("utf-8"), "utf-8")
    game = find_game(str(own))
    assert coach_of(game) is None
    beside = own.with_suffix(".coach.jsonl")
    beside.write_text("{}\n", "utf-8")
    assert coach_of(game) is None
    beside.write_text('{}\n{"games": 1}\n', "utf-8")
    with pytest.raises(BadSetup, match=r"coach\.jsonl: this is no reliability of a coach"):
        coach_of(game)
