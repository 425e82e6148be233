"""Chance for imagined games, and how numbers are stirred for it."""

import numpy as np

from allmende.core.chance import WORD
from allmende.core.record import KEY_WORDS
from allmende.core.rule import rule

STIR_ONE, STIR_TWO = 0x2C1B3C6D, 0x297A2D39


@rule
def stir_chance(key: np.ndarray, index: int, words: np.ndarray) -> None:
    """Fill words with the chance of one imagined game. Nobody has to be kept from foreseeing it, so
    it is stirred far less than the key of a real game."""
    for i in range(len(words)):
        word = (int(key[i % KEY_WORDS]) + (index * len(words) + i + 1) * STIR_TWO) & WORD
        word = ((word ^ (word >> 16)) * STIR_ONE) & WORD
        word = ((word ^ (word >> 15)) * STIR_TWO) & WORD
        words[i] = word ^ (word >> 16)
