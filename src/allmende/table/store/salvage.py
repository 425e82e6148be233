"""Reading what can still be read of a damaged database.

Damage is mostly local: some pages are gone, and with them the rows on them. Each table is read from
both ends and, where both come to a halt, row by row; an index is never needed for that.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Table

Row = dict[str, Any]

MOST_TRIED = 1_000_000
"""So many rows are tried one by one between the two ends."""


def rows_of(damaged: Path, table: Table) -> list[Row]:
    """Return the rows of a table that can be read, in the order they were written."""
    with closing(sqlite3.connect(damaged)) as database:
        database.row_factory = sqlite3.Row
        database.text_factory = lambda text: text.decode("utf-8", "replace")
        found: dict[int, Row] = {}
        take(found, database, f"SELECT rowid AS row_number, * FROM {table.name} NOT INDEXED")
        rising = max(found, default=0)
        take(
            found,
            database,
            f"SELECT rowid AS row_number, * FROM {table.name} NOT INDEXED ORDER BY rowid DESC",
        )
        falling = min((at for at in found if at > rising), default=rising)
        for at in range(rising + 1, min(falling, rising + MOST_TRIED)):
            take(
                found,
                database,
                f"SELECT rowid AS row_number, * FROM {table.name} WHERE rowid = {at}",
            )
        wanted = [column.name for column in table.columns]
        return [{name: row.get(name) for name in wanted} for _, row in sorted(found.items())]


def take(found: dict[int, Row], database: sqlite3.Connection, question: str) -> None:
    """Add the rows of an answer, as far as it comes."""
    with suppress(sqlite3.Error, OverflowError):
        for row in database.execute(question):
            found[int(row["row_number"])] = dict(row)


def unbroken(events: Iterable[Row]) -> Iterator[Row]:
    """Yield the events of a log up to the first that is missing."""
    by_version = {row["version"]: row for row in events}
    version = 1
    while version in by_version:
        yield by_version[version]
        version += 1
