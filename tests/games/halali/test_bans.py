"""Two bans: no moving back and forth, and no moving a bird that the other has just touched."""

import pytest

from tests.games.halali.positions import BLUE, BROWN, drawn, legal, placed, play, targets, tiles_on


def test_h2_an_own_tile_may_not_go_straight_back() -> None:
    match = play(placed("Fd2 H^a7 ?Ta1 ?Tg1"), "Fd2-d5", "flip a1")
    # Only the field it came from is barred: stopping short of it or going beyond is allowed.
    assert {"d1", "d3", "d4", "d6", "d7"} == {to for to in targets(match, "d5") if to[0] == "d"}


@pytest.mark.parametrize("tile", ["B", "F"])
def test_h2_the_ban_holds_for_every_kind_of_blue(tile: str) -> None:
    match = play(placed(f"{tile}d2 H^a7 ?Ta1 ?Tg1"), f"{tile}d2-d3", "flip a1")
    assert "d2" not in targets(match, "d3")
    assert "d4" in targets(match, "d3")


@pytest.mark.parametrize("tile", ["L", "Hv"])
def test_h2_the_ban_holds_for_every_kind_of_brown(tile: str) -> None:
    match = placed(f"{tile}d2 Fa7 ?Ta1 ?Tg1", to_act=BROWN)
    play(match, f"{tile[0]}d2-d3", "flip a1")
    assert "d2" not in targets(match, "d3")
    assert "d4" in targets(match, "d3")


@pytest.mark.parametrize("bird", ["D", "P"])
@pytest.mark.parametrize("seat", [BLUE, BROWN])
def test_h2_a_bird_may_go_straight_back(bird: str, seat: int) -> None:
    match = placed(f"{bird}d2 Fa7 H^g7 ?Ta1 ?Tg1", to_act=seat)
    play(match, f"{bird}d2-d5", "flip a1", f"{bird}d5-d2")
    assert tiles_on(match)["d2"] == bird


def test_h3_a_flip_in_between_lifts_the_ban() -> None:
    match = play(placed("Fd2 H^a7 ?Ta1 ?Tg1 ?Tg2"), "Fd2-d5", "flip a1", "flip g1", "Ha7-a6")
    assert "d2" in targets(match, "d5")


def test_h3_moving_another_tile_in_between_lifts_the_ban() -> None:
    match = play(placed("Fd2 Ff2 H^a7 ?Ta1"), "Fd2-d5", "Ha7-a6", "Ff2-f3", "Ha6-b6")
    assert "d2" in targets(match, "d5")
    # Now the other fox is the one that may not go back.
    assert "f2" not in targets(match, "f3")


def test_h3_moving_a_bird_in_between_lifts_the_ban() -> None:
    match = play(placed("Fd2 Df2 H^a7 ?Ta1"), "Fd2-d5", "Ha7-a6", "Df2-f3", "Ha6-b6")
    assert "d2" in targets(match, "d5")


def test_h3_the_ban_moves_on_with_the_tile() -> None:
    match = play(placed("Fd2 H^a7 ?Ta1"), "Fd2-d5", "Ha7-a6", "Fd5-e5", "Ha6-b6")
    assert "d5" not in targets(match, "e5")
    match = play(match, "Fe5-e2", "Hb6-b7")
    assert "d2" in targets(match, "e2")


def test_h3_each_side_has_its_own_ban() -> None:
    match = play(placed("Fd2 H^a7 ?Ta1"), "Fd2-d5", "Ha7-a6")
    assert "d2" not in targets(match, "d5")
    match.play("Fd5-d6")
    assert "a7" not in targets(match, "a6")
    assert "a5" in targets(match, "a6")


@pytest.mark.parametrize("watcher", [BLUE, BROWN, None])
def test_h3_the_ban_of_a_captured_tile_is_gone_from_the_table(watcher: int | None) -> None:
    match = play(placed("Fd2 H>a5 ?Ta1 ?Tg1"), "Fd2-d5")
    assert match.view(watcher)["no_return"] == [{"from": "d5", "to": "d2"}, None]
    match.play("Ha5xd5")
    assert match.view(watcher)["no_return"] == [None, {"from": "d5", "to": "a5"}]


def test_h3_the_ban_of_a_captured_tile_does_not_hold_for_the_one_that_took_it() -> None:
    match = play(placed("Fd2 H>a5 ?Ta1 ?Tg1"), "Fd2-d5", "Ha5xd5", "flip a1")
    assert "d2" in targets(match, "d5")
    assert "a5" not in targets(match, "d5")


