"""What the cards in hand would score: what the table says comes true."""

import time
from random import Random

import pytest

import allmende
from allmende.core.match import Match
from allmende.core.rule import INTERPRETED

SEEDS = range(4)
PLIES = 220
MOST_OF_THE_LOOP = 0.002
"""Nothing that a stranger asks for may take longer, in seconds."""


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


@pytest.mark.skipif(INTERPRETED, reason="compiled rules are fast")
def test_a_view_late_in_a_game_takes_little_of_the_loop() -> None:
    match, chance = allmende.new("mischwald", seats=2, seed=1), Random(1)
    while len(match.moves) < 235:
        match.play(chance.choice(match.legal()))
    (seat,) = match.to_act
    assert match.view(seat)["gains"]
    taken = []
    for _ in range(9):
        begin = time.process_time()
        match.view(seat)
        taken.append(time.process_time() - begin)
    assert min(taken) < MOST_OF_THE_LOOP
