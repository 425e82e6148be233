"""The first released schema, from nothing or from any state before it."""

from alembic import op

from allmende.table.store.migrations import OUTGROWN, note_version, take_steps

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Take the steps that lead there."""
    take_steps(op.get_bind())
    note_version(op.get_bind(), OUTGROWN)
