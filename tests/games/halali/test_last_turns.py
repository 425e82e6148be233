"""How a game ends: the last turns, the way out of the wood, the early end and the standstill."""

import pytest

from tests.games.halali.positions import (
    BLUE,
    BROWN,
    CIRCLES,
    drawn,
    legal,
    placed,
    play,
    targets,
    walk_in_circles,
)

EXITS = {"north": "d7", "east": "g4", "south": "d1", "west": "a4"}


def test_h5_sixty_quiet_plies_end_the_game_as_it_stands() -> None:
    match = placed("Fa1 H^g7 ?Bd4")
    points = match.scores()
    walk_in_circles(match, 59)
    assert not match.over
    assert match.view()["quiet"] == 59
    match.play(CIRCLES[59 % len(CIRCLES)])
    assert match.over
    assert match.ending == "standstill"
    assert match.legal() == []
    assert match.scores() == points


@pytest.mark.parametrize("loud", ["flip d1", "Hg6xd6"])
def test_h5_a_flip_or_a_capture_begins_the_count_anew(loud: str) -> None:
    match = walk_in_circles(placed("Fa1 H<g7 Dd6 ?Td1 ?Td2"), 59)
    match.play(loud)
    assert not match.over
    assert match.view()["quiet"] == 0


def test_h5_repetition_alone_is_not_forbidden() -> None:
    match = walk_in_circles(placed("Fa1 H^g7 ?Bd4"), 48)
    assert CIRCLES[0] in legal(match)


def test_h15_the_turn_of_the_last_flip_is_not_one_of_the_five() -> None:
    match = play(placed("Fa1 H^g7 ?Bd4"), "flip d4")
    assert match.view()["phase"] == "last-turns"
    assert match.view()["turns_left"] == 10
    assert match.to_act == [BROWN]


def test_h15_each_player_has_exactly_five_last_turns() -> None:
    match = play(placed("Fa1 H^g7 ?Td4", to_act=BROWN), "flip d4")
    walk_in_circles(match, 9)
    assert not match.over
    match.play(CIRCLES[9 % len(CIRCLES)])
    assert match.ending == "last-turns"
    assert [move.seat for move in match.moves[1:]] == [BLUE, BROWN] * 5
    assert match.to_act == []


def test_h16_passing_is_only_for_those_who_cannot_move() -> None:
    match = placed("Fa1 Ta2 Tb1 H^g7", turns_left=4)
    assert legal(match) == {"pass"}
    match.play("pass")
    assert "pass" not in legal(match)


def test_h16_a_pass_uses_up_a_turn() -> None:
    match = play(placed("Fa1 Ta2 Tb1 H^g7", turns_left=3), "pass", "Hg7-g6")
    assert match.view()["turns_left"] == 1
    match.play("pass")
    assert match.ending == "last-turns"


def test_h16_a_move_that_is_barred_is_no_move() -> None:
    tiles = "Fg1 H^a1 Ta2 Tb1 Dg7 Tf7"
    assert "Dg7-g6" in legal(placed(tiles, to_act=BROWN))
    assert legal(placed(tiles, to_act=BROWN, locked="g7")) == {"pass"}


@pytest.mark.parametrize("seat", [BLUE, BROWN])
def test_h17_before_the_last_turns_there_is_always_a_flip(seat: int) -> None:
    match = placed("Fa1 Ta2 Tb1 H^g7 Tf7 Tg6 ?Td4", to_act=seat)
    assert legal(match) == {"flip d4"}


@pytest.mark.parametrize("side", EXITS)
@pytest.mark.parametrize(("tile", "seat"), [("F", BLUE), ("H^", BROWN)])
def test_h18_far_movers_slide_out_in_one_move(tile: str, seat: int, side: str) -> None:
    match = placed(f"{tile}d4 Fa1 H^g7", to_act=seat)
    own = match.view()["bags"][seat]
    match.play(f"{tile[0]}d4-{side}")
    name = "fox" if tile == "F" else "hunter"
    assert match.view()["bags"][seat][name] == own.get(name, 0) + 1
    assert match.view()["board"][3][3] is None


def test_h18_the_way_out_must_be_free() -> None:
    match = placed("Fd4 Td6 Hvb4 H^g4 Dd1")
    # It may capture the duck on the exit field, and leave only in a later move.
    assert targets(match, "d4") == {"d5", "c4", "e4", "f4", "d3", "d2", "d1"}


@pytest.mark.parametrize(("tile", "seat"), [("B", BLUE), ("L", BROWN)])
def test_h18_bear_and_lumberjack_leave_from_the_exit_field_only(tile: str, seat: int) -> None:
    match = placed(f"{tile}d6 {tile}g4 Fa1 H^g7", to_act=seat)
    assert targets(match, "d6") == {"d7", "d5", "c6", "e6"}
    assert targets(match, "g4") == {"g5", "g3", "f4", "east"}
    match.play(f"{tile}g4-east")
    assert match.view()["board"][3][6] is None


