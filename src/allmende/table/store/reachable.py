"""Where people can be reached, and what they want to hear of."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from ..limits import MAILBOXES_PER_OWNER, SUBSCRIPTIONS_PER_OWNER
from ..tokens import Device
from .notice_facts import EVERYWHERE, KINDS, Mailbox, NoticeKind, Pace, QuietHours, Subscription
from .notice_schema import CALLED, MAILBOXES, NO_MAIL, OUTBOX, QUIET, SECRETS, SUBSCRIPTIONS, WISHES
from .owners import owner_of
from .schema import HOLDERS

MAILBOX_BYTES = 9
KEEP_SECRET = text(
    "INSERT INTO secrets (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING"
)
KEEP_WISH = text(
    "INSERT INTO notice_wishes (owner, table_id, kinds) VALUES (:owner, :table_id, :kinds) "
    "ON CONFLICT (owner, table_id) DO UPDATE SET kinds = excluded.kinds"
)


def digest(word: str) -> str:
    """Return what tells endpoints and addresses apart without naming them."""
    return hashlib.sha256(word.encode()).hexdigest()


# What the house proves itself with


def secret(c: Connection, name: str, fresh: str) -> str:
    """Return a secret of the house; a fresh one is kept if there is none. Of several processes that
    begin at once, all get the same."""
    c.execute(KEEP_SECRET, {"name": name, "value": fresh})
    return str(c.execute(select(SECRETS.c.value).where(SECRETS.c.name == name)).scalar_one())


# Browsers


def subscribe(
    c: Connection, device: Device, found: Subscription, now: ColumnElement[float]
) -> None:
    """Keep a browser, in place of what was known of it. Those that came first make room."""
    owner = owner_of(c, device)
    c.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == found.id))
    row = {"owner": owner, "device": device, **vars(found)}
    c.execute(insert(SUBSCRIPTIONS).values(created=now, **row))
    mine = select(SUBSCRIPTIONS.c.id).where(SUBSCRIPTIONS.c.owner == owner)
    latest = list(c.execute(mine.order_by(SUBSCRIPTIONS.c.created.desc())).scalars())
    for old in latest[SUBSCRIPTIONS_PER_OWNER:]:
        forget_target(c, SUBSCRIPTIONS, old)


def unsubscribe(c: Connection, owner: str, id: str) -> None:
    """Forget a browser of somebody."""
    mine = and_(SUBSCRIPTIONS.c.id == id, SUBSCRIPTIONS.c.owner == owner)
    if c.execute(select(SUBSCRIPTIONS.c.id).where(mine)).first() is not None:
        forget_target(c, SUBSCRIPTIONS, id)


def unsubscribe_device(c: Connection, device: Device) -> None:
    """Forget the browsers of a device that its person has dropped."""
    came = select(SUBSCRIPTIONS.c.id).where(SUBSCRIPTIONS.c.device == device)
    for id in list(c.execute(came).scalars()):
        forget_target(c, SUBSCRIPTIONS, id)


def subscription(c: Connection, id: str) -> Subscription | None:
    """Look up a browser."""
    row = c.execute(select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == id)).first()
    if row is None:
        return None
    return Subscription(row.id, row.endpoint, row.p256dh, row.auth, row.language)


def subscriptions_of(c: Connection, owner: str) -> list[str]:
    """List the browsers of somebody."""
    return list(
        c.execute(select(SUBSCRIPTIONS.c.id).where(SUBSCRIPTIONS.c.owner == owner)).scalars()
    )


def forget_target(c: Connection, part: Table, id: str) -> None:
    """Forget a browser or an address, with all that was to be sent there."""
    for about in (OUTBOX, CALLED):
        c.execute(delete(about).where(about.c.target == id))
    c.execute(delete(part).where(part.c.id == id))


# Addresses


def add_mailbox(
    c: Connection,
    owner: str,
    address: str,
    language: str,
    pace: Pace,
    now: ColumnElement[float],
) -> str | None:
    """Keep an address that is not confirmed yet, and return its name; None if there are enough."""
    mine = and_(MAILBOXES.c.owner == owner, MAILBOXES.c.address == address)
    known = c.execute(select(MAILBOXES.c.id).where(mine)).scalar()
    if known is not None:
        c.execute(update(MAILBOXES).where(mine).values(language=language, pace=pace))
        return str(known)
    if len(mailboxes_of(c, owner)) >= MAILBOXES_PER_OWNER:
        return None
    name = secrets.token_urlsafe(MAILBOX_BYTES)
    row = {"id": name, "owner": owner, "address": address, "language": language, "pace": pace}
    c.execute(insert(MAILBOXES).values(created=now, **row))
    return name


def note_question(c: Connection, found: Mailbox, now: ColumnElement[float]) -> None:
    """Note that an address is asked once more, in a row that is nobody's and only counts."""
    row = {"address": found.address, "language": found.language, "pace": found.pace}
    name = secrets.token_urlsafe(MAILBOX_BYTES)
    c.execute(insert(MAILBOXES).values(id=name, owner="", created=now, **row))


