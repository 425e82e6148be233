"""What is written to the database and read from it. Each function works in an open transaction."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, delete, insert, select, update

from ..log import now
from ..tokens import Device
from .facts import (
    BOT,
    PERSON,
    Chair,
    Deal,
    Happening,
    Invite,
    Kept,
    Listed,
    Remark,
    Seating,
    Standing,
)
from .prepared import Prepared
from .reading_terms import read_terms
from .schema import CHAIRS, CHAT, EVENTS, GAMES, HOLDERS, INVITES, SEATINGS, TABLES

MOST_LISTED = 100
MOST_COUNTED = 5_000
ALL = None  # as a limit
MOST_REMARKS = 100
REMARKS_KEPT = 1_000
MOST_RESUMED = 500
INVITES_PER_SEAT = 8
MOST_SEATINGS = 200

APPEND = Prepared(insert(EVENTS))
NEXT = update(TABLES).where(
    TABLES.c.id == bindparam("table_id"), TABLES.c.revision == bindparam("seen")
)
ADVANCE = Prepared(NEXT.values(revision=bindparam("revision")))
STAND = Prepared(
    NEXT.values(
        {
            name: bindparam(name)
            for name in ("revision", "updated", *(one.name for one in fields(Standing)))
        }
    )
)
"""Writes down how a table stands."""
EVENT = [EVENTS.c[one.name] for one in fields(Happening)]
"""The columns of an event, in the order of its parts."""
NEWS = Prepared(
    select(TABLES.c.revision, *EVENT)
    .select_from(
        TABLES.outerjoin(
            EVENTS,
            and_(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.version > bindparam("after")),
        )
    )
    .where(TABLES.c.id == bindparam("id_of_table"))
    .order_by(EVENTS.c.version)
)
"""Asks for the events of a table after a version, and how often it has changed."""


class Behind(Exception):
    """Another process has changed a table since this one looked. Nothing was written."""


def advance(c: Connection, table: str, seen: int) -> None:
    """Count a change of a table; refuse one by somebody who has not seen all changes before it.

    Whoever changes a table comes here first, so that the others wait until that is committed."""
    if ADVANCE.run(c, {"table_id": table, "seen": seen, "revision": seen + 1}) == 0:
        raise Behind


def add_table(
    c: Connection, deal: Deal, standing: Standing, chairs: Sequence[Chair], invites: dict[str, int]
) -> None:
    """Write down a new table. Invites are hashed tokens and their seats."""
    row = {**asdict(deal), "options": json.dumps(deal.options), "hints": int(deal.hints)}
    c.execute(insert(TABLES), {**row, **asdict(standing), "updated": deal.created})
    c.execute(insert(CHAIRS), [{"table_id": deal.id, **chair_row(chair)} for chair in chairs])
    for chair in chairs:
        for device in chair.holders:
            add_holder(c, deal.id, chair, device)
    for token, seat in invites.items():
        add_invite(c, deal.id, seat, token)


def chair_row(chair: Chair) -> dict[str, Any]:
    """Return the columns of a chair."""
    return {
        "seat": chair.seat,
        "kind": chair.kind,
        "name": chair.name,
        "level": chair.level,
        "resigned": int(chair.resigned),
        "timed_out": int(chair.timed_out),
    }


def append(
    c: Connection,
    table: str,
    seen: int,
    happening: Happening,
    standing: Standing,
    chair: Chair | None = None,
) -> None:
    """Append an event to the log of a table, and the chair that changed with it, unless the table
    has changed since the revision that was seen."""
    count = {"seen": seen, "revision": seen + 1}
    stand = {"table_id": table, "updated": happening.at, **count, **vars(standing)}
    if STAND.run(c, stand) == 0:
        raise Behind
    APPEND.run(c, {"table_id": table, **vars(happening)})
    if chair is not None:
        set_chair(c, table, chair)


def set_chair(c: Connection, table: str, chair: Chair) -> None:
    """Write down who sits in a chair."""
    here = and_(CHAIRS.c.table_id == table, CHAIRS.c.seat == chair.seat)
    c.execute(update(CHAIRS).where(here).values(**chair_row(chair)))


def set_deal(c: Connection, deal: Deal, waiting: int) -> None:
    """Write down the chance of a game that has not begun, and who is to act then."""
    values = {"seed": deal.seed, "start": deal.start, "waiting": waiting}
    c.execute(update(TABLES).where(TABLES.c.id == deal.id).values(**values))


def add_holder(c: Connection, table: str, chair: Chair, device: Device) -> None:
    """Let a device act for a seat."""
    linked = int(device in chair.linked)
    row = {"table_id": table, "seat": chair.seat, "device": device, "linked": linked}
    c.execute(insert(HOLDERS), row)


def set_holders(c: Connection, table: str, chair: Chair) -> None:
    """Write down which devices act for a seat, and no others."""
    here = and_(HOLDERS.c.table_id == table, HOLDERS.c.seat == chair.seat)
    known = {Device(found) for found in c.execute(select(HOLDERS.c.device).where(here)).scalars()}
    c.execute(delete(HOLDERS).where(here, HOLDERS.c.device.in_(known - chair.holders)))
    for device in chair.holders - known:
        add_holder(c, table, chair, device)


def add_invite(c: Connection, table: str, seat: int, token: str, until: str | None = None) -> None:
    """Write down an invitation, or a link with an end; only the latest few of a seat are kept."""
    row = {"token": token, "table_id": table, "seat": seat, "at": now(), "until": until}
    c.execute(insert(INVITES), row)
    of_seat = and_(INVITES.c.table_id == table, INVITES.c.seat == seat)
    latest = select(INVITES.c.token).where(of_seat).order_by(INVITES.c.at.desc())
    spare = list(c.execute(latest).scalars())[INVITES_PER_SEAT:]
    if spare:
        c.execute(delete(INVITES).where(INVITES.c.token.in_(spare)))


def read_invite(c: Connection, table: str, token: str) -> Invite | None:
    """Return what an invitation or a link is for, or None if there is none with that token."""
    here = and_(INVITES.c.token == token, INVITES.c.table_id == table)
    row = c.execute(select(INVITES).where(here)).first()
    return None if row is None else Invite(row.seat, row.used_by, row.until)


def use_invite(c: Connection, table: str, token: str, device: Device) -> None:
    """Write down that somebody came by an invitation or a link. What else was of that kind for the
    seat is used with it: nobody can come by it any more."""
    mine = c.execute(select(INVITES).where(INVITES.c.token == token)).one()
    alike = INVITES.c.until.is_(None) if mine.until is None else INVITES.c.until.is_not(None)
    here = and_(INVITES.c.table_id == table, INVITES.c.seat == mine.seat, alike)
    unused = INVITES.c.used_by.is_(None)
    if c.execute(update(INVITES).where(here, unused).values(used_by=device)).rowcount == 0:
        raise Behind  # somebody was faster


def void_invites(c: Connection, table: str, seat: int) -> None:
    """Forget all ways to a seat."""
    c.execute(delete(INVITES).where(INVITES.c.table_id == table, INVITES.c.seat == seat))


def void_links(c: Connection, table: str, seat: int) -> None:
    """Forget the links for further devices that nobody has used."""
    here = and_(INVITES.c.table_id == table, INVITES.c.seat == seat)
    c.execute(
        delete(INVITES).where(here, INVITES.c.until.is_not(None), INVITES.c.used_by.is_(None))
    )


def add_seating(c: Connection, table: str, seating: Seating) -> None:
    """Write down a change of who holds a seat; the latest ones are kept."""
    c.execute(insert(SEATINGS), {"table_id": table, **asdict(seating)})
    old = SEATINGS.c.n <= seating.n - MOST_SEATINGS
    c.execute(delete(SEATINGS).where(SEATINGS.c.table_id == table, old))


def add_remark(c: Connection, table: str, remark: Remark) -> None:
    """Write down what was said; what was said long before is forgotten."""
    c.execute(insert(CHAT), {"table_id": table, **asdict(remark)})
    if remark.n > REMARKS_KEPT:
        long_ago = and_(CHAT.c.table_id == table, CHAT.c.n <= remark.n - REMARKS_KEPT)
        c.execute(delete(CHAT).where(long_ago))


def set_rematch(c: Connection, table: str, other: str) -> None:
    """Write down that the game goes on at another table."""
    c.execute(update(TABLES).where(TABLES.c.id == table).values(rematch=other))


def set_host(c: Connection, table: str, host: Device) -> None:
    """Write down which device is the host."""
    c.execute(update(TABLES).where(TABLES.c.id == table).values(host=host))


def set_proposal(c: Connection, table: str, proposal: str | None) -> None:
    """Write down what is proposed about a seat, and who has agreed."""
    c.execute(update(TABLES).where(TABLES.c.id == table).values(proposal=proposal))


def revisions_of(c: Connection, tables: Sequence[str]) -> dict[str, int]:
    """Say how often each of some tables has changed; those that are gone are left out."""
    found = select(TABLES.c.id, TABLES.c.revision).where(TABLES.c.id.in_(tables))
    return {row.id: row.revision for row in c.execute(found)}


def read_changes(c: Connection, table: str, after: int) -> tuple[int, list[Happening]] | None:
    """Read at one moment how often a table has changed, and its events after a version; None if it
    is gone."""
    rows = NEWS.rows(c, {"id_of_table": table, "after": after})
    if not rows:
        return None
    return rows[0][0], [Happening(*event) for _, *event in rows if event[0] is not None]


def read_table(c: Connection, table: str) -> Kept | None:
    """Read all that is kept of a table, as it is at one moment."""
    while True:
        kept = read_parts(c, table)
        if kept is None or revisions_of(c, [table]).get(table) == kept.revision:
            return kept


def read_parts(c: Connection, table: str) -> Kept | None:
    """Read all that is kept of a table; another process may change it meanwhile."""
    row = c.execute(select(TABLES).where(TABLES.c.id == table)).mappings().first()
    if row is None:
        return None
    deal = Deal(
        id=row["id"],
        game=row["game"],
        rules=row["rules"],
        seats=row["seats"],
        options=json.loads(row["options"]),
        hints=bool(row["hints"]),
        seed=row["seed"],
        host=Device(row["host"]),
        created=row["created"],
        start=row["start"],
    )
    return Kept(
        deal,
        read_chairs(c, [table])[table],
        read_happenings(c, table),
        read_remarks(c, table),
        read_seatings(c, table),
        row["rematch"],
        row["revision"],
        row["proposal"],
        standing_in(row),
        read_terms(c, table),
    )


def lock_table(c: Connection, table: str) -> bool:
    """Let nobody change a table until this transaction ends; False if there is no such table."""
    here = select(TABLES.c.id).where(TABLES.c.id == table).with_for_update()
    return c.execute(here).first() is not None


def keep_game(c: Connection, table: str, version: int, file: str) -> None:
    """Keep the game file of a table, in place of an earlier one, unless the table was removed."""
    if lock_table(c, table):
        c.execute(delete(GAMES).where(GAMES.c.table_id == table))
        c.execute(insert(GAMES), {"table_id": table, "version": version, "file": file})


def kept_game(c: Connection, table: str, version: int) -> str | None:
    """Return the game file of a table that was kept at a version, if it was."""
    here = and_(GAMES.c.table_id == table, GAMES.c.version == version)
    found: str | None = c.execute(select(GAMES.c.file).where(here)).scalar()
    return found


def standing_in(row: Mapping[Any, Any]) -> Standing:
    """Read how a game stands."""
    return Standing(*(row[one.name] for one in fields(Standing)))


def read_chairs(c: Connection, tables: Sequence[str]) -> dict[str, list[Chair]]:
    """Read who sits where at some tables."""
    chairs: dict[str, list[Chair]] = {table: [] for table in tables}
    by_seat = select(CHAIRS).where(CHAIRS.c.table_id.in_(tables)).order_by(CHAIRS.c.seat)
    for row in c.execute(by_seat):
        lost = bool(row.resigned), bool(row.timed_out)
        chair = Chair(row.seat, row.kind, row.name, row.level, *lost)
        chairs[row.table_id].append(chair)
    for row in c.execute(select(HOLDERS).where(HOLDERS.c.table_id.in_(tables))):
        chair, device = chairs[row.table_id][row.seat], Device(row.device)
        chair.holders.add(device)
        if row.linked:
            chair.linked.add(device)
    return chairs


def read_happenings(c: Connection, table: str) -> list[Happening]:
    """Read the log of a table."""
    log = select(*EVENT).where(EVENTS.c.table_id == table).order_by(EVENTS.c.version)
    return [Happening(*row) for row in c.execute(log)]


def read_remarks(c: Connection, table: str) -> list[Remark]:
    """Read the last things that were said at a table."""
    latest = select(CHAT).where(CHAT.c.table_id == table).order_by(CHAT.c.n.desc())
    rows = list(c.execute(latest.limit(MOST_REMARKS)))
    return [
        Remark(row.n, row.seat, row.name, row.text, row.client, row.at) for row in reversed(rows)
    ]


def read_seatings(c: Connection, table: str) -> list[Seating]:
    """Read the latest changes of who holds a seat."""
    log = select(SEATINGS).where(SEATINGS.c.table_id == table).order_by(SEATINGS.c.n)
    return [
        Seating(row.n, row.version, row.kind, row.seat, row.name, row.other, row.at)
        for row in c.execute(log)
    ]


def tables_of(c: Connection, devices: frozenset[Device]) -> list[Listed]:
    """List the last tables where some devices hold a seat, the latest first."""
    return all_tables_of(c, devices, MOST_LISTED)


def all_tables_of(
    c: Connection, devices: frozenset[Device], most: int | None = ALL, only: str | None = None
) -> list[Listed]:
    """List the tables where some devices hold a seat, the latest first; or only one of them."""
    mine = select(HOLDERS.c.table_id).where(HOLDERS.c.device.in_(devices))
    wanted = select(TABLES).where(TABLES.c.id.in_(mine))
    return read_tables(c, wanted if only is None else wanted.where(TABLES.c.id == only), most)


def listed_tables(c: Connection, tables: Sequence[str]) -> list[Listed]:
    """List some tables."""
    return read_tables(c, select(TABLES).where(TABLES.c.id.in_(tables)), ALL)


def finished_by(c: Connection, devices: frozenset[Device]) -> list[Listed]:
    """List the finished tables of somebody that are not forgotten, in the order they ended.
    What began from a position does not count: one may begin with a game that is won."""
    whose = HOLDERS.c.device.in_(devices)
    mine = select(HOLDERS.c.table_id).where(whose, HOLDERS.c.forgotten == 0)
    dealt = select(TABLES).where(TABLES.c.id.in_(mine), TABLES.c.start.is_(None))
    over = dealt.where(TABLES.c.ending.is_not(None))
    return read_tables(c, over, MOST_COUNTED)[::-1]


def forget(c: Connection, devices: frozenset[Device]) -> None:
    """Let the finished tables of somebody count no more."""
    over = select(TABLES.c.id).where(TABLES.c.ending.is_not(None))
    mine = and_(HOLDERS.c.device.in_(devices), HOLDERS.c.table_id.in_(over))
    c.execute(update(HOLDERS).where(mine).values(forgotten=1))


def read_tables(c: Connection, wanted: Select[Any], most: int | None) -> list[Listed]:
    """Read some tables for a list, the latest first."""
    rows = list(c.execute(wanted.order_by(TABLES.c.updated.desc()).limit(most)))
    chairs = read_chairs(c, [row.id for row in rows])
    return [
        Listed(
            row.id,
            row.game,
            row.updated,
            standing_in(row._mapping),
            chairs[row.id],
            Device(row.host),
        )
        for row in rows
    ]


def tables_that_wait_for_bots(c: Connection) -> list[str]:
    """List the tables where it is a bot's turn and a person waits for it, the latest first."""
    people = select(CHAIRS.c.table_id).where(CHAIRS.c.kind == PERSON)
    bots = select(CHAIRS.c.seat).where(
        CHAIRS.c.table_id == TABLES.c.id,
        CHAIRS.c.kind == BOT,
        TABLES.c.waiting.bitwise_rshift(CHAIRS.c.seat).bitwise_and(1) == 1,
    )
    waiting = (
        select(TABLES.c.id)
        .where(TABLES.c.ending.is_(None), bots.exists(), TABLES.c.id.in_(people))
        .order_by(TABLES.c.updated.desc())
        .limit(MOST_RESUMED)
    )
    return [str(row.id) for row in c.execute(waiting)]
