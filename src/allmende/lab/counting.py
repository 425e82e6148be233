"""Counting in tables with a row for each game and a column for each seat. Compiled, for games are
played so fast that it matters: NumPy takes three times as long over columns as narrow as these."""

import numpy as np

from allmende.core.rule import rule


@rule(long=True)
def count_wins(places: np.ndarray, won_with: np.ndarray) -> None:
    """Count for each seat how often it won as one of so many."""
    games, seats = places.shape
    for game in range(games):
        together = 0
        for seat in range(seats):
            together += places[game, seat] == 1
        for seat in range(seats):
            won_with[seat, together] += places[game, seat] == 1


@rule(long=True)
def add_up(numbers: np.ndarray, sums: np.ndarray) -> None:
    """Add up each column."""
    games, seats = numbers.shape
    for seat in range(seats):
        total = 0
        for game in range(games):
            total += numbers[game, seat]
        sums[seat] += total


@rule(long=True)
def find_ranges(numbers: np.ndarray, least: np.ndarray, greatest: np.ndarray) -> None:
    """Find the least and the greatest number of each column, beyond those that are there."""
    games, seats = numbers.shape
    for seat in range(seats):
        low, high = least[seat], greatest[seat]
        for game in range(games):
            low, high = min(low, numbers[game, seat]), max(high, numbers[game, seat])
        least[seat], greatest[seat] = low, high


@rule(long=True)
def count_values(numbers: np.ndarray, least: np.ndarray, counts: np.ndarray) -> None:
    """Count how often each column has its least number, the one above it, and so on."""
    games, seats = numbers.shape
    for game in range(games):
        for seat in range(seats):
            counts[seat, numbers[game, seat] - least[seat]] += 1
