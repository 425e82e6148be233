"""Throwing the dice: three throws, free choice, and what the dice are worth."""

from itertools import combinations, combinations_with_replacement, pairwise

import pytest

from allmende import new
from allmende.core.chance import draw
from allmende.core.record import copy_record
from allmende.games.kuh_vadis import game
from tests.games.kuh_vadis.positions import (
    CIRCLES,
    CROSSES,
    B,
    fields_showing,
    fields_to_mark,
    legal,
    play,
    table,
)

FACES = "12345K"
ALL_THROWS = ["".join(faces) for faces in combinations_with_replacement(FACES, 5)]


@pytest.mark.parametrize("dice", ["123KK", "12KKK"])
def test_v1_two_or_three_cows_are_one_cow_mark(dice: str) -> None:
    match = table(dice)
    assert fields_to_mark(match) == fields_showing("K", B)
    match.play("mark a6")
    assert match.to_act == [CIRCLES]


@pytest.mark.parametrize(
    ("dice", "again"), [("12333", False), ("13333", True), ("33333", True), ("333KK", False)]
)
def test_v2_three_equal_are_one_mark_and_four_or_five_a_further_series(
    dice: str, again: bool
) -> None:
    match = play(table(dice), "mark b6")
    assert match.to_act == [CROSSES if again else CIRCLES]


@pytest.mark.parametrize("dice", ["12345", "1122K", "1234K", "11223", "33445"])
def test_v2_less_than_that_is_no_mark(dice: str) -> None:
    assert legal(table(dice)) == {"no mark"}


def test_v3_the_first_throw_counts_so_two_are_left() -> None:
    match = new("kuh_vadis", seed="throws")
    seen = [(match.view()["phase"], match.view()["throws_left"])]
    for _ in range(2):
        match.play(match.legal()[-1])
        seen.append((match.view()["phase"], match.view()["throws_left"]))
    assert seen == [("throw", 2), ("throw", 1), ("mark", 0)]
    assert not any(move.data["do"] in ("stop", "reroll") for move in match.legal())


def test_v3_one_may_stop_after_any_throw() -> None:
    for throws_left in (2, 1):
        match = play(table("1244K", throws_left=throws_left), "stop")
        assert match.view()["phase"] == "mark"
        assert match.view()["dice"] == ["1", "2", "4", "4", "K"]
        assert match.to_act == [CROSSES]


def test_v4_dice_put_aside_may_be_thrown_again_later() -> None:
    match = play(table("12344", throws_left=2), "reroll 123")
    faces = [move.data.get("faces", "") for move in match.legal()]
    assert "44" in faces
    match.play(next(move for move in match.legal() if move.data.get("faces") == "44"))
    assert match.view()["throws_left"] == 0


def test_v4_any_dice_may_be_thrown_again_all_or_none() -> None:
    match = table("1234K", throws_left=2)
    assert len(legal(match)) == 2**5
    assert {"stop", "reroll 1234K", "reroll K", "reroll 13"} <= legal(match)


@pytest.mark.parametrize("dice", ["123KK", "12333", "13333", "KKKKK", "333KK"])
def test_v5_a_mark_may_be_declined(dice: str) -> None:
    match = play(table(dice), "no mark")
    assert match.to_act == [CIRCLES]
    assert match.view()["marks"] == ["......."] * 7


def test_v6_two_cows_and_three_equal_are_one_mark_of_either_kind() -> None:
    match = table("333KK")
    assert fields_to_mark(match) == fields_showing("3K", B)
    for choice in ("mark b6", "mark a6"):
        assert play(table("333KK"), choice).to_act == [CIRCLES]


def test_v20_a_series_is_three_throws_whatever_the_misprint_says() -> None:
    match = new("kuh_vadis", seed="misprint")
    drawn = [int(match.record.drawn)]
    while match.view()["phase"] == "throw":
        match.play("reroll " + "".join(match.view()["dice"]))
        drawn.append(int(match.record.drawn))
    # All five dice, three times: the deal held the first throw, each decision one more.
    assert [later - earlier for earlier, later in pairwise(drawn)] == [5, 5]


@pytest.mark.parametrize("dice", ALL_THROWS)
def test_every_choice_of_faces_is_offered_once(dice: str) -> None:
    s = table(dice, throws_left=1).record
    offered = [game.words.move_data(s, 0, move).get("faces", "") for move in game.legal_moves(s, 0)]
    wanted = {"".join(faces) for size in range(6) for faces in combinations(dice, size)}
    assert len(offered) == len(set(offered))
    assert set(offered) == wanted


@pytest.mark.parametrize("dice", ["12345", "11122", "1KKKK", "33333"])
def test_each_die_thrown_is_one_fair_draw(dice: str) -> None:
    match = table(dice, throws_left=2)
    for move in match.legal():
        faces = move.data.get("faces", "")
        chance = copy_record(match.record)
        kept = list(dice)
        for face in faces:
            kept.remove(face)
        expected = sorted(kept + [FACES[draw(chance, 6)] for _ in faces], key=FACES.index)
        after = game.after(match.record, move.seat, move.number)
        assert game.view(after, None)["dice"] == expected
        assert after.drawn == chance.drawn


def test_v29_the_first_throw_of_a_game_lies_there_before_anybody_decides() -> None:
    match = new("kuh_vadis", seed="first throw")
    view = match.view()
    assert (view["phase"], len(view["dice"]), view["throws_left"]) == ("throw", 5, 2)
    assert match.moves == []


@pytest.mark.parametrize(
    ("dice", "thrower"), [("12333", CIRCLES), ("13333", CROSSES), ("33333", CROSSES)]
)
def test_v29_all_five_dice_are_thrown_with_the_move_that_begins_a_series(
    dice: str, thrower: int
) -> None:
    match = table(dice)
    chance = copy_record(match.record)
    thrown = sorted((FACES[draw(chance, 6)] for _ in range(5)), key=FACES.index)
    play(match, "mark b6")
    view = match.view()
    assert (match.to_act, view["phase"], view["throws_left"]) == ([thrower], "throw", 2)
    assert view["dice"] == thrown
    assert match.record.drawn == chance.drawn


def test_v27_equal_dice_are_offered_once() -> None:
    match = table("33345", throws_left=2)
    one_three = [move for move in match.legal() if move.data.get("faces") == "3"]
    assert [str(move) for move in one_three] == ["reroll 3"]
    assert len(match.legal()) == 4 * 2 * 2


def test_v28_who_can_mark_nothing_says_so() -> None:
    match = table("1123K", throws_left=1)
    while match.view()["phase"] == "throw":
        match.play("stop")
    assert match.to_act == [CROSSES]
    assert match.view()["dice"] == ["1", "1", "2", "3", "K"]
    assert legal(match) == {"no mark"}
