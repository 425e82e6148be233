"""Many processes may serve the same tables: each change of a table is counted, proposals are kept,
and processes know of each other."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Leave room for it. What only lives as long as the processes do is not worth a write ahead."""
    counted = sa.Column("revision", sa.Integer, nullable=False, server_default="0")
    op.add_column("tables", counted)
    op.add_column("tables", sa.Column("proposal", sa.String))
    some = sa.text("rematch IS NOT NULL")
    op.create_index(
        "tables_by_rematch", "tables", ["rematch"], postgresql_where=some, sqlite_where=some
    )
    passing = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "processes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
        prefixes=passing,
    )
    op.create_table(
        "here",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("device", sa.String, primary_key=True),
        sa.Column("process", sa.String, primary_key=True),
        prefixes=passing,
    )
    op.create_table(
        "jobs",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("process", sa.String),
        prefixes=passing,
    )
    op.create_table(
        "reviews",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("process", sa.String),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("judgement", sa.String),
        sa.Column("made_by", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        prefixes=passing,
    )
    op.create_table(
        "files",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
