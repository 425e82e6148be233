"""The scribe: one thread that writes for a process.

Whatever waits when a transaction begins goes into it, so that many tables share the wait for the
disk; nobody gets an answer before the commit. One failing wish does not harm the others. Where
other processes share the database, they are told after the commit what has changed.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Transaction
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from ..metrics import Metrics
from .appending import Appending, append_all
from .database import Database
from .prepared import tell_driver

MOST_AT_ONCE = 256
STOP = None
FIRST_PAUSE = 0.5
"""Seconds before a database that took nothing is tried again."""
MANY = 20

Result = TypeVar("Result")


class Job:
    """Something to be done in a transaction, and where its result is awaited."""

    def __init__(
        self, work: Callable[[Connection], Any], about: str, notice: str, passing: bool
    ) -> None:
        self.work = work
        self.about = about
        self.notice = notice
        self.passing = passing
        self.asked = time.perf_counter()
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.trouble: Exception | None = None

    def succeeds(self, connection: Connection) -> bool:
        """Do the work, and tell whether that went well."""
        self.trouble = None
        try:
            self.result = self.work(connection)
        except Exception as trouble:
            self.trouble = trouble
        return self.trouble is None

    def answer(self) -> None:
        """Hand the result to whoever still waits for it."""
        if self.future.done():
            return
        if self.trouble is not None:
            self.future.set_exception(self.trouble)
        else:
            self.future.set_result(self.result)


Way: TypeAlias = Callable[[Connection, Transaction, list[Job]], None]
"""A way to do several jobs in one transaction."""


class Scribe:
    """Carries out work on the database, one transaction after the other."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        self.database = database
        self.engine = database.open()
        self.metrics = metrics
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.failures = 0
        """How many writes in a row did not reach the database."""
        self.failed_at = 0.0
        """When the last of them was tried."""
        self.begin()

    def begin(self) -> None:
        """Let a thread of its own do the writing from now on."""
        self.thread = threading.Thread(target=self.write, name="scribe")
        self.thread.start()

    @property
    def is_saving(self) -> bool:
        """Whether the last write has reached the database."""
        return self.failures == 0

    async def run(
        self,
        work: Callable[[Connection], Result],
        about: str = "",
        notice: str = "",
        passing: bool = False,
    ) -> Result:
        """Do some work; when this returns it is on the disk.

        What is `about` a table is done in the order of tables, so that processes do not wait for
        each other in a circle. The `notice` is told to the others then. What is only `passing`
        says nothing about whether moves can be saved."""
        job = Job(work, about, notice, passing)
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
            with suppress(SQLAlchemyError):
                self.database.tidy(connection)

    def work_off(self, connection: Connection) -> bool:
        """Do what waits and forget it, with the tables that it is about; tell whether to go on.
        What is only passing may come all the time, so it does not put off the next try."""
        jobs, going_on = self.waiting()
        if jobs:
            self.commit(connection, jobs)
        if going_on and self.seconds_to_wait == 0.0:
            self.probe(connection)
        return going_on

    def waiting(self) -> tuple[list[Job], bool]:
        """Wait for a job and take all that wait with it; none if it is time to see whether the
        database takes anything again. The flag is whether to go on."""
        jobs: list[Job] = []
        while len(jobs) < MOST_AT_ONCE and not (jobs and self.jobs.empty()):
            try:
                job = self.jobs.get(timeout=self.seconds_to_wait)
            except queue.Empty:
                return jobs, True
            if job is STOP:
                return jobs, False
            jobs.append(job)
        return jobs, True

    @property
    def seconds_to_wait(self) -> float | None:
        """How long it is until the database is tried again; for ever while it takes everything."""
        if self.is_saving:
            return None
        return max(0.0, self.failed_at + self.pause - time.monotonic())

    @property
    def pause(self) -> float:
        """How long to wait before the database is tried again: longer and longer."""
        return min(self.database.longest_pause, FIRST_PAUSE * 1.5 ** min(self.failures, MANY))

    def note_failure(self) -> None:
        """Note that a write did not reach the database."""
        self.failures += 1
        self.failed_at = time.monotonic()

    def probe(self, connection: Connection) -> None:
        """Write something that changes nothing, to see whether the database takes it."""
        try:
            with connection.begin():
                self.database.probe(connection)
            self.failures = 0
        except SQLAlchemyError:
            self.database.recover(connection)
            self.note_failure()

    def commit(self, connection: Connection, jobs: list[Job]) -> None:
        """Do some jobs in one transaction, then answer, then tell the other processes."""
        if self.database.is_shared:
            jobs.sort(key=lambda job: job.about)
        self.transact(connection, jobs)
        for job in jobs:
            if self.database.got_in_each_others_way(job.trouble):
                self.transact(connection, [job])
        self.metrics.commits_total.add()
        done = time.perf_counter()
        for job in jobs:
            self.metrics.commit_seconds.add(done - job.asked)
        jobs[0].loop.call_soon_threadsafe(answer_all, jobs)
        self.tell(connection, [job.notice for job in jobs if job.notice and job.trouble is None])

    def transact(self, connection: Connection, jobs: list[Job]) -> None:
        """Do some jobs in one transaction. Mostly all of them succeed; where one does not, all are
        done anew, each so that it can be undone alone."""
        saved = failed = False
        try:
            if all(isinstance(job.work, Appending) for job in jobs):
                saved = self.append_only(connection, jobs)
            else:
                saved = self.carry_out(connection, jobs, all_or_none)
            if len(jobs) > 1 and any(job.trouble is not None for job in jobs):
                saved = self.carry_out(connection, jobs, one_by_one)
        except Exception as trouble:
            failed = True
            for job in jobs:
                job.trouble = trouble
        if failed or any(isinstance(job.trouble, OperationalError) for job in jobs):
            self.note_failure()
            self.database.recover(connection)
        elif saved:
            self.failures = 0

    def append_only(self, connection: Connection, jobs: list[Job]) -> bool:
        """Append some events in one transaction, all or none, and tell whether that is done. Most
        moves come this way; with SQLAlchemy it would take 50 µs more to begin and to end it."""
        self.database.begin(connection)
        if not all_appended(connection, jobs):
            self.database.recover(connection)
            return False
        self.end(connection)
        return True

    def end(self, connection: Connection) -> None:
        """Commit a transaction that only the driver knows of."""
        tell_driver(connection, "COMMIT")

    def carry_out(self, connection: Connection, jobs: list[Job], way: Way) -> bool:
        """Do some jobs in one transaction, and tell whether writing works."""
        mark = self.database.mark(connection)
        with connection.begin() as transaction:
            way(connection, transaction, jobs)
            return self.is_saving or self.has_saved(connection, mark, jobs)

    def has_saved(self, connection: Connection, mark: int, jobs: list[Job]) -> bool:
        """Tell whether something has been written again that is to last."""
        lasting = any(job.trouble is None and not job.passing for job in jobs)
        return lasting and self.database.wrote_since(connection, mark)

    def tell(self, connection: Connection, notices: list[str]) -> None:
        """Tell the other processes what has changed; what is lost they find out by themselves."""
        if notices:
            try:
                self.database.tell(connection, notices)
            except Exception:
                self.database.recover(connection)