def asked_since(c: Connection, address: str, since: ColumnElement[float]) -> int:
    """Count how often an address was typed in since a time and is not confirmed, by anybody."""
    here = and_(MAILBOXES.c.address == address, MAILBOXES.c.created >= since)
    counted = select(func.count()).select_from(MAILBOXES).where(here, MAILBOXES.c.confirmed == 0)
    return int(c.execute(counted).scalar_one())


def all_asked_since(c: Connection, since: ColumnElement[float]) -> int:
    """Count the questions to all addresses since a time, by whichever process."""
    counted = select(func.count()).select_from(MAILBOXES).where(MAILBOXES.c.created >= since)
    return int(c.execute(counted).scalar_one())


def mailbox(c: Connection, id: str) -> Mailbox | None:
    """Look up an address."""
    row = c.execute(select(MAILBOXES).where(MAILBOXES.c.id == id)).first()
    return None if row is None else mailbox_in(row._mapping)


def mailboxes_of(c: Connection, owner: str) -> list[Mailbox]:
    """List the addresses of somebody."""
    mine = select(MAILBOXES).where(MAILBOXES.c.owner == owner).order_by(MAILBOXES.c.created)
    return [mailbox_in(row._mapping) for row in c.execute(mine)]


def mailbox_in(row: Mapping[Any, Any]) -> Mailbox:
    """Read an address."""
    return Mailbox(
        str(row["id"]),
        str(row["address"]),
        str(row["language"]),
        cast(Pace, row["pace"]),
        bool(row["confirmed"]),
    )


def remove_mailbox(c: Connection, owner: str, id: str) -> None:
    """Forget an address of somebody. One that is not confirmed is kept without its owner until it
    is too old, so that it still counts how often it was asked."""
    mine = and_(MAILBOXES.c.id == id, MAILBOXES.c.owner == owner)
    found = c.execute(select(MAILBOXES.c.confirmed).where(mine)).first()
    if found is None:
        return
    if found.confirmed:
        forget_target(c, MAILBOXES, id)
    else:
        c.execute(update(MAILBOXES).where(mine).values(owner=""))
        c.execute(delete(OUTBOX).where(OUTBOX.c.target == id))


def set_pace(c: Connection, owner: str, id: str, pace: Pace) -> None:
    """Note how often somebody wants mail at an address."""
    mine = and_(MAILBOXES.c.id == id, MAILBOXES.c.owner == owner)
    c.execute(update(MAILBOXES).where(mine).values(pace=pace))


def confirm(c: Connection, id: str) -> None:
    """Note that an address is right."""
    c.execute(update(MAILBOXES).where(MAILBOXES.c.id == id).values(confirmed=1))


def want_no_mail(c: Connection, found: Mailbox, until: ColumnElement[float]) -> None:
    """Send nothing to an address any more. Where somebody else has typed it in, nobody can for a
    long time."""
    forget_target(c, MAILBOXES, found.id)
    if not found.confirmed:
        word = digest(found.address)
        c.execute(delete(NO_MAIL).where(NO_MAIL.c.digest == word))
        c.execute(insert(NO_MAIL).values(digest=word, until=until))


