"""Chance: a keyed ChaCha8 stream inside the record, so that nobody can predict the next draw.

The same key gives the same draws on every machine. `drawn` counts the words used up; sixteen of
them make a block, which stands in the record while it is being used.

Instead of the stream a record can hold a script (`core/script.py`). Then `drawn` is negative and
block and key are one long number, in which each draw of n is the rest of a division by n. No word
of a stream looks like that, so who draws from one never asks.
"""

import hashlib
import re
from typing import Any, TypeAlias

import numpy as np

from .record import BLOCK_WORDS, KEY_WORDS, Record
from .rule import rule

ROUNDS = 8
WORD = 0xFFFFFFFF
WORD_BITS = 32
WORD_VALUES = 1 << WORD_BITS
SIGMA = np.frombuffer(b"expand 32-byte k", "<u4").astype(np.uint32)

Word: TypeAlias = Any
"""A value below 2**32. Sums are made of 64-bit integers, so that none overflows on any target, and
cut off where they are kept in 32 bits."""

Words: TypeAlias = tuple[Word, ...]
"""The sixteen words of a block while they are mixed: a processor keeps them in registers."""

SIDE_BY_SIDE = 16
"""So many keys are made at once where many games follow each other."""

OF_RECORD, OF_CHILD_KEYS = 0, 1  # streams that are never mixed up, told apart by the nonce

NO_WORD = WORD_VALUES  # beyond every word: what a script has instead of one
SCRIPT_END = -BLOCK_WORDS
"""`drawn` of a script that is used up. Each outcome to come is a block more below zero, so that
every draw stands at the beginning of a block, the one place where it looks for a script."""


@rule(inline=True)
def add(one: Word, other: Word) -> Word:
    """Add two words."""
    return np.uint32((np.int64(one) + np.int64(other)) & WORD)


@rule(inline=True)
def mix(one: Word, other: Word, bits: int) -> Word:
    """Put two words together by exclusive or, and turn the result to the left."""
    mixed = np.int64(one ^ other)
    return np.uint32(((mixed << bits) | (mixed >> (WORD_BITS - bits))) & WORD)


@rule(inline=True)
def quarter_round(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word]:
    """Mix four of the sixteen words, as ChaCha does."""
    a = add(a, b)
    d = mix(d, a, 16)
    c = add(c, d)
    b = mix(b, c, 12)
    a = add(a, b)
    d = mix(d, a, 8)
    c = add(c, d)
    b = mix(b, c, 7)
    return a, b, c, d


@rule(inline=True)
def double_round(x: Words) -> Words:
    """Mix all sixteen words twice, as ChaCha does: by columns, then by diagonals."""
    x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15 = x
    x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
    x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
    x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
    x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
    x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
    x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
    x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
    x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)
    return x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15


@rule(inline=True)
def unmixed(key: np.ndarray, counter: int, nonce: int) -> Words:
    """Return the words that block number `counter` of a stream is mixed of."""
    low, high = np.uint32(counter & WORD), np.uint32(counter >> WORD_BITS)
    return (
        *(SIGMA[0], SIGMA[1], SIGMA[2], SIGMA[3]),
        *(key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7]),
        *(low, high, np.uint32(nonce), np.uint32(0)),
    )


@rule(inline=True)
def write_block(x: Words, begin: Words, out: np.ndarray, at: int, step: int) -> None:
    """Write down a block: its words as they were mixed, added to what they were before."""
    out[at], out[at + step] = add(x[0], begin[0]), add(x[1], begin[1])
    out[at + 2 * step], out[at + 3 * step] = add(x[2], begin[2]), add(x[3], begin[3])
    out[at + 4 * step], out[at + 5 * step] = add(x[4], begin[4]), add(x[5], begin[5])
    out[at + 6 * step], out[at + 7 * step] = add(x[6], begin[6]), add(x[7], begin[7])
    out[at + 8 * step], out[at + 9 * step] = add(x[8], begin[8]), add(x[9], begin[9])
    out[at + 10 * step], out[at + 11 * step] = add(x[10], begin[10]), add(x[11], begin[11])
    out[at + 12 * step], out[at + 13 * step] = add(x[12], begin[12]), add(x[13], begin[13])
    out[at + 14 * step], out[at + 15 * step] = add(x[14], begin[14]), add(x[15], begin[15])


