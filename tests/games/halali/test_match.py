"""Who wins: points, ties, and the match of two games."""

import pytest

from allmende.core.language import Event, Seat
from tests.games.halali.positions import (
    BLUE,
    BROWN,
    CIRCLES,
    drawn,
    legal,
    placed,
    play,
    targets,
    tiles_on,
    walk_in_circles,
)

# All tiles but three hunters, a fox and two bears; a test says where those are.
FOREST = """
    T T T T T T T
    T T T T T T T
    T D D D D D D
    D P P P P P P
    P P F L L {a} {b}
    H^ Hv H^ Hv H^ {c} {d}
    F F F . F {e} {f}
"""


def forest(fields: str) -> str:
    """Draw the forest with the six fields of its south-eastern corner filled in."""
    return FOREST.format(**dict(zip("abcdef", fields.split(), strict=True)))


def test_h24_more_points_win() -> None:
    # Blue has a hunter, brown a bear.
    match = drawn(forest("H^ Hv . F . B"), bags=[{"hunter": 1}, {"bear": 1}], turns_left=1)
    match.play("Bg1-f1")
    assert match.over
    assert match.scores() == [5, 10]
    assert match.ranking() == [2, 1]


def test_h24_with_equal_points_more_tiles_win() -> None:
    # Two hunters are worth one bear.
    match = drawn(forest("H^ . . F . B"), bags=[{"hunter": 2}, {"bear": 1}], turns_left=1)
    match.play("Bg1-f1")
    assert match.over
    assert match.scores() == [10, 10]
    assert match.ranking() == [1, 2]


def test_h24_a_tile_led_out_counts_like_a_captured_one() -> None:
    match = drawn(forest("H^ Hv . F B B"), bags=[{"hunter": 1}, {}], to_act=BROWN, turns_left=1)
    assert match.ranking() == [1, 2]
    match.play("Hd2-south")
    assert match.scores() == [5, 5]
    assert match.ranking() == [1, 1]


def test_h24_with_equal_points_and_tiles_it_is_a_draw() -> None:
    match = drawn(forest("H^ Hv . . B B"), bags=[{"hunter": 1}, {"fox": 1}], turns_left=1)
    match.play("Bg1-g2")
    assert match.over
    assert match.scores() == [5, 5]
    assert match.ranking() == [1, 1]


@pytest.mark.parametrize(
    ("first_game", "places"),
    [
        # Now 10 points with two tiles against 10 points with one tile.
        ([(20, 8), (21, 4)], [2, 1]),
        ([(21, 4), (20, 8)], [1, 2]),
        ([(20, 5), (20, 5)], [1, 2]),  # seat 0 has one tile more in all
        ([(20, 5), (20, 7)], [2, 1]),  # seat 1 has one tile more in all
        ([(20, 5), (20, 6)], [1, 1]),
    ],
)
def test_h25_a_match_is_won_by_points_then_tiles_of_both_games(
    first_game: list[tuple[int, int]], places: list[int]
) -> None:
    match = drawn(
        forest("H^ . . F . B"),
        round=2,
        bags=[{"hunter": 2}, {"bear": 1}],
        first_game=[{"points": points, "tiles": tiles} for points, tiles in first_game],
        turns_left=1,
    )
    match.play("Bg1-f1")
    assert match.over
    assert match.scores() == [10 + points for points, _ in first_game]
    assert match.ranking() == places


def test_h25_points_and_tiles_of_the_first_game_are_carried_over() -> None:
    match = drawn(
        forest("H^ . . F . B"),
        match="return",
        bags=[{"hunter": 2}, {"bear": 1}],
        turns_left=1,
    )
    match.play("Bg1-f1")
    assert match.view()["round"] == 2
    assert match.position()["first_game"] == [
        {"points": 10, "tiles": 2},
        {"points": 10, "tiles": 1},
    ]
    assert match.ranking() == [1, 2]


def test_h26_the_second_game_is_a_new_deal_with_swapped_roles_and_blue_begins() -> None:
    match = placed("Fa1 H^g7", match="return", turns_left=1)
    points = match.scores()
    match.play("Fa1-a2")
    assert not match.over
    view = match.view()
    assert view["round"] == 2
    assert view["sides"] == ["brown", "blue"]
    assert match.to_act == [1]
    assert view["phase"] == "hunt"
    assert len(tiles_on(match)) == view["face_down"] == 48
    assert "d4" not in tiles_on(match)
    assert view["bags"] == [{}, {}]
    assert match.scores() == points


