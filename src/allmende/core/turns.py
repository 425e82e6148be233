"""Whose decision it is: the small rules over the header that every game uses."""

from .bits import lowest
from .record import Record
from .rule import rule


@rule
def may_act(s: Record, seat: int) -> bool:
    """Tell whether `seat` may decide now."""
    return (s.waiting >> seat) & 1 == 1


@rule
def first_waiting(s: Record) -> int:
    """Return the first seat that may act; in a secret choice the order does not matter."""
    return lowest(int(s.waiting))


@rule
def wait_for(s: Record, seat: int) -> None:
    """Let `seat` alone decide next."""
    s.waiting = 1 << seat


@rule
def finish(s: Record, ending: int) -> None:
    """End the game in the way that stands at index `ending` of the game's endings."""
    s.over = 1 + ending
    s.waiting = 0


@rule
def seat_after(s: Record, seat: int) -> int:
    """Return the next seat clockwise."""
    return (seat + 1) % int(s.seats)


@rule
def one_seat_acts(s: Record) -> bool:
    """Tell whether one seat is to act, or none when the game is over."""
    if s.over > 0:
        return s.waiting == 0
    return 0 < s.waiting < 1 << s.seats and s.waiting & (s.waiting - 1) == 0
