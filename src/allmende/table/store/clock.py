"""The clock of a table: how much time each seat has left, as plain values.

All times are milliseconds of the house: its clock stands still while nobody is there to serve, so
that time in which nobody could have moved counts against nobody. A clock is never ticking: it says
how much was left at a moment and whose time runs since, and all else follows from what time it is.
"""

import json
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Final, Literal, TypeAlias

SECOND = 1_000
DAY = 24 * 3_600
"""Seconds; whoever has at least as many for a move plays by correspondence."""
EACH_MOVE: Final = "move"
WHOLE_GAME: Final = "game"
BOT_TAKES_OVER: Final = "bot"
LOSES: Final = "lose"
Span: TypeAlias = Literal["move", "game"]
AtZero: TypeAlias = Literal["bot", "lose"]
HEAD_START = 30 * SECOND
"""So long nobody's time runs at the first decision: people look at the table first."""
LAG_FORGIVEN = 500
"""So many milliseconds that a decision was under way are given back at most."""


@dataclass(frozen=True)
class Pace:
    """How much time there is: for each move or for the whole game, in seconds; what is added with
    each decision, and how long each is free; and what happens when no time is left."""

    span: Span
    seconds: int
    bonus: int = 0
    delay: int = 0
    at_zero: AtZero = BOT_TAKES_OVER

    @property
    def is_correspondence(self) -> bool:
        """Whether people come back for each move."""
        return self.span == EACH_MOVE and self.seconds >= DAY

    def as_text(self) -> str:
        """Write the pace for the database."""
        return json.dumps(asdict(self))


def read_pace(text: str) -> Pace:
    """Read a pace from the database."""
    return Pace(**json.loads(text))


@dataclass(frozen=True)
class Clock:
    """How much time each seat had left at a moment, and whose time runs since."""

    at: int
    left: tuple[int, ...]
    free: tuple[int, ...]
    """How long the present decision of each seat is still free."""
    rests: tuple[int, ...]
    """Until when the time of each seat rests, as its player is on vacation."""
    running: tuple[int, ...] = ()

    def as_text(self) -> str:
        """Write the clock for the database."""
        return json.dumps(asdict(self))

    def used(self, seat: int, now: int) -> int:
        """Return for how long the time of a seat has run since it was written down."""
        if seat not in self.running:
            return 0
        return max(0, now - max(self.at, self.rests[seat]))

    def left_at(self, seat: int, now: int) -> int:
        """Return how much time a seat has left."""
        return self.left[seat] - max(0, self.used(seat, now) - self.free[seat])

    def free_at(self, seat: int, now: int) -> int:
        """Return for how long a decision is still free."""
        return max(0, self.free[seat] - self.used(seat, now))

    def end_of(self, seat: int) -> int:
        """Return when a seat whose time runs will have none left."""
        return max(self.at, self.rests[seat]) + self.free[seat] + self.left[seat]

    @property
    def due(self) -> int | None:
        """When the first of those whose time runs has none left; None if nobody's does."""
        return min(map(self.end_of, self.running), default=None)

    def is_up(self, seat: int, now: int) -> bool:
        """Tell whether a seat has no time left, not even for what may be under way."""
        return seat in self.running and self.end_of(seat) + LAG_FORGIVEN <= now


def read_clock(text: str) -> Clock:
    """Read a clock from the database."""
    kept = json.loads(text)
    return Clock(kept["at"], *(tuple(kept[name]) for name in ("left", "free", "rests", "running")))


def new_clock(pace: Pace, seats: int, now: int) -> Clock:
    """Make the clock of a table where nobody's time runs yet."""
    budget = pace.seconds * SECOND
    free = max(HEAD_START, pace.delay * SECOND)
    return Clock(now, (budget,) * seats, (free,) * seats, (0,) * seats)


def settled(clock: Clock, now: int) -> Clock:
    """Write down how much everybody has left now; nothing else changes by that."""
    now = max(now, clock.at)
    seats = range(len(clock.left))
    return replace(
        clock,
        at=now,
        left=tuple(clock.left_at(seat, now) for seat in seats),
        free=tuple(clock.free_at(seat, now) for seat in seats),
    )


def with_running(clock: Clock, now: int, seats: Iterable[int]) -> Clock:
    """Let the time of some seats run from now on, and no other."""
    return replace(settled(clock, now), running=tuple(sorted(seats)))


def decided(
    clock: Clock, pace: Pace, now: int, seat: int, others: Collection[int], forgiven: int = 0
) -> Clock:
    """Let a seat have decided something, which was under way for a while: it gets what each
    decision brings, unless a bot has decided for it. Others that are called upon now begin a new
    decision."""
    before = settled(clock, now)
    left, free = list(before.left), list(before.free)
    fresh = list(others)
    if seat in clock.running:
        left[seat] += min(forgiven, LAG_FORGIVEN, max(0, clock.used(seat, now) - clock.free[seat]))
        left[seat] += pace.bonus * SECOND
        free[seat] = pace.delay * SECOND
        fresh.append(seat)
    if pace.span == EACH_MOVE:
        for one in fresh:
            left[one] = pace.seconds * SECOND
    return replace(before, left=tuple(left), free=tuple(free))


def taken_back(past: Clock, clock: Clock, now: int, running: Iterable[int]) -> Clock:
    """Return to the clock of an earlier moment, as if nothing had been decided since: whose time
    ran then has been thinking ever since, and the others get back what they have used."""
    rests = clock.rests
    return with_running(replace(past, rests=rests), now, running)


def renewed(clock: Clock, pace: Pace, now: int, seat: int) -> Clock:
    """Give somebody who comes back for a move the time of a move."""
    before = settled(clock, now)
    left = list(before.left)
    left[seat] = pace.seconds * SECOND
    return replace(before, left=tuple(left))


def resting(clock: Clock, now: int, seats: Collection[int], until: int) -> Clock:
    """Let the time of some seats rest until then; now, if they are to run again."""
    before = settled(clock, now)
    rests = tuple(until if seat in seats else known for seat, known in enumerate(before.rests))
    return replace(before, rests=rests)
