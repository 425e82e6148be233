"""Whom to call: what happens at a table, for those who hold a seat and do not look at it."""

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import Connection as Transaction

from ..store import outbox, shared, statements
from ..store.database import Database
from ..store.facts import PERSON, Chair, Standing
from ..store.notice_facts import END, INVITATION, MENTION, TURN, Notice
from ..tokens import Device

SIGN = "@"
"""What stands before the name of somebody who is spoken to."""


def are_away(chairs: Iterable[Chair], watching: Collection[Device]) -> list[Chair]:
    """List the chairs of people of whom no device looks at the table."""
    return [
        chair
        for chair in chairs
        if chair.kind == PERSON and chair.holders and chair.holders.isdisjoint(watching)
    ]


def turns(
    chairs: Sequence[Chair],
    watching: Collection[Device],
    before: Collection[int],
    standing: Standing,
    who: str = "",
) -> list[Notice]:
    """Call those who are to decide now and were not before."""
    return [
        Notice(TURN, chair.seat, frozenset(chair.holders), who)
        for chair in are_away(chairs, watching)
        if standing.awaits(chair.seat) and chair.seat not in before
    ]


def after_event(
    chairs: Sequence[Chair],
    watching: Collection[Device],
    before: Collection[int],
    standing: Standing,
    mover: int,
) -> list[Notice]:
    """Call those whom an event of the game concerns: it is their turn, or over."""
    who = chairs[mover].name
    if standing.ending is None:
        # Who has decided without looking, as a page does that carries out a plan, goes on deciding.
        others = [seat for seat in before if seat != mover]
        return turns(chairs, watching, others, standing, who)
    return [
        Notice(END, chair.seat, frozenset(chair.holders), who)
        for chair in are_away(chairs, watching)
    ]


def somebody_came(
    chairs: Sequence[Chair], watching: Collection[Device], host: Device, who: str
) -> list[Notice]:
    """Tell the host of a table that an invitation was accepted."""
    mine = [chair for chair in are_away(chairs, watching) if host in chair.holders]
    return [Notice(INVITATION, chair.seat, frozenset(chair.holders), who) for chair in mine[:1]]


def new_table(chairs: Sequence[Chair], watching: Collection[Device], who: str) -> list[Notice]:
    """Tell those who sit at a new table without having come there themselves."""
    return [
        Notice(INVITATION, chair.seat, frozenset(chair.holders), who)
        for chair in are_away(chairs, watching)
    ]


def mentions(
    chairs: Sequence[Chair], watching: Collection[Device], speaker: Chair, text: str
) -> list[Notice]:
    """Call those who are spoken to by their names."""
    return [
        Notice(MENTION, chair.seat, frozenset(chair.holders), speaker.name)
        for chair in are_away(chairs, watching)
        if chair.seat != speaker.seat and is_mentioned(chair.name, text)
    ]


def is_mentioned(name: str, text: str) -> bool:
    """Tell whether a text speaks to somebody: @ and the whole name, however it is written."""
    _, *parts = text.casefold().split(SIGN)
    wanted = name.casefold()
    return bool(wanted) and any(
        part.startswith(wanted) and not part[len(wanted) : len(wanted) + 1].isalnum()
        for part in parts
    )


def post(
    c: Transaction,
    database: Database,
    table: str,
    notices: Sequence[Notice],
    seen_at: str | None = None,
) -> None:
    """Write down whom to call, in the transaction of what they are called for: those who look at
    no other process either, at this table or at the one where they would see it."""
    if notices:
        eyes = watching_elsewhere(c, database, seen_at or table)
        blind = [notice for notice in notices if eyes.isdisjoint(notice.devices)]
        outbox.post(c, table, blind, database.clock())


def watching_elsewhere(c: Transaction, database: Database, table: str) -> set[Device]:
    """Return who looks at a table at other processes, as it is written down."""
    if not database.is_shared:
        return set()
    return shared.watching(c, [table], but=database.speaker)[table]


def call_after_all(
    c: Transaction,
    database: Database,
    table: str,
    gone: Collection[Device],
    watching_here: Collection[Device],
) -> None:
    """Call those who looked when their turn came, and then stopped looking without a decision. The
    table is locked: whoever changes it at the same time comes before, and then it is seen here, or
    after, and then sees that nobody looks."""
    statements.lock_table(c, table)
    eyes = watching_elsewhere(c, database, table) | set(watching_here)
    for listed in statements.listed_tables(c, [table]):
        for chair in are_away(listed.chairs, eyes):
            is_theirs = listed.standing.ending is None and listed.standing.awaits(chair.seat)
            if is_theirs and not chair.holders.isdisjoint(gone):
                notice = Notice(TURN, chair.seat, frozenset(chair.holders))
                outbox.post_after_all(c, table, notice, database.clock())