def test_h4_returning_by_a_capture_is_forbidden_too() -> None:
    match = play(placed("Fd2 Fd1 Da2 H^g7 ?Ta7"), "Fd2-d5", "Da2-d2")
    assert targets(match, "d5") & {"d1", "d2", "d3", "d4"} == {"d3", "d4"}
    # The other fox has not come from there: it may take the duck.
    assert "d2" in targets(match, "d1")


def test_h4_the_bear_may_not_return_onto_a_hunter() -> None:
    match = play(placed("Bd2 Hva2 ?Ta7"), "Bd2-d3", "Ha2-d2")
    assert targets(match, "d3") == {"d4", "c3", "e3"}


@pytest.mark.parametrize("bird", ["D", "P"])
def test_h6_a_locked_bird_may_be_captured_but_not_moved(bird: str) -> None:
    match = play(placed(f"Fd2 H^g7 ?{bird}d5 ?Ta1", to_act=BROWN), "flip d5")
    assert targets(match, "d5") == set()
    match.play("Fd2xd5")
    assert tiles_on(match) == {"d5": "F", "g7": "H^", "a1": "?T"}


def test_h6_a_hunter_may_shoot_a_locked_bird() -> None:
    match = play(placed("Fa7 H^d1 Dg5 ?Ta1"), "Dg5-d5")
    assert targets(match, "d5") == set()
    assert "d5" in targets(match, "d1")


def test_h6_only_the_bird_just_touched_is_locked() -> None:
    match = play(placed("Dd2 Pf2 H^a7 ?Ta1"), "Dd2-d5")
    assert targets(match, "d5") == set()
    assert "f3" in targets(match, "f2")


@pytest.mark.parametrize("touch", ["flip d5", "Dd3-d5"])
def test_h7_the_one_who_touched_the_bird_may_move_it_again(touch: str) -> None:
    bird = "?Dd5" if touch == "flip d5" else "Dd3"
    match = play(placed(f"{bird} Fa7 H^g7 ?Ta1 ?Tg1"), touch, "flip a1")
    assert "d6" in targets(match, "d5")


@pytest.mark.parametrize("touch", ["flip d5", "Dd3-d5"])
def test_h8_the_lock_lasts_one_turn(touch: str) -> None:
    bird = "?Dd5" if touch == "flip d5" else "Dd3"
    match = play(placed(f"{bird} Fa7 H^g7 ?Ta1 ?Tg1"), touch)
    assert targets(match, "d5") == set()
    play(match, "Hg7-g6", "Fa7-a6")
    assert "d6" in targets(match, "d5")


def test_h8_a_bird_moved_again_is_locked_again() -> None:
    match = play(placed("Dd3 Fa7 H^g7 ?Ta1"), "Dd3-d5", "Hg7-g6", "Dd5-d6")
    assert targets(match, "d6") == set()


def test_h8_a_flip_of_another_tile_locks_nothing() -> None:
    match = play(placed("Dd3 Fa7 H^g7 ?H^c1 ?Ta1"), "flip c1")
    assert "d5" in targets(match, "d3")


def test_h30_a_pass_lifts_the_ban() -> None:
    # In its corner the bear can only go up and down between trees.
    match = drawn(
        """
        . . . . . . H^
        . . . . . . .
        . . . . . . .
        . . . . . . .
        T . . . . . .
        . T . . . . .
        B T . . . . .
        """
    )
    play(match, "Ba1-a2", "Hg7-g6")
    # The way back is the only move there is, and it is forbidden.
    assert legal(match) == {"pass"}
    play(match, "pass", "Hg6-g5")
    assert legal(match) == {"Ba2-a1"}


def test_h31_the_ban_holds_after_a_capture() -> None:
    match = play(placed("Fd2 Dd5 Fg2 H^a7 ?Ta1"), "Fd2xd5", "Ha7-a6")
    assert targets(match, "d5") & {"d1", "d2", "d3", "d4"} == {"d1", "d3", "d4"}
    # Another tile may enter the field.
    assert "d2" in targets(match, "g2")


@pytest.mark.parametrize("bird", ["D", "P"])
def test_h32_a_bird_turned_up_last_is_locked_for_the_first_of_the_last_turns(bird: str) -> None:
    match = play(placed(f"Fa7 H^g7 ?{bird}d5"), "flip d5")
    assert match.view()["phase"] == "last-turns"
    assert targets(match, "d5") == set()
    play(match, "Hg7-g6", "Fa7-a6")
    assert "d6" in targets(match, "d5")
