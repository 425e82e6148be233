"""The two parts of the database, to which each file of tables adds its own."""

from sqlalchemy import MetaData

METADATA = MetaData()
"""What a house keeps."""
SHARED = MetaData()
"""What processes that share a database have to know of each other; empty with SQLite."""

SECRET = {"secret": True}
"""Marks a column that is no part of what somebody is told about themselves."""
