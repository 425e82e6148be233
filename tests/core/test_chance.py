"""Chance: the published stream, unbiased draws, reproducible everywhere."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from allmende.core.chance import (
    SIDE_BY_SIDE,
    WORD_VALUES,
    chacha_block,
    child_key,
    child_keys,
    draw,
    key_of_seed,
    next_word,
    set_chance,
    shuffle,
)
from allmende.core.record import BLOCK_WORDS, Record, blank_records, record_type

RECORD = record_type((("items", "i1", (5,)),))

# Test vectors 1 and 2 of the ChaCha family for 256-bit keys (draft-strombergson), by rounds: the
# first two blocks of the key of zeros, and the first of the key whose first byte is 1.
ZERO_KEY = {
    8: (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42",
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
    ),
    12: (
        "9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f"
        "0564f879d27ae3c02ce82834acfa8c793a629f2ca0de6919610be82f411326be",
        "0bd58841203e74fe86fc71338ce0173dc628ebb719bdcbcc151585214cc089b4"
        "42258dcda14cf111c602b8971b8cc843e91e46ca905151c02744a6b017e69316",
    ),
    20: (
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
}
ONE_KEY_8 = (
    "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
    "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
)


def block(key: bytes, counter: int, rounds: int) -> str:
    out = np.zeros(BLOCK_WORDS, np.uint32)
    chacha_block(np.frombuffer(key, "<u4").astype(np.uint32), counter, 0, rounds, out)
    return out.astype("<u4").tobytes().hex()


def fresh(seed: int | str) -> Record:
    s = blank_records(RECORD)[0]
    set_chance(s, key_of_seed(seed), 0)
    return s


@pytest.mark.parametrize("rounds", ZERO_KEY)
def test_zero_key_gives_the_published_stream(rounds: int) -> None:
    for counter, expected in enumerate(ZERO_KEY[rounds]):
        assert block(bytes(32), counter, rounds) == expected


def test_another_key_gives_its_published_stream() -> None:
    assert block(b"\1" + bytes(31), 0, 8) == ONE_KEY_8


def test_counter_carries_into_the_upper_word() -> None:
    assert block(bytes(32), 1 << 32, 8) != block(bytes(32), 0, 8)


def test_record_uses_the_published_stream_word_by_word() -> None:
    s = blank_records(RECORD)[0]
    set_chance(s, np.zeros(8, np.uint32), 0)
    words = [int(next_word(s)) for _ in range(2 * BLOCK_WORDS)]
    stream = np.array(words, "<u4").tobytes().hex()
    assert stream == "".join(ZERO_KEY[8])
    assert s.drawn == 2 * BLOCK_WORDS


@given(st.integers(0, 100), st.integers(0, 2**64))
def test_stream_resumes_at_any_word(drawn: int, seed: int) -> None:
    s = fresh(seed)
    for _ in range(drawn):
        next_word(s)
    resumed = blank_records(RECORD)[0]
    set_chance(resumed, key_of_seed(seed), drawn)
    assert resumed.tobytes() == s.tobytes()
    assert next_word(resumed) == next_word(s)


@given(st.integers(1, WORD_VALUES), st.integers())
def test_draw_stays_in_range(n: int, seed: int) -> None:
    assert 0 <= draw(fresh(seed), n) < n


def test_draw_rejects_the_words_that_would_favour_small_numbers() -> None:
    n = 3 * 2**30  # a third of all words lies beyond the last full round of n
    s = fresh("reject")
    drawn = [int(draw(s, n)) for _ in range(3_000)]
    assert s.drawn > 3_500
    assert abs(sum(value < n // 2 for value in drawn) - 1_500) < 6 * 750**0.5


def test_draw_is_even() -> None:
    s = fresh("even")
    counts = Counter(int(draw(s, 6)) for _ in range(60_000))
    assert sorted(counts) == list(range(6))
    assert all(abs(count - 10_000) < 6 * 10_000**0.5 for count in counts.values())


def test_shuffle_reaches_every_order_equally_often() -> None:
    s = fresh("orders")
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        s.items[:] = range(5)
        shuffle(s, s.items, 4)
        counts[tuple(s.items.tolist())] += 1
    assert set(counts) == {(*order, 4) for order in permutations(range(4))}
    assert all(abs(count - 1_000) < 6 * 1_000**0.5 for count in counts.values())


def test_seeds_of_a_series_are_children_of_the_series() -> None:
    block_of_child = np.zeros(BLOCK_WORDS, np.uint32)
    child_key(key_of_seed(7), 12, block_of_child)
    assert np.array_equal(key_of_seed("7/12"), block_of_child[:8])
    keys = {key_of_seed(f"7/{index}").tobytes() for index in range(100)}
    assert len(keys | {key_of_seed(7).tobytes()}) == 101


@pytest.mark.parametrize("first", [0, 12, WORD_VALUES - 3])
def test_keys_that_are_made_at_once_are_those_made_one_by_one(first: int) -> None:
    key, alone = key_of_seed("series"), np.zeros(BLOCK_WORDS, np.uint32)
    together = np.zeros((BLOCK_WORDS, SIDE_BY_SIDE), np.uint32)
    child_keys(key, first, together.reshape(-1))
    for at in range(SIDE_BY_SIDE):
        child_key(key, first + at, alone)
        assert together[:, at].tolist() == alone.tolist()


def test_child_keys_come_from_another_stream_than_draws() -> None:
    s = fresh(7)
    words = [int(next_word(s)) for _ in range(8)]
    assert words != key_of_seed("7/0").tolist()
