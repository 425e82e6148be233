"""Statements that every move needs, written down once and handed to the driver as they are.

SQLAlchemy takes ten times as long to get ready for such a statement as the database to carry it
out. It still writes them, for whichever database there is, and names what goes wrong.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, Select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import UpdateBase


class Prepared:
    """A statement that changes something, or asks for something."""

    def __init__(self, statement: UpdateBase | Select[Any]) -> None:
        self.statement = statement
        self.written: dict[str, tuple[str, tuple[str, ...] | None]] = {}
        """By dialect: the text, and the names of its parameters if they go by their order."""

    def run(self, c: Connection, values: Mapping[str, Any]) -> int:
        """Carry it out in the transaction of a connection; return how many rows it changed."""
        changed: int = self.carried_out(c, values).rowcount
        return changed

    def rows(self, c: Connection, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Carry it out in the transaction of a connection; return what it finds."""
        found: list[tuple[Any, ...]] = self.carried_out(c, values).fetchall()
        return found

    def carried_out(self, c: Connection, values: Mapping[str, Any]) -> Any:
        """Carry it out; return the cursor of the driver."""
        text, names = self.text_for(c.dialect)
        return tell_driver(c, text, values if names is None else [values[name] for name in names])

    def text_for(self, dialect: Dialect) -> tuple[str, tuple[str, ...] | None]:
        """Return the text and the names of the parameters for a database."""
        if dialect.name not in self.written:
            compiled: Any = self.statement.compile(dialect=dialect)
            names = compiled.positiontup
            self.written[dialect.name] = str(compiled), None if names is None else tuple(names)
        return self.written[dialect.name]


def tell_driver(c: Connection, text: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Any:
    """Let the driver carry out a statement, and return its cursor; what goes wrong has the name
    that SQLAlchemy gives."""
    driver: Any = c.connection.driver_connection
    library: Any = c.dialect.dbapi
    try:
        return driver.execute(text, values)
    except library.Error as trouble:
        raise DBAPIError.instance(
            text, None, trouble, library.Error, hide_parameters=True, dialect=c.dialect
        ) from trouble
