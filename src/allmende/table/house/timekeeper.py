"""The timekeeper: what time it is in a house, and who lets flags fall.

While any clock runs, the house shows from time to time that it is at work. Whoever finds that it
was not, because it was closed, asleep or without its database, adds that to the time that counts
for nobody. Where several processes share the tables, each looks at the clocks; a flag that is to
fall is claimed by one of them, and the log of the table decides.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection as Transaction
from sqlalchemy.exc import SQLAlchemyError

from ..refusal import Refusal
from ..store import shared, timing
from ..store.clock import SECOND, Pace, new_clock, with_running
from ..store.facts import Chair, Standing
from ..tables.timing import HouseTime, whose_time_runs
from ..tables.turns import let_flags_fall

if TYPE_CHECKING:
    from .lobby import Lobby

LOOK_EVERY = 1.0
"""Seconds between two looks at the clocks, while a flag may fall soon."""
LOOKS_BEFORE = 50
"""So many looks are taken until a flag falls: where it takes days, they are rare."""
LONGEST_PAUSE, LONGEST_AMONG_OTHERS = 600.0, 2.0
"""Seconds; among several processes another one may start a clock, and die."""
BEAT_EVERY = 2 * SECOND
LONGEST_DELAY = 4.0
"""So many seconds later than it meant to look a process counts as having been away."""


class Timekeeper:
    """Looks at the clocks of all tables."""

    def __init__(self, lobby: "Lobby") -> None:
        self.lobby = lobby
        self.scribe = lobby.scribe
        self.time = HouseTime()
        self.time.be_sure = self.be_sure
        self.time.started = self.wake
        self.is_first = True
        self.was_idle = False
        """Whether no clock ran at the last look: then nobody has shown that the house is at
        work."""
        self.looked = float("-inf")
        self.pause = 0.0
        """In how many seconds after the last look the next one is meant to be."""
        self.called = asyncio.Event()
        self.also: list[Callable[[], Coroutine[Any, Any, bool]]] = []
        """What else is looked at each time; each says whether it wants to be looked at again."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.falling: set[str] = set()
        self.closing = False

    async def begin(self) -> None:
        """Find out for how long the house was closed, then look at the clocks again and again."""
        await self.look()
        self.beside(self.go_round())

    def wake(self) -> None:
        """Look at the clocks soon: one may have begun to run."""
        self.called.set()

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something while everything else goes on."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def go_round(self) -> None:
        """Look at the clocks while one runs; alone in a house nobody else can start one."""
        while not self.closing:
            self.called.clear()
            wanted = await self.look() or self.scribe.database.is_shared
            for look in self.also:
                if await look():
                    wanted, self.pause = True, LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            if not wanted:
                await self.called.wait()
            elif self.pause > LOOK_EVERY:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.called.wait(), self.pause - LOOK_EVERY)

    @property
    def is_late(self) -> bool:
        """Whether nobody has looked for so long that the house may have been away."""
        return time.time() > self.looked + self.pause + LONGEST_DELAY

    async def be_sure(self) -> None:
        """Find out whether the house was away, if nobody has looked for too long."""
        if self.is_late and not self.was_idle:
            await self.look()

    async def look(self) -> bool:
        """Show that the house is at work, and see to flags that are to fall; tell whether any clock
        runs."""
        if self.closing:
            return False
        try:
            found = await self.scribe.run(self.go_by, passing=True)
        except SQLAlchemyError as trouble:
            self.lobby.house.log.warning("clocks not read", kind=type(trouble).__name__)
            return True
        self.looked, self.is_first = time.time(), False
        self.time.away, self.was_idle = found.away, found.ahead is None
        self.pause = self.pause_before(found.ahead)
        for table in found.fallen:
            if table not in self.falling:
                self.beside(self.let_fall(table))
        return found.ahead is not None

    def pause_before(self, ahead: int | None) -> float:
        """Say how many seconds may pass before the next look, if a flag falls so far ahead."""
        longest = LONGEST_AMONG_OTHERS if self.scribe.database.is_shared else LONGEST_PAUSE
        return min(longest, max(LOOK_EVERY, (ahead or 0) / SECOND / LOOKS_BEFORE))

    def go_by(self, c: Transaction) -> timing.Round:
        """Look at the clock on the wall and at those of the tables."""
        now = int(time.time() * SECOND)
        beat, away, _ = timing.house_row(c, now)
        due, fallen = timing.next_due(c), []
        if due is not None:
            silence = max(0, now - beat)
            if self.was_away(c):
                away += silence
            if silence >= BEAT_EVERY or self.is_first or self.was_idle:
                timing.set_house(c, now, away)
                shared.keep_time(c, self.scribe.database.speaker)
            fallen = timing.claim_fallen(c, now - away)
        if self.is_first:
            shared.keep_time(c, self.scribe.database.speaker)
        return timing.Round(away, fallen, None if due is None else due - (now - away))

    def was_away(self, c: Transaction) -> bool:
        """Tell whether nobody was at work since somebody last showed to be."""
        if not self.is_first:
            return self.is_late and not self.was_idle
        database = self.scribe.database
        return not database.is_shared or not shared.others_keep_time(
            c, database.speaker, database.clock()
        )

    async def let_fall(self, table: str) -> None:
        """Let the flags of a table fall, if they do."""
        self.falling.add(table)
        try:
            room = await self.lobby.room(table)
            if not await let_flags_fall(room):
                due = None if room.terms.clock is None else room.terms.clock.due
                await self.scribe.run(
                    lambda c: timing.give_back(c, table, due), about=table, passing=True
                )
        except (Refusal, SQLAlchemyError) as trouble:  # another look will be taken
            self.lobby.house.log.warning(
                "flag not fallen", table=table, kind=type(trouble).__name__
            )
        finally:
            self.falling.discard(table)

    def set_up(
        self, c: Transaction, table: str, pace: Pace, chairs: Sequence[Chair], standing: Standing
    ) -> None:
        """Give a new table its clock; it runs at once where everybody sits."""
        now = self.time.now()
        clock = new_clock(pace, len(chairs), now)
        running = whose_time_runs(chairs, standing.waiting)
        timing.add_clock(c, table, pace, with_running(clock, now, running))

    async def close(self) -> None:
        """Write down that the house was at work until now."""
        self.closing = True
        if self.was_idle or self.is_first:
            return
        now = int(time.time() * SECOND)
        try:
            await self.scribe.run(
                lambda c: timing.set_house(c, now, timing.house_row(c, now)[1]), passing=True
            )
        except SQLAlchemyError as trouble:
            self.lobby.house.log.warning("clocks not read", kind=type(trouble).__name__)
