"""What the cards in hand would score: what the table says comes true."""

from random import Random
from typing import Any

import pytest

import allmende
from allmende.core.match import Match
from allmende.games.mischwald import worth

SEEDS = range(4)
PLIES = 220


def gain_at(match: Match, seat: int, tree: str) -> int:
    """Return what the card that is being played would score at a tree."""
    gains = match.view(seat)["gains"]
    (points,) = [gain["points"] for gain in gains if gain["tree"] == tree]
    return int(points)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_scores_at_a_tree_what_was_said(seed: int) -> None:
    match, chance = allmende.new("mischwald", seats=2, seed=seed), Random(seed)
    came_true = 0
    for _ in range(PLIES):
        if match.over:
            break
        (seat,), phase = match.to_act, match.view(None)["phase"]
        move = chance.choice(match.legal())
        if phase != "place":
            match.play(move)
            continue
        said = {gain["tree"] for gain in match.view(seat)["gains"]}
        assert said == {place.data["tree"] for place in match.legal()}
        before, gain = match.scores()[seat], gain_at(match, seat, move.data["tree"])
        match.play(move)
        while not match.over and match.view(None)["phase"] == "pay":
            match.play(chance.choice(match.legal()))
        assert match.scores()[seat] - before == gain
        came_true += gain > 0
    assert came_true > 0


def test_only_the_one_to_act_is_told_and_only_when_there_is_something_to_play() -> None:
    match = allmende.new("mischwald", seats=2, seed=1)
    assert match.view(0)["gains"] == []
    for _ in range(2):
        match.play("keep")
    (seat,) = match.to_act
    view = match.view(seat)
    halves = {
        (card["card"], half["side"])
        for card in view["players"][seat]["hand"]
        for half in card["halves"]
    }
    trees = {half for half in halves if half[1] == "tree"}
    # Without a tree there is no place for anything else.
    assert {(gain["card"], gain["half"]) for gain in view["gains"]} == trees
    assert match.view(1 - seat)["gains"] == match.view(None)["gains"] == []
    match.play("draw")
    assert match.view(seat)["gains"] == []


def test_all_cards_are_weighed_in_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many cards and trees there are, the compiled rule is asked once: what that takes of
    the loop is measured by `benchmarks/loop.py`."""
    match, chance = allmende.new("mischwald", seats=2, seed=1), Random(1)
    while len(match.moves) < 235:
        match.play(chance.choice(match.legal()))
    (seat,), calls, weigh = match.to_act, list[int](), worth.weigh

    def count(*arguments: Any) -> None:
        calls.append(len(arguments[2]) * len(arguments[3]))
        weigh(*arguments)

    monkeypatch.setattr(worth, "weigh", count)
    assert match.view(seat)["gains"]
    (tried,) = calls
    assert tried > 50
