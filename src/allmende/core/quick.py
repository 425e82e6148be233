"""A small fast generator for players that decide at random. Never for the chance of a game:
anyone who sees a few of its numbers can compute the next."""

import numpy as np

from .rule import rule

WORD = 0xFFFFFFFF
STATE_WORDS = 4


@rule
def seed_quick(state: np.ndarray, key: np.ndarray) -> None:
    """Start the generator from the first words of a key."""
    for i in range(STATE_WORDS):
        state[i] = key[i]
    state[0] |= 1  # the one state it cannot leave is all zeros


@rule
def quick_word(state: np.ndarray) -> int:
    """Return the next 32 bits of Marsaglia's xorshift128, kept below 2**32 in 64-bit integers."""
    t = state[0] ^ ((state[0] << 11) & WORD)
    state[0], state[1], state[2] = state[1], state[2], state[3]
    state[3] = state[3] ^ (state[3] >> 19) ^ t ^ (t >> 8)
    return state[3]


@rule
def pick(state: np.ndarray, n: int) -> int:
    """Pick one of 0, …, n - 1; the bias of at most n / 2**32 does not matter to a random player."""
    return (quick_word(state) * n) >> 32


def quick_state() -> np.ndarray:
    """Return the memory of one generator."""
    return np.zeros(STATE_WORDS, np.int64)
