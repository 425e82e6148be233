"""Reading a search: shares of imagined games become chances to win."""

from math import exp
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allmende.bots.calibration import (
    BadCalibration,
    Calibration,
    Reading,
    calibration_of,
    read_calibration,
)
from allmende.bots.search.thinker import Considered, Thought
from allmende.core.registry import find_game, game_named, known_games

READING = Reading(sharpness=(0.4, 0.5, 0.6, 0.8), ahead=-0.9, asked=-0.2, plies=100)
FLATTERED = Calibration(prior=20, doubt=0.001, seats=dict.fromkeys("12345", READING))


def thought(*chances: float) -> Thought:
    return Thought((), chances, 1000, 0.0)


def tried(win: float, visits: int) -> Considered:
    return Considered(0, visits, 0.0, win, 0.0)


def test_without_a_calibration_numbers_are_taken_as_they_are() -> None:
    assert calibration_of(find_game("examples/four_in_a_row.py")) == Calibration()
    for win in (0.0, 0.3, 1.0):
        shares = Calibration().shares(thought(0.4, 0.6), 0, tried(win, 7))
        assert shares == pytest.approx([win, 1 - win])
        assert Calibration().chances(50, 0, shares) == pytest.approx((win, 1 - win))


def test_what_a_seat_leaves_is_shared_as_on_the_whole() -> None:
    shares = Calibration().shares(thought(0.5, 0.3, 0.2), 0, tried(0.6, 10))
    assert shares == pytest.approx([0.6, 0.24, 0.16])
    assert Calibration().shares(thought(1.0, 0.0, 0.0), 0, tried(0.6, 10)) == pytest.approx(
        [0.6, 0.2, 0.2]
    )


def test_chances_by_points_that_do_not_add_up_are_made_to() -> None:
    shares = Calibration().shares(thought(0.5, 0.5, 0.5, 0.5), 2, tried(1.0, 10))
    assert shares == pytest.approx([1 / 6, 1 / 6, 0.5, 1 / 6])


def test_a_move_seldom_tried_is_taken_for_an_average_one() -> None:
    average = 0.4
    once, often = (
        FLATTERED.shares(thought(average, 0.6), 0, tried(1.0, visits))[0] for visits in (1, 2000)
    )
    assert once == pytest.approx((1 + 20 * average) / 21)
    assert often > 0.99


def test_one_share_is_read_as_if_the_others_had_the_same() -> None:
    of_three = FLATTERED.chances(0, 2, [0.2, 0.2, 0.6])[2]
    assert FLATTERED.chance_of(0, 2, 3, 0.6) == pytest.approx(of_three)
    assert Calibration().chance_of(7, 0, 2, 0.3) == pytest.approx(0.3)
    assert FLATTERED.chance_of(0, 0, 1, 1.0) == 1


def test_the_end_of_a_game_is_read_more_sharply_than_its_beginning() -> None:
    deal, middle, end, late = (
        FLATTERED.chances(ply, 0, [0.9, 0.1])[0] for ply in (0, 50, 100, 300)
    )
    odds = 9**0.4 * (0.9 / 0.5) ** -0.8 * exp(-0.2)  # no better number may become a worse one
    assert deal == pytest.approx(odds / (1 + odds))
    assert deal < middle < end == late


@given(
    st.integers(0, 200),
    st.lists(st.floats(0.01, 1), min_size=2, max_size=5),
    st.floats(0, 1),
    st.integers(1, 1000),
    st.floats(0, 1),
)
def test_chances_add_up_and_a_better_number_stays_better(
    ply: int, chances: list[float], win: float, visits: int, other: float
) -> None:
    total = sum(chances)
    found = thought(*(chance / total for chance in chances))
    wins = []
    for each in sorted((win, other)):
        said = FLATTERED.chances(ply, 1, FLATTERED.shares(found, 1, tried(each, visits)))
        assert sum(said) == pytest.approx(1)
        assert all(0 < chance < 1 for chance in said)
        wins.append(said[1])
    assert wins[0] <= wins[1] + 1e-12


@pytest.mark.parametrize("name", known_games())
def test_every_game_says_how_to_read_its_searches(name: str) -> None:
    game = game_named(name)
    calibration = calibration_of(game)
    assert calibration != Calibration()
    assert set(calibration.seats) == {str(seats) for seats in game.seats}
    for reading in calibration.seats.values():
        assert min(reading.sharpness) > 0


def test_the_chance_moves_with_the_share_as_fast_as_it_says() -> None:
    assert Calibration().steepness(0, 1, [0.3, 0.5, 0.2]) == pytest.approx(1)
    assert Calibration().steepness(0, 0, [1.0, 0.0]) == pytest.approx(1)
    before, after = (FLATTERED.chances(50, 0, [share, 1 - share])[0] for share in (0.3, 0.31))
    assert FLATTERED.steepness(50, 0, [0.305, 0.695]) == pytest.approx((after - before) / 0.01)


def test_with_another_number_of_seats_numbers_are_taken_as_they_are() -> None:
    of_two = Calibration(seats={"2": READING})
    assert of_two.chances(0, 0, [0.5, 0.3, 0.2]) == pytest.approx((0.5, 0.3, 0.2))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{",
        '{"sharp": 1}',
        '{"seats": {"2": 3}}',
        '{"seats": {"2": {"sharpness": [1], "ahead": 0, "asked": 0, "plies": 9}}}',
        "3",
    ],
)
def test_a_file_that_is_none_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "coach.jsonl"
    file.write_text(line)
    with pytest.raises(BadCalibration, match=r"coach.jsonl, line 1: this is no calibration"):
        read_calibration(file)


def test_a_calibration_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "coach.jsonl"
    file.write_text(FLATTERED.as_line() + "{}\n")
    assert read_calibration(file) == FLATTERED
