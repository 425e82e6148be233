"""What people see and write: moves as notation and data, views, and the drawn board."""

from random import Random
from typing import Any

import pytest

from allmende import new
from allmende.core.record import copy_record
from allmende.games.kuh_vadis import game
from allmende.games.kuh_vadis.rules import markable
from allmende.games.kuh_vadis.words.odds import CERTAIN, HANDS, hands_for_a_mark
from tests.games.kuh_vadis.positions import CIRCLES, CROSSES, STRIPES, B, lines, play, table

EXAMPLES = [
    ("stop", {"do": "stop"}, 2),
    ("reroll 11", {"do": "reroll", "faces": "11"}, 2),
    ("reroll 1K", {"do": "reroll", "faces": "1K"}, 2),
    ("reroll 113KK", {"do": "reroll", "faces": "113KK"}, 2),
    ("mark a6", {"do": "mark", "at": "a6"}, 0),
    ("no mark", {"do": "no mark"}, 0),
]


@pytest.mark.parametrize(("notation", "data", "throws_left"), EXAMPLES)
def test_a_move_is_understood_as_notation_and_as_data(
    notation: str, data: dict[str, Any], throws_left: int
) -> None:
    assert table("113KK", throws_left=throws_left).play(notation).data == data
    assert str(table("113KK", throws_left=throws_left).play(data)) == notation


@pytest.mark.parametrize("dice", ["12345", "11KKK", "33333"])
def test_every_number_of_a_move_has_its_own_data(dice: str) -> None:
    s = table(dice, throws_left=1).record
    data = [str(game.words.move_data(s, 0, move)) for move in range(game.moves)]
    assert len(set(data)) == len(data)


@pytest.mark.parametrize("seat", [CROSSES, CIRCLES, None])
def test_everybody_sees_everything(seat: int | None) -> None:
    match = table("1KKKK", x="b6", o="g7 d5", last="b6", sides=["X", "O"])
    view = match.view(seat)
    assert view["sheet_id"] == "B"
    assert view["sheet"] == lines(B)
    assert view["marks"] == [
        "......o",
        ".x.....",
        "...o...",
        ".......",
        ".......",
        ".......",
        ".......",
    ]
    assert view["sides"] == ["X", "O"]
    assert view["blocked"] == [False, False]
    assert view["dice"] == ["1", "K", "K", "K", "K"]
    assert view["throws_left"] == 0
    assert view["last_mark"] == "b6"
    assert view["quiet"] == 0
    assert view["scores"] == [0, 0]
    assert view["places"] == [1, 1]


BOARD_OF_A_FURTHER_SERIES = """\
Sheet B
7 [X] 4  5  3 [O] 3  ○
6  K (×) K  1  K  K  5
5  1  K  4  ○  1  4  K
4  2 [O] 5  K  5 [X] 2
3  K  4  1  2  4  K  1
2  5  K  K  1  K  3  K
1  2  3 [X] 3  5  4 [O]
   a  b  c  d  e  f  g
Seat 1 plays X, marks: 1
Seat 2 plays O, marks: 2
Seat 1 has 1 K K K K and may mark a field"""

BOARD_WITH_A_BLOCK = """\
Neu gemischter Zettel
7 [X] ○  2  3  4  5 [O]
6  ○  ○  2  3  4  5  K
5 [X] 1  2  3  4  5 [O]
4  K  1  2  3  4  5  K
3 [X] 1  2  3  4  5 [O]
2  1  1  2  3  4  5  1
1  K  K  K  ×  K  K  K
   a  b  c  d  e  f  g
Ada spielt X, Markierungen: 1, ausgeblockt
Ben spielt O, Markierungen: 3
Ben hat 1 1 2 5 K gewürfelt, Würfe übrig: 1"""


def test_the_board_of_a_further_series() -> None:
    assert str(table("1KKKK", x="b6", o="g7 d5", last="b6")) == BOARD_OF_A_FURTHER_SERIES


def test_the_board_shows_who_is_blocked() -> None:
    match = table("112K5", sheet=STRIPES, x="d1", o="a6 b6 b7", to_act=CIRCLES, throws_left=1)
    assert match.board(language="de", names=["Ada", "Ben"]) == BOARD_WITH_A_BLOCK


def test_the_board_of_a_finished_game_says_how_it_ended() -> None:
    match = play(table("123KK", sheet=STRIPES, x="a6"), "mark a4")
    assert str(match).splitlines()[-1] == "The chain is closed."


def test_the_score_is_the_won_game() -> None:
    match = play(table("123KK", sheet=STRIPES, x="a6"), "mark a4")
    assert match.breakdown() == [[("points", 1)], [("points", 0)]]


def test_a_view_tells_everybody_the_odds_of_a_mark() -> None:
    match = table("1KKKK", throws_left=1)
    seat = match.to_act[0]
    odds = {it["faces"]: it["mark"] for it in match.view(seat)["odds"]}
    assert set(odds) == {move.data.get("faces", "") for move in match.legal()}
    assert odds[""] == odds["1"] == CERTAIN
    # With one cow kept, four dice must show another one, or three of them a number.
    one_more_cow = 1 - (5 / 6) ** 4
    three_alike = 5 * (4 * 4 + 1) / 6**4
    assert odds["1KKK"] == round(CERTAIN * (one_more_cow + three_alike))
    assert match.view(1 - seat)["odds"] == match.view(None)["odds"] == match.view(seat)["odds"]
    assert table("1KKKK").view(seat)["odds"] == []


def test_odds_count_only_fields_that_are_free_and_near() -> None:
    anywhere = table("12345", throws_left=1, x="g7")
    nearby = table("12345", throws_left=1, x="g7", last="g7")
    seat = anywhere.to_act[0]
    far, near = (
        {it["faces"]: it["mark"] for it in match.view(seat)["odds"]} for match in (anywhere, nearby)
    )
    assert 0 < near["12345"] < far["12345"]


def test_a_hand_counts_as_enough_where_the_rules_let_it_mark() -> None:
    chance, match, kinds = Random(2), new("kuh_vadis", seed=2), set()
    while not match.over:
        if len(match.moves) % 15 == 0:
            found, trial = hands_for_a_mark(match.record).tolist(), copy_record(match.record)
            for hand, enough in zip(HANDS, found, strict=True):
                trial.dice[:] = hand
                assert enough == bool(markable(trial)), hand
            kinds |= set(found)
        match.play(chance.choice(match.legal()))
    assert kinds == {0, 1}
