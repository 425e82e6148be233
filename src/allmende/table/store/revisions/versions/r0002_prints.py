"""Events carry the print of the record after them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Leave room for it; what was written before has none."""
    op.add_column("events", sa.Column("digest", sa.String))
