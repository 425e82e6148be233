"""Sets of small numbers as bits: what is in one is found out in no time, whatever the size."""

import numpy as np

from allmende.core.chance import Word
from allmende.core.rule import rule

WORD_SHIFT, BIT_MASK = 5, 31  # 32 bits to a word
WORD = 0xFFFFFFFF
HALVES, PAIRS, NIBBLES, BYTES = 0x55555555, 0x33333333, 0x0F0F0F0F, 0x01010101


def blank_sets(count: int, most: int) -> np.ndarray:
    """Return empty sets of numbers below `most`."""
    return np.zeros((count, (most + BIT_MASK) >> WORD_SHIFT), np.uint32)


@rule
def clear(words: np.ndarray) -> None:
    """Take everything out."""
    for at in range(len(words)):
        words[at] = 0


@rule
def put_in(words: np.ndarray, number: int) -> None:
    """Put a number in."""
    words[number >> WORD_SHIFT] |= np.uint32(1 << (number & BIT_MASK))


@rule
def holds(words: np.ndarray, number: int) -> bool:
    """Tell whether a number is in."""
    return (np.int64(words[number >> WORD_SHIFT]) >> (number & BIT_MASK)) & 1 == 1


@rule
def count_bits(word: Word) -> int:
    """Count the bits of a word below 2**32, side by side in ever larger groups."""
    word -= (word >> 1) & HALVES
    word = (word & PAIRS) + ((word >> 2) & PAIRS)
    word = (word + (word >> 4)) & NIBBLES
    return ((word * BYTES) & WORD) >> 24


@rule
def member(words: np.ndarray, index: int) -> int:
    """Return the number that stands at an index when those in the set ascend."""
    at = 0
    while index >= count_bits(np.int64(words[at])):
        index -= count_bits(np.int64(words[at]))
        at += 1
    word = np.int64(words[at])
    for _ in range(index):
        word &= word - 1
    return (at << WORD_SHIFT) + count_bits((word & -word) - 1)
