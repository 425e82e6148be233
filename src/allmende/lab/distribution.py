"""How a whole number is distributed over many games, counted exactly: pieces can be added up in any
order, and the room it takes hangs on the range of the numbers, not on how many there are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .counting import count_values, find_ranges
from .rating import Interval, student

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
"""Those that are reported; the first and the last are the smallest and the largest number."""
WIDEST_COUNT = 1 << 20
"""Numbers that lie further apart than this are sorted instead of counted."""
ROUND_STEPS = (1, 2, 5)


class Bar(NamedTuple):
    """One bar of a histogram: the numbers from `low` up to but without `high`."""

    low: int
    high: int
    height: int


@dataclass(frozen=True)
class Distribution:
    """Which numbers there were, rising, and how often each of them."""

    values: np.ndarray
    counts: np.ndarray

    @classmethod
    def of(cls, numbers: np.ndarray) -> Distribution:
        """Count an array of whole numbers."""
        if not len(numbers):
            return NOTHING
        low, high = int(numbers.min()), int(numbers.max())
        if high - low >= WIDEST_COUNT:
            return cls(*np.unique(numbers, return_counts=True))
        return cls.counted(np.bincount(numbers - low), low)

    @classmethod
    def of_columns(cls, numbers: np.ndarray) -> list[Distribution]:
        """Count each column of a table of whole numbers that has rows."""
        least, greatest = numbers[0].copy(), numbers[0].copy()
        find_ranges(numbers, least, greatest)
        widest = max(int(high) - int(low) for low, high in zip(least, greatest, strict=True))
        if widest >= WIDEST_COUNT:
            return [cls.of(column) for column in numbers.T]
        counts = np.zeros((len(least), widest + 1), np.int64)
        count_values(numbers, least, counts)
        return [cls.counted(*column) for column in zip(counts, least.tolist(), strict=True)]

    @classmethod
    def counted(cls, counts: np.ndarray, lowest: int = 0) -> Distribution:
        """Take how often `lowest`, `lowest + 1`, … were there."""
        (found,) = np.nonzero(counts)
        return cls(found + lowest, counts[found])

    def __add__(self, other: Distribution) -> Distribution:
        if np.array_equal(self.values, other.values):  # as mostly, where many games are added
            return Distribution(self.values, self.counts + other.counts)
        values, where = np.unique(np.concatenate([self.values, other.values]), return_inverse=True)
        counts = np.zeros(len(values), np.int64)
        np.add.at(counts, where, np.concatenate([self.counts, other.counts]))
        return Distribution(values, counts)

    @property
    def count(self) -> int:
        """How many numbers there were."""
        return int(self.counts.sum())

    @property
    def total(self) -> int:
        """The sum of all numbers."""
        return int((self.values * self.counts).sum())

    @property
    def mean(self) -> float:
        """The mean."""
        return self.total / self.count if self.count else math.nan

    @property
    def deviation(self) -> float:
        """The standard deviation of one number, estimated from all of them."""
        if self.count < 2:
            return math.nan
        squares = float((self.counts * (self.values - self.mean) ** 2).sum())
        return math.sqrt(squares / (self.count - 1))

    @property
    def mean_interval(self) -> Interval:
        """The interval of the mean, by Student's t; one number alone says nothing about it."""
        if self.count < 2:
            return Interval(-math.inf, math.inf)
        reach = student(self.count - 1) * self.deviation / math.sqrt(self.count)
        return Interval(self.mean - reach, self.mean + reach)

    def quantiles(self, shares: Sequence[float] = QUANTILES) -> list[int]:
        """Return the smallest numbers that at least these shares of all do not exceed."""
        wanted = np.ceil(np.array(shares) * self.count).clip(1)
        at = np.searchsorted(self.counts.cumsum(), wanted)
        found: list[int] = self.values[at].tolist()
        return found

    def histogram(self, most_bars: int = 12) -> list[Bar]:
        """Count the numbers in bars of equal, round width, with none left out in between."""
        low, high = int(self.values[0]), int(self.values[-1])
        width = round_width((high - low + 1) / most_bars)
        first = low // width * width
        edges = np.arange(first, high + width + 1, width)
        while len(edges) - 1 > most_bars:  # the first edge may lie below the lowest number
            width = round_width(width + 1)
            first = low // width * width
            edges = np.arange(first, high + width + 1, width)
        where = (self.values - first) // width
        counts = np.bincount(where, self.counts, len(edges) - 1).astype(int).tolist()
        bars = [Bar(first + at * width, first + (at + 1) * width, n) for at, n in enumerate(counts)]
        return bars[: int(where[-1]) + 1]

    def as_data(self) -> dict[str, Any]:
        """Return the distribution as JSON-ready data."""
        return {
            "mean": self.mean,
            "mean_interval": self.mean_interval.as_data(),
            "deviation": self.deviation if self.count > 1 else None,
            "quantiles": {
                f"{100 * share:g}": value
                for share, value in zip(QUANTILES, self.quantiles(), strict=True)
            },
            "histogram": [list(bar) for bar in self.histogram()],
        }


NOTHING = Distribution(np.zeros(0, np.int64), np.zeros(0, np.int64))


def round_width(width: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50, … that is no less."""
    power = 1
    while True:
        for step in ROUND_STEPS:
            if step * power >= width:
                return step * power
        power *= 10
