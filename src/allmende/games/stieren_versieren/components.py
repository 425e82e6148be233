"""The cards and places of Stieren Versieren: facts in tables, no rules.

Every symbol has one favourite place, so places go by the number of their symbol.
"""

from itertools import combinations
from math import comb

import numpy as np

MOST_SEATS = 4
FEWEST_SEATS = 2

SYMBOL_NAMES = ("heart", "money", "dumbbell", "beer")
LETTERS = "hmdb"
SYMBOLS = len(SYMBOL_NAMES)
PLACE_NAMES = ("vip_club", "pub", "gym", "opera")
PLACES = len(PLACE_NAMES)
SIGN_NAMES = ("horseshoe", "tail", "horns", "nose_ring")

BULLS = 20  # of each player
COWS = 16
REMOVED = 5  # go back into the box unseen
COWS_IN_PLAY = COWS - REMOVED
MOST_VALUE = 9

HAND_SIZE = 5
ACTIONS = 2
MOST_RESHUFFLES = 127  # no game comes near it; a position may begin with any number up to it

# The places lie in a square, numbered in reading order: 0 and 1 above, 2 and 3 below.
CORNERS = 4
SIDEWAYS, UP_OR_DOWN, DIAGONALLY = 1, 2, 3  # flip these bits of a corner to get to the other one

PAIRS = tuple(combinations(range(BULLS), 2))
PAIR_LOW = np.array([low for low, _ in PAIRS])
PAIR_HIGH = np.array([high for _, high in PAIRS])


def pair_table() -> np.ndarray:
    """Number every pair of bulls, the lower one first."""
    numbers = np.zeros((BULLS, BULLS), np.int64)
    for number, (low, high) in enumerate(PAIRS):
        numbers[low, high] = number
    return numbers


PAIR_NUMBER = pair_table()

WAYS = np.array([[comb(n, k) for k in range(BULLS + 1)] for n in range(BULLS + 1)])
"""In how many ways k things can be chosen from n."""
