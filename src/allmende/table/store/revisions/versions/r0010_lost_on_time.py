"""To lose because no time is left is an ending of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

LOST_ON_TIME = "kind = 'resign' AND number = 1"


def upgrade() -> None:
    """Tell it apart from giving up, also where it has happened: the log knows."""
    timed_out = sa.Column("timed_out", sa.Integer, nullable=False, server_default="0")
    op.add_column("chairs", timed_out)
    op.execute(
        "UPDATE chairs SET timed_out = 1 WHERE EXISTS (SELECT 1 FROM events "
        f"WHERE table_id = chairs.table_id AND seat = chairs.seat AND {LOST_ON_TIME})"
    )
    op.execute(
        "UPDATE tables SET ending = 'out_of_time' WHERE ending = 'resigned' AND EXISTS "
        f"(SELECT 1 FROM events WHERE table_id = tables.id AND {LOST_ON_TIME})"
    )
