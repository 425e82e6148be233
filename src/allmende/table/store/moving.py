"""Moving house: everything from PostgreSQL into a backup, and from a backup into PostgreSQL.

A backup is the same file whichever database it comes from and goes to, so whoever has begun with
SQLite moves to PostgreSQL with it, and back.
"""

import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, func, insert, select, text

from ..settings import DATABASE
from ..settings import FILES as FOLDER
from . import shared
from .backup import ASIDE, NoBackup, in_place_of, taken_out
from .cabinet import ENDING
from .facts import BOT
from .postgres import PostgreSQL, shown
from .schema import CHAIRS, FILES, METADATA, SHARED, TABLES
from .sqlite import open_database
from .statements import tables_that_wait_for_bots

AT_ONCE = 1_000
KEPT = (TABLES, *(table for table in METADATA.sorted_tables if table is not TABLES))
"""What is copied: tables first, as all else belongs to one."""


def back_up_database(address: str, target: Path, replace: bool = False) -> tuple[int, int]:
    """Write all that a database keeps into one file, as it is at one moment; return how many tables
    and game files it has."""
    if target.exists() and not replace:
        raise NoBackup(f"{target} is there already: choose another name, or say --replace")
    with opened(address) as (_, engine), engine.connect() as connection:
        at_one_moment = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with connection.execution_options(**at_one_moment).begin():
            return write_backup(connection, target)


@contextmanager
def opened(address: str) -> Iterator[tuple[PostgreSQL, Engine]]:
    """Open a database for as long as it takes."""
    database = PostgreSQL(address)
    engine = database.open()
    try:
        yield database, engine
    finally:
        engine.dispose()


def write_backup(source: Connection, target: Path) -> tuple[int, int]:
    """Write what a database keeps at one moment into one file."""
    source.execute(text("SET LOCAL statement_timeout = 0"))
    with in_place_of(target) as fresh, tempfile.TemporaryDirectory(dir=fresh.parent) as folder:
        copy = Path(folder) / DATABASE
        engine = open_database(copy)
        with engine.begin() as into:
            tables = copy_rows(source, into)
        engine.dispose()
        files = source.execute(select(FILES).execution_options(yield_per=AT_ONCE))
        count = 0
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as box:
            box.write(copy, DATABASE)
            for row in files:
                box.writestr(f"{FOLDER}/{row.name}{ENDING}", row.content)
                count += 1
    return tables, count


def copy_rows(source: Connection, into: Connection) -> int:
    """Copy all rows, and return how many tables there are."""
    for table in KEPT:
        rows = source.execute(select(table).execution_options(yield_per=AT_ONCE)).mappings()
        for some in rows.partitions(AT_ONCE):
            into.execute(insert(table), [dict(row) for row in some])
    return int(into.execute(select(func.count()).select_from(TABLES)).scalar_one())


def restore_database(backup: Path, address: str, replace: bool = False) -> tuple[int, int]:
    """Put a backup into a database that no server uses. What is there is laid aside in a backup of
    its own. Return how many tables and game files came."""
    with (
        opened(address) as (database, engine),
        tempfile.TemporaryDirectory(dir=backup.parent) as folder,
    ):
        fresh = Path(folder)
        names = taken_out(backup, fresh)
        source = open_database(fresh / DATABASE)
        with engine.begin() as into, source.connect() as old:
            into.execute(text("SET LOCAL statement_timeout = 0"))
            check_free(database, into, backup, replace)
            tables = copy_rows(old, into)
            put_files(into, fresh / FOLDER)
            call_bots(into)
        source.dispose()
    return tables, len(names) - 1


def check_free(database: PostgreSQL, into: Connection, backup: Path, replace: bool) -> None:
    """Demand that no server uses a database, and that it is empty or may be replaced."""
    where = shown(database.url)
    if shared.at_work(into, database.clock()):
        raise NoBackup(f"the table is open with {where}: stop all its servers first")
    if into.execute(select(TABLES.c.id).limit(1)).first() is None:
        return
    if not replace:
        raise NoBackup(
            f"{where} holds tables already: choose another database, or say --replace; then they "
            f"are laid aside in a backup beside {backup}"
        )
    aside = datetime.now(UTC).strftime(ASIDE)
    write_backup(into, backup.with_name(f"{aside}.zip"))
    for table in (*SHARED.sorted_tables, *reversed(KEPT)):
        into.execute(delete(table))


def put_files(into: Connection, folder: Path) -> None:
    """Put the game files of a backup into a database."""
    for file in sorted(folder.glob(f"*{ENDING}")):
        row = {"name": file.stem, "content": file.read_bytes(), "seen": time.time()}
        into.execute(insert(FILES), row)


def call_bots(into: Connection) -> None:
    """Let bots go on where they were to think."""
    for table in tables_that_wait_for_bots(into):
        waiting = select(TABLES.c.waiting).where(TABLES.c.id == table)
        mask = into.execute(waiting).scalar_one()
        bots = select(CHAIRS.c.seat).where(CHAIRS.c.table_id == table, CHAIRS.c.kind == BOT)
        seats = [seat for seat in into.execute(bots).scalars() if mask >> seat & 1]
        shared.post(into, table, seats)
