"""Fits how the numbers of a search are to be read: a logistic regression of who won."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

import numpy as np

from allmende.bots.calibration import Calibration

from .forecasts import Forecast

PRIOR, DOUBT = 20.0, 0.0005
LEAST_SHARPNESS = 0.05
"""However little a search knows, a better number stays a better number."""
RIDGE = 1e-3
"""Keeps the fit finite where all games went the same way."""
MOST_STEPS, SMALL_STEP = 50, 1e-9
EARLY, LATE, ASKED = range(3)


def calibrate(forecasts: Sequence[Forecast]) -> Calibration:
    """Find the calibration under which what happened was most likely."""
    lengths = defaultdict(list)
    for forecast in forecasts:
        lengths[str(forecast.seats)].append(forecast.plies)
    plies = {seats: round(fmean(lengths[seats]), 1) for seats in sorted(lengths)}
    blank = Calibration(prior=PRIOR, doubt=DOUBT, plies=plies)
    evidence, won, there = tabled(forecasts, blank)
    weights = most_likely(evidence, won, there)
    if weights[EARLY] < LEAST_SHARPNESS:
        weights = with_least_sharpness(evidence, won, there)
    early, late, asked = (round(float(weight), 4) for weight in weights)
    late = max(late, LEAST_SHARPNESS - early)
    return Calibration(early, late, asked, PRIOR, DOUBT, plies)


def tabled(
    forecasts: Sequence[Forecast], blank: Calibration
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lay out what a regression needs: for each forecast and seat the evidence, its part of the
    victory, and whether there is such a seat."""
    most = max(forecast.seats for forecast in forecasts)
    evidence = np.zeros((len(forecasts), most, 3))
    won = np.zeros((len(forecasts), most))
    there = np.zeros((len(forecasts), most), bool)
    for at, forecast in enumerate(forecasts):
        seats = forecast.seats
        shares = np.log(blank.shares(forecast.thought, forecast.seat, forecast.best))
        evidence[at, :seats, EARLY] = shares
        evidence[at, :seats, LATE] = shares * blank.stage(seats, forecast.ply)
        evidence[at, forecast.seat, ASKED] = 1
        won[at, :seats] = forecast.won
        there[at, :seats] = True
    return evidence, won, there


def most_likely(
    evidence: np.ndarray, won: np.ndarray, there: np.ndarray, known: np.ndarray | None = None
) -> np.ndarray:
    """Find the weights of the evidence by Newton's method; `known` is added as it is."""
    weights = np.zeros(evidence.shape[2])
    for _ in range(MOST_STEPS):
        chances = chances_by(evidence @ weights + (0 if known is None else known), there)
        slope = np.einsum("nsf,ns->f", evidence, chances - won) + RIDGE * weights
        mean = np.einsum("nsf,ns->nf", evidence, chances)
        bend = np.einsum("nsf,ns,nsg->fg", evidence, chances, evidence) - mean.T @ mean
        step = np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
        weights -= step
        if np.abs(step).max() < SMALL_STEP:
            break
    return weights


def with_least_sharpness(evidence: np.ndarray, won: np.ndarray, there: np.ndarray) -> np.ndarray:
    """Fit the rest with as little sharpness at the beginning as is allowed."""
    known = LEAST_SHARPNESS * evidence[:, :, EARLY]
    return np.array([LEAST_SHARPNESS, *most_likely(evidence[:, :, LATE:], won, there, known)])


def chances_by(logits: np.ndarray, there: np.ndarray) -> np.ndarray:
    """Turn the logarithms of odds into chances that add up to 1."""
    odds = np.where(
        there, np.exp(logits - logits.max(axis=1, keepdims=True, where=there, initial=-np.inf)), 0
    )
    shares: np.ndarray = odds / odds.sum(axis=1, keepdims=True)
    return shares
