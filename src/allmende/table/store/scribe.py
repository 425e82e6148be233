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

from ..metrics import Metrics
from .migrations import migrate

MOST_AT_ONCE = 256
STOP = None

Result = TypeVar("Result")


def open_database(path: Path) -> Engine:
    """Open a database file and bring its schema up to date."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True)
    event.listen(engine, "connect", set_up_connection)
    event.listen(engine, "begin", begin_at_once)
    with engine.begin() as connection:
        migrate(connection)
    path.chmod(0o600)
    return engine


def set_up_connection(connection: Any, _: Any) -> None:
    """Write ahead, wait for the disk at every commit, and leave transactions to us."""
    connection.isolation_level = None
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {setting}")


def begin_at_once(connection: Connection) -> None:
    """Begin as a writer, so that a transaction never finds out later that it may not be one."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


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
        savepoint = connection.begin_nested()
        try:
            self.result = self.work(connection)
        except Exception as trouble:
            savepoint.rollback()
            self.trouble = trouble
        else:
            savepoint.commit()

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
        self.begin()

    def begin(self) -> None:
        """Let a thread of its own do the writing from now on."""
        self.thread = threading.Thread(target=self.write, name="scribe")
        self.thread.start()

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
        going_on = True
        with self.engine.connect() as connection:
            while going_on:
                jobs, going_on = self.waiting()
                if jobs:
                    self.commit(connection, jobs)
            connection.execute(text("PRAGMA optimize"))

    def waiting(self) -> tuple[list[Job], bool]:
        """Wait for a job and take all that wait with it; the flag is whether to go on."""
        jobs: list[Job] = []
        while len(jobs) < MOST_AT_ONCE and not (jobs and self.jobs.empty()):
            job = self.jobs.get()
            if job is STOP:
                return jobs, False
            jobs.append(job)
        return jobs, True

    def commit(self, connection: Connection, jobs: list[Job]) -> None:
        """Do some jobs in one transaction, then answer."""
        try:
            with connection.begin():
                for job in jobs:
                    job.attempt(connection)
        except Exception as trouble:
            connection.connection.rollback()  # a commit that fails may leave its transaction open
            for job in jobs:
                job.trouble = trouble
        self.metrics.commits_total.add()
        done = time.perf_counter()
        for job in jobs:
            self.metrics.commit_seconds.add(done - job.asked)
        jobs[0].loop.call_soon_threadsafe(answer_all, jobs)


def answer_all(jobs: list[Job]) -> None:
    """Hand out the results of a transaction."""
    for job in jobs:
        job.answer()


Employ: TypeAlias = Callable[[Path, Metrics], Scribe]
"""Finds a scribe for a database file."""
