"""Whom to call: what happens at a table, for those who hold a seat and do not look at it."""

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import Connection as Transaction

from ..store import outbox
from ..store.database import Database
from ..store.facts import PERSON, Chair, Standing
from ..store.notice_facts import END, INVITATION, MENTION, TURN, Notice
from ..tokens import Device

SIGN = "@"
"""What stands before the name of somebody who is spoken to."""


def are_away(chairs: Iterable[Chair], present: Collection[Device]) -> list[Chair]:
    """List the chairs of people of whom no device looks at the table."""
    return [
        chair
        for chair in chairs
        if chair.kind == PERSON and chair.holders and chair.holders.isdisjoint(present)
    ]


def turns(
    chairs: Sequence[Chair],
    present: Collection[Device],
    before: Collection[int],
    standing: Standing,
    who: str = "",
) -> list[Notice]:
    """Call those who are to decide now and were not before."""
    return [
        Notice(TURN, chair.seat, frozenset(chair.holders), who)
        for chair in are_away(chairs, present)
        if standing.awaits(chair.seat) and chair.seat not in before
    ]


def after_event(
    chairs: Sequence[Chair],
    present: Collection[Device],
    before: Collection[int],
    standing: Standing,
    mover: int,
) -> list[Notice]:
    """Call those whom an event of the game concerns: it is their turn, or over."""
    who = chairs[mover].name
    if standing.ending is None:
        return turns(chairs, present, before, standing, who)
    return [
        Notice(END, chair.seat, frozenset(chair.holders), who)
        for chair in are_away(chairs, present)
    ]


def somebody_came(
    chairs: Sequence[Chair], present: Collection[Device], host: Device, who: str
) -> list[Notice]:
    """Tell the host of a table that an invitation was accepted."""
    mine = [chair for chair in are_away(chairs, present) if host in chair.holders]
    return [Notice(INVITATION, chair.seat, frozenset(chair.holders), who) for chair in mine[:1]]


def new_table(chairs: Sequence[Chair], present: Collection[Device], who: str) -> list[Notice]:
    """Tell those who sit at a new table without having come there themselves."""
    return [
        Notice(INVITATION, chair.seat, frozenset(chair.holders), who)
        for chair in are_away(chairs, present)
    ]


def mentions(
    chairs: Sequence[Chair], present: Collection[Device], speaker: Chair, text: str
) -> list[Notice]:
    """Call those who are spoken to by their names."""
    return [
        Notice(MENTION, chair.seat, frozenset(chair.holders), speaker.name)
        for chair in are_away(chairs, present)
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


def post(c: Transaction, database: Database, table: str, notices: Sequence[Notice]) -> None:
    """Write down whom to call, in the transaction of what they are called for."""
    if notices:
        outbox.post(c, table, notices, database.clock())
