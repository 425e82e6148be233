"""A person may have several devices, and passkeys."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Leave room for them; a device that is nobody's goes on as it is."""
    op.create_table(
        "devices",
        sa.Column("device", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("since", sa.String, nullable=False),
        sa.Column("trusted", sa.String, nullable=False),
    )
    op.create_index("devices_by_owner", "devices", ["owner"])
    op.create_table(
        "codes",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("until", sa.String, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("since", sa.String, nullable=False),
    )
    op.create_index("passkeys_by_owner", "passkeys", ["owner"])
