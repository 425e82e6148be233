"""Fits how the numbers of a search are to be read: a logistic regression of who won."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

import numpy as np

from allmende.bots.calibration import Calibration, Reading

from .forecasts import Forecast

PRIOR, DOUBT = 20.0, 0.0005
LEAST_SHARPNESS = 0.05
"""However little a search knows, a better number stays a better number."""
RIDGE = 3.0
"""How little evidence counts at first: as little as a few dozen positions in which it is much."""
MOST_STEPS, SMALL_STEP = 50, 1e-9
EARLY, LATE, ASKED = range(3)


def calibrate(forecasts: Sequence[Forecast]) -> Calibration:
    """Find the calibration under which what happened was most likely."""
    by_seats = defaultdict(list)
    for forecast in forecasts:
        by_seats[forecast.seats].append(forecast)
    readings = {str(seats): fitted(by_seats[seats]) for seats in sorted(by_seats)}
    return Calibration(PRIOR, DOUBT, readings)


def fitted(forecasts: Sequence[Forecast]) -> Reading:
    """Fit how to read forecasts that all have the same number of seats."""
    plies = round(fmean(forecast.plies for forecast in forecasts), 1)
    evidence, won = tabled(forecasts, plies)
    weights = most_likely(evidence, won)
    if weights[EARLY] < LEAST_SHARPNESS:
        weights = with_least_sharpness(evidence, won)
    early, late, asked = (round(float(weight), 4) for weight in weights)
    return Reading(early, max(late, LEAST_SHARPNESS - early), asked, plies)


def tabled(forecasts: Sequence[Forecast], plies: float) -> tuple[np.ndarray, np.ndarray]:
    """Lay out what a regression needs: for each forecast and seat the evidence, and its part of the
    victory."""
    blank, stages = Calibration(PRIOR, DOUBT), Reading(plies=plies)
    evidence = np.zeros((len(forecasts), forecasts[0].seats, 3))
    for at, forecast in enumerate(forecasts):
        shares = np.log(blank.shares(forecast.thought, forecast.seat, forecast.best))
        evidence[at, :, EARLY] = shares
        evidence[at, :, LATE] = shares * stages.stage(forecast.ply)
        evidence[at, forecast.seat, ASKED] = 1
    return evidence, np.array([forecast.won for forecast in forecasts])


def most_likely(evidence: np.ndarray, won: np.ndarray, known: float | np.ndarray = 0) -> np.ndarray:
    """Find the weights of the evidence by Newton's method; `known` is added as it is."""
    weights = np.zeros(evidence.shape[2])
    for _ in range(MOST_STEPS):
        chances = chances_by(evidence @ weights + known)
        slope = np.einsum("nsf,ns->f", evidence, chances - won) + RIDGE * weights
        mean = np.einsum("nsf,ns->nf", evidence, chances)
        bend = np.einsum("nsf,ns,nsg->fg", evidence, chances, evidence) - mean.T @ mean
        step = np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
        weights -= step
        if np.abs(step).max() < SMALL_STEP:
            break
    return weights


def with_least_sharpness(evidence: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Fit the rest with as little sharpness at the beginning as is allowed."""
    known = LEAST_SHARPNESS * evidence[:, :, EARLY]
    return np.array([LEAST_SHARPNESS, *most_likely(evidence[:, :, LATE:], won, known)])


def chances_by(logits: np.ndarray) -> np.ndarray:
    """Turn the logarithms of odds into chances that add up to 1."""
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: np.ndarray = odds / odds.sum(axis=1, keepdims=True)
    return shares
