"""A small fast generator for players that decide at random. Never for the chance of a game:
anyone who sees a few of its numbers can compute the next."""

from typing import Any

import numpy as np

from .rule import rule

WORD, WORD_BITS = 0xFFFFFFFF, 32
SEED_WORDS = 4
STATE_WORDS = 2
"""The four words of the state stand two and two in numbers of 64 bits. All of them move up with
each step: a processor that writes them one by one and reads two at once waits for itself."""


@rule(inline=True)
def both_of(low: Any, high: Any) -> Any:
    """Put two words side by side."""
    return low | (high << WORD_BITS)


@rule
def seed_quick(state: np.ndarray, words: np.ndarray, first: int) -> None:
    """Start the generator from some words of a row, from the word `first` on."""
    # The one state it cannot leave is all zeros.
    state[0] = both_of(np.int64(words[first]) | 1, np.int64(words[first + 1]))
    state[1] = both_of(np.int64(words[first + 2]), np.int64(words[first + 3]))


@rule
def quick_word(state: np.ndarray) -> int:
    """Return the next 32 bits of Marsaglia's xorshift128."""
    first, second = state[0], (state[0] >> WORD_BITS) & WORD
    third, last = state[1], (state[1] >> WORD_BITS) & WORD
    t = (first ^ (first << 11)) & WORD
    word = last ^ (last >> 19) ^ t ^ (t >> 8)
    state[0], state[1] = both_of(second, third), both_of(last, word)
    return word


@rule
def pick(state: np.ndarray, n: int) -> int:
    """Pick one of 0, …, n - 1; the bias of at most n / 2**32 does not matter to a random player."""
    return (quick_word(state) * n) >> 32


def quick_state() -> np.ndarray:
    """Return the memory of one generator."""
    return np.zeros(STATE_WORDS, np.int64)
