"""The outbox: what is to be sent, written together with what it tells of.

A row goes when it was sent, when it has lost its point, or when it is too old. Whoever sends it has
claimed it before; what a process had claimed that is gone is free again.
"""

import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, text, tuple_, update

from ..limits import LETTERS_AT_ONCE
from ..tokens import Device
from .notice_facts import CONFIRM, EVERYWHERE, MAIL, PUSH, Letter, Notice
from .notice_schema import MAILBOXES, OUTBOX, SUBSCRIPTIONS
from .owners import owner_of
from .schema import PROCESSES

STAMP_BYTES = 9
NOBODYS_SEAT = -1
POST = text(
    "INSERT INTO outbox "
    "(target, table_id, kind, channel, owner, seat, who, stamp, since, due, tries) "
    "VALUES (:target, :table_id, :kind, :channel, :owner, :seat, :who, :stamp, :now, :now, 0) "
    "ON CONFLICT (target, table_id, kind) DO UPDATE "
    "SET seat = excluded.seat, who = excluded.who, stamp = excluded.stamp"
)
"""What is written again before it was sent takes the place of what was there, and its turn."""
LETTER = [OUTBOX.c[name] for name in Letter.__dataclass_fields__]

Key = tuple[str, str, str]
"""What tells letters apart: target, table and kind."""


def key_of(letter: Letter) -> Key:
    """Return what a letter is known by."""
    return letter.target, letter.table_id, letter.kind


def post(c: Connection, table: str, notices: Iterable[Notice], now: ColumnElement[float]) -> None:
    """Write down what is to be sent to those who hold a seat, wherever they can be reached."""
    for notice in notices:
        for owner in sorted({owner_of(c, device) for device in notice.devices}):
            for channel, target in targets_of(c, owner):
                put(c, target, channel, owner, table, notice, now)


def targets_of(c: Connection, owner: str) -> list[tuple[str, str]]:
    """List where somebody can be reached, with the channels that lead there."""
    browsers = select(SUBSCRIPTIONS.c.id).where(SUBSCRIPTIONS.c.owner == owner)
    boxes = select(MAILBOXES.c.id).where(MAILBOXES.c.owner == owner, MAILBOXES.c.confirmed == 1)
    return [
        *((PUSH, found) for found in c.execute(browsers).scalars()),
        *((MAIL, found) for found in c.execute(boxes).scalars()),
    ]


def put(
    c: Connection,
    target: str,
    channel: str,
    owner: str,
    table: str,
    notice: Notice,
    now: ColumnElement[float],
) -> None:
    """Put one letter into the outbox."""
    facts = {"kind": notice.kind, "seat": notice.seat, "who": notice.who}
    place = {"target": target, "channel": channel, "owner": owner, "table_id": table}
    moment = {"now": c.execute(select(now)).scalar_one()}
    stamp = {"stamp": secrets.token_urlsafe(STAMP_BYTES)}
    c.execute(POST, {**place, **facts, **moment, **stamp})


def ask_to_confirm(c: Connection, mailbox: str, owner: str, now: ColumnElement[float]) -> None:
    """Write down that a new address is to be asked whether it is right."""
    put(c, mailbox, MAIL, owner, EVERYWHERE, Notice(CONFIRM, NOBODYS_SEAT, ()), now)


def claim(
    c: Connection,
    process: str,
    now: ColumnElement[float],
    waits: dict[str, float],
    busy: Collection[str],
) -> list[Letter]:
    """Take some letters whose time has come and that nobody sends; those of a mailbox together, so
    that they go in one mail. `waits` is for how many seconds letters of each channel lie first."""
    free = or_(
        OUTBOX.c.process.is_(None),
        OUTBOX.c.process == process,
        OUTBOX.c.process.not_in(select(PROCESSES.c.id)),
    )
    ripe = or_(
        OUTBOX.c.kind == CONFIRM,
        *(
            and_(OUTBOX.c.channel == channel, OUTBOX.c.since <= now - wait)
            for channel, wait in waits.items()
        ),
    )
    idle = OUTBOX.c.target.not_in(busy)
    due = select(*LETTER).where(OUTBOX.c.due <= now, ripe, free, idle)
    due = due.order_by(OUTBOX.c.due).limit(LETTERS_AT_ONCE).with_for_update(skip_locked=True)
    found = {key_of(letter): letter for letter in read(c, due)}
    boxes = {letter.target for letter in found.values() if letter.channel == MAIL}
    if boxes:
        rest = select(*LETTER).where(OUTBOX.c.target.in_(boxes), OUTBOX.c.kind != CONFIRM, free)
        rest = rest.with_for_update(skip_locked=True)
        found |= {key_of(letter): letter for letter in read(c, rest)}
    for key in found:
        c.execute(update(OUTBOX).where(is_it(key)).values(process=process))
    return list(found.values())


def read(c: Connection, wanted: Any) -> list[Letter]:
    """Read letters."""
    return [Letter(*row) for row in c.execute(wanted)]


def is_it(key: Key) -> ColumnElement[bool]:
    """Name one letter in a statement."""
    return tuple_(OUTBOX.c.target, OUTBOX.c.table_id, OUTBOX.c.kind) == tuple_(*key)


def done(c: Connection, letters: Sequence[Letter]) -> None:
    """Forget letters that were sent or need not be any more. What took the place of one meanwhile
    is still to be sent."""
    for letter in letters:
        here = is_it(key_of(letter))
        c.execute(delete(OUTBOX).where(here, OUTBOX.c.stamp == letter.stamp))
        c.execute(update(OUTBOX).where(here).values(process=None))


def later(
    c: Connection, letters: Sequence[Letter], now: ColumnElement[float], wait: float, failed: bool
) -> None:
    """Put letters back for a while: because sending failed, or because it is not the time."""
    for letter in letters:
        values = {"due": now + wait, "tries": letter.tries + failed, "process": None}
        c.execute(update(OUTBOX).where(is_it(key_of(letter))).values(values))


def has_seen(c: Connection, table: str, device: Device) -> None:
    """Forget what was to call somebody to a table who has come there by now."""
    owner = owner_of(c, device)
    c.execute(delete(OUTBOX).where(OUTBOX.c.table_id == table, OUTBOX.c.owner == owner))
