"""Taking tables away: those that nobody wants to keep, and what one person leaves behind."""

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from sqlalchemy import Connection, and_, delete, select, update

from ..tokens import Device
from .facts import Chair, Listed
from .owners import acts_for
from .schema import CHAIRS, CHAT, HERE, HOLDERS, METADATA, REVIEWS, SEATINGS, SHARED, TABLES
from .statements import all_tables_of

Removal: TypeAlias = Literal["table", "seat", "later"]
WHOLE: Final = "table"
OWN_PART: Final = "seat"
LATER: Final = "later"
NAMELESS = ""
AT_ONCE = 200  # so that nobody waits long for the database


def removal(listed: Listed, devices: frozenset[Device]) -> Removal:
    """Say what goes when somebody who has some devices removes a table from their list: the whole
    table with the last person, or with its host once the game is over; else what that person left
    there. A game that others still play is not taken from them."""
    mine = [chair for chair in listed.chairs if chair.holders & devices]
    alone = all(chair.holders <= devices for chair in listed.chairs)
    over = listed.standing.ending is not None
    if alone or (over and listed.host in devices):
        return WHOLE
    return OWN_PART if over or all(chair.resigned for chair in mine) else LATER


def remove(c: Connection, table: str, device: Device) -> Removal | None:
    """Remove a table for whom a device belongs to; None if they hold no seat there."""
    devices = acts_for(c, device)
    found = all_tables_of(c, devices, only=table)
    return remove_listed(c, found[0], devices) if found else None


def remove_listed(c: Connection, listed: Listed, devices: frozenset[Device]) -> Removal:
    """Remove a table of somebody, as far as it may be removed now."""
    what = removal(listed, devices)
    if what == WHOLE:
        delete_tables(c, [listed.id])
    elif what == OWN_PART:
        leave(c, listed.id, [chair for chair in listed.chairs if chair.holders & devices], devices)
    return what


def remove_all(c: Connection, device: Device) -> dict[str, Removal]:
    """Remove all tables of whom a device belongs to, and say what became of each."""
    devices = acts_for(c, device)
    return {listed.id: remove_listed(c, listed, devices) for listed in all_tables_of(c, devices)}


def leave(c: Connection, table: str, chairs: Sequence[Chair], devices: frozenset[Device]) -> None:
    """Take away what one person left at a table: the seats, the names, and what was said."""
    counted = update(TABLES).where(TABLES.c.id == table)
    c.execute(counted.values(revision=TABLES.c.revision + 1))  # first, so that others wait
    c.execute(delete(HOLDERS).where(HOLDERS.c.table_id == table, HOLDERS.c.device.in_(devices)))
    hosted = and_(TABLES.c.id == table, TABLES.c.host.in_(devices))
    c.execute(update(TABLES).where(hosted).values(host=NAMELESS))
    for chair in chairs:
        if chair.holders <= devices:
            here = and_(CHAIRS.c.table_id == table, CHAIRS.c.seat == chair.seat)
            c.execute(update(CHAIRS).where(here).values(name=NAMELESS))
            for part in (CHAT, SEATINGS):
                c.execute(delete(part).where(part.c.table_id == table, part.c.seat == chair.seat))


def old_tables(c: Connection, before: str, but: Collection[str]) -> list[str]:
    """List some tables where nothing has happened since a time and nobody is."""
    old = select(TABLES.c.id).where(TABLES.c.updated < before, TABLES.c.id.not_in(but))
    old = old.where(TABLES.c.id.not_in(select(HERE.c.table_id)))
    return list(c.execute(old.limit(AT_ONCE)).scalars())


def delete_tables(c: Connection, tables: Sequence[str]) -> None:
    """Delete tables with all that belongs to them."""
    mine = select(TABLES.c.id).where(TABLES.c.id.in_(tables)).order_by(TABLES.c.id)
    c.execute(mine.with_for_update())
    for part in (*METADATA.sorted_tables, *SHARED.sorted_tables):
        if "table_id" in part.c:
            c.execute(delete(part).where(part.c.table_id.in_(tables)))
    c.execute(delete(REVIEWS).where(REVIEWS.c.name.in_(tables)))
    c.execute(update(TABLES).where(TABLES.c.rematch.in_(tables)).values(rematch=None))
    c.execute(delete(TABLES).where(TABLES.c.id.in_(tables)))
