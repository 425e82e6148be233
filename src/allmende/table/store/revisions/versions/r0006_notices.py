"""People can be called to their tables: by push and by mail, through an outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Leave room for whom to reach, what they wish, and what is still to be sent."""
    op.create_table(
        "secrets",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False, index=True),
        sa.Column("device", sa.String, nullable=False, index=True),
        sa.Column("endpoint", sa.String, nullable=False),
        sa.Column("p256dh", sa.String, nullable=False),
        sa.Column("auth", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("day", sa.Integer, nullable=False, server_default="0"),
        sa.Column("count", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_table(
        "mailboxes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False, index=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("confirmed", sa.Integer, nullable=False, server_default="0"),
        sa.Column("day", sa.Integer, nullable=False, server_default="0"),
        sa.Column("count", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_table(
        "no_mail",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "notice_wishes",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("kinds", sa.String, nullable=False),
    )
    op.create_table(
        "quiet_hours",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("zone", sa.String, nullable=False),
        sa.Column("begin", sa.Integer, nullable=False),
        sa.Column("finish", sa.Integer, nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("target", sa.String, primary_key=True),
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("channel", sa.String, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("who", sa.String, nullable=False),
        sa.Column("stamp", sa.String, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False, index=True),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("process", sa.String),
    )
