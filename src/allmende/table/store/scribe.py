"""The scribe: one thread that owns the database.

Whatever waits when a transaction begins goes into it, so that many tables share the wait for the
disk; nobody gets an answer before the commit. One failing wish does not harm the others.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError, OperationalError

from allmende.core.errors import AllmendeError

from ..metrics import Metrics
from .prepared import tell_driver
from .private import make_private
from .upgrade import upgrade

MOST_AT_ONCE = 256
MOST_CHECKED = 64 * 2**20  # bytes of a database that is checked at every start
SOUND = "ok"
STOP = None
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""Seconds before a disk that took nothing is tried again."""
MANY = 20

Result = TypeVar("Result")


def open_database(path: Path) -> Engine:
    """Open a database file and bring its schema up to date."""
    make_private(path)
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True)
    event.listen(engine, "connect", set_up_connection)
    event.listen(engine, "begin", begin_at_once)
    try:
        with engine.begin() as connection:
            upgrade(connection)
            check_pages(connection, path)
    except DatabaseError as trouble:
        engine.dispose()
        raise NoDatabase(path, str(trouble.orig)) from None
    except AllmendeError:
        engine.dispose()
        raise
    return engine


def check_pages(connection: Connection, path: Path) -> None:
    """Look for damage before anybody plays on, unless that would keep people waiting."""
    if path.stat().st_size <= MOST_CHECKED:
        found = connection.execute(text("PRAGMA quick_check(1)")).scalar()
        if found != SOUND:
            raise NoDatabase(path, " ".join(str(found).split()))


class NoDatabase(AllmendeError):
    """The file that holds all tables cannot be used."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"{path} cannot be used: {reason}. If it is damaged, put a backup in its place with "
            f"'allmende restore', or save what can be read with: "
            f"allmende rescue --data {path.parent}"
        )


def set_up_connection(connection: Any, _: Any) -> None:
    """Write ahead, wait for the disk at every commit, and leave transactions to us."""
    connection.isolation_level = None
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {setting}")


def begin_at_once(connection: Connection) -> None:
    """Begin as a writer, so that a transaction never finds out later that it may not be one."""
    tell_driver(connection, "BEGIN IMMEDIATE")


class Job:
    """Something to be done in a transaction, and where its result is awaited."""

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        self.work = work
        self.asked = time.perf_counter()
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.trouble: Exception | None = None

    def attempt(self, connection: Connection) -> None:
        """Do the work; undo it alone if it fails."""
        tell_driver(connection, "SAVEPOINT job")
        try:
            self.result = self.work(connection)
        except Exception as trouble:
            tell_driver(connection, "ROLLBACK TO SAVEPOINT job")
            self.trouble = trouble
        tell_driver(connection, "RELEASE SAVEPOINT job")

    def answer(self) -> None:
        """Hand the result to whoever still waits for it."""
        if self.future.done():
            return
        if self.trouble is not None:
            self.future.set_exception(self.trouble)
        else:
            self.future.set_result(self.result)


class Scribe:
    """Carries out work on the database, one transaction after the other."""

    def __init__(self, path: Path, metrics: Metrics) -> None:
        self.engine = open_database(path)
        self.metrics = metrics
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.failures = 0
        """How many writes in a row did not reach the disk."""
        self.begin()

    def begin(self) -> None:
        """Let a thread of its own do the writing from now on."""
        self.thread = threading.Thread(target=self.write, name="scribe")
        self.thread.start()

    @property
    def is_saving(self) -> bool:
        """Whether the last write has reached the disk."""
        return self.failures == 0

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do some work; when this returns it is on the disk."""
        job = Job(work)
        self.jobs.put(job)
        result: Result = await job.future
        return result

    def close(self) -> None:
        """Finish what was asked for, and close the file."""
        self.jobs.put(STOP)
        self.thread.join()
        self.engine.dispose()

    def write(self) -> None:
        """Take jobs as they come until told to stop."""
        with self.engine.connect() as connection:
            while self.work_off(connection):
                pass
            connection.execute(text("PRAGMA optimize"))

    def work_off(self, connection: Connection) -> bool:
        """Do what waits and forget it, with the tables that it is about; tell whether to go on."""
        jobs, going_on = self.waiting()
        if jobs:
            self.commit(connection, jobs)
        elif going_on:
            self.probe(connection)
        return going_on

    def waiting(self) -> tuple[list[Job], bool]:
        """Wait for a job and take all that wait with it; none if it is time to see whether the disk
        takes anything again. The flag is whether to go on."""
        jobs: list[Job] = []
        while len(jobs) < MOST_AT_ONCE and not (jobs and self.jobs.empty()):
            try:
                job = self.jobs.get(timeout=None if self.is_saving else self.pause)
            except queue.Empty:
                return jobs, True
            if job is STOP:
                return jobs, False
            jobs.append(job)
        return jobs, True

    @property
    def pause(self) -> float:
        """How long to wait before the disk is tried again: longer and longer."""
        return min(LONGEST_PAUSE, FIRST_PAUSE * 1.5 ** min(self.failures, MANY))

    def probe(self, connection: Connection) -> None:
        """Write something that changes nothing, to see whether the disk takes it."""
        try:
            with connection.begin():
                kept = connection.exec_driver_sql("PRAGMA user_version").scalar()
                connection.exec_driver_sql(f"PRAGMA user_version = {kept}")
            self.failures = 0
        except OperationalError:
            self.failures += 1

    def commit(self, connection: Connection, jobs: list[Job]) -> None:
        """Do some jobs in one transaction, then answer."""
        before = changes_of(connection)
        try:
            with connection.begin():
                for job in jobs:
                    job.attempt(connection)
        except Exception as trouble:
            connection.connection.rollback()  # a commit that fails may leave its transaction open
            for job in jobs:
                job.trouble = trouble
        if any(isinstance(job.trouble, OperationalError) for job in jobs):
            self.failures += 1
        elif changes_of(connection) > before:
            self.failures = 0
        self.metrics.commits_total.add()
        done = time.perf_counter()
        for job in jobs:
            self.metrics.commit_seconds.add(done - job.asked)
        jobs[0].loop.call_soon_threadsafe(answer_all, jobs)


def changes_of(connection: Connection) -> int:
    """Count the rows that a connection has ever changed; reading changes none."""
    counted: int = connection.connection.driver_connection.total_changes  # type: ignore[union-attr]
    return counted


def answer_all(jobs: list[Job]) -> None:
    """Hand out the results of a transaction."""
    for job in jobs:
        job.answer()


Employ: TypeAlias = Callable[[Path, Metrics], Scribe]
"""Finds a scribe for a database file."""
