"""Bringing a database up to date: Alembic takes the revisions that it has not taken yet.

Alembic is loaded only then. Most starts find the newest schema, and are not to wait for it.
"""

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, text

from allmende.core.errors import AllmendeError

from .migrations import STEPS, version_of

REVISIONS = Path(__file__).with_name("revisions") / "versions"
NOTE = "alembic_version"


class ForeignDatabase(AllmendeError):
    """The database file is of a newer program."""

    def __init__(self, schema: str, newest: str) -> None:
        super().__init__(
            f"the database has schema {schema}, this program knows schema {newest}: "
            "a newer Allmende wrote it; use that one, or other tables with --data or --database"
        )


@cache
def known_revisions() -> tuple[str, ...]:
    """List the revisions by their files, the newest last: r0002_prints.py is 0002."""
    return tuple(sorted(file.name[1:].partition("_")[0] for file in REVISIONS.glob("r*.py")))


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database, or None if it has seen none yet."""
    if not connection.dialect.has_table(connection, NOTE):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {NOTE}")).scalar()
    return None if found is None else str(found)


def upgrade(connection: Connection, to: str | None = None) -> None:
    """Bring a database up to date, in the transaction that is open, or refuse one that is ahead."""
    known, found = known_revisions(), revision_of(connection)
    if found is None and version_of(connection) > len(STEPS):
        raise ForeignDatabase(str(version_of(connection)), str(len(STEPS)))
    if found is not None and found not in known:
        raise ForeignDatabase(found, known[-1])
    if found != known[-1]:
        take_revisions(connection, to or known[-1])


def take_revisions(connection: Connection, to: str) -> None:
    """Take all revisions up to one."""
    from alembic.command import upgrade as take
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(REVISIONS.parent).replace("%", "%%"))
    take(config, to)