@pytest.mark.parametrize("last_to_move", [BLUE, BROWN])
def test_h26_blue_begins_the_second_game_whoever_ended_the_first(last_to_move: int) -> None:
    match = placed("Fa1 H^g7", match="return", turns_left=1, to_act=last_to_move)
    match.play("Fa1-a2" if last_to_move == BLUE else "Hg7-g6")
    assert match.to_act == [1]


def test_h26_nothing_of_the_first_game_binds_the_second() -> None:
    match = play(placed("Fa1 Dg7 H^d2", match="return", turns_left=2), "Fa1-a2", "Dg7-g6")
    view = match.view()
    assert (view["locked"], view["no_return"], view["quiet"]) == (None, [None, None], 0)
    assert len(legal(match)) == 48


def test_h26_seat_1_moves_the_animals_in_the_second_game() -> None:
    match = placed("Fa1 H^g7 ?Td4", round=2)
    assert match.to_act == [1]
    assert "a2" in targets(match, "a1")
    assert targets(match, "g7") == set()
    match.play("Fa1-a2")
    assert "g6" in targets(match, "g7")
    assert targets(match, "a2") == set()


def test_h26_the_second_game_ends_the_match() -> None:
    match = play(placed("Fa1 H^g7", round=2, turns_left=1), "Fa1-a2")
    assert match.ending == "last-turns"


def test_h26_a_single_game_has_no_second() -> None:
    match = play(placed("Fa1 H^g7", turns_left=1), "Fa1-a2")
    assert match.ending == "last-turns"
    assert match.view()["round"] == 1


@pytest.mark.parametrize("watcher", [BLUE, BROWN, None])
def test_h27_everybody_sees_the_captured_tiles(watcher: int | None) -> None:
    match = drawn(forest("H^ Hv H^ F B B"), bags=[{}, {}])
    play(match, "Bf1xf2")
    assert match.view(watcher)["bags"] == [{"hunter": 1}, {}]


def test_h33_a_standstill_in_the_first_game_leads_to_the_second() -> None:
    match = placed("Fa1 H^g7 ?Bd4", match="return")
    points = match.scores()
    walk_in_circles(match, 60)
    assert not match.over
    assert match.view()["round"] == 2
    assert match.to_act == [1]
    assert match.scores() == points


def test_h33_a_standstill_in_the_second_game_ends_the_match() -> None:
    match = placed("Fa1 H^g7 ?Bd4", round=2, quiet=59)
    match.play(CIRCLES[0])
    assert match.ending == "standstill"


def test_h33_a_side_gone_in_the_first_game_leads_to_the_second_too() -> None:
    match = play(placed("Fd7 H^g7", match="return"), "Fd7-north")
    assert not match.over
    assert match.view()["round"] == 2


# Tiles, further fields of the position, the last move of the first game, and how it ended.
FIRST_GAMES = [
    ("Fa1 H^g7", {"turns_left": 1}, "Fa1-a2", ["ending.last-turns"]),
    ("Fd7 H^g7", {}, "Fd7-north", ["ending.side-gone"]),
    ("Fa1 H^g7 ?Bd4", {"quiet": 59}, "Fa1-a2", ["ending.standstill"]),
    # A flip can open the last turns and end them at once.
    ("Fa1 ?Td5", {}, "flip d5", ["story.last_turns", "ending.side-gone"]),
]


@pytest.mark.parametrize(("tiles", "fields", "last_move", "told"), FIRST_GAMES)
def test_h33_the_end_of_the_first_game_is_told(
    tiles: str, fields: dict[str, int], last_move: str, told: list[str]
) -> None:
    match = play(placed(tiles, match="return", **fields), last_move)
    _, *turning_points, result, swap = match.story()
    assert [event.key for event in turning_points] == told
    first, second = match.scores()
    assert result == Event(
        "story.first_game_over", one=Seat(0), first=first, two=Seat(1), second=second
    )
    assert swap == Event("story.roles_swapped", who=Seat(1))


@pytest.mark.parametrize(("tiles", "fields", "last_move", "told"), FIRST_GAMES)
def test_h33_the_first_game_of_two_ends_like_a_single_one(
    tiles: str, fields: dict[str, int], last_move: str, told: list[str]
) -> None:
    match = play(placed(tiles, **fields), last_move)
    assert [event.key for event in match.story()][1:] == [*told, "story.result"]
