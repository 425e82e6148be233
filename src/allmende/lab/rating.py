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
MOST_ROUNDS = 20_000
CLOSE_ENOUGH = 1e-9


class Interval(NamedTuple):
    """Where a number lies with a confidence of 95 %."""

    low: float
    high: float

    def covers(self, value: float) -> bool:
        """Tell whether a value may be the true one."""
        return self.low <= value <= self.high


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
    of_deals = chance.exponential(size=(DRAWS, deals))
    of_added = chance.exponential(size=(DRAWS, players, players)) * added
    drawn = elo(np.einsum("bd,dij->bij", of_deals, wins_per_deal) + of_added)
    edges = [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]
    low, high = np.quantile(drawn, edges, axis=0)
    fitted = elo(wins_per_deal.sum(axis=0) + added)
    return Ratings(fitted.tolist(), [Interval(*edge) for edge in zip(low, high, strict=True)])


def games_of_a_deal(wins_per_deal: np.ndarray) -> np.ndarray:
    """Return how often each pair met in one deal: what an added deal would have brought."""
    met: np.ndarray = wins_per_deal[0] + wins_per_deal[0].T
    return met
