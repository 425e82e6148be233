"""Chance: a keyed ChaCha8 stream inside the record, so that nobody can predict the next draw.

The same key gives the same draws on every machine. `drawn` counts the words used up; sixteen of
them make a block, which stands in the record while it is being used.
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
SIGMA = np.frombuffer(b"expand 32-byte k", "<u4").astype(np.int64)

Word: TypeAlias = Any
"""A value below 2**32 in a 64-bit integer, so that no sum overflows on any target."""

OF_RECORD, OF_CHILD_KEYS = 0, 1  # streams that are never mixed up, told apart by the nonce


@rule
def turn_left(word: Word, bits: int) -> Word:
    """Rotate a word to the left."""
    return ((word << bits) | (word >> (WORD_BITS - bits))) & WORD


@rule
def quarter_round(x: np.ndarray, a: int, b: int, c: int, d: int) -> None:
    """Mix four of the sixteen words, as ChaCha does."""
    xa: Word = np.int64(x[a])
    xb: Word = np.int64(x[b])
    xc: Word = np.int64(x[c])
    xd: Word = np.int64(x[d])
    xa = (xa + xb) & WORD
    xd = turn_left(xd ^ xa, 16)
    xc = (xc + xd) & WORD
    xb = turn_left(xb ^ xc, 12)
    xa = (xa + xb) & WORD
    xd = turn_left(xd ^ xa, 8)
    xc = (xc + xd) & WORD
    xb = turn_left(xb ^ xc, 7)
    x[a], x[b], x[c], x[d] = xa, xb, xc, xd


@rule
def chacha_block(key: np.ndarray, counter: int, nonce: int, rounds: int, x: np.ndarray) -> None:
    """Write block number `counter` of the stream to the sixteen words `x`."""
    for i in range(4):
        x[i] = SIGMA[i]
    for i in range(KEY_WORDS):
        x[4 + i] = key[i]
    x[12], x[13] = counter & WORD, counter >> WORD_BITS
    x[14], x[15] = nonce, 0
    for _ in range(rounds // 2):
        for i in range(4):
            quarter_round(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    for i in range(4):
        x[i] = (np.int64(x[i]) + SIGMA[i]) & WORD
    for i in range(KEY_WORDS):
        x[4 + i] = (np.int64(x[4 + i]) + np.int64(key[i])) & WORD
    x[12] = (np.int64(x[12]) + (counter & WORD)) & WORD
    x[13] = (np.int64(x[13]) + (counter >> WORD_BITS)) & WORD
    x[14] = (np.int64(x[14]) + nonce) & WORD


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
        chacha_block(s.key, s.drawn // BLOCK_WORDS, OF_RECORD, ROUNDS, s.block)
    s.drawn += 1
    return np.int64(s.block[at])


@rule
def draw(s: Record, n: int) -> int:
    """Draw one of 0, …, n - 1, each exactly equally likely."""
    fair = WORD_VALUES - WORD_VALUES % n
    word = next_word(s)
    while word >= fair:
        word = next_word(s)
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