def wants_no_mail(c: Connection, address: str, now: ColumnElement[float]) -> bool:
    """Tell whether whoever reads an address does not want to be asked."""
    here = and_(NO_MAIL.c.digest == digest(address), NO_MAIL.c.until > now)
    return c.execute(select(NO_MAIL.c.digest).where(here)).first() is not None


def forget_unconfirmed(c: Connection, before: ColumnElement[float]) -> None:
    """Forget addresses that nobody has confirmed for too long."""
    old = and_(MAILBOXES.c.confirmed == 0, MAILBOXES.c.created < before)
    for id in list(c.execute(select(MAILBOXES.c.id).where(old)).scalars()):
        forget_target(c, MAILBOXES, id)


# How much was sent


def count_sent(c: Connection, part: Table, id: str, day: int) -> None:
    """Count something that was sent to a browser or an address today."""
    here = part.c.id == id
    c.execute(update(part).where(here, part.c.day != day).values(day=day, count=0))
    c.execute(update(part).where(here).values(count=part.c.count + 1))


def sent_on(c: Connection, part: Table, id: str, day: int) -> int:
    """Return how much was sent to a browser or an address on a day."""
    here = and_(part.c.id == id, part.c.day == day)
    return int(c.execute(select(part.c.count).where(here)).scalar() or 0)


# What somebody wishes


def wishes_of(c: Connection, owner: str) -> dict[str, tuple[NoticeKind, ...]]:
    """Return what somebody wants to hear of, by table; everywhere it is all, unless they say."""
    found = c.execute(select(WISHES).where(WISHES.c.owner == owner))
    wished = {row.table_id: kinds_in(row.kinds) for row in found}
    return {EVERYWHERE: KINDS, **wished}


def kinds_in(words: str) -> tuple[NoticeKind, ...]:
    """Read kinds."""
    chosen = words.split()
    return tuple(kind for kind in KINDS if kind in chosen)


def has_wishes(c: Connection, owner: str) -> bool:
    """Tell whether somebody has ever said what they want to hear of, or when not."""
    rows = (select(part.c.owner).where(part.c.owner == owner) for part in (WISHES, QUIET))
    return any(c.execute(row).first() is not None for row in rows)


def wish(c: Connection, owner: str, table: str, kinds: Sequence[NoticeKind] | None) -> None:
    """Keep what somebody wants to hear of at a table; None is what they want everywhere."""
    if kinds is None:
        c.execute(delete(WISHES).where(WISHES.c.owner == owner, WISHES.c.table_id == table))
    else:
        c.execute(KEEP_WISH, {"owner": owner, "table_id": table, "kinds": " ".join(kinds)})


def holds_a_seat(c: Connection, table: str, device: str) -> bool:
    """Tell whether a device holds a seat at a table."""
    here = and_(HOLDERS.c.table_id == table, HOLDERS.c.device == device)
    return c.execute(select(HOLDERS.c.seat).where(here)).first() is not None


def quiet_hours_of(c: Connection, owner: str) -> QuietHours | None:
    """Return when somebody wants to hear nothing."""
    row = c.execute(select(QUIET).where(QUIET.c.owner == owner)).first()
    return None if row is None else QuietHours(row.zone, row.begin, row.finish)


def keep_quiet(c: Connection, owner: str, hours: QuietHours | None) -> None:
    """Keep when somebody wants to hear nothing."""
    c.execute(delete(QUIET).where(QUIET.c.owner == owner))
    if hours is not None:
        c.execute(insert(QUIET).values(owner=owner, **vars(hours)))


def forget_owner(c: Connection, owner: str) -> None:
    """Forget everything about reaching somebody."""
    for part in (OUTBOX, CALLED, SUBSCRIPTIONS, WISHES, QUIET):
        c.execute(delete(part).where(part.c.owner == owner))
    for box in mailboxes_of(c, owner):
        remove_mailbox(c, owner, box.id)
