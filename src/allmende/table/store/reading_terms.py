"""Reading on which terms a table is played."""

from sqlalchemy import Connection, select

from . import timing
from .meeting_schema import OPENINGS, STRANGERS
from .terms import Opening, Terms


def read_terms(c: Connection, table: str) -> Terms:
    """Read on which terms a table is played, and how its clock stands."""
    pace, clock = timing.read_clocks(c, [table]).get(table, (None, None))
    ticks = {} if pace is None else timing.read_ticks(c, table)
    opening = read_opening(c, table)
    return Terms(pace, clock, ticks, opening, frozenset() if opening is None else talks(c, table))


def read_opening(c: Connection, table: str) -> Opening | None:
    """Read for whom the free seats of a table are open, if strangers may sit there."""
    row = c.execute(select(OPENINGS).where(OPENINGS.c.table_id == table)).first()
    return None if row is None else Opening(row.owner, row.address, row.language, row.level)


def talks(c: Connection, table: str) -> frozenset[int]:
    """Read which players of a table of strangers want to talk."""
    willing = select(STRANGERS.c.seat).where(STRANGERS.c.table_id == table, STRANGERS.c.talks == 1)
    return frozenset(c.execute(willing).scalars())
