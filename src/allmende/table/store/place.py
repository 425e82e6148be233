"""Where a house keeps its tables: in a file of its own, or in a database that others share."""

from ..settings import Settings
from .database import Database
from .postgres import PostgreSQL
from .sqlite import SQLite


def database_of(settings: Settings) -> Database:
    """Return the database of a house."""
    if settings.database_url is None:
        return SQLite(settings.database)
    return PostgreSQL(settings.database_url)
