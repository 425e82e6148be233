"""What is written down about people who meet: open seats, blocks, reports, bans, vacations. Each
function works in an open transaction."""

import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, text, update

from ..log import now
from ..tokens import Device
from .clock import Clock, Pace, resting
from .facts import OPEN, Chair, Seating
from .meeting_schema import (
    BANS,
    BLOCKS,
    CLOCKS,
    OPENINGS,
    PAIRINGS,
    REPORTS,
    STRANGERS,
    VACATIONS,
)
from .owners import devices_of, owner_of
from .schema import CHAIRS, EVENTS, HOLDERS, SEATINGS, TABLES
from .statements import add_seating, read_chairs
from .terms import Opening
from .timing import read_clocks, set_clock

REF_BYTES = 6
MOST_LISTED = 200
MOST_BLOCKS = 500
MOST_REPORTS = 2_000
NOBODY = ""
CLAIM_PAIRING = text(
    "INSERT INTO pairings (key, until) VALUES (:key, :until) ON CONFLICT DO NOTHING"
)


def new_ref() -> str:
    """Return a name for a row that nobody else has."""
    return secrets.token_hex(REF_BYTES)


def address_print(salt: str, address: str) -> str:
    """Return what is kept of an address: enough to know it again, not to find it out."""
    return hmac.new(salt.encode(), address.encode(), hashlib.sha256).hexdigest()


# Open seats


@dataclass(frozen=True)
class OpenTable:
    """A table that wants players."""

    id: str
    game: str
    options: str
    hints: bool
    created: str
    pace: Pace | None
    opening: Opening
    seen: int
    chairs: list[Chair]

    def owners(self, c: Connection) -> set[str]:
        """Return who sits there."""
        return {owner_of(c, device) for chair in self.chairs for device in chair.holders}


def add_opening(c: Connection, table: str, opening: Opening, seen: int) -> None:
    """Open the free seats of a table to everybody."""
    c.execute(insert(OPENINGS), {"table_id": table, "seen": seen, **vars(opening)})


def note_seen(c: Connection, tables: Mapping[str, int]) -> None:
    """Write down that those who opened some tables are there, each with its time."""
    for table, seen in tables.items():
        c.execute(update(OPENINGS).where(OPENINGS.c.table_id == table).values(seen=seen))


def open_tables(c: Connection, since: int) -> list[OpenTable]:
    """List the tables with free seats for everybody whose host was there since a time, the latest
    last. Of very many these are the ones that are left: nobody keeps a new table off the list."""
    free = select(CHAIRS.c.table_id).where(CHAIRS.c.table_id == TABLES.c.id, CHAIRS.c.kind == OPEN)
    wanted = (
        select(TABLES, OPENINGS)
        .join(OPENINGS, OPENINGS.c.table_id == TABLES.c.id)
        .where(TABLES.c.ending.is_(None), OPENINGS.c.seen >= since, free.exists())
        .order_by(TABLES.c.created.desc())
        .limit(MOST_LISTED)
    )
    rows = list(c.execute(wanted))[::-1]
    ids = [row.id for row in rows]
    chairs, clocks = read_chairs(c, ids), read_clocks(c, ids)
    return [
        OpenTable(
            row.id,
            row.game,
            row.options,
            bool(row.hints),
            row.created,
            clocks[row.id][0] if row.id in clocks else None,
            Opening(row.owner, row.address, row.language, row.level),
            row.seen,
            chairs[row.id],
        )
        for row in rows
    ]


def count_open(c: Connection, opening: Opening, since: int) -> tuple[int, int]:
    """Count the tables with free seats that somebody has opened, and that anybody has from the
    same address."""
    found = [one.opening for one in open_tables(c, since)]
    return (
        sum(one.owner == opening.owner for one in found),
        sum(one.address == opening.address for one in found),
    )


def seat_stranger(c: Connection, table: str, seat: int, owner: str, address: str) -> None:
    """Write down who sits where strangers sit; nobody talks unasked."""
    here = and_(STRANGERS.c.table_id == table, STRANGERS.c.seat == seat)
    c.execute(delete(STRANGERS).where(here))
    row = {"table_id": table, "seat": seat, "owner": owner, "address": address, "talks": 0}
    c.execute(insert(STRANGERS), row)


def has_sat(c: Connection, table: str, owner: str) -> bool:
    """Tell whether somebody was the last to sit in a seat of a table."""
    here = and_(STRANGERS.c.table_id == table, STRANGERS.c.owner == owner)
    return c.execute(select(STRANGERS.c.seat).where(here)).first() is not None