def all_or_none(connection: Connection, transaction: Transaction, jobs: list[Job]) -> None:
    """Do some jobs, or none if one of them fails. Those that append an event do so together."""
    events = [job for job in jobs if isinstance(job.work, Appending)]
    others = [job for job in jobs if not isinstance(job.work, Appending)]
    if not all(job.succeeds(connection) for job in others) or not all_appended(connection, events):
        transaction.rollback()


def all_appended(connection: Connection, jobs: list[Job]) -> bool:
    """Append some events, and tell whether that went well."""
    trouble: Exception | None = None
    try:
        append_all(connection, [job.work for job in jobs if isinstance(job.work, Appending)])
    except Exception as found:
        trouble = found
    for job in jobs:
        job.trouble = trouble
    return trouble is None


def one_by_one(connection: Connection, _: Transaction, jobs: list[Job]) -> None:
    """Do some jobs; what fails is undone, and nothing else."""
    for job in jobs:
        tell_driver(connection, "SAVEPOINT job")
        if not job.succeeds(connection):
            tell_driver(connection, "ROLLBACK TO SAVEPOINT job")
        tell_driver(connection, "RELEASE SAVEPOINT job")


def answer_all(jobs: list[Job]) -> None:
    """Hand out the results of a transaction."""
    for job in jobs:
        job.answer()


Employ: TypeAlias = Callable[[Database, Metrics], Scribe]
"""Finds a scribe for a database."""
