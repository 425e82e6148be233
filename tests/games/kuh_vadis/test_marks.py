"""Marking fields: where, and the further series after four of a kind."""

import pytest

from tests.games.kuh_vadis.positions import (
    CIRCLES,
    CROSSES,
    B,
    fields_showing,
    fields_to_mark,
    legal,
    marks_on,
    play,
    table,
    with_dice,
)

NEXT_TO_B6 = {"b7", "c7", "a6", "c6", "a5", "b5", "c5"}  # a7 touches it too, but is a start


@pytest.mark.parametrize("dice", ["13333", "33333"])
def test_v7_four_of_a_kind_always_gives_a_further_series(dice: str) -> None:
    match = play(table(dice), "mark b6")
    view = match.view()
    assert (match.to_act, view["phase"], view["throws_left"]) == ([CROSSES], "throw", 2)
    assert view["last_mark"] == "b6"


def test_v7_the_further_series_may_end_without_a_mark() -> None:
    match = play(table("13333"), "mark b6", "stop", "no mark")
    assert match.to_act == [CIRCLES]
    assert marks_on(match) == {"x": {"b6"}, "o": set()}


def test_v8_the_further_series_bounds_where_to_mark_but_does_not_force_it() -> None:
    match = with_dice(play(table("13333"), "mark b6"), "12KKK")
    assert fields_to_mark(match) == fields_showing("K", B) & NEXT_TO_B6
    assert "no mark" in legal(match)


def test_v8_four_of_a_kind_in_the_further_series_gives_one_more() -> None:
    match = with_dice(play(table("13333"), "mark b6"), "1KKKK")
    assert play(match, "mark a6").to_act == [CROSSES]
    assert match.view()["last_mark"] == "a6"


def test_v9_only_the_last_mark_counts_not_the_others_of_this_turn() -> None:
    match = with_dice(play(table("13333"), "mark b6"), "1KKKK")
    match = with_dice(play(match, "mark a6"), "12444")
    # c5 shows a 4 and touches b6, but not a6; b7 touches both.
    assert fields_to_mark(match) == {"b7"}


def test_v9_marks_of_earlier_turns_do_not_count_either() -> None:
    match = table("12444", x="b6 g7", last="g7")
    assert fields_to_mark(match) == set()


def test_v10_four_of_a_kind_without_a_free_field_ends_the_turn() -> None:
    threes = fields_showing("3", B)
    match = table("33335", x=" ".join(sorted(threes)))
    assert legal(match) == {"no mark"}
    assert play(match, "no mark").to_act == [CIRCLES]


def test_v10_so_does_one_without_a_free_field_next_to_the_last_mark() -> None:
    match = table("22221", x="b6", last="b6")
    assert legal(match) == {"no mark"}
    assert play(match, "no mark").to_act == [CIRCLES]


def test_v11_the_first_mark_of_a_turn_need_not_touch_anything() -> None:
    match = table("12444", x="b6", o="d4")
    assert fields_to_mark(match) == fields_showing("4", B)


@pytest.mark.parametrize("dice", ["111KK", "222KK", "333KK", "444KK", "555KK", "KKKKK"])
def test_v12_starts_are_never_marked(dice: str) -> None:
    assert not fields_to_mark(table(dice)) & fields_showing("XO", B)


def test_v12_starts_do_not_stand_in_for_the_last_mark() -> None:
    # The start b4 is next to a5, but c3 and c5 are next to b4 only.
    match = table("124KK", x="a5", last="a5")
    assert fields_to_mark(match) == {"a6", "b5"}
    assert fields_to_mark(table("44423", x="a5", last="a5")) == set()


def test_v21_the_example_of_the_rulebook_in_the_right_order() -> None:
    match = play(table("13333"), "mark b6")
    match = play(with_dice(match, "2KKKK"), "mark a6")
    assert match.to_act == [CROSSES]
    match = play(with_dice(match, "11145"), "mark a5")
    assert match.to_act == [CIRCLES]
    assert marks_on(match)["x"] == {"b6", "a6", "a5"}


@pytest.mark.parametrize("last", [None, "b6"])
def test_v23_declining_the_mark_of_four_of_a_kind_ends_the_turn(last: str | None) -> None:
    match = play(table("1KKKK", x="b6", last=last), "no mark")
    assert match.to_act == [CIRCLES]
    assert match.view()["last_mark"] is None
    assert match.view()["throws_left"] == 2


def test_the_other_player_is_not_bound_by_the_last_mark() -> None:
    match = with_dice(play(table("12333"), "mark b6"), "12KKK")
    assert fields_to_mark(match) == fields_showing("K", B)


@pytest.mark.parametrize("seat", [CROSSES, CIRCLES])
@pytest.mark.parametrize("sides", [["X", "O"], ["O", "X"]])
def test_everybody_marks_with_the_own_symbol(seat: int, sides: list[str]) -> None:
    match = play(table("12333", to_act=seat, sides=sides), "mark b6")
    assert marks_on(match)[sides[seat].lower()] == {"b6"}


def test_v26_a1_is_at_the_bottom_left_and_g7_at_the_top_right() -> None:
    assert fields_to_mark(table("22213")) == {"g7", "d5", "a4", "g4", "d3", "a1"}
    match = table("12345", x="a6", o="f1")
    assert match.position()["marks"][1] == "x......"
    assert match.position()["marks"][6] == ".....o."
