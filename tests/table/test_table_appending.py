"""Events of many tables that are appended at once are as if each were appended alone."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from allmende.table.metrics import Metrics
from allmende.table.store.appending import Appending, append_all
from allmende.table.store.facts import MOVE, Chair, Deal, Happening, Kept, Standing
from allmende.table.store.scribe import Scribe
from allmende.table.store.sqlite import SQLite
from allmende.table.store.statements import Behind, add_table, read_table
from allmende.table.tokens import Device
from tests.loops import run_alone
from tests.processes import LAST_RESORT

TABLES = ("Abc", "007", "ümläut'\"\\", "d", "e")
CHAIRS = [Chair(0, "person", "Anna"), Chair(1, "person", "Bert")]


@contextmanager
def scribe_in(folder: Path) -> Iterator[Scribe]:
    """Keep some tables."""
    scribe = Scribe(SQLite(folder / "tables.sqlite"), Metrics())

    def open_tables(c: Connection) -> None:
        for table in TABLES:
            deal = Deal(table, "halali", 1, 2, {}, True, "seed", Device("host"), "then")
            add_table(c, deal, Standing(0, 1, None), CHAIRS, {})

    try:
        run_alone(scribe.run(open_tables))
        yield scribe
    finally:
        scribe.close()


def event(at: int, seen: int = 0) -> Appending:
    """Make the first move of a table; each is different."""
    happening = Happening(1, MOVE, at % 2, 10 + at, f"device:{at}é" if at else None, f"{at}", "00f")
    ending, result = ("side-gone", '{"scores": [1, 2]}') if at == 1 else (None, None)
    return Appending(TABLES[at], seen, happening, Standing(1, at % 2 + 1, ending, result))


def kept_in(scribe: Scribe) -> list[Kept | None]:
    """Read all tables."""
    return run_alone(scribe.run(lambda c: [read_table(c, table) for table in TABLES]))


def test_many_at_once_leave_what_each_alone_leaves(tmp_path: Path) -> None:
    """Text that looks like a number, quotes, and nothing at all stay what they are."""
    events = [event(at) for at in range(len(TABLES))]
    with scribe_in(tmp_path / "one") as alone, scribe_in(tmp_path / "all") as together:
        for one in events:
            run_alone(alone.run(one))
        run_alone(together.run(lambda c: append_all(c, events)))
        assert kept_in(together) == kept_in(alone)


def test_one_that_comes_too_late_harms_no_other_that_shares_its_commit(tmp_path: Path) -> None:
    """Whoever has not seen the last change of a table is told so; the others are kept."""
    go_on = threading.Event()

    async def write(scribe: Scribe) -> list[object]:
        first = asyncio.ensure_future(scribe.run(lambda _: go_on.wait(LAST_RESORT)))
        events = [event(at, seen=int(at == 2)) for at in range(len(TABLES))]
        jobs = [asyncio.ensure_future(scribe.run(one)) for one in events]
        await asyncio.sleep(0)
        go_on.set()
        await first
        return list(await asyncio.gather(*jobs, return_exceptions=True))

    with scribe_in(tmp_path) as scribe:
        done = run_alone(write(scribe))
        kept = [len(one.happenings) for one in kept_in(scribe) if one is not None]
    assert [isinstance(one, Behind) for one in done] == [at == 2 for at in range(len(TABLES))]
    assert kept == [int(at != 2) for at in range(len(TABLES))]
