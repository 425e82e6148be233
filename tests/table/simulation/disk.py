"""The disk: the real scribe and a real database, without a thread of its own.

A transaction is done in one go at a moment that is drawn by lot. Before the commit, after it or
instead of it something may go wrong: the disk is slow, or full, or breaks, or the process dies.
"""

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from allmende.table.metrics import Metrics
from allmende.table.store.database import Database
from allmende.table.store.scribe import Scribe

from .world import Loop, World

Result = TypeVar("Result")
FASTEST, SLOWEST = 0.0005, 0.05
STUCK = 8.0
"""Seconds that a disk takes at worst."""
EXCUSE = 10.0
"""Seconds after a failed write in which it may still be spoken of."""
NO_MORE_PAGES, ALL_PAGES = 1, 1_073_741_823


class Killed(BaseException):
    """The process dies in the middle of a transaction."""


class Disk:
    """What may happen to writes; it outlives the processes that write."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.slowness = 0.0
        """How often a write takes long."""
        self.breakage = 0.0
        """How often a commit fails."""
        self.deaths = 0.0
        """How often a process dies around a commit."""
        self.is_full = False
        self.failed_at = -EXCUSE
        self.commits = 0
        self.failures = 0
        """How often a house has said that a write has failed."""

    def mend(self) -> None:
        """Let nothing go wrong any more."""
        self.slowness = self.breakage = self.deaths = 0.0
        self.is_full = False

    @property
    def is_excused(self) -> bool:
        """Whether something may be said now to have failed for the sake of the disk."""
        return self.is_full or self.world.time < self.failed_at + EXCUSE

    def delay(self) -> float:
        """Draw how long a write takes."""
        world = self.world
        return world.between(FASTEST, STUCK if world.happens(self.slowness) else SLOWEST)


class DiskScribe(Scribe):
    """The scribe of a house, as its disk lets it write."""

    def __init__(
        self, database: Database, metrics: Metrics, loop: Loop, disk: Disk, die: Callable[[], None]
    ) -> None:
        self.loop = loop
        self.disk = disk
        self.die = die
        self.awake = False
        self.process: object = None
        """The house that it writes for."""
        super().__init__(database, metrics)

    def begin(self) -> None:
        """Open the file, without a thread."""
        self.connection = self.engine.connect()
        event.listen(self.engine, "commit", self.before_commit)

    async def run(self, work: Callable[[Connection], Result], *more: Any, **named: Any) -> Result:
        """Do some work; when this returns it is on the disk."""
        self.wake_after(self.disk.delay())
        return await super().run(work, *more, **named)

    def wake_after(self, seconds: float) -> None:
        """Write after a while, unless that will be done anyway."""
        if not self.awake:
            self.awake = True
            self.loop.call_later(seconds, self.turn)

    def turn(self) -> None:
        """Write down all that waits, in one transaction."""
        self.awake = False
        self.disk.commits += 1
        if self.disk.is_full:
            self.disk.failed_at = self.disk.world.time
        self.limit(NO_MORE_PAGES if self.disk.is_full else ALL_PAGES)
        try:
            self.work_off(self.connection)
        except Killed:
            self.die()
            return
        if self.database.is_shared and self.seconds_to_wait is not None:
            self.wake_after(self.seconds_to_wait)
        if self.disk.world.happens(self.disk.deaths):
            self.disk.world.note("disk", "dies after a commit")
            self.die()

    def limit(self, pages: int) -> None:
        """Let the database grow, or not."""
        raw = self.connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.execute(f"PRAGMA max_page_count={pages}")

    def end(self, connection: Connection) -> None:
        """Commit a transaction that only the driver knows of."""
        self.before_commit(connection)
        super().end(connection)

    def before_commit(self, connection: Connection) -> None:
        """Let something go wrong instead of a commit."""
        world = self.disk.world
        if world.happens(self.disk.deaths):
            world.note("disk", "dies before a commit")
            raise Killed
        if world.happens(self.disk.breakage):
            world.note("disk", "a commit fails")
            self.disk.failed_at = world.time
            broken = sqlite3.OperationalError("disk I/O error")
            raise OperationalError("COMMIT", None, broken)

    def close(self) -> None:
        """Let go of the file; what is not committed is lost."""
        self.connection.close()
        self.engine.dispose()
