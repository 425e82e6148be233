"""Appending events to the logs of many tables at once.

For each statement a thread lets go of Python's lock, and has to get it back from whoever works
meanwhile. In a busy house that took longer than the statements themselves, so that all moves which
share a commit share two statements as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import orjson
from sqlalchemy import Connection, Function, bindparam, func, insert, literal_column, select, update

from .facts import Happening, Standing
from .prepared import Prepared
from .schema import EVENTS, TABLES
from .statements import Behind, append

OF_TABLE = ("revision", "updated", *(one.name for one in fields(Standing)))
OF_EVENT = ("table_id", *(one.name for one in fields(Happening)))
ROW = ("seen", *OF_TABLE, *OF_EVENT)
"""What has to be known of an event and its table, in the order of a row."""
FEW = 2
"""So many are appended one by one, which is quicker then."""
ROWS = func.json_each(bindparam("rows")).table_valued("value", name="news")


def part(name: str) -> Function[Any]:
    """Take a part out of a row."""
    return func.json_extract(ROWS.c.value, literal_column(f"'$[{ROW.index(name)}]'"))


STAND = Prepared(
    update(TABLES)
    .where(TABLES.c.id == part("table_id"), TABLES.c.revision == part("seen"))
    .values({name: part(name) for name in OF_TABLE})
)
"""Writes down how many tables stand."""
APPEND = Prepared(insert(EVENTS).from_select(OF_EVENT, select(*map(part, OF_EVENT))))
"""Writes down an event of each of many tables."""


@dataclass(frozen=True)
class Appending:
    """An event to be appended to the log of a table, and how the table stands then, unless it has
    changed since the revision that was seen."""

    table: str
    seen: int
    happening: Happening
    standing: Standing

    def __call__(self, c: Connection) -> None:
        """Append it alone."""
        append(c, self.table, self.seen, self.happening, self.standing)

    @property
    def row(self) -> list[Any]:
        """All of it in the order of ROW."""
        of_table = (self.seen + 1, self.happening.at, *vars(self.standing).values())
        return [self.seen, *of_table, self.table, *vars(self.happening).values()]


def append_all(c: Connection, events: Sequence[Appending]) -> None:
    """Append an event to the log of each of some tables."""
    if len(events) <= FEW:
        for event in events:
            event(c)
        return
    rows = {"rows": orjson.dumps([event.row for event in events]).decode()}
    if STAND.run(c, rows) != len(events):
        raise Behind
    APPEND.run(c, rows)