def set_talk(c: Connection, table: str, seat: int, owner: str, on: bool) -> None:
    """Write down whether somebody wants to talk."""
    here = and_(STRANGERS.c.table_id == table, STRANGERS.c.seat == seat)
    if c.execute(update(STRANGERS).where(here).values(talks=int(on))).rowcount == 0:
        row = {"table_id": table, "seat": seat, "owner": owner, "address": NOBODY}
        c.execute(insert(STRANGERS), {**row, "talks": int(on)})


def claim_pairing(c: Connection, key: str, moment: int, until: int) -> bool:
    """Let somebody look for company of a kind, unless somebody else does so just now."""
    c.execute(delete(PAIRINGS).where(PAIRINGS.c.until < moment))
    return c.execute(CLAIM_PAIRING, {"key": key, "until": until}).rowcount > 0


def end_pairing(c: Connection, key: str) -> None:
    """Let others look for company of a kind."""
    c.execute(delete(PAIRINGS).where(PAIRINGS.c.key == key))


# Keeping people away


def kept_apart(c: Connection, owner: str) -> set[str]:
    """Return all with whom somebody does not want to sit, or who do not want to sit with them."""
    mine = select(BLOCKS.c.blocked).where(BLOCKS.c.owner == owner)
    theirs = select(BLOCKS.c.owner).where(BLOCKS.c.blocked == owner)
    return {*c.execute(mine).scalars(), *c.execute(theirs).scalars()}


def add_block(c: Connection, owner: str, blocked: str, name: str) -> None:
    """Keep somebody away from somebody; the earliest of very many are forgotten."""
    here = and_(BLOCKS.c.owner == owner, BLOCKS.c.blocked == blocked)
    c.execute(delete(BLOCKS).where(here))
    row = {"ref": new_ref(), "owner": owner, "blocked": blocked, "name": name, "at": now()}
    c.execute(insert(BLOCKS), row)
    latest = select(BLOCKS.c.ref).where(BLOCKS.c.owner == owner).order_by(BLOCKS.c.at.desc())
    spare = list(c.execute(latest).scalars())[MOST_BLOCKS:]
    if spare:
        c.execute(delete(BLOCKS).where(BLOCKS.c.ref.in_(spare)))


def blocks_of(c: Connection, owner: str) -> list[tuple[str, str, str]]:
    """List whom somebody keeps away: the name of the row, theirs, and since when."""
    mine = select(BLOCKS).where(BLOCKS.c.owner == owner).order_by(BLOCKS.c.at.desc())
    return [(row.ref, row.name, row.at) for row in c.execute(mine)]


def lift_block(c: Connection, owner: str, ref: str) -> None:
    """Keep somebody away no longer."""
    c.execute(delete(BLOCKS).where(BLOCKS.c.owner == owner, BLOCKS.c.ref == ref))


def is_banned(c: Connection, owner: str, address: str, moment: int) -> bool:
    """Tell whether the host of the house keeps somebody from open tables."""
    who = or_(BANS.c.owner == owner, and_(BANS.c.address == address, BANS.c.address != NOBODY))
    return c.execute(select(BANS.c.ref).where(who, BANS.c.until > moment)).first() is not None


def add_ban(c: Connection, owner: str, address: str, until: int) -> None:
    """Keep a person, and their address if one is known, from open tables until then."""
    row = {"ref": new_ref(), "owner": owner, "address": address, "until": until}
    c.execute(insert(BANS), row)


def forget_bans(c: Connection, moment: int) -> None:
    """Forget bans that are over."""
    c.execute(delete(BANS).where(BANS.c.until <= moment))


@dataclass(frozen=True)
class Report:
    """What somebody has reported about whoever sits in a seat."""

    ref: str
    at_table: str
    seat: int
    name: str
    owner: str
    address: str
    reporter: str
    reason: str
    words: str
    said: str
    at: str
    measure: str | None = None


def add_report(c: Connection, report: Report) -> None:
    """Keep a report; one person's about the same seat is kept once, and very many not for ever."""
    same = and_(
        REPORTS.c.reporter == report.reporter,
        REPORTS.c.at_table == report.at_table,
        REPORTS.c.seat == report.seat,
        REPORTS.c.measure.is_(None),
    )
    c.execute(delete(REPORTS).where(same))
    c.execute(insert(REPORTS), vars(report))
    if c.execute(select(func.count()).select_from(REPORTS)).scalar_one() > MOST_REPORTS:
        oldest = select(REPORTS.c.ref).order_by(REPORTS.c.at).limit(1).scalar_subquery()
        c.execute(delete(REPORTS).where(REPORTS.c.ref == oldest))


