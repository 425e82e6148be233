"""How a game ends: chains, blocks and games without marks."""

import random

import pytest

from allmende import new
from allmende.games.kuh_vadis.chains import chain_is_closed, is_blocked
from tests.games.kuh_vadis.positions import (
    CIRCLES,
    CORNER,
    CROSSES,
    STRIPES,
    drawing_of,
    fields_showing,
    fields_to_mark,
    legal,
    play,
    table,
    with_dice,
)


def test_v13_diagonals_may_cross() -> None:
    # The crosses go from a7 over b6 to a5, the circles between them from a6 to b5.
    match = play(table("123KK", sheet=STRIPES, x="b6", o="a6 b5"), "mark a4")
    assert match.ending == "chain"
    assert match.ranking() == [1, 2]


@pytest.mark.parametrize(
    ("dice", "x", "o", "mark", "wins"),
    [
        ("123KK", "a6", "", "a4", True),  # straight on
        ("11123", "a6", "", "b4", True),  # round the corner
        ("22213", "a6 b5", "", "c4", False),  # a3 is not reached
        ("11123", "a6", "a4", "b4", True),
        ("22213", "a6", "a4 b4", "c4", False),  # a way over marks of the other side is none
        ("123KK", "a4", "b4", "a1", False),
        ("11123", "b4 c5 d6 c7", "", "b7", True),  # the long way round
        ("11123", "b4 c5 d6", "", "b7", False),  # with a gap in it
    ],
)
def test_v14_a_chain_goes_over_own_marks_and_starts_in_eight_directions(
    dice: str, x: str, o: str, mark: str, wins: bool
) -> None:
    match = play(table(dice, sheet=STRIPES, x=x, o=o), f"mark {mark}")
    assert match.over == wins
    assert match.scores() == [int(wins), 0]


def test_v14_a_chain_wins_in_the_middle_of_a_series() -> None:
    match = play(table("1KKKK", sheet=STRIPES, x="a6"), "mark a4")
    assert match.ending == "chain"
    assert match.legal() == []


def test_v14_the_circles_win_the_same_way() -> None:
    match = play(table("123KK", sheet=STRIPES, o="g6", to_act=CIRCLES), "mark g4")
    assert match.ending == "chain"
    assert match.ranking() == [2, 1]


@pytest.mark.parametrize(
    ("x", "o", "blocked"),
    [
        ("", "a6 b6", True),  # with b7 the corner is shut
        ("", "a6", False),  # b6 is still free
        ("b6", "a6", False),  # an own mark is as good as a free field
        ("", "a4 b4 c4 d4 e4 f4", False),  # a diagonal step leads round the end of a wall
        ("b2 c3", "a4 b4 c4 d4 e4 e3 e2 e1", True),  # a fence leaves room, but no way out
        ("b2 c3", "a4 b4 c4 d4 e4 e3 e2", False),
    ],
)
def test_v15_blocked_is_who_could_not_join_the_starts_with_all_free_fields(
    x: str, o: str, blocked: bool
) -> None:
    match = play(table("11123", sheet=STRIPES, x=x, o=o, to_act=CIRCLES), "mark b7")
    assert match.view()["blocked"] == [blocked, False]


def test_v16_a_mark_can_win_and_block_at_once() -> None:
    match = play(table("11123", sheet=CORNER), "mark b6")
    assert match.view()["blocked"] == [False, True]
    assert match.ending == "chain"
    assert match.ranking() == [1, 2]


def test_v16_the_game_is_a_draw_as_soon_as_both_are_blocked() -> None:
    # Four of a kind: the game ends before the further series.
    match = table("15555", sheet=STRIPES, x="g6 f6", o="a6 b6 b7")
    assert match.view()["blocked"] == [True, False]
    match.play("mark f7")
    assert match.ending == "both-blocked"
    assert match.ranking() == [1, 1]
    assert match.scores() == [0, 0]


def test_v17_one_blocked_player_plays_on() -> None:
    match = play(table("11123", sheet=STRIPES, o="a6 b6", to_act=CIRCLES), "mark b7")
    assert match.view()["blocked"] == [True, False]
    assert not match.over
    assert match.to_act == [CROSSES]
    assert "mark c4" in legal(with_dice(match, "12224"))


def test_v17_the_other_can_still_win() -> None:
    match = table("123KK", sheet=STRIPES, o="a6 b6 b7 g6", to_act=CIRCLES)
    assert play(match, "mark g4").ranking() == [2, 1]


def full_board(seed: int) -> dict[str, str]:
    """Divide all fields of sheet B between both sides."""
    fields = sorted(fields_showing("12345K"))
    random.Random(seed).shuffle(fields)
    return {"x": " ".join(fields[:21]), "o": " ".join(fields[21:])}


@pytest.mark.parametrize("seed", range(60))
def test_v18_on_a_full_sheet_everybody_is_either_joined_or_blocked(seed: int) -> None:
    s = table("12345").record.copy()
    letters = enumerate(reversed(drawing_of(full_board(seed))))
    for row, line in letters:
        for column, letter in enumerate(line):
            if letter != ".":
                s.marks["xo".index(letter)] |= 1 << 7 * row + column
    for seat in (CROSSES, CIRCLES):
        assert chain_is_closed(s, seat) != is_blocked(s, seat)


@pytest.mark.parametrize(
    ("dice", "x", "o", "mark", "ending"),
    [
        (
            "134KK",
            "a1 a6 b1 b3 b6 c3 c4 c5 d4 d7 e1 e3 e4 e6 f1 f5 g2 g5 g6 g7",
            "a2 a3 a4 a5 b2 b5 b7 c6 c7 d1 d2 d3 d5 d6 e2 e5 f2 f3 f6 f7 g3 g4",
            "c2",
            "chain",
        ),
        (
            "22234",
            "a2 a4 a5 a6 b3 b6 b7 c3 c4 d1 e1 e3 e5 e6 f1 f2 f3 f6 f7 g7",
            "a1 a3 b1 b2 b5 c2 c5 c6 c7 d2 d3 d4 d5 d6 d7 e2 e4 f5 g2 g3 g5 g6",
            "g4",
            "both-blocked",
        ),
    ],
)
def test_v18_the_last_free_field_ends_the_game(
    dice: str, x: str, o: str, mark: str, ending: str
) -> None:
    match = table(dice, x=x, o=o)
    assert fields_to_mark(match) == {mark}
    assert play(match, f"mark {mark}").ending == ending


def test_v24_forty_turns_in_a_row_without_a_mark_are_a_draw() -> None:
    match = new("kuh_vadis", seed="quiet")
    for turn in range(40):
        assert match.view()["quiet"] == turn
        assert not match.over
        play(match, "stop", "no mark")
    assert match.ending == "no-marks"
    assert match.ranking() == [1, 1]


def test_v24_a_mark_starts_the_count_anew() -> None:
    match = play(table("12333", quiet=39), "mark b6")
    assert not match.over
    assert match.view()["quiet"] == 0


def test_v24_a_turn_with_a_mark_is_not_quiet_even_if_its_last_series_brings_none() -> None:
    match = play(table("13333", quiet=39), "mark b6", "stop", "no mark")
    assert not match.over
    assert match.view()["quiet"] == 0


def test_v24_so_every_game_ends() -> None:
    chance = random.Random("ends")
    match = new("kuh_vadis", seed="ends")
    while not match.over:
        match.play(chance.choice(match.legal()))
    # At most 43 marks, at most 40 turns for each, and then the last 40; three decisions a series.
    assert len(match.moves) < (43 + 1) * 40 * 3
