"""The part of the database that is about calling people who are not at their table."""

from sqlalchemy import Column, Float, Integer, String, Table

from .metadata import METADATA, SECRET

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
"""What this house proves itself with, made when it is first needed; all processes share it."""

SUBSCRIPTIONS = Table(
    "subscriptions",
    METADATA,
    Column("id", String, primary_key=True),
    Column("owner", String, nullable=False, index=True),
    Column("device", String, nullable=False, index=True, info=SECRET),
    Column("endpoint", String, nullable=False, info=SECRET),
    Column("p256dh", String, nullable=False, info=SECRET),
    Column("auth", String, nullable=False, info=SECRET),
    Column("language", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("day", Integer, nullable=False, default=0),
    Column("count", Integer, nullable=False, default=0),
)
"""Browsers that can be reached through a push service. The id is the digest of the endpoint;
`count` is how much was sent on `day`."""

MAILBOXES = Table(
    "mailboxes",
    METADATA,
    Column("id", String, primary_key=True),
    Column("owner", String, nullable=False, index=True),
    Column("address", String, nullable=False),
    Column("language", String, nullable=False),
    Column("pace", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("confirmed", Integer, nullable=False, default=0),
    Column("day", Integer, nullable=False, default=0),
    Column("count", Integer, nullable=False, default=0),
)
"""Addresses for mail. Nothing but a question goes to one that is not confirmed."""

NO_MAIL = Table(
    "no_mail",
    METADATA,
    Column("digest", String, primary_key=True),
    Column("until", Float, nullable=False),
)
"""Addresses, as digests, that somebody else has typed in: whoever reads them wants no more."""

WISHES = Table(
    "notice_wishes",
    METADATA,
    Column("owner", String, primary_key=True),
    Column("table_id", String, primary_key=True),
    Column("kinds", String, nullable=False),
)
"""What somebody wants to hear of: at a table, or everywhere (the table without a name)."""

QUIET = Table(
    "quiet_hours",
    METADATA,
    Column("owner", String, primary_key=True),
    Column("zone", String, nullable=False),
    Column("begin", Integer, nullable=False),
    Column("finish", Integer, nullable=False),
)
"""When somebody wants to hear nothing: minutes of the day in a time zone."""

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("target", String, primary_key=True),
    Column("table_id", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("channel", String, nullable=False),
    Column("owner", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("who", String, nullable=False),
    Column("stamp", String, nullable=False),
    Column("since", Float, nullable=False),
    Column("due", Float, nullable=False, index=True),
    Column("tries", Integer, nullable=False, default=0),
    Column("process", String),
    Column("version", Integer, nullable=False, default=0),
)
"""What is still to be sent: one row for each subscription or mailbox, table and kind. It is written
with what it tells of, in one transaction. `stamp` changes when something newer takes its place;
`process` is who sends it just now, `version` how far the game had come."""

CALLED = Table(
    "called",
    METADATA,
    Column("target", String, primary_key=True),
    Column("table_id", String, primary_key=True),
    Column("owner", String, nullable=False, index=True),
    Column("version", Integer, nullable=False),
)
"""When somebody was last called to a turn: whoever has decided nothing since is not called again
the same way."""
