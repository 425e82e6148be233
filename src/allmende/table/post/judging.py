"""Whether a letter still has its point: the turn may be made, the seat given back, the wish
changed. All of it is looked up when a letter is about to be sent."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from ..store import reachable
from ..store.facts import PERSON, Chair, Standing
from ..store.notice_facts import (
    CONFIRM,
    EVERYWHERE,
    MAIL,
    TURN,
    Letter,
    Mailbox,
    QuietHours,
    Subscription,
)
from ..store.notice_schema import MAILBOXES, SUBSCRIPTIONS
from ..store.outbox import still_claimed, was_called
from ..store.owners import owner_of
from ..store.statements import listed_tables
from ..tokens import Device
from .hours import day_of

LETTERS_LAST = 3 * 24 * 3600.0
"""Seconds after which what could not be sent is not sent any more."""


@dataclass(frozen=True)
class Judged:
    """A letter that has its point, with its game and who holds the seat."""

    letter: Letter
    game: str
    holders: frozenset[Device]


@dataclass(frozen=True)
class Found:
    """All that is to be known before letters are sent to one target."""

    way: Subscription | Mailbox | None
    ours: list[Letter]
    """Those that are still to be sent, and by this process."""
    good: list[Judged]
    quiet: QuietHours | None
    sent_today: int


def look_up(c: Connection, process: str, letters: Sequence[Letter], now: float) -> Found:
    """Look up where some letters of one target go, and which of them have their point. Some may
    have been taken back since they were claimed, or taken over from a process without a lease."""
    first = letters[0]
    way: Subscription | Mailbox | None
    if first.channel == MAIL:
        way, part = reachable.mailbox(c, first.target), MAILBOXES
    else:
        way, part = reachable.subscription(c, first.target), SUBSCRIPTIONS
    sent = reachable.sent_on(c, part, first.target, day_of(now))
    ours = still_claimed(c, process, letters)
    good = [] if way is None or not ours else judged(c, ours, way, now)
    return Found(way, ours, good, reachable.quiet_hours_of(c, first.owner), sent)


def judged(
    c: Connection, letters: Sequence[Letter], way: Subscription | Mailbox, now: float
) -> list[Judged]:
    """Return the letters that have their point."""
    fresh = [letter for letter in letters if letter.since >= now - LETTERS_LAST]
    tables = {table.id: table for table in listed_tables(c, [it.table_id for it in fresh])}
    wishes = reachable.wishes_of(c, letters[0].owner)
    good = []
    for letter in fresh:
        table = tables.get(letter.table_id)
        wanted = wishes.get(letter.table_id, wishes[EVERYWHERE])
        if letter.kind == CONFIRM:
            if isinstance(way, Mailbox) and not way.confirmed:
                good.append(Judged(letter, "", frozenset()))
        elif table is not None and letter.kind in wanted and letter.seat < len(table.chairs):
            chair = table.chairs[letter.seat]
            mine = [one for one in table.chairs if is_theirs(c, letter, one)]
            if chair in mine and is_so(c, letter, mine, table.standing):
                good.append(Judged(letter, table.game, frozenset(chair.holders)))
    return good


def is_theirs(c: Connection, letter: Letter, chair: Chair) -> bool:
    """Tell whether somebody still holds the seat that a letter is about."""
    return any(owner_of(c, device) == letter.owner for device in chair.holders)


def is_so(c: Connection, letter: Letter, mine: Sequence[Chair], standing: Standing) -> bool:
    """Tell whether what a letter says still holds, and is news: a turn that was made is not
    announced, unless another seat of theirs is awaited too, nor one that was announced before."""
    if letter.kind != TURN:
        return True
    awaited = [it.seat for it in mine if it.kind == PERSON and standing.awaits(it.seat)]
    return standing.ending is None and any(
        not was_called(c, letter.target, letter.table_id, seat) for seat in awaited
    )
