"""What is written down about time. Each function works in an open transaction."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from .clock import LAG_FORGIVEN, Clock, Pace, read_clock, read_pace
from .meeting_schema import CLOCKS, HOUSE, TICKS

NAME = "house"
MOST_AT_ONCE = 50
CLAIM = 10_000
"""So many milliseconds a process has to let a flag fall before another one may."""
SALT_BYTES = 16


@dataclass(frozen=True)
class Round:
    """What was found when somebody looked at the clocks: for how long the house was away in all,
    where flags are to fall, and in how many milliseconds the next one will; None if no clock
    runs."""

    away: int
    fallen: list[str]
    ahead: int | None


def add_clock(c: Connection, table: str, pace: Pace, clock: Clock) -> None:
    """Write down the pace of a new table, and its clock."""
    row = {"pace": pace.as_text(), "clock": clock.as_text(), "due": clock.due}
    c.execute(insert(CLOCKS), {"table_id": table, **row})
    c.execute(insert(TICKS), {"table_id": table, "version": 0, "clock": clock.as_text()})


def set_clock(c: Connection, table: str, clock: Clock, version: int, is_over: bool) -> None:
    """Write down the clock of a table at a version. After the end nobody takes back any more."""
    text = clock.as_text()
    c.execute(update(CLOCKS).where(CLOCKS.c.table_id == table).values(clock=text, due=clock.due))
    late = and_(TICKS.c.table_id == table, TICKS.c.version >= (0 if is_over else version))
    c.execute(delete(TICKS).where(late))
    if not is_over:
        c.execute(insert(TICKS), {"table_id": table, "version": version, "clock": text})


def read_clocks(c: Connection, tables: Sequence[str]) -> dict[str, tuple[Pace, Clock]]:
    """Read the pace and the clock of some tables, of those that have one."""
    found = c.execute(select(CLOCKS).where(CLOCKS.c.table_id.in_(tables)))
    return {row.table_id: (read_pace(row.pace), read_clock(row.clock)) for row in found}


def read_ticks(c: Connection, table: str) -> dict[int, Clock]:
    """Read the clock of a table at each version."""
    found = c.execute(select(TICKS).where(TICKS.c.table_id == table))
    return {row.version: read_clock(row.clock) for row in found}


# The time of the house


def house_row(c: Connection, now: int) -> tuple[int, int, str]:
    """Return when the house was last seen at work, for how long it was away in all, and its salt;
    nobody else changes that before the transaction ends."""
    mine = select(HOUSE).where(HOUSE.c.name == NAME).with_for_update()
    row = c.execute(mine).first()
    if row is None:
        fresh = {"name": NAME, "beat": now, "away": 0, "salt": secrets.token_hex(SALT_BYTES)}
        c.execute(insert(HOUSE), fresh)
        return now, 0, str(fresh["salt"])
    return row.beat, row.away, row.salt


def set_house(c: Connection, beat: int, away: int) -> None:
    """Write down that the house is at work, and for how long it was not."""
    c.execute(update(HOUSE).where(HOUSE.c.name == NAME).values(beat=beat, away=away))


def next_due(c: Connection) -> int | None:
    """Return when the next flag will fall at any table; None if no clock runs."""
    found: int | None = c.execute(select(func.min(CLOCKS.c.due))).scalar()
    return found


def claim_fallen(c: Connection, now: int) -> list[str]:
    """Claim some tables where a flag has fallen, for a while: who dies meanwhile is replaced."""
    late = select(CLOCKS.c.table_id).where(CLOCKS.c.due <= now - LAG_FORGIVEN)
    late = late.order_by(CLOCKS.c.due).limit(MOST_AT_ONCE).with_for_update(skip_locked=True)
    found = list(c.execute(late).scalars())
    if found:
        mine = CLOCKS.c.table_id.in_(found)
        c.execute(update(CLOCKS).where(mine).values(due=now + CLAIM))
    return found


def give_back(c: Connection, table: str, due: int | None) -> None:
    """Say anew when a flag will fall at a table where none has."""
    c.execute(update(CLOCKS).where(CLOCKS.c.table_id == table).values(due=due))
