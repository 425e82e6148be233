"""SQLite: one file that belongs to one process, and waits for the disk at every commit."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, create_engine, event, literal, text
from sqlalchemy.exc import DatabaseError

from allmende.core.errors import AllmendeError

from .database import Database, Hear, Listening
from .prepared import tell_driver
from .private import make_private
from .upgrade import upgrade

MOST_CHECKED = 64 * 2**20  # bytes of a database that is checked at every start
SOUND = "ok"


class NoDatabase(AllmendeError):
    """The file that holds all tables cannot be used."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"{path} cannot be used: {reason}. If it is damaged, put a backup in its place with "
            f"'allmende restore', or save what can be read with: "
            f"allmende rescue --data {path.parent}"
        )


class SQLite(Database):
    """A database file."""

    is_shared = False
    longest_pause = 60.0

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self) -> Engine:
        """Open the file and bring its schema up to date."""
        return open_database(self.path)

    def begin(self, c: Connection) -> None:
        """Begin as a writer."""
        begin_at_once(c)

    def mark(self, c: Connection) -> int:
        """Count the rows that a connection has ever changed; reading changes none."""
        counted: int = c.connection.driver_connection.total_changes  # type: ignore[union-attr]
        return counted

    def wrote_since(self, c: Connection, mark: int) -> bool:
        """Tell whether rows were changed."""
        return self.mark(c) > mark

    def recover(self, c: Connection) -> None:
        """End the transaction: a commit that fails may leave it open."""
        c.connection.rollback()

    def probe(self, c: Connection) -> None:
        """Write the version of the user, which nobody uses, to see whether the disk takes it."""
        kept = c.exec_driver_sql("PRAGMA user_version").scalar()
        c.exec_driver_sql(f"PRAGMA user_version = {kept}")

    def tidy(self, c: Connection) -> None:
        """Let the database look at its indices."""
        c.execute(text("PRAGMA optimize"))

    def got_in_each_others_way(self, trouble: Exception | None) -> bool:
        """Nobody is there to get in the way of."""
        return False

    def tell(self, c: Connection, what: Sequence[str]) -> None:
        """Tell nobody: no other process looks at this file."""

    def listen(self, hear: Hear) -> Listening:
        """Nobody is there to listen to."""
        raise NotImplementedError("a file belongs to one process")

    def clock(self) -> ColumnElement[float]:
        """Return the time of this machine."""
        return literal(time.time())


def open_database(path: Path) -> Engine:
    """Open a database file and bring its schema up to date."""
    make_private(path)
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True)
    event.listen(engine, "connect", set_up_connection)
    event.listen(engine, "begin", begin_at_once)
    try:
        with engine.begin() as connection:
            upgrade(connection)
            check_pages(connection, path)
    except DatabaseError as trouble:
        engine.dispose()
        raise NoDatabase(path, str(trouble.orig)) from None
    except AllmendeError:
        engine.dispose()
        raise
    return engine


def check_pages(connection: Connection, path: Path) -> None:
    """Look for damage before anybody plays on, unless that would keep people waiting."""
    if path.stat().st_size <= MOST_CHECKED:
        found = connection.execute(text("PRAGMA quick_check(1)")).scalar()
        if found != SOUND:
            raise NoDatabase(path, " ".join(str(found).split()))


def set_up_connection(connection: Any, _: Any) -> None:
    """Write ahead, wait for the disk at every commit, and leave transactions to us."""
    connection.isolation_level = None
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {setting}")


def begin_at_once(connection: Connection) -> None:
    """Begin as a writer, so that a transaction never finds out later that it may not be one."""
    tell_driver(connection, "BEGIN IMMEDIATE")
