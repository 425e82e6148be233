"""A page may be open and hidden; nobody is called to the same turn twice; and a process that has
just begun has not kept time until now."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Note who looks, and who was called; of those who are there now it is taken that they look."""
    looking = sa.Column("looking", sa.Integer, nullable=False, server_default="1")
    op.add_column("here", looking)
    keeps_time = sa.Column("keeps_time", sa.Integer, nullable=False, server_default="0")
    op.add_column("processes", keeps_time)
    version = sa.Column("version", sa.Integer, nullable=False, server_default="0")
    op.add_column("outbox", version)
    op.create_table(
        "called",
        sa.Column("target", sa.String, primary_key=True),
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index("called_by_owner", "called", ["owner"])
