"""Where a house keeps its tables: in a file of its own, or in a database that others share."""

from ..settings import Settings
from .cabinet import Cabinet, Drawer, Folder
from .database import Database
from .postgres import PostgreSQL
from .scribe import Scribe
from .sqlite import SQLite


def database_of(settings: Settings) -> Database:
    """Return the database of a house."""
    if settings.database_url is None:
        return SQLite(settings.database)
    return PostgreSQL(settings.database_url)


def cabinet_of(settings: Settings, scribe: Scribe) -> Cabinet:
    """Return where a house keeps the game files that people bring."""
    return Drawer(scribe.engine) if scribe.database.is_shared else Folder(settings.files)
