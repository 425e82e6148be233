"""Many positions judged at once: the same verdicts whatever is judged beside them."""

from typing import Any

import pytest

import allmende
from allmende.bots.analyse import analyse, analyse_at_once
from allmende.bots.judging import judge
from allmende.bots.judging.imagining import UNIT, guesses_for
from allmende.core.errors import BadSetup
from allmende.core.match import Match
from allmende.core.sight import Sight
from tests.conformance.subjects import SMALL_GAME

FOUR = "examples/four_in_a_row.py"
FEW, MANY = 20, 400


def played(game: str, moves: str, **more: Any) -> Match:
    match = allmende.new(game, seed=1, **more)
    for move in moves:
        match.play(move)
    return match


def sights_in(match: Match) -> list[Sight]:
    """Return what the seat that decided knew, before each move of a match."""
    return [
        Sight(match.game, match.record_at(ply), move.seat, "sight")
        for ply, move in enumerate(match.moves)
    ]


def test_every_legal_move_is_judged() -> None:
    sights = sights_in(played(FOUR, "abab"))
    for position, verdict in zip(sights, judge(sights, FEW), strict=True):
        assert verdict.seat == position.seat
        assert sorted(it.move for it in verdict.moves) == position.legal()
        assert all(it.visits == FEW for it in verdict.moves)
        assert [it.win for it in verdict.moves] == sorted(it.win for it in verdict.moves)[::-1]
        assert verdict.chances[verdict.seat] == verdict.best.win
        assert sum(verdict.chances) == pytest.approx(1.0)


def test_a_win_at_hand_is_seen() -> None:
    *_, last = judge(sights_in(played(FOUR, "abababa")), MANY)
    assert (last.best.move, last.best.win) == (0, 1.0)


def test_a_verdict_hangs_on_nothing_beside_it() -> None:
    sights = sights_in(played(FOUR, "abcdab"))
    together = judge(sights, FEW)
    assert together == [judge([it], FEW)[0] for it in sights]
    assert together != judge(sights, FEW, seed="other")
    assert judge([], FEW) == []


def test_a_judge_does_not_look_into_hands() -> None:
    match = allmende.new("examples/kuhn_poker.py", seed=3)
    known = Sight(match.game, match.record, 0, "sight")
    others = [allmende.new("examples/kuhn_poker.py", seed=seed) for seed in range(40)]
    alike = [Sight(it.game, it.record, 0, "sight") for it in others]
    same = [it for it in alike if it.known.tobytes() == known.known.tobytes()]
    hands = {int(it.record.card[1]) for it in others if it.record.card[0] == known.known.card[0]}
    assert len(hands) > 1
    assert len({tuple(verdict.moves) for verdict in judge(same, FEW)}) == 1


def test_a_lead_is_worth_more_the_larger_it_is() -> None:
    guesses = guesses_for(10.0)
    assert guesses[len(guesses) // 2] == UNIT // 2
    assert list(guesses) == sorted(guesses)
    assert guesses[0] + guesses[-1] == UNIT
    assert len(guesses_for(0.0)) == 1


@pytest.mark.parametrize("game", [SMALL_GAME, "halali"])
def test_whole_matches_are_judged(game: str) -> None:
    match = allmende.new(game, seed=5)
    while not match.over and len(match.moves) < 10:
        match.play(match.legal(match.to_act[0])[0])
    analysis = analyse_at_once(match, FEW)
    assert len(analysis.steps) == len(match.moves)
    assert len(analysis.curve) == len(match.moves) + 1
    for step in analysis.steps:
        assert step.before == analysis.curve[step.ply - 1][step.move.seat]
        assert step.best.win >= step.played.win


def test_games_at_once_find_the_blunder_that_a_search_finds() -> None:
    match = played(FOUR, "abababa")
    at_once, searched = analyse_at_once(match, MANY), analyse(match, iterations=MANY)
    assert at_once.curve[-1] == searched.curve[-1] == (1.0, 0.0)
    for analysis in (at_once, searched):
        assert 6 in [step.ply for step in analysis.turning_points]
        assert str(analysis.steps[5].best.move) == "a"


def test_what_cannot_be_judged_is_refused() -> None:
    with pytest.raises(BadSetup, match="at least 1 game"):
        judge([], 0)
    with pytest.raises(BadSetup, match="of one game"):
        judge(sights_in(played(FOUR, "a")) + sights_in_kuh_vadis(), FEW)
    with pytest.raises(BadSetup, match="positions are judged on cpu, gpu, auto"):
        judge([], FEW, on="moon")


def sights_in_kuh_vadis() -> list[Sight]:
    match = allmende.new("kuh_vadis", seed=1)
    return [Sight(match.game, match.record, match.to_act[0], "sight")]
