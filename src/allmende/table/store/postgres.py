"""PostgreSQL: one database for many processes, on one machine or on several.

Each process has one connection that writes and one that listens. Notices are told after a commit
and outside of it: PostgreSQL lets only one transaction at a time commit with a notice, and nobody
is to wait there for the disk of another. A notice that is lost costs time and nothing else.
"""

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    Float,
    cast,
    create_engine,
    event,
    func,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError

from allmende.core.errors import AllmendeError, BadSetup

from .database import Database, Hear
from .ears import Ears
from .upgrade import upgrade

SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")
DRIVER = "postgresql+psycopg"
EXAMPLE = "postgresql://allmende@localhost/allmende"
CHANNEL = "allmende"
MOST_TOLD = 7_500
"""Bytes of one notice; PostgreSQL takes 8,000."""
UPGRADING = 0x616C6C6D
"""The number of the lock under which one process after the other looks at the schema."""
DEADLOCK, CANNOT_SERIALIZE = "40P01", "40001"
SETTINGS = "-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=20s"
PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "options": SETTINGS,
    "application_name": "allmende",
}
"""How long a process waits for a server that does not answer: then it says so to the players."""
LASTING = (
    "SELECT set_config('synchronous_commit', 'on', false) "
    "WHERE current_setting('synchronous_commit') = 'off'"
)
"""What is acknowledged is on the disk, whatever the server was told."""


class NoServer(AllmendeError):
    """The database cannot be used."""

    def __init__(self, url: URL, reason: str) -> None:
        super().__init__(f"the database {shown(url)} cannot be used: {reason}")


def read_url(address: str) -> URL:
    """Read the address of a database."""
    try:
        url = make_url(address)
        fits = url.drivername in SCHEMES and bool(url.database)
    except (ArgumentError, ValueError):
        fits = False
    if not fits:  # what was given is not repeated: it may hold a password
        raise BadSetup(
            f"--database takes the address of a PostgreSQL database, like {EXAMPLE}; "
            "SQLite needs none, only a folder: --data"
        )
    return url.set(drivername=DRIVER)


def shown(url: URL) -> str:
    """Write the address of a database without its password."""
    port = "" if url.port is None else f":{url.port}"
    user = "" if url.username is None else f"{url.username}@"
    return f"postgresql://{user}{url.host or ''}{port}/{url.database}"


def conninfo(url: URL) -> str:
    """Write the address of a database as its driver reads it."""
    return url.set(drivername=SCHEMES[0]).render_as_string(hide_password=False)


class PostgreSQL(Database):
    """A database on a server."""

    is_shared = True
    longest_pause = 2.0

    def __init__(self, address: str) -> None:
        self.url = read_url(address)

    def open(self) -> Engine:
        """Connect, and bring the schema up to date."""
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise BadSetup(
                "PostgreSQL needs one more package: pip install 'allmende[postgres]'"
            ) from None
        engine = create_engine(
            self.url, hide_parameters=True, connect_args=PATIENCE, pool_pre_ping=True
        )
        event.listen(engine, "connect", make_lasting)
        try:
            with engine.begin() as connection:
                self.check(connection)
                for limit in ("statement_timeout", "lock_timeout"):  # others may be at it
                    connection.execute(text(f"SET LOCAL {limit} = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:it)"), {"it": UPGRADING})
                upgrade(connection)
        except SQLAlchemyError as trouble:
            engine.dispose()
            raise NoServer(self.url, reason_of(trouble)) from None
        except AllmendeError:
            engine.dispose()
            raise
        return engine

    def check(self, c: Connection) -> None:
        """Refuse a database that cannot hold all names."""
        encoding = c.execute(text("SHOW server_encoding")).scalar()
        if encoding != "UTF8":
            raise NoServer(self.url, f"its encoding is {encoding}; create it with UTF8")

    def begin(self, c: Connection) -> None:
        """Leave it to the driver, which begins one with the first statement."""

    def mark(self, c: Connection) -> int:
        """Every transaction begins at nothing."""
        return 0

    def wrote_since(self, c: Connection, mark: int) -> bool:
        """Tell whether the transaction has a number, which only those have that write."""
        return c.execute(text("SELECT txid_current_if_assigned()")).scalar() is not None

    def recover(self, c: Connection) -> None:
        """Throw the connection away: the next transaction opens a new one."""
        c.invalidate()

    def probe(self, c: Connection) -> None:
        """Write down the revision that is there already."""
        c.execute(text("UPDATE alembic_version SET version_num = version_num"))

    def tidy(self, c: Connection) -> None:
        """Leave that to the server, which does so by itself."""

    def got_in_each_others_way(self, trouble: Exception | None) -> bool:
        """Tell whether two transactions waited for each other."""
        failed = trouble.orig if isinstance(trouble, OperationalError) else None
        return getattr(failed, "sqlstate", None) in (DEADLOCK, CANNOT_SERIALIZE)

    def tell(self, c: Connection, what: Sequence[str]) -> None:
        """Tell the other processes something, without waiting for any disk."""
        driver: Any = c.connection.driver_connection
        driver.autocommit = True
        try:
            for notice in packed(self.speaker, what):
                driver.execute("SELECT pg_notify(%s, %s)", (CHANNEL, notice))
        finally:
            driver.autocommit = False

    def listen(self, hear: Hear) -> Ears:
        """Listen with a connection of its own."""
        return Ears(conninfo(self.url), PATIENCE, CHANNEL, hear)

    def clock(self) -> ColumnElement[float]:
        """Return the time of the server."""
        return cast(func.extract("epoch", func.clock_timestamp()), Float)


def make_lasting(connection: Any, _: Any) -> None:
    """Let commits wait for the disk."""
    connection.execute(LASTING)
    connection.commit()


def packed(speaker: str, what: Sequence[str]) -> list[str]:
    """Put notices together behind who tells them, as many into one as there is room for."""
    packs = [speaker]
    for notice in dict.fromkeys(what):
        if len(packs[-1]) + len(notice) >= MOST_TOLD:
            packs.append(speaker)
        packs[-1] += f" {notice}"
    return packs


def reason_of(trouble: SQLAlchemyError) -> str:
    """Say in one line what the server has said, without what stands around it."""
    said = str(getattr(trouble, "orig", None) or trouble).strip()
    lines = [re.sub(r"\s+", " ", line).strip() for line in said.splitlines() if line.strip()]
    told = [line for line in lines if "FATAL" in line or "ERROR" in line] or lines
    return told[0].rpartition("FATAL:")[2].strip() or type(trouble).__name__
