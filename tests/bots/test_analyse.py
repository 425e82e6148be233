"""Looking at a game again: chances, losses and turning points."""

import json
from typing import Any

import pytest

import allmende
from allmende.bots.analyse import Analysis, analyse
from allmende.core.match import Match
from tests.conformance.subjects import SMALL_GAME

FOUR = "examples/four_in_a_row.py"
MANY = 300


def played(game: str, moves: str, **more: Any) -> Match:
    match = allmende.new(game, seed=1, **more)
    for move in moves:
        match.play(move)
    return match


@pytest.fixture(scope="module")
def blunder() -> Analysis:
    """At move 6 the second seat leaves three in column a alone; move 7 wins with it."""
    return analyse(played(FOUR, "abababa"), iterations=MANY)


def test_every_move_has_its_chances(blunder: Analysis) -> None:
    assert [step.ply for step in blunder.steps] == [1, 2, 3, 4, 5, 6, 7]
    assert len(blunder.curve) == 8
    for chances in blunder.curve:
        assert sum(chances) == pytest.approx(1.0)
    for step in blunder.steps:
        assert step.before == blunder.curve[step.ply - 1][step.move.seat]
        assert step.after == blunder.curve[step.ply][step.move.seat]


def test_the_end_is_the_result(blunder: Analysis) -> None:
    assert blunder.over
    assert blunder.curve[-1] == (1.0, 0.0)


def test_the_blunder_is_the_turning_point(blunder: Analysis) -> None:
    assert 6 in [step.ply for step in blunder.turning_points]
    step = blunder.steps[5]
    assert str(step.best.move) == "a"
    assert str(step.move) == "b"
    assert step.loss > 0.2
    assert step.played.visits == MANY
    assert step.after == 0.0


def test_the_best_move_costs_nothing(blunder: Analysis) -> None:
    assert blunder.steps[6].loss == 0.0
    assert blunder.steps[6].best.win == 1.0


def test_data(blunder: Analysis) -> None:
    data = blunder.as_data()
    assert json.loads(json.dumps(data)) == data
    assert data["steps"][5]["best"]["move"] == "a"
    assert set(data) == {"game", "seats", "over", "curve", "turning_points", "steps"}


def test_the_same_iterations_give_the_same_analysis(blunder: Analysis) -> None:
    assert analyse(played(FOUR, "abababa"), iterations=MANY).as_data() == blunder.as_data()


def test_an_unfinished_game() -> None:
    heard: list[int] = []
    analysis = analyse(played(FOUR, "ababab"), iterations=MANY, progress=heard.append)
    assert not analysis.over
    assert analysis.curve[-1][0] == 1.0, "the next to move wins at once"
    assert heard == [1] * 7


def test_a_move_that_the_search_left_alone_is_judged_for_itself() -> None:
    match = allmende.new("halali", seed=1)
    tried = [found.move for found in match.advise(iterations=1)]
    match.play(next(move for move in match.legal() if move not in tried))
    (step,) = analyse(match, iterations=1).steps
    assert step.played.move == match.moves[0]
    assert step.played.visits == 1


def test_several_seats_and_secret_choices() -> None:
    match = allmende.new(SMALL_GAME, seats=3, seed=1)
    while not match.over:
        match.play(match.legal(match.to_act[0])[0])
    analysis = analyse(match, iterations=30)
    assert all(sum(chances) == pytest.approx(1.0) for chances in analysis.curve)
    assert {len(chances) for chances in analysis.curve} == {3}
