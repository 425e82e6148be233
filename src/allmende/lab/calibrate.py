"""Fits how the numbers of a search are to be read: a logistic regression of who won."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

import numpy as np

from allmende.bots.calibration import HALF, STAGES, Calibration, Reading

from .forecasts import Forecast

PRIOR, DOUBT = 20.0, 0.0005
LEAST_SHARPNESS = 0.05
"""However little a search knows, a better number stays a better number."""
RIDGE = 1.0
"""How much evidence it takes to be believed at all: about that of a few dozen positions."""
MOST_STEPS, SMALL_STEP = 50, 1e-9
STAGED, AHEAD, ASKED = slice(len(STAGES)), len(STAGES), len(STAGES) + 1
"""The columns of the evidence."""


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
    won = np.array([forecast.won for forecast in forecasts])
    weights = most_likely(evidence_in(forecasts, plies), won).round(4)
    sharpness = np.maximum(weights[STAGED], LEAST_SHARPNESS).tolist()
    return Reading(tuple(sharpness), float(weights[AHEAD]), float(weights[ASKED]), plies)


def evidence_in(forecasts: Sequence[Forecast], plies: float) -> np.ndarray:
    """Lay out what there is to weigh, for each forecast and seat: the logarithm of its share,
    divided among the stages of a game; how far it is above one half; whether it was asked."""
    blank, stages = Calibration(PRIOR, DOUBT), np.eye(len(STAGES))
    evidence = np.zeros((len(forecasts), forecasts[0].seats, ASKED + 1))
    for at, forecast in enumerate(forecasts):
        shares = np.array(blank.shares(forecast.thought, forecast.seat, forecast.best))
        of_stages = [np.interp(forecast.ply / plies, STAGES, stage) for stage in stages]
        evidence[at, :, STAGED] = np.outer(np.log(shares), of_stages)
        evidence[at, :, AHEAD] = np.log(np.maximum(1, shares / HALF))
        evidence[at, forecast.seat, ASKED] = 1
    return evidence


def most_likely(evidence: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Find the weights of the evidence by Newton's method."""
    weights = np.zeros(evidence.shape[2])
    for _ in range(MOST_STEPS):
        chances = chances_by(evidence @ weights)
        slope = np.einsum("nsf,ns->f", evidence, chances - won) + RIDGE * weights
        mean = np.einsum("nsf,ns->nf", evidence, chances)
        bend = np.einsum("nsf,ns,nsg->fg", evidence, chances, evidence) - mean.T @ mean
        step = np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
        weights -= step
        if np.abs(step).max() < SMALL_STEP:
            break
    return weights


def chances_by(logits: np.ndarray) -> np.ndarray:
    """Turn the logarithms of odds into chances that add up to 1."""
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: np.ndarray = odds / odds.sum(axis=1, keepdims=True)
    return shares
