"""Poppies in the hay: the rules of the example with hidden hands."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import allmende
from allmende.core.errors import IllegalMove, PositionError
from allmende.core.match import Match
from allmende.core.registry import find_game

GAME = find_game("examples/poppies.py")
DECK, HAND, TABLE, TAKEN = 0, 1, 5, 9
CARDS = [f"{flower}{number}" for flower in "cgp" for number in range(1, 9)]


def table(hands: Sequence[str], leads: int = 0, **more: Any) -> Match:
    """Lay out hands of four, as far as they are named; the cards named in `taken` are gone."""
    place = [DECK] * len(CARDS)
    for at, group in ((HAND, hands), (TAKEN, more.get("taken", ()))):
        for seat, cards in enumerate(group):
            for card in cards.split():
                place[CARDS.index(card)] = at + seat
    document = {"seats": len(hands), "to_act": [leads], "place": place, "led": -1}
    return allmende.from_position(GAME, document)


def played(match: Match, *cards: str) -> Match:
    """Play cards one after the other."""
    for card in cards:
        match.play(card)
    return match


def test_everybody_holds_four_cards_and_lots_decide_who_leads() -> None:
    for seats in GAME.seats:
        match = allmende.new(GAME, seats=seats, seed=1)
        assert match.view(0)["hands"] == [4] * seats
        assert match.view(0)["deck"] == len(CARDS) - 4 * seats
    leaders = {tuple(allmende.new(GAME, seats=3, seed=seed).to_act) for seed in range(20)}
    assert leaders == {(0,), (1,), (2,)}


def test_the_highest_of_the_flower_that_was_led_takes_the_trick_and_leads() -> None:
    match = table(["g5 c1 c2 c3", "c8 g1 g2 g3", "g6 p1 p2 p3"])
    played(match, "g5", "c8", "g6")
    assert match.view(None)["taken"] == [[], [], ["c8", "g5", "g6"]]
    assert match.to_act == [2]


def test_nobody_has_to_follow_but_another_flower_never_wins() -> None:
    match = table(["c1 c2 c3 c4", "g8 c8 p1 p2"])
    assert [str(move) for move in played(match, "c1").legal()] == ["c8", "g8", "p1", "p2"]
    assert played(match, "g8").to_act == [0]


def test_others_follow_clockwise_from_the_leader() -> None:
    match = table(["c1 c2 c3 c4", "g1 g2 g3 g4", "p1 p2 p3 p4", "c5 c6 c7 c8"], leads=2)
    order = []
    for _ in range(4):
        order.append(match.to_act[0])
        match.play(match.legal()[0])
    assert order == [2, 3, 0, 1]


@pytest.mark.parametrize(("card", "points"), [("c1", 2), ("p1", 1)])
def test_a_trick_is_worth_two_and_each_poppy_in_it_costs_one(card: str, points: int) -> None:
    match = table(["c8 c2 c3 c4", f"{card} g1 g2 g3"])
    assert played(match, "c8", card).scores() == [points, 0]


def test_a_trick_of_poppies_alone_can_cost_points() -> None:
    match = table(["p5 c2 c3 c4", "p1 g1 g2 g3", "p2 g4 g5 g6", "p3 c5 c6 c7"])
    assert played(match, "p5", "p1", "p2", "p3").scores() == [-2, 0, 0, 0]


def test_everybody_draws_after_a_trick_and_only_the_owner_is_told_what() -> None:
    match = allmende.new(GAME, seats=2, seed=3)
    first, second = match.to_act[0], 1 - match.to_act[0]
    before = {seat: set(match.view(seat)["hand"]) for seat in (0, 1)}
    cards = [str(match.play(match.legal()[0])), str(match.play(match.legal()[0]))]
    assert match.view(0)["hands"] == [4, 4]
    new = {seat: set(match.view(seat)["hand"]) - before[seat] for seat in (0, 1)}
    assert [len(new[seat]) for seat in (0, 1)] == [1, 1]
    told = {seat: [event.key for event in match.story(seat=seat)] for seat in (0, 1, None)}
    assert Counter(told[first])["story.drew"] == Counter(told[second])["story.drew"] == 1
    assert "story.drew" not in told[None]
    assert set(cards) == {card for taken in match.view(None)["taken"] for card in taken}


def test_when_the_deck_is_empty_hands_are_played_out_and_the_meadow_is_mown() -> None:
    match = allmende.new(GAME, seats=4, seed=5)
    sizes = []
    while not match.over:
        match.play(match.legal()[0])
        sizes.append(match.view(None)["hands"][match.to_act[0]] if match.to_act else 0)
    assert len(match.moves) == len(CARDS)
    assert sizes[3::4] == [4, 4, 3, 2, 1, 0]
    assert match.ending == "mown"
    assert sum(match.scores()) == 2 * 6 - 8


def test_most_points_win_and_equal_points_share_a_place() -> None:
    alike = ["c1 c2 c3 c4 c5 c6 c7 c8 p1 p2 p3 p4", "g1 g2 g3 g4 g5 g6 g7 g8 p5 p6 p7 p8"]
    place = [DECK] * len(CARDS)
    document = {"seats": 2, "over": "mown", "led": -1, "place": place}
    for seat, cards in enumerate(alike):
        for card in cards.split():
            place[CARDS.index(card)] = TAKEN + seat
    match = allmende.from_position(GAME, document)
    assert (match.scores(), match.ranking()) == ([8, 8], [1, 1])
    place[CARDS.index("p1")] = TAKEN + 1
    place[CARDS.index("g1")] = TAKEN
    assert allmende.from_position(GAME, document).ranking() == [1, 2]


def test_rounds_are_tricks() -> None:
    match = allmende.new(GAME, seats=3, seed=2)
    rounds = [match.view(None)["round"]]
    while not match.over:
        match.play(match.legal()[0])
        rounds.append(match.view(None)["round"])
    assert rounds[:7] == [1, 1, 1, 2, 2, 2, 3]
    assert rounds[-1] == 8


def test_a_card_of_another_cannot_be_played() -> None:
    match = table(["c1 c2 c3 c4", "g1 g2 g3 g4"])
    with pytest.raises(IllegalMove, match="You lack grass 1"):
        match.play("g1")


def test_hands_of_the_wrong_size_are_refused() -> None:
    with pytest.raises(PositionError, match="a hand has the wrong size"):
        table(["c1 c2 c3", "g1 g2 g3 g4"])


@pytest.mark.parametrize(
    "change",
    [{"led": 3}, {"led": 90}, {"to_act": [0, 1]}, {"place": "trick"}, {"place": "other leads"}],
    ids=str,
)
def test_an_impossible_trick_is_refused(change: dict[str, Any]) -> None:
    document = played(table(["c1 c2 c3 c4", "g1 g2 g3 g4", "p1 p2 p3 p4"]), "c1").position()
    if change == {"place": "trick"}:
        document["place"][CARDS.index("g1")] = TABLE + 1
    elif change == {"place": "other leads"}:
        document["to_act"] = [2]
    else:
        document |= change
    with pytest.raises(PositionError):
        allmende.from_position(GAME, document)
