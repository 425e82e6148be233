"""The quick generator draws the numbers of Marsaglia's xorshift128, word by word."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from allmende.core.quick import SEED_WORDS, WORD, pick, quick_state, quick_word, seed_quick

KEYS = st.lists(st.integers(0, WORD), min_size=SEED_WORDS, max_size=SEED_WORDS)
MANY = 40


def written_down(key: list[int]) -> list[int]:
    """Draw numbers as the generator was published: four words that move up."""
    words, drawn = [key[0] | 1, *key[1:]], []
    for _ in range(MANY):
        t = words[0] ^ ((words[0] << 11) & WORD)
        words = [*words[1:], words[-1] ^ (words[-1] >> 19) ^ t ^ (t >> 8)]
        drawn.append(words[-1])
    return drawn


@given(KEYS)
def test_numbers_are_those_that_were_published(key: list[int]) -> None:
    state = quick_state()
    seed_quick(state, np.array(key, np.uint32), 0)
    assert [quick_word(state) for _ in range(MANY)] == written_down(key)


@given(KEYS, st.integers(1, 1000))
def test_one_of_some_is_picked(key: list[int], n: int) -> None:
    state = quick_state()
    seed_quick(state, np.array(key, np.uint32), 0)
    assert [pick(state, n) for _ in range(MANY)] == [it * n >> 32 for it in written_down(key)]
