"""Whose decision it is: the small rules over the header that every game uses."""

from .record import Record
from .rule import rule


@rule
def may_act(s: Record, seat: int) -> bool:
    """Tell whether `seat` may decide now."""
    return (s.waiting >> seat) & 1 == 1


@rule
def wait_for(s: Record, seat: int) -> None:
    """Let `seat` alone decide next."""
    s.waiting = 1 << seat


@rule
def finish(s: Record, ending: int) -> None:
    """End the game in the way that stands at index `ending` of the game's endings."""
    s.over = 1 + ending
    s.waiting = 0
