"""The outbox: what is to be sent, written together with what it tells of.

A row goes when it was sent, when it has lost its point, or when it is too old. Whoever sends it has
claimed it before; what a process had claimed that is gone is free again.
"""

import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    TextClause,
    and_,
    bindparam,
    delete,
    func,
    or_,
    select,
    text,
    tuple_,
    update,
)

from ..limits import LETTERS_AT_ONCE
from ..tokens import Device
from .notice_facts import CONFIRM, EVERYWHERE, MAIL, PUSH, TURN, Letter, Notice
from .notice_schema import CALLED, MAILBOXES, OUTBOX, SUBSCRIPTIONS
from .owners import owner_of
from .schema import EVENTS, PROCESSES

STAMP_BYTES = 9
NOBODYS_SEAT = -1
WRITE = (
    "INSERT INTO outbox "
    "(target, table_id, kind, channel, owner, seat, who, stamp, since, due, tries, version) "
    "VALUES (:target, :table_id, :kind, :channel, :owner, :seat, :who, :stamp, :now, :due, 0, "
    "(SELECT coalesce(max(version), 0) FROM events WHERE table_id = :its_table)) "
    "ON CONFLICT (target, table_id, kind) "
)
POST = text(
    WRITE + "DO UPDATE SET "
    "seat = excluded.seat, who = excluded.who, stamp = excluded.stamp, version = excluded.version"
)
"""What is written again before it was sent takes the place of what was there, and its turn."""
POST_ONCE = text(WRITE + "DO NOTHING")
"""What was written already stays as it is."""
NOTE_CALL = text(
    "INSERT INTO called (target, table_id, owner, version) "
    "VALUES (:target, :table_id, :owner, :version) "
    "ON CONFLICT (target, table_id) DO UPDATE SET version = excluded.version"
)
SECONDS_TO_COME_BACK = 60.0
"""So long somebody who has seen that it is their turn is not called to it after they left."""
LETTER = [OUTBOX.c[name] for name in Letter.__dataclass_fields__]
FREE = or_(
    OUTBOX.c.process.is_(None),
    OUTBOX.c.process == bindparam("claims"),
    OUTBOX.c.process.not_in(select(PROCESSES.c.id)),
)
NEXT = (
    select(*LETTER)
    .where(FREE, OUTBOX.c.target.not_in(bindparam("busy", expanding=True)))
    .order_by(OUTBOX.c.due)
    .limit(LETTERS_AT_ONCE)
    .with_for_update(skip_locked=True)
)
"""The letters that a process may claim. Every process asks for them all the time, so as much as
can be is put into words once: that takes longer than to answer it."""

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
    way: TextClause = POST,
    wait: float = 0.0,
) -> bool:
    """Put one letter into the outbox; False if it is to be there once, and is already."""
    facts = {"kind": notice.kind, "seat": notice.seat, "who": notice.who}
    place = {"target": target, "channel": channel, "owner": owner, "table_id": table}
    moment = float(c.execute(select(now)).scalar_one())
    stamp = {"stamp": secrets.token_urlsafe(STAMP_BYTES), "now": moment, "due": moment + wait}
    return c.execute(way, {**place, **facts, **stamp, "its_table": table}).rowcount > 0


def post_after_all(c: Connection, table: str, notice: Notice, now: ColumnElement[float]) -> None:
    """Write down that those who hold a seat are to be called to a turn that they have seen, unless
    they were called to it. That is looked up last: what was being sent is noted by then."""
    for owner in sorted({owner_of(c, device) for device in notice.devices}):
        for channel, target in targets_of(c, owner):
            wait = SECONDS_TO_COME_BACK
            is_new = put(c, target, channel, owner, table, notice, now, POST_ONCE, wait)
            if is_new and was_called(c, target, table, notice.seat):
                c.execute(delete(OUTBOX).where(is_it((target, table, notice.kind))))


