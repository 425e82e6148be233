"""Sets of small numbers as bits: what is in one is found out in no time, whatever the size."""

import numpy as np

from allmende.core.bits import member as member_of_word
from allmende.core.bits import size_of
from allmende.core.chance import Word
from allmende.core.rule import rule

WORD_SHIFT, BIT_MASK = 5, 31  # 32 bits to a word


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
def member(words: np.ndarray, index: int) -> int:
    """Return the number that stands at an index when those in the set ascend."""
    at = 0
    word: Word = np.int64(words[0])
    while index >= size_of(word):
        index -= size_of(word)
        at += 1
        word = np.int64(words[at])
    return (at << WORD_SHIFT) + member_of_word(word, index)
