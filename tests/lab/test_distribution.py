"""Distributions of whole numbers, and what a summary makes of games."""

import math

import numpy as np
import pytest

from allmende.lab.distribution import NOTHING, QUANTILES, WIDEST_COUNT, Distribution, round_width
from allmende.lab.random_play import Games
from allmende.lab.rating import mean_interval, wilson
from allmende.lab.summary import Summary

NUMBERS = np.random.default_rng(1).integers(-30, 400, 1001)
FAR_APART = np.array([0, 5, WIDEST_COUNT + 7, 5])


@pytest.mark.parametrize("numbers", [NUMBERS, FAR_APART, np.array([7])])
def test_it_knows_all_that_the_numbers_tell(numbers: np.ndarray) -> None:
    spread = Distribution.of(numbers)
    assert (spread.count, spread.total) == (len(numbers), numbers.sum())
    assert spread.mean == pytest.approx(numbers.mean())
    quantiles = np.quantile(numbers, QUANTILES, method="inverted_cdf")
    assert spread.quantiles() == quantiles.tolist()
    if len(numbers) > 1:
        assert spread.deviation == pytest.approx(numbers.std(ddof=1))
        assert spread.mean_interval == pytest.approx(mean_interval(numbers))


@pytest.mark.parametrize("numbers", [NUMBERS, FAR_APART, np.array([7])])
def test_columns_of_a_table_are_counted_as_one_by_one(numbers: np.ndarray) -> None:
    table = np.stack([numbers, -2 * numbers, numbers % 3], axis=1)
    for found, column in zip(Distribution.of_columns(table), table.T, strict=True):
        alone = Distribution.of(column)
        assert found.values.tolist() == alone.values.tolist()
        assert found.counts.tolist() == alone.counts.tolist()


def test_pieces_add_up_in_any_order() -> None:
    pieces = [Distribution.of(piece) for piece in np.array_split(NUMBERS, 7)]
    whole = Distribution.of(NUMBERS)
    for order in (pieces, pieces[::-1]):
        together = sum(order, start=NOTHING)
        assert together.as_data() == whole.as_data()
        assert together.values.tolist() == whole.values.tolist()


@pytest.mark.parametrize("most", [1, 2, 10, 12])
@pytest.mark.parametrize("numbers", [NUMBERS, np.array([3]), np.array([9, 10, 11]), -NUMBERS])
def test_a_histogram_leaves_nothing_out(numbers: np.ndarray, most: int) -> None:
    bars = Distribution.of(numbers).histogram(most)
    assert 1 <= len(bars) <= max(most, 2)  # numbers on both sides of 0 lie in two bars
    assert sum(bar.height for bar in bars) == len(numbers)
    assert len({bar.high - bar.low for bar in bars}) == 1
    for bar in bars:
        assert bar.height == ((bar.low <= numbers) & (numbers < bar.high)).sum()
    assert bars[0].height > 0
    assert bars[-1].height > 0


def test_widths_are_round() -> None:
    assert [round_width(width) for width in (0.3, 1, 1.1, 3, 5.5, 11, 26)] == [
        1,
        1,
        2,
        5,
        10,
        20,
        50,
    ]


def test_one_number_says_nothing_about_the_mean() -> None:
    alone = Distribution.of(np.array([4]))
    assert alone.mean_interval == (-math.inf, math.inf)
    assert alone.as_data()["mean_interval"] is None


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [(0.5, 10, 0.2366, 0.7634), (0.0, 10, 0.0, 0.2775), (0.9, 1000, 0.8798, 0.9171)],
)
def test_wilson(share: float, games: int, low: float, high: float) -> None:
    """The numbers are those of the textbook's formula, worked out by hand."""
    assert wilson(share, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_covers_as_often_as_it_says() -> None:
    wins = np.random.default_rng(1).binomial(40, 0.3, size=2000)
    assert 0.93 < np.mean([wilson(won / 40, 40).covers(0.3) for won in wins]) < 0.97


def some_games(places: list[list[int]]) -> Games:
    count, seats = len(places), len(places[0])
    numbers = np.arange(count)
    return Games(
        plies=10 + numbers,
        endings=numbers % 2,
        places=np.array(places),
        points=np.array(places) * -3,
        choices=np.ones((count, seats), np.int64),
        legal=20 + numbers,
        branching=np.array([0, count, 2 * count]),
    )


def test_a_summary_counts_shared_wins_in_parts() -> None:
    summary = Summary(3, ("early", "late"))
    summary.add(some_games([[1, 2, 3], [1, 1, 3]]))
    summary.add(some_games([[1, 1, 1]]))
    assert (summary.wins, summary.shared_wins) == ([1, 0, 0], [2, 2, 1])
    shares = [summary.win_share(seat) for seat in range(3)]
    assert shares == pytest.approx([(1 + 1 / 2 + 1 / 3) / 3, (1 / 2 + 1 / 3) / 3, 1 / 9])
    assert sum(shares) == pytest.approx(1.0)
    data = summary.as_data()
    assert data["endings"] == {"early": 2, "late": 1}
    assert (data["games"], data["moves"]) == (3, 31)
    assert data["mean_score"] == [-3.0, -4.0, -7.0]
    assert summary.branching.values.tolist() == [1, 2]
    assert summary.branching.counts.tolist() == [3, 6]
    assert summary.choices.tolist() == [3, 3, 3]