@rule
def chacha_block(key: np.ndarray, counter: int, nonce: int, rounds: int, out: np.ndarray) -> None:
    """Write block number `counter` of the stream to the sixteen words of `out`."""
    begin = unmixed(key, counter, nonce)
    x = begin
    for _ in range(rounds // 2):
        x = double_round(x)
    write_block(x, begin, out, 0, 1)


@rule
def set_chance(s: Record, key: np.ndarray, drawn: int) -> None:
    """Put the stream of `key` into the record, with `drawn` words already used up."""
    for i in range(KEY_WORDS):
        s.key[i] = key[i]
    for i in range(BLOCK_WORDS):
        s.block[i] = 0
    s.drawn = drawn
    if drawn > 0:
        chacha_block(s.key, (drawn - 1) // BLOCK_WORDS, OF_RECORD, ROUNDS, s.block)


@rule
def next_word(s: Record) -> Word:
    """Take the next 32 bits of chance."""
    at = s.drawn % BLOCK_WORDS
    if at == 0:
        if s.drawn < 0:
            return NO_WORD
        chacha_block(s.key, s.drawn // BLOCK_WORDS, OF_RECORD, ROUNDS, s.block)
    s.drawn += 1
    return np.int64(s.block[at])


@rule
def scripted(s: Record, n: int) -> int:
    """Take the next outcome of a script. The first draw after its end is open: how many outcomes it
    has is noted in the block, empty by now, and from there on chance is 0 throughout."""
    if s.drawn < SCRIPT_END:
        s.drawn += BLOCK_WORDS
        return divide(s.block, n, divide(s.key, n, 0))
    if s.block[0] == 0:
        s.block[0] = n
    return 0


@rule
def divide(number: np.ndarray, n: int, rest: Word) -> Word:
    """Divide a long number, its lowest word first, in place, with what is left of words above it;
    return what is left."""
    for i in range(len(number) - 1, -1, -1):
        rest = (rest << WORD_BITS) | np.int64(number[i])
        number[i] = rest // n
        rest %= n
    return rest


@rule(inline=True)
def favours_small(word: Word, n: int) -> bool:
    """Tell whether a word is one of the last that are too few to go round. Hardly any word comes
    to the division."""
    return word > WORD_VALUES - n and word >= WORD_VALUES - WORD_VALUES % n


@rule
def draw(s: Record, n: int) -> int:
    """Draw one of 0, …, n - 1, each exactly equally likely."""
    word = next_word(s)
    while favours_small(word, n):
        word = next_word(s) if s.drawn >= 0 else scripted(s, n)
    return word % n


@rule
def shuffle(s: Record, items: np.ndarray, count: int) -> None:
    """Bring the first `count` items into an order of chance."""
    for last in range(count - 1, 0, -1):
        other = draw(s, last + 1)
        items[last], items[other] = items[other], items[last]


@rule
def child_key(parent: np.ndarray, index: int, block: np.ndarray) -> None:
    """Write the key of game number `index` of a series to the first words of `block`."""
    chacha_block(parent, index, OF_CHILD_KEYS, ROUNDS, block)


@rule
def child_keys(parent: np.ndarray, first: int, blocks: np.ndarray) -> None:
    """Write the blocks of game number `first` of a series and of those behind it, which begin with
    their keys: the first word of each, then the second, … All rounds are written out, as only then
    the compiler mixes them together: a processor with wide registers takes each step once."""
    for i in range(SIDE_BY_SIDE):
        begin = unmixed(parent, first + i, OF_CHILD_KEYS)
        x = double_round(double_round(double_round(double_round(begin))))
        write_block(x, begin, blocks, i, SIDE_BY_SIDE)


assert ROUNDS == 8  # four times two


def key_of_seed(seed: int | str) -> np.ndarray:
    """Turn a seed into a key. "7/12" is game 12 of the series with seed 7."""
    whole = re.fullmatch(r"(?P<series>.*?)(?P<indices>(/[0-9]{1,18})*)", str(seed), re.DOTALL)
    series, indices = (whole["series"], whole["indices"]) if whole else (str(seed), "")
    digest = hashlib.sha256(f"allmende:{series}".encode()).digest()
    key = np.frombuffer(digest, "<u4").astype(np.uint32)
    block = np.zeros(BLOCK_WORDS, np.uint32)
    for index in indices.split("/")[1:]:
        child_key(key, int(index), block)
        key = block[:KEY_WORDS].copy()
    return key
