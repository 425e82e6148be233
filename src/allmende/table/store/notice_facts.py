"""What is known about calling people, as plain values."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ..tokens import Device

NoticeKind: TypeAlias = Literal["turn", "invitation", "end", "mention"]
TURN: Final = "turn"
INVITATION: Final = "invitation"
END: Final = "end"
MENTION: Final = "mention"
KINDS: tuple[NoticeKind, ...] = (TURN, INVITATION, END, MENTION)
CONFIRM = "confirm"
"""The question whether an address is right; nobody can choose not to be asked."""
PUSH, MAIL = "push", "mail"
Pace: TypeAlias = Literal["soon", "daily"]
SOON: Final = "soon"
DAILY: Final = "daily"
PACES: tuple[Pace, ...] = (SOON, DAILY)
EVERYWHERE = ""
"""In the place of a table: what is wished for all of them."""


@dataclass(frozen=True)
class Notice:
    """Something to tell those who hold a seat: of which kind, and who has brought it about."""

    kind: str
    seat: int
    devices: Collection[Device]
    who: str = ""


@dataclass(frozen=True)
class Letter:
    """Something in the outbox."""

    target: str
    table_id: str
    kind: str
    channel: str
    owner: str
    seat: int
    who: str
    stamp: str
    since: float
    tries: int
    version: int = 0


@dataclass(frozen=True)
class Subscription:
    """A browser that can be reached through a push service."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


@dataclass(frozen=True)
class Mailbox:
    """An address for mail."""

    id: str
    address: str
    language: str
    pace: Pace
    confirmed: bool


@dataclass(frozen=True)
class QuietHours:
    """When somebody wants to hear nothing: from a minute of the day to another, in a time zone."""

    zone: str
    begin: int
    finish: int
