"""What a seat cannot know: the value that stands for it, and what a game without secrets does.

Two rules deal with secrets. `conceal` overwrites all that a seat cannot know, so that what is left
is what it knows; `imagine` gets no more than that, and deals the unknown anew. So the rule that
deals never sees the truth. No other rule runs on a concealed record: UNKNOWN is no index.
"""

import numpy as np

from .chance import set_chance
from .fields import UNKNOWN as UNKNOWN
from .record import BLOCK_WORDS, KEY_WORDS, Record
from .rule import rule


@rule
def forget_chance(s: Record) -> None:
    """Wipe the chance out of a record: the first thing that every `conceal` does. It also marks the
    record as concealed, since no game has drawn UNKNOWN words."""
    for i in range(KEY_WORDS):
        s.key[i] = 0
    for i in range(BLOCK_WORDS):
        s.block[i] = 0
    s.drawn = UNKNOWN


def is_concealed(s: Record) -> bool:
    """Tell whether a record is what a seat knows, and no game to play."""
    return bool(s.drawn == UNKNOWN)


@rule
def hide_nothing(s: Record, seat: int) -> None:
    """Conceal nothing but the chance."""
    forget_chance(s)


@rule
def imagine_nothing(s: Record, key: np.ndarray) -> None:
    """Imagine nothing but other chance."""
    set_chance(s, key, 0)


@rule
def move_openly(s: Record, seat: int, move: int) -> int:
    """Show a move to everybody as it is."""
    return move
