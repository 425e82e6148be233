"""Where Alembic finds the revisions of the schema."""
