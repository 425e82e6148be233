"""What processes that share a database write down for each other: who is at work, who is here, and
where a bot or the coach has to think.

A process has one lease. While it lasts, whatever the process has claimed is its own; when it ends,
somebody else takes that over.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    insert,
    select,
    text,
    union,
    update,
)

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

OWNERS = union(*(select(part.c.process) for part in (HERE, JOBS, REVIEWS))).subquery().c.process
WITHOUT_LEASE = select(OWNERS).where(OWNERS.is_not(None), OWNERS.not_in(select(PROCESSES.c.id)))
FREE_JOBS = (
    select(JOBS.c.table_id, JOBS.c.seat)
    .where(JOBS.c.process.is_(None))
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
"""What every process asks every few seconds is put into words once: that takes longer than to
answer it."""

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


def has_lease(c: Connection, process: str, now: ColumnElement[float]) -> bool:
    """Tell whether a process has a lease that lasts: without one nothing that it claims is its."""
    mine = select(PROCESSES.c.id).where(PROCESSES.c.id == process, PROCESSES.c.until >= now)
    return c.execute(mine).first() is not None


def at_work(c: Connection, now: ColumnElement[float]) -> int:
    """Count the processes whose lease lasts."""
    return len(c.execute(select(PROCESSES.c.id).where(PROCESSES.c.until >= now)).all())


def keep_time(c: Connection, process: str) -> None:
    """Note that a process looks at the clocks."""
    c.execute(update(PROCESSES).where(PROCESSES.c.id == process).values(keeps_time=1))


def others_keep_time(c: Connection, process: str, now: ColumnElement[float]) -> bool:
    """Tell whether another process whose lease lasts has looked at the clocks. One that has just
    begun, as all do after a night, has not."""
    others = and_(PROCESSES.c.id != process, PROCESSES.c.until >= now, PROCESSES.c.keeps_time == 1)
    return c.execute(select(PROCESSES.c.id).where(others)).first() is not None


class Gone(NamedTuple):
    """A device that was at a table, at a process that is gone, and whether it looked."""

    table: str
    device: Device
    looked: bool


def bury_dead(c: Connection, now: ColumnElement[float]) -> list[Gone]:
    """Take everything from processes whose lease has ended; return who is not here any more.
    Whoever is at it already is left to it."""
    dead = select(PROCESSES.c.id).where(PROCESSES.c.until < now)
    found = list(c.execute(dead.with_for_update(skip_locked=True)).scalars())
    return [one for process in [*found, *without_lease(c)] for one in bury(c, process)]


def without_lease(c: Connection) -> list[str]:
    """List the processes that have something and no lease. One that was taken for dead may go on
    for a moment, and if it dies in that moment nobody would ever take from it what it had then."""
    return sorted(c.execute(WITHOUT_LEASE).scalars())


def bury(c: Connection, process: str) -> list[Gone]:
    """Take everything from a process; return who is not here any more."""
    gone = delete(HERE).where(HERE.c.process == process)
    rows = c.execute(gone.returning(HERE.c.table_id, HERE.c.device, HERE.c.looking))
    left = [Gone(row.table_id, Device(row.device), bool(row.looking)) for row in rows]
    for part in (JOBS, REVIEWS):
        c.execute(update(part).where(part.c.process == process).values(process=None))
    c.execute(delete(PROCESSES).where(PROCESSES.c.id == process))
    return left


# Who is here


def set_here(
    c: Connection, process: str, table: str, devices: Mapping[Device, bool]
) -> set[Device]:
    """Write down which devices are at a table at a process, and whether they look at it; return
    those that looked and do not any more."""
    mine = and_(HERE.c.process == process, HERE.c.table_id == table)
    known = {Device(row.device): bool(row.looking) for row in c.execute(select(HERE).where(mine))}
    other = {it for it, looks in known.items() if devices.get(it) != looks}
    c.execute(delete(HERE).where(mine, HERE.c.device.in_(other)))
    fresh = [
        {"table_id": table, "process": process, "device": it, "looking": int(looks)}
        for it, looks in devices.items()
        if known.get(it) != looks
    ]
    if fresh:
        c.execute(insert(HERE), fresh)
    return {it for it, looked in known.items() if looked and not devices.get(it)}


def here(c: Connection, tables: Sequence[str], but: str | None = None) -> dict[str, set[Device]]:
    """Return the devices that are at some tables, at any process but one."""
    return found_here(c, select(HERE).where(HERE.c.table_id.in_(tables)), tables, but)


def watching(
    c: Connection, tables: Sequence[str], but: str | None = None
) -> dict[str, set[Device]]:
    """Return the devices that look at some tables, at any process but one."""
    eyes = select(HERE).where(HERE.c.table_id.in_(tables), HERE.c.looking == 1)
    return found_here(c, eyes, tables, but)


def found_here(
    c: Connection, wanted: Select[Any], tables: Sequence[str], but: str | None
) -> dict[str, set[Device]]:
    """Return devices by the tables where they are."""
    found: dict[str, set[Device]] = {table: set() for table in tables}
    for row in c.execute(wanted):
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
    found = [(row.table_id, row.seat) for row in c.execute(FREE_JOBS, {"most": most})]
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
