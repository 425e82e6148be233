"""Who holds a seat: which invitations were used, links for devices, and what was told of it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Leave room for it; tables from before go on, and whoever sits there goes on sitting."""
    op.add_column("invites", sa.Column("used_by", sa.String))
    op.add_column("invites", sa.Column("until", sa.String))
    linked = sa.Column("linked", sa.Integer, nullable=False, server_default="0")
    op.add_column("holders", linked)
    op.create_table(
        "seatings",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("other", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
    )
