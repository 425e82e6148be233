"""The statistics of an arena: what the results of paired deals say, and how surely.

Games of one deal are not independent, so everything here counts deals, not games. To stay honest
with few deals, and finite where somebody won them all, two deals are added to those that were
played before an interval or a rating is computed: one won and one lost for each.
"""

import math
from typing import NamedTuple

import numpy as np

CONFIDENCE = 0.95
NORMAL = 1.959964  # the quantile of the normal distribution for that confidence
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Its counterparts of Student's t for 1, 2, … degrees of freedom."""

ELO_PER_TENFOLD = 400.0  # odds of ten to one are this many points
DRAWS = 2000
DEALS_AT_A_TIME = 1000
MOST_ROUNDS = 20_000
CLOSE_ENOUGH = 1e-9


class Interval(NamedTuple):
    """Where a number lies with a confidence of 95 %."""

    low: float
    high: float

    def covers(self, value: float) -> bool:
        """Tell whether a value may be the true one."""
        return self.low <= value <= self.high

    def as_data(self) -> list[float] | None:
        """Return both ends as JSON-ready data, or None if nothing is known."""
        return [self.low, self.high] if math.isfinite(self.high - self.low) else None


def student(freedom: int) -> float:
    """Return the quantile of Student's t; for many degrees of freedom by its expansion."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    first = (NORMAL**3 + NORMAL) / 4
    second = (5 * NORMAL**5 + 16 * NORMAL**3 + 3 * NORMAL) / 96
    third = (3 * NORMAL**7 + 19 * NORMAL**5 + 17 * NORMAL**3 - 15 * NORMAL) / 384
    return NORMAL + first / freedom + second / freedom**2 + third / freedom**3


def share_interval(per_deal: np.ndarray) -> Interval:
    """Return the interval of a mean share, from the share of each deal, between 0 and 1."""
    widened = np.concatenate([per_deal, [0.0, 1.0]])
    count = len(widened)
    reach = student(count - 1) * float(widened.std(ddof=1)) / math.sqrt(count)
    middle = float(widened.mean())
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: np.ndarray) -> float:
    """Return the mean of some numbers; of none at all it is not a number."""
    return float(values.mean()) if len(values) else math.nan


def mean_interval(values: np.ndarray) -> Interval:
    """Return the interval of the mean of independent numbers, by Student's t; one alone says
    nothing about it."""
    if len(values) < 2:
        return Interval(-math.inf, math.inf)
    reach = student(len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Interval(mean(values) - reach, mean(values) + reach)


def wilson(share: float, games: int) -> Interval:
    """Return Wilson's interval of a share of so many independent games. Where games count in parts,
    as a shared victory does, it is somewhat too wide."""
    square = NORMAL**2 / games
    middle = (share + square / 2) / (1 + square)
    reach = NORMAL * math.sqrt((share * (1 - share) + square / 4) / games) / (1 + square)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def elo(wins: np.ndarray) -> np.ndarray:
    """Fit Bradley and Terry's model to wins of row over column, as Elo points with mean 0.

    Further axes in front are tables of their own. Every pair must have won against each other.
    """
    played = wins + np.swapaxes(wins, -1, -2)
    won = wins.sum(axis=-1)
    strength = np.ones_like(won)
    for _ in range(MOST_ROUNDS):
        together = strength[..., :, None] + strength[..., None, :]
        fitted = won / (played / together).sum(axis=-1)
        fitted /= np.exp(np.log(fitted).mean(axis=-1, keepdims=True))
        change = np.abs(np.log(fitted / strength)).max()
        strength = fitted
        if change < CLOSE_ENOUGH:
            break
    points: np.ndarray = ELO_PER_TENFOLD * np.log10(strength)
    return points


class Ratings(NamedTuple):
    """The Elo points of each player, relative to the mean of all, and their intervals."""

    elo: list[float]
    intervals: list[Interval]


def rate(wins_per_deal: np.ndarray, seed: int = 0) -> Ratings:
    """Rate players by their wins over each other in each deal: deal, winner, loser.

    Intervals come from weighing the deals, those added included, at random over and over.
    """
    deals, players, _ = wins_per_deal.shape
    if players == 1:
        return Ratings([0.0], [Interval(0.0, 0.0)])
    added = games_of_a_deal(wins_per_deal)
    chance = np.random.default_rng(seed)
    drawn = np.zeros((DRAWS, players, players))
    for first in range(0, deals, DEALS_AT_A_TIME):
        block = wins_per_deal[first : first + DEALS_AT_A_TIME]
        drawn += np.einsum("bd,dij->bij", chance.exponential(size=(DRAWS, len(block))), block)
    drawn += chance.exponential(size=(DRAWS, players, players)) * added
    edges = [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]
    low, high = np.quantile(elo(drawn), edges, axis=0)
    fitted = elo(wins_per_deal.sum(axis=0) + added)
    return Ratings(fitted.tolist(), [Interval(*edge) for edge in zip(low, high, strict=True)])


def games_of_a_deal(wins_per_deal: np.ndarray) -> np.ndarray:
    """Return how often each pair met in a deal that both played: what an added deal would have
    brought. Where the players fall apart into circles that never met, every two count as having
    met once, or nothing could be said of one circle and another."""
    per_deal = wins_per_deal + np.swapaxes(wins_per_deal, 1, 2)
    met: np.ndarray = per_deal.sum(axis=0) / np.maximum(1, (per_deal > 0).sum(axis=0))
    if not is_connected(met > 0):
        met[(met == 0) & ~np.eye(len(met), dtype=bool)] = 1.0
    return met


def is_connected(met: np.ndarray) -> bool:
    """Tell whether from each player a chain of meetings leads to every other."""
    reached = np.eye(len(met), dtype=bool)[0]
    while True:
        further = reached | met[reached].any(axis=0)
        if (further == reached).all():
            return bool(reached.all())
        reached = further