@pytest.mark.parametrize("field", EXITS.values())
def test_h18_the_exits_are_closed_before_the_last_turns(field: str) -> None:
    match = placed(f"F{field} H^g7 ?Ta1")
    assert not targets(match, field) & set(EXITS)


@pytest.mark.parametrize(("side", "field"), EXITS.items())
def test_h19_a_tile_leaves_straight_out_of_the_exit(side: str, field: str) -> None:
    match = placed(f"B{field} H^b6")
    assert targets(match, field) & set(EXITS) == {side}


def test_h19_a_far_mover_on_an_exit_may_cross_the_wood_to_the_opposite_one() -> None:
    match = placed("Fa4 H^g7")
    assert targets(match, "a4") & set(EXITS) == {"west", "east"}


@pytest.mark.parametrize("field", ["a1", "a7", "g1", "g7", "c7", "e1", "a3", "g5", "c3"])
def test_h19_there_is_no_way_out_beside_the_exits(field: str) -> None:
    match = placed(f"F{field} H^b6")
    assert not targets(match, field) & set(EXITS)


@pytest.mark.parametrize("aim", "^>v<")
def test_h20_the_aim_does_not_matter_for_leaving(aim: str) -> None:
    match = placed(f"H{aim}d4 Fa1", to_act=BROWN)
    assert targets(match, "d4") & set(EXITS) == set(EXITS)


@pytest.mark.parametrize("seat", [BLUE, BROWN])
@pytest.mark.parametrize("bird", ["D", "P"])
def test_h21_birds_do_not_leave(bird: str, seat: int) -> None:
    match = placed(f"{bird}d7 Fa1 H^g6", to_act=seat)
    assert "d6" in targets(match, "d7")
    assert not targets(match, "d7") & set(EXITS)


def test_h21_nobody_leads_out_tiles_of_the_other_side() -> None:
    assert targets(placed("Hvd7 Fa1", to_act=BLUE), "d7") == set()
    assert targets(placed("Fd7 H^a1", to_act=BROWN), "d7") == set()


@pytest.mark.parametrize("tiles", ["Fa1 Ba2 ?Td4", "Hva1 La2 ?Td4"])
def test_h22_the_game_ends_right_after_the_last_flip_if_a_side_is_gone(tiles: str) -> None:
    match = play(placed(tiles), "flip d4")
    assert match.ending == "side-gone"


def test_h22_a_side_that_comes_up_with_the_last_flip_is_not_gone() -> None:
    match = play(placed("Fa1 Ba2 ?H^d4"), "flip d4")
    assert not match.over


def test_h22_a_side_may_be_gone_while_tiles_are_face_down() -> None:
    match = play(placed("H^a1 ?Td4 ?Td5"), "flip d4", "Ha1-a2")
    assert not match.over
    match.play("flip d5")
    assert match.ending == "side-gone"


def test_h22_the_capture_of_the_last_tile_of_a_side_ends_the_game() -> None:
    match = play(placed("H^a1 Fa5 Bg7", to_act=BROWN), "Ha1xa5")
    assert not match.over
    match = play(placed("H^a1 Fa5", to_act=BROWN), "Ha1xa5")
    assert match.ending == "side-gone"


def test_h22_leading_out_the_last_own_tile_ends_the_game() -> None:
    match = play(placed("Fd7 Ba1 H^g7"), "Fd7-north", "Hg7-g6")
    assert not match.over
    match = play(placed("Fd7 H^g7"), "Fd7-north")
    assert match.ending == "side-gone"


def test_h22_the_last_tile_in_the_last_turn_is_an_early_end_too() -> None:
    match = play(placed("Fd7 H^g7", turns_left=1), "Fd7-north")
    assert match.ending == "side-gone"


def test_h23_turns_left_are_lost_and_tiles_on_the_board_score_nothing() -> None:
    match = placed("Fd7 H^d2 Lg4 Bb2 Db1", to_act=BROWN, turns_left=8)
    play(match, "Lg4-east", "Fd7-north", "Hd2-d3", "Bb2-b3", "Hd3-south")
    # Brown has led out its last two tiles; the bear and the duck belong to nobody.
    assert match.ending == "side-gone"
    assert match.view()["turns_left"] == 3
    assert match.legal() == []
    assert sum(match.scores()) == 168 - 10 - 2


def test_h23_without_an_early_end_tiles_on_the_board_score_nothing_either() -> None:
    match = drawn(
        """
        T T T T T T T
        T T T T T T T
        T D D D D D D
        D P P P P P P
        P P . L L H^ Hv
        H^ Hv H^ Hv H^ Hv F
        F F F F F B B
        """,
        turns_left=1,
        bags=[{}, {}],
    )
    # The bear takes a hunter: five points, and nothing for all that stays in the wood.
    match.play("Bf1xf2")
    assert match.ending == "last-turns"
    assert match.scores() == [5, 0]
