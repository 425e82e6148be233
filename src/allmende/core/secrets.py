"""What a seat cannot know: the value that stands for it."""

from .record import BLOCK_WORDS, KEY_WORDS, Record
from .rule import rule

UNKNOWN = -1
"""Stands in a concealed record for what a seat cannot know."""


@rule
def forget_chance(s: Record) -> None:
    """Wipe the chance out of a record."""
    for i in range(KEY_WORDS):
        s.key[i] = 0
    for i in range(BLOCK_WORDS):
        s.block[i] = 0
    s.drawn = 0
