"""What travels over HTTP about calling people who are not at their table, as types.

`docs/wire.md` says what it means and at which address. The types of the page are written from this
file: after a change run `make wire`.
"""

from typing import Literal, TypeAlias, TypedDict

NoticeKind: TypeAlias = Literal["turn", "invitation", "end", "mention"]
"""What somebody can be called for."""
MailPace: TypeAlias = Literal["soon", "daily"]
"""How often mail comes: some minutes after the news, or once a day."""


class MailboxSeen(TypedDict):
    """An address for mail."""

    id: str
    address: str
    confirmed: bool
    pace: MailPace


class QuietSeen(TypedDict):
    """When nothing is sent: minutes of the day, in a time zone. From a minute to the same one is
    never."""

    zone: str
    begin: int
    finish: int


class TableWishes(TypedDict):
    """What somebody wants to hear of at one table."""

    table: str
    kinds: list[NoticeKind]


class NoticesSeen(TypedDict):
    """How whoever asks can be called, and for what."""

    push_key: str | None
    """The key that a browser subscribes with; null where this house calls nobody by push."""
    browsers: list[str]
    """Digests (SHA-256, hex) of the endpoints that are known."""
    mail: bool
    """Whether this house sends mail."""
    mailboxes: list[MailboxSeen]
    kinds: list[NoticeKind]
    """What is wanted everywhere, where nothing else is said of a table."""
    tables: list[TableWishes]
    quiet: QuietSeen | None


class PushKeys(TypedDict):
    """The keys of a browser, as it writes them."""

    p256dh: str
    auth: str


class PushWish(TypedDict):
    """Call me through this browser."""

    endpoint: str
    keys: PushKeys
    language: str


class PushEnd(TypedDict):
    """Call me through this browser no more."""

    endpoint: str


class MailWish(TypedDict):
    """Send me mail, once I have confirmed the address."""

    address: str
    language: str
    pace: MailPace
    zone: str


class PaceWish(TypedDict):
    """Send me mail more often, or less."""

    pace: MailPace


class KindsWish(TypedDict):
    """Call me for this, everywhere (null) or at a table; null kinds are those of everywhere."""

    table: str | None
    kinds: list[NoticeKind] | None
