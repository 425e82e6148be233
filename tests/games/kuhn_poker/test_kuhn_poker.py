"""Kuhn poker: the rules of the smallest poker there is."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import allmende
from allmende.core.errors import PositionError
from allmende.core.match import Match
from allmende.core.registry import find_game
from allmende.core.script import unfold_deal

GAME = find_game("examples/kuhn_poker.py")
JACK, QUEEN, KING = range(3)


def table(first: int, second: int, *moves: str) -> Match:
    """Deal two cards and play."""
    document = {"seats": 2, "to_act": [0], "card": [first, second], "bet": [0, 0]}
    match = allmende.from_position(GAME, document)
    for move in moves:
        match.play(move)
    return match


def test_two_of_three_cards_are_dealt_each_pair_equally_likely() -> None:
    outcomes = unfold_deal(GAME, GAME.prepare(2, {})).outcomes(6)
    deals = Counter({tuple(s.card.tolist()): probability for probability, s in outcomes})
    pairs = {(one, two) for one in range(3) for two in range(3) if one != two}
    assert deals == dict.fromkeys(pairs, Fraction(1, 6))


@pytest.mark.parametrize(
    ("moves", "ending", "chips"),
    [
        ("pass pass", "showdown", 1),
        ("pass bet pass", "fold", -1),
        ("pass bet bet", "showdown", 2),
        ("bet pass", "fold", 1),
        ("bet bet", "showdown", 2),
    ],
)
def test_every_way_to_play_with_the_higher_card(moves: str, ending: str, chips: int) -> None:
    match = table(KING, QUEEN, *moves.split())
    assert (match.ending, match.scores()) == (ending, [chips, -chips])


def test_the_lower_card_loses_the_showdown_but_not_to_who_folds() -> None:
    assert table(JACK, QUEEN, "bet", "bet").scores() == [-2, 2]
    assert table(JACK, QUEEN, "bet", "pass").scores() == [1, -1]
    assert table(JACK, QUEEN, "bet", "pass").ranking() == [1, 2]


def test_nobody_has_won_anything_before_the_end() -> None:
    match = table(JACK, QUEEN, "pass", "bet")
    assert (match.to_act, match.scores(), match.ranking()) == ([0], [0, 0], [1, 1])


def test_cards_are_seen_by_their_owner_and_after_a_showdown_by_everybody() -> None:
    match = table(JACK, KING, "bet")
    assert [match.view(seat)["cards"] for seat in (0, 1, None)] == [
        ["jack", None],
        [None, "king"],
        [None, None],
    ]
    assert match.view(None)["chips"] == [2, 1]
    assert table(JACK, KING, "bet", "bet").view(None)["cards"] == ["jack", "king"]
    assert table(JACK, KING, "bet", "pass").view(None)["cards"] == [None, None]


@pytest.mark.parametrize(
    "wrong",
    [
        {"card": [JACK, JACK]},
        {"card": [3, 0]},
        {"bet": [0, 1]},
        {"ply": 1, "to_act": [0], "bet": [1, 0]},
        {"ply": 2, "to_act": [0], "bet": [1, 1]},
        {"ply": 3, "to_act": [1], "bet": [0, 1]},
    ],
)
def test_a_position_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    document = {"seats": 2, "to_act": [0], "card": [JACK, QUEEN], "bet": [0, 0], **wrong}
    with pytest.raises(PositionError):
        allmende.from_position(GAME, document)
