"""Time at a table: whose runs, and what the clock shows after each change. The clock is written
down with what has changed it, so that a table that is built anew has the same."""

import time
from collections.abc import Awaitable, Callable, Sequence

from ..store.clock import (
    EACH_MOVE,
    SECOND,
    Clock,
    decided,
    renewed,
    taken_back,
    with_running,
)
from ..store.facts import BOT, MOVE, PERSON, UNDO, Chair, Happening, Standing
from ..store.terms import Terms
from .dealing import has_free_seat


async def nothing_missed() -> None:
    """Take the time for granted."""


class HouseTime:
    """What time it is in a house, in milliseconds: that of the machine, without all the time in
    which nobody was there to serve."""

    def __init__(self) -> None:
        self.away = 0
        self.be_sure: Callable[[], Awaitable[None]] = nothing_missed
        """Finds out whether the house was away just now."""
        self.started: Callable[[], None] = lambda: None
        """Called when a clock may have begun to run."""

    def now(self) -> int:
        """Return what time it is."""
        return int(time.time() * SECOND) - self.away

    def on_the_wall(self, moment: int) -> int:
        """Return what clocks elsewhere show at a moment, as far as the house is not away again."""
        return moment + self.away


def seats_in(mask: int, seats: int) -> list[int]:
    """List the seats whose bits are set."""
    return [seat for seat in range(seats) if mask >> seat & 1]


def whose_time_runs(chairs: Sequence[Chair], waiting: int) -> list[int]:
    """List the seats whose time runs: those of people who are to decide, once everybody sits."""
    if has_free_seat(chairs):
        return []
    return [it.seat for it in chairs if it.kind == PERSON and waiting >> it.seat & 1]


def after_event(
    terms: Terms,
    now: int,
    event: Happening,
    before: int,
    standing: Standing,
    chairs: Sequence[Chair],
    back_to: int,
    forgiven: int,
) -> Clock | None:
    """Return the clock after an event. A decision brings what the pace says; to take something back
    is to return to the clock of the version before it."""
    pace, clock = terms.pace, terms.clock
    if pace is None or clock is None:
        return None
    running = [] if standing.ending else whose_time_runs(chairs, standing.waiting)
    if event.kind == UNDO and back_to in terms.ticks:
        return taken_back(terms.ticks[back_to], clock, now, running)
    if event.kind == MOVE:
        fresh = seats_in(standing.waiting & ~before, len(chairs))
        clock = decided(clock, pace, now, event.seat, fresh, forgiven)
    return with_running(clock, now, running)


def after_seating(
    terms: Terms, now: int, before: Chair, chairs: Sequence[Chair], waiting: int
) -> Clock | None:
    """Return the clock after a seat has changed. Who comes back for a move that there was no time
    left for gets the time of a move."""
    pace, clock = terms.pace, terms.clock
    if pace is None or clock is None:
        return None
    seat = before.seat
    is_back = before.kind == BOT and chairs[seat].kind == PERSON
    if is_back and pace.span == EACH_MOVE and clock.left_at(seat, now) <= 0:
        clock = renewed(clock, pace, now, seat)
    return with_running(clock, now, whose_time_runs(chairs, waiting))


def is_out_of_time(terms: Terms, now: int, seat: int) -> bool:
    """Tell whether a seat has used up the time of the whole game."""
    pace, clock = terms.pace, terms.clock
    if pace is None or clock is None or pace.span == EACH_MOVE:
        return False
    return clock.left_at(seat, now) <= 0