def was_called(c: Connection, target: str, table: str, seat: int) -> bool:
    """Tell whether somebody was called to a turn of a seat and has decided nothing since."""
    mine = select(func.max(EVENTS.c.version)).where(EVENTS.c.table_id == table)
    decided = c.execute(mine.where(EVENTS.c.seat == seat)).scalar()
    here = and_(CALLED.c.target == target, CALLED.c.table_id == table)
    called = c.execute(select(CALLED.c.version).where(here)).scalar()
    return called is not None and (decided is None or called >= decided)


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
    ripe = or_(
        OUTBOX.c.kind == CONFIRM,
        *(
            and_(OUTBOX.c.channel == channel, OUTBOX.c.since <= now - wait)
            for channel, wait in waits.items()
        ),
    )
    asked = {"claims": process, "busy": list(busy)}
    due = NEXT.where(OUTBOX.c.due <= now, ripe)
    found = {key_of(letter): letter for letter in read(c, due, **asked)}
    boxes = {letter.target for letter in found.values() if letter.channel == MAIL}
    if boxes:
        rest = select(*LETTER).where(OUTBOX.c.target.in_(boxes), OUTBOX.c.kind != CONFIRM, FREE)
        rest = rest.with_for_update(skip_locked=True)
        found |= {key_of(letter): letter for letter in read(c, rest, claims=process)}
    for key in found:
        c.execute(update(OUTBOX).where(is_it(key)).values(process=process))
    return list(found.values())


def read(c: Connection, wanted: Any, **asked: Any) -> list[Letter]:
    """Read letters."""
    return [Letter(*row) for row in c.execute(wanted, asked)]


def is_it(key: Key) -> ColumnElement[bool]:
    """Name one letter in a statement."""
    return tuple_(OUTBOX.c.target, OUTBOX.c.table_id, OUTBOX.c.kind) == tuple_(*key)


def note_calls(c: Connection, letters: Iterable[Letter]) -> None:
    """Note who was called to a turn."""
    for letter in letters:
        if letter.kind == TURN:
            place = {"target": letter.target, "table_id": letter.table_id, "owner": letter.owner}
            c.execute(NOTE_CALL, {**place, "version": letter.version})


def still_claimed(c: Connection, process: str, letters: Sequence[Letter]) -> list[Letter]:
    """Leave out what was taken back meanwhile, or from a process whose lease has ended. A letter
    may have lain for several turns: it calls to the one that is now."""
    mine = select(OUTBOX.c.target, OUTBOX.c.table_id, OUTBOX.c.kind).where(
        OUTBOX.c.process == process, OUTBOX.c.target.in_({letter.target for letter in letters})
    )
    keys = {tuple(row) for row in c.execute(mine)}
    ours = [letter for letter in letters if key_of(letter) in keys]
    return [replace(letter, version=version_of(c, letter.table_id)) for letter in ours]


def version_of(c: Connection, table: str) -> int:
    """Return how far a game has come."""
    latest = select(func.max(EVENTS.c.version)).where(EVENTS.c.table_id == table)
    return c.execute(latest).scalar() or 0


def done(c: Connection, process: str, letters: Sequence[Letter]) -> None:
    """Forget letters that were sent or need not be any more. What took the place of one meanwhile
    is still to be sent: by anybody, unless another process has claimed it already."""
    for letter in letters:
        here = is_it(key_of(letter))
        c.execute(delete(OUTBOX).where(here, OUTBOX.c.stamp == letter.stamp))
        c.execute(update(OUTBOX).where(here, OUTBOX.c.process == process).values(process=None))


def later(
    c: Connection,
    process: str,
    letters: Sequence[Letter],
    now: ColumnElement[float],
    wait: float,
    failed: bool,
) -> None:
    """Put letters back for a while: because sending failed, or because it is not the time. What
    another process has claimed meanwhile is left to it."""
    for letter in letters:
        values = {"due": now + wait, "tries": letter.tries + failed, "process": None}
        here = and_(is_it(key_of(letter)), OUTBOX.c.process == process)
        c.execute(update(OUTBOX).where(here).values(values))


def has_seen(c: Connection, table: str, device: Device) -> None:
    """Forget what was to call somebody to a table who has come there by now."""
    owner = owner_of(c, device)
    c.execute(delete(OUTBOX).where(OUTBOX.c.table_id == table, OUTBOX.c.owner == owner))
