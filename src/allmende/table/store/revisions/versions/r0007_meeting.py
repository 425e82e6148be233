"""Clocks, vacations, and tables where people meet who do not know each other."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def text(name: str) -> sa.Column[str]:
    """Make a column for text that is always there."""
    return sa.Column(name, sa.String, nullable=False)


def key(name: str) -> sa.Column[str]:
    """Make a column that names a row."""
    return sa.Column(name, sa.String, primary_key=True)


def upgrade() -> None:
    """Leave room for them; tables from before have neither clock nor strangers."""
    make_clocks()
    make_meetings()
    make_safeguards()


def make_clocks() -> None:
    """Make the tables about time."""
    op.create_table(
        "clocks",
        key("table_id"),
        text("pace"),
        text("clock"),
        sa.Column("due", sa.BigInteger, index=True),
    )
    op.create_table(
        "ticks",
        key("table_id"),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        text("clock"),
    )
    op.create_table(
        "house",
        key("name"),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.Column("away", sa.BigInteger, nullable=False),
        text("salt"),
    )
    op.create_table(
        "vacations",
        key("owner"),
        sa.Column("begins", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )


def make_meetings() -> None:
    """Make the tables about open seats."""
    op.create_table(
        "openings",
        key("table_id"),
        *(text(name) for name in ("owner", "address", "language", "level")),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "strangers",
        key("table_id"),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        text("owner"),
        text("address"),
        sa.Column("talks", sa.Integer, nullable=False),
    )
    passing = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "pairings",
        key("key"),
        sa.Column("until", sa.BigInteger, nullable=False),
        prefixes=passing,
    )


def make_safeguards() -> None:
    """Make the tables about whom somebody wants to keep away."""
    op.create_table(
        "blocks",
        key("ref"),
        sa.Column("owner", sa.String, nullable=False, index=True),
        sa.Column("blocked", sa.String, nullable=False, index=True),
        text("name"),
        text("at"),
    )
    op.create_table(
        "reports",
        key("ref"),
        text("at_table"),
        sa.Column("seat", sa.Integer, nullable=False),
        *(text(name) for name in ("name", "owner", "address", "reporter", "reason", "words")),
        text("said"),
        text("at"),
        sa.Column("measure", sa.String),
    )
    op.create_table(
        "bans",
        key("ref"),
        sa.Column("owner", sa.String, nullable=False, index=True),
        sa.Column("address", sa.String, nullable=False, index=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
