"""The statistics of the arena."""

import math

import numpy as np
import pytest

from allmende.lab.rating import Interval, elo, rate, share_interval, student

# From the tables of Student's t distribution, two-sided 95 %.
KNOWN_T = {1: 12.706, 2: 4.303, 9: 2.262, 11: 2.201, 15: 2.131, 30: 2.042, 100: 1.984}


@pytest.mark.parametrize("freedom", KNOWN_T)
def test_student(freedom: int) -> None:
    assert student(freedom) == pytest.approx(KNOWN_T[freedom], abs=0.001)


@pytest.mark.parametrize("deals", [1, 2, 5, 100])
@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_an_interval_is_never_empty_never_outside_and_holds_the_mean(
    deals: int, share: float
) -> None:
    interval = share_interval(np.full(deals, share))
    assert 0.0 <= interval.low < interval.high <= 1.0
    assert interval.covers(share)


def test_one_deal_says_nothing() -> None:
    assert share_interval(np.array([1.0])) == (0.0, 1.0)


def test_more_deals_make_the_interval_narrower() -> None:
    widths = [
        interval.high - interval.low
        for interval in (share_interval(np.tile([0.0, 1.0], half)) for half in (2, 8, 32, 128))
    ]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == pytest.approx(2 * 1.96 * 0.5 / math.sqrt(256), rel=0.03)


def test_pairing_counts() -> None:
    """Two players as strong as each other, where the first seat always wins: every deal is even."""
    unpaired = share_interval(np.tile([0.0, 1.0], 20))
    paired = share_interval(np.full(20, 0.5))
    assert paired.high - paired.low < (unpaired.high - unpaired.low) / 2


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.9])
def test_intervals_cover_as_often_as_they_say(share: float) -> None:
    chance = np.random.default_rng(1)
    covered = [
        share_interval(chance.binomial(2, share, size=25) / 2).covers(share) for _ in range(2000)
    ]
    assert 0.93 < np.mean(covered) <= 1.0


def test_elo_of_two_players_is_the_logarithm_of_the_odds() -> None:
    points = elo(np.array([[0.0, 10.0], [1.0, 0.0]]))
    assert points[0] - points[1] == pytest.approx(400.0)
    assert points.sum() == pytest.approx(0.0)


def test_elo_finds_the_strengths_that_made_the_results() -> None:
    true = np.array([200.0, 50.0, -250.0])
    odds = 10 ** (true / 400)
    wins = 100 * odds[:, None] / (odds[:, None] + odds[None, :])
    np.fill_diagonal(wins, 0.0)
    assert elo(wins) == pytest.approx(true, abs=0.01)


def test_winning_everything_is_not_infinite_and_not_certain() -> None:
    always = np.zeros((50, 2, 2))
    always[:, 0, 1] = 2.0
    ratings = rate(always)
    assert ratings.elo[0] == pytest.approx(-ratings.elo[1])
    assert 0 < ratings.intervals[0].low < ratings.elo[0] < ratings.intervals[0].high < 2000
    few = rate(always[:3])
    assert few.elo[0] < ratings.elo[0]
    assert few.intervals[0].low < ratings.intervals[0].low


def test_ratings_are_repeatable_and_alone_there_is_no_strength() -> None:
    wins = np.random.default_rng(2).integers(0, 3, size=(12, 3, 3)).astype(float)
    assert rate(wins) == rate(wins)
    assert rate(np.zeros((4, 1, 1))) == ([0.0], [Interval(0.0, 0.0)])