def reports(c: Connection, ref: str | None = None) -> list[Report]:
    """List the reports that nobody has acted on, or one of a name, the latest first."""
    which = REPORTS.c.measure.is_(None) if ref is None else REPORTS.c.ref == ref
    found = c.execute(select(REPORTS).where(which).order_by(REPORTS.c.at.desc()))
    return [Report(**row) for row in found.mappings()]


def note_measure(c: Connection, ref: str, measure: str) -> None:
    """Write down what came of a report."""
    c.execute(update(REPORTS).where(REPORTS.c.ref == ref).values(measure=measure))


def remove_name(c: Connection, table: str, seat: int) -> None:
    """Take a name from a seat, and from what is told and said of it."""
    counted = update(TABLES).where(TABLES.c.id == table)
    c.execute(counted.values(revision=TABLES.c.revision + 1))  # first, so that others wait
    here = and_(CHAIRS.c.table_id == table, CHAIRS.c.seat == seat)
    c.execute(update(CHAIRS).where(here).values(name=NOBODY))
    told = and_(SEATINGS.c.table_id == table, SEATINGS.c.seat == seat)
    c.execute(update(SEATINGS).where(told).values(name=NOBODY))


def address_of(c: Connection, table: str, seat: int) -> str:
    """Return what is kept of the address that somebody came from."""
    here = and_(STRANGERS.c.table_id == table, STRANGERS.c.seat == seat)
    return str(c.execute(select(STRANGERS.c.address).where(here)).scalar() or NOBODY)


# Vacations


def vacations(c: Connection, owner: str, since: int) -> list[tuple[int, int]]:
    """List when somebody was or is on vacation, as far as it ends after a time."""
    mine = select(VACATIONS).where(VACATIONS.c.owner == owner, VACATIONS.c.ends > since)
    return [(row.begins, row.ends) for row in c.execute(mine.order_by(VACATIONS.c.begins))]


def add_vacation(c: Connection, owner: str, begins: int, ends: int) -> None:
    """Write down a vacation."""
    c.execute(insert(VACATIONS), {"owner": owner, "begins": begins, "ends": ends})


def end_vacation(c: Connection, owner: str, moment: int) -> None:
    """Let a vacation end now."""
    lasts = and_(VACATIONS.c.owner == owner, VACATIONS.c.ends > moment)
    c.execute(update(VACATIONS).where(lasts).values(ends=moment))


def timed_tables(c: Connection, device: Device) -> list[tuple[str, list[int], Pace, Clock]]:
    """List the running tables of somebody that have a clock, with their seats there."""
    held = (
        select(HOLDERS.c.table_id, HOLDERS.c.seat)
        .join(TABLES, TABLES.c.id == HOLDERS.c.table_id)
        .join(CLOCKS, CLOCKS.c.table_id == TABLES.c.id)
        .where(HOLDERS.c.device.in_(devices_of(c, device)), TABLES.c.ending.is_(None))
        .distinct()
        .order_by(HOLDERS.c.table_id, HOLDERS.c.seat)
    )
    seats: dict[str, list[int]] = {}
    for table, seat in c.execute(held):
        seats.setdefault(table, []).append(seat)
    clocks = read_clocks(c, list(seats))
    return [(table, mine, *clocks[table]) for table, mine in seats.items()]


def let_rest(
    c: Connection, device: Device, moment: int, until: int, kind: str, day: str
) -> list[str]:
    """Let the clocks of somebody rest at all tables of correspondence, and tell it there; return
    the tables."""
    changed = []
    for table, seats, pace, clock in timed_tables(c, device):
        if pace.is_correspondence:
            row = update(TABLES).where(TABLES.c.id == table)
            c.execute(row.values(revision=TABLES.c.revision + 1))  # first, so that others wait
            told_last = select(func.max(SEATINGS.c.n)).where(SEATINGS.c.table_id == table)
            count, last = c.execute(told_last).scalar() or 0, last_version(c, table)
            set_clock(c, table, resting(clock, moment, seats, until), last, False)
            name = read_chairs(c, [table])[table][seats[0]].name
            told = Seating(count + 1, last, kind, seats[0], name, day, now())
            add_seating(c, table, told)
            changed.append(table)
    return changed


def last_version(c: Connection, table: str) -> int:
    """Return the version of a table."""
    found = select(func.max(EVENTS.c.version)).where(EVENTS.c.table_id == table)
    return c.execute(found).scalar() or 0


def owners_of(c: Connection, devices: Collection[Device]) -> set[str]:
    """Return whose devices some are."""
    return {owner_of(c, device) for device in devices}
