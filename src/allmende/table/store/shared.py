"""What processes that share a database write down for each other: who is at work, who is here, and
where a bot or the coach has to think.

A process has one lease. While it lasts, whatever the process has claimed is its own; when it ends,
somebody else takes that over.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, text, update

from ..tokens import Device
from .schema import HERE, JOBS, PROCESSES, REVIEWS, TABLES

POST = text(
    "INSERT INTO jobs (table_id, seat, process) VALUES (:table_id, :seat, :process) "
    "ON CONFLICT DO NOTHING"
)
BEGIN_REVIEW = text(
    "INSERT INTO reviews (name, process, done, made_by, at) "
    "VALUES (:name, :process, 0, :made_by, :at) ON CONFLICT DO NOTHING"
)

CHANGED, PRESENCE = "=", "~"
"""What tells apart notices about a table: that it has changed, and who looks at it."""
GONE = 2**31
"""More changes than a table ever has."""


def changed(table: str, revision: int = GONE) -> str:
    """Write the notice that a table has changed for the so-manieth time, or is gone."""
    return f"{table}{CHANGED}{revision}"


def attendance(table: str) -> str:
    """Write the notice that somebody has come to a table or left it."""
    return f"{table}{PRESENCE}"


# Who is at work


def renew(c: Connection, process: str, until: ColumnElement[float]) -> bool:
    """Renew the lease of a process; False if it had none any more and has a new one now."""
    mine = update(PROCESSES).where(PROCESSES.c.id == process).values(until=until)
    if c.execute(mine).rowcount:
        return True
    c.execute(insert(PROCESSES).values(id=process, until=until))
    return False


def at_work(c: Connection, now: ColumnElement[float]) -> int:
    """Count the processes whose lease lasts."""
    return len(c.execute(select(PROCESSES.c.id).where(PROCESSES.c.until >= now)).all())


def bury_dead(c: Connection, now: ColumnElement[float]) -> list[str]:
    """Take everything from processes whose lease has ended; return the tables where somebody is
    not here any more. Whoever is at it already is left to it."""
    dead = select(PROCESSES.c.id).where(PROCESSES.c.until < now)
    found = list(c.execute(dead.with_for_update(skip_locked=True)).scalars())
    return sorted({table for process in found for table in bury(c, process)})


def bury(c: Connection, process: str) -> list[str]:
    """Take everything from a process; return the tables where somebody is not here any more."""
    gone = delete(HERE).where(HERE.c.process == process).returning(HERE.c.table_id)
    tables = list(c.execute(gone).scalars())
    for part in (JOBS, REVIEWS):
        c.execute(update(part).where(part.c.process == process).values(process=None))
    c.execute(delete(PROCESSES).where(PROCESSES.c.id == process))
    return tables


# Who is here


def set_here(c: Connection, process: str, table: str, devices: Collection[Device]) -> None:
    """Write down which devices look at a table at a process, and no others."""
    mine = and_(HERE.c.table_id == table, HERE.c.process == process)
    known = set(c.execute(select(HERE.c.device).where(mine)).scalars())
    c.execute(delete(HERE).where(mine, HERE.c.device.in_(known - set(devices))))
    fresh = [{"table_id": table, "process": process, "device": it} for it in devices]
    fresh = [row for row in fresh if row["device"] not in known]
    if fresh:
        c.execute(insert(HERE), fresh)


def here(c: Connection, tables: Sequence[str], but: str | None = None) -> dict[str, set[Device]]:
    """Return the devices that look at some tables, at any process but one."""
    found: dict[str, set[Device]] = {table: set() for table in tables}
    for row in c.execute(select(HERE).where(HERE.c.table_id.in_(tables))):
        if row.process != but:
            found[row.table_id].add(Device(row.device))
    return found


# Where bots think


def post(c: Connection, table: str, seats: Collection[int]) -> None:
    """Write down that bots have to think at a table, for whoever claims that."""
    for seat in seats:
        c.execute(POST, {"table_id": table, "seat": seat, "process": None})


def claim(c: Connection, process: str, table: str, seat: int, ply: int) -> bool:
    """Let a bot think at this process about the game after so many moves, unless another process
    does so. Who is behind leaves it to others: they may have thought about that already."""
    if not is_claimed(c, process, table, seat):
        return False
    if c.execute(select(TABLES.c.ply).where(TABLES.c.id == table)).scalar() == ply:
        return True
    here = and_(JOBS.c.table_id == table, JOBS.c.seat == seat)
    c.execute(update(JOBS).where(here).values(process=None))
    return False


def is_claimed(c: Connection, process: str, table: str, seat: int) -> bool:
    """Claim a seat for a process; False if another one has it."""
    if c.execute(POST, {"table_id": table, "seat": seat, "process": process}).rowcount:
        return True
    free = JOBS.c.process.is_(None) | (JOBS.c.process == process)
    here = and_(JOBS.c.table_id == table, JOBS.c.seat == seat)
    found = select(JOBS.c.seat).where(here, free).with_for_update(skip_locked=True)
    if c.execute(found).first() is None:
        return False
    c.execute(update(JOBS).where(here).values(process=process))
    return True


def claim_free(c: Connection, process: str, most: int) -> list[tuple[str, int]]:
    """Claim some of what no process has claimed yet, or any more; return tables and seats."""
    free = select(JOBS.c.table_id, JOBS.c.seat).where(JOBS.c.process.is_(None)).limit(most)
    found = [(row.table_id, row.seat) for row in c.execute(free.with_for_update(skip_locked=True))]
    for table, seat in found:
        here = and_(JOBS.c.table_id == table, JOBS.c.seat == seat)
        c.execute(update(JOBS).where(here).values(process=process))
    return found


def claimed(c: Connection, process: str) -> list[tuple[str, int]]:
    """Return the tables and seats where a process has claimed to let bots think."""
    mine = select(JOBS.c.table_id, JOBS.c.seat).where(JOBS.c.process == process)
    return [(row.table_id, row.seat) for row in c.execute(mine)]


def give_back(c: Connection, process: str, table: str, seat: int) -> None:
    """Forget what a bot was to think about, if it was this process that let it."""
    here = and_(JOBS.c.table_id == table, JOBS.c.seat == seat)
    c.execute(delete(JOBS).where(here, JOBS.c.process == process))


# What the coach says


@dataclass(frozen=True)
class Reviewed:
    """How far the coach is with a game, what it says, and whether it thinks at this process."""

    is_ours: bool
    done: int
    judgement: Any | None


def begin_review(
    c: Connection, process: str, name: str, made_by: str, now: ColumnElement[float]
) -> Reviewed:
    """Look up what the coach says about a game, or let it begin here if it thinks nowhere. What
    another version has said is forgotten."""
    c.execute(delete(REVIEWS).where(REVIEWS.c.name == name, REVIEWS.c.made_by != made_by))
    at = c.execute(select(now)).scalar_one()
    fresh = {"name": name, "process": process, "made_by": made_by, "at": at}
    if c.execute(BEGIN_REVIEW, fresh).rowcount:
        return Reviewed(True, 0, None)
    mine = select(REVIEWS).where(REVIEWS.c.name == name)
    row = c.execute(mine).one()
    if row.judgement is not None:
        return Reviewed(False, row.done, json.loads(row.judgement))
    if row.process is None:
        free = mine.where(REVIEWS.c.process.is_(None)).with_for_update(skip_locked=True)
        if c.execute(free).first() is not None:
            c.execute(update(REVIEWS).where(REVIEWS.c.name == name).values(process=process))
            return Reviewed(True, 0, None)
    return Reviewed(row.process == process, row.done, None)


def note_review(c: Connection, process: str, name: str, done: int, judgement: Any | None) -> None:
    """Write down how far the coach is, or what it says."""
    mine = and_(REVIEWS.c.name == name, REVIEWS.c.process == process)
    said = None if judgement is None else json.dumps(judgement)
    c.execute(update(REVIEWS).where(mine).values(done=done, judgement=said))


def forget_reviews(c: Connection, before: ColumnElement[float]) -> None:
    """Forget what the coach has said long ago; it says the same if asked again."""
    c.execute(delete(REVIEWS).where(REVIEWS.c.at < before))
