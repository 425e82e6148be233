"""Statements that every move needs, written down once and handed to the driver as they are.

SQLAlchemy takes ten times as long to get ready for such a statement as the database to carry it
out. It still writes them, for whichever database there is, and names what goes wrong.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import UpdateBase


class Prepared:
    """A statement that returns nothing."""

    def __init__(self, statement: UpdateBase) -> None:
        self.statement = statement
        self.written: dict[str, tuple[str, tuple[str, ...]]] = {}
        """By dialect: the text, and the names of its parameters in order."""

    def run(self, c: Connection, values: Mapping[str, Any]) -> None:
        """Carry it out in the transaction of a connection."""
        text, names = self.text_for(c.dialect)
        tell_driver(c, text, [values[name] for name in names])

    def text_for(self, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
        """Return the text and the names of the parameters for a database."""
        if dialect.name not in self.written:
            compiled: Any = self.statement.compile(dialect=dialect)
            self.written[dialect.name] = str(compiled), tuple(compiled.positiontup)
        return self.written[dialect.name]


def tell_driver(c: Connection, text: str, values: Sequence[Any] = ()) -> None:
    """Let the driver carry out a statement; what goes wrong has the name that SQLAlchemy gives."""
    driver: Any = c.connection.driver_connection
    library: Any = c.dialect.dbapi
    try:
        driver.execute(text, values)
    except library.Error as trouble:
        raise DBAPIError.instance(
            text, values, trouble, library.Error, hide_parameters=True, dialect=c.dialect
        ) from trouble
