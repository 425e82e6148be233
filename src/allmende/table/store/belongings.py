"""What belongs to a person: how each kind of thing is told, joined and deleted, in one place.

Every table with a column `owner` is such a kind, and treated as all others are, unless it stands
in `OTHERWISE`. So whoever adds a table has nothing to do here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table, and_, delete, select, tuple_, update

from .meeting_schema import BANS, BLOCKS, OPENINGS, REPORTS, STRANGERS
from .metadata import METADATA

OWNER = "owner"

Row: TypeAlias = dict[str, Any]


def told(c: Connection, kind: Table, owner: str) -> list[Row]:
    """Tell everything of a kind that belongs to somebody, but what is secret even to them."""
    shown = [
        column for column in kind.columns if not column.info.get("secret") and column.name != OWNER
    ]
    mine = select(*shown).where(kind.c[OWNER] == owner)
    return [dict(row) for row in c.execute(mine).mappings()]


def joined(c: Connection, kind: Table, gone: str, kept: str) -> None:
    """Let what belonged to one belong to another; of what both have, what the other has stays."""
    key = [column for column in kind.primary_key.columns if column.name != OWNER]
    if len(key) < len(kind.primary_key.columns):
        mine, theirs = kind.c[OWNER] == kept, kind.c[OWNER] == gone
        both = tuple_(*key).in_(c.execute(select(*key).where(mine)).all()) if key else None
        if both is not None:
            c.execute(delete(kind).where(and_(theirs, both)))
        elif c.execute(select(kind.c[OWNER]).where(mine)).first() is not None:
            c.execute(delete(kind).where(theirs))
    c.execute(update(kind).where(kind.c[OWNER] == gone).values({OWNER: kept}))


def deleted(c: Connection, kind: Table, owner: str) -> None:
    """Delete everything of a kind that belongs to somebody."""
    c.execute(delete(kind).where(kind.c[OWNER] == owner))


# Where strangers meet, things about somebody are not theirs alone


def kept(c: Connection, kind: Table, owner: str) -> None:
    """Let a ban or a report stay: nobody gets out of one by deleting what is theirs."""


def disowned(c: Connection, kind: Table, owner: str) -> None:
    """Let a table stay what it is for the others, without a trace of who sat there."""
    c.execute(update(kind).where(kind.c[OWNER] == owner).values({OWNER: "", "address": ""}))


def joined_blocks(c: Connection, kind: Table, gone: str, kept: str) -> None:
    """Let blocks by and against one be those of another, so that nobody sheds them."""
    joined(c, kind, gone, kept)
    c.execute(update(kind).where(kind.c.blocked == gone).values(blocked=kept))


def told_own_reports(c: Connection, kind: Table, owner: str) -> list[Row]:
    """Tell somebody what they have reported, and not what others have reported about them."""
    shown = (kind.c.at_table, kind.c.seat, kind.c.name, kind.c.reason, kind.c.words, kind.c.at)
    mine = select(*shown).where(kind.c.reporter == owner)
    return [dict(row) for row in c.execute(mine).mappings()]


def joined_reports(c: Connection, kind: Table, gone: str, kept: str) -> None:
    """Let reports about and by one be those of another."""
    joined(c, kind, gone, kept)
    c.execute(update(kind).where(kind.c.reporter == gone).values(reporter=kept))


def deleted_own_reports(c: Connection, kind: Table, owner: str) -> None:
    """Delete what somebody has reported; what others have reported about them stays."""
    c.execute(delete(kind).where(kind.c.reporter == owner))


@dataclass(frozen=True)
class Treatment:
    """How a kind of thing is told to its owner, joined when two become one, and deleted."""

    tell: Callable[[Connection, Table, str], list[Row]] = told
    join: Callable[[Connection, Table, str, str], None] = joined
    delete: Callable[[Connection, Table, str], None] = deleted


AS_ALL = Treatment()
OTHERWISE = {
    BANS.name: Treatment(delete=kept),
    BLOCKS.name: Treatment(join=joined_blocks),
    OPENINGS.name: Treatment(delete=disowned),
    REPORTS.name: Treatment(told_own_reports, joined_reports, deleted_own_reports),
    STRANGERS.name: Treatment(delete=disowned),
}
"""By table: what is not treated as all others are."""


def kinds() -> list[Table]:
    """List the tables whose rows belong to somebody."""
    return [table for table in METADATA.sorted_tables if OWNER in table.c]


def treatment_of(kind: Table) -> Treatment:
    """Return how a kind of thing is treated."""
    return OTHERWISE.get(kind.name, AS_ALL)


def tell_all(c: Connection, owner: str) -> dict[str, list[Row]]:
    """Tell all that belongs to somebody, by kind."""
    return {kind.name: treatment_of(kind).tell(c, kind, owner) for kind in kinds()}


def join_all(c: Connection, gone: str, kept: str) -> None:
    """Let all that belonged to one belong to another."""
    for kind in kinds():
        treatment_of(kind).join(c, kind, gone, kept)


def delete_all(c: Connection, owner: str) -> None:
    """Delete all that belongs to somebody."""
    for kind in kinds():
        treatment_of(kind).delete(c, kind, owner)
