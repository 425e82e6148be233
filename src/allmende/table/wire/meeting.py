"""What travels about people who meet, over HTTP and over the socket of the lobby, as types."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .messages import Player
from .pacing import Pacing

PeopleLevel: TypeAlias = Literal["any", "new", "some", "strong"]
"""How well people play who are wanted."""


class OpenWish(TypedDict):
    """Open the free seats of a table to everybody who speaks a language ("any" for all), and plays
    about as well."""

    language: str
    level: PeopleLevel


class OpenTable(TypedDict):
    """A table that wants players."""

    id: str
    game: str
    options: dict[str, str]
    hints: bool
    pace: Pacing | None
    language: str
    level: PeopleLevel
    players: list[Player]
    opened: str
    yours: bool
    """This device sits there already."""


class OpenSeats(TypedDict):
    """The tables that want players, as far as whoever asks may sit down there."""

    type: Literal["lobby"]
    on: bool
    """False in a house where strangers do not meet: then there are none."""
    tables: list[OpenTable]


class SitWish(TypedDict):
    """Sit down at an open table."""

    name: str


class PlayNowWish(TypedDict):
    """Look for company: sit down where it is wanted, or open a table for it."""

    game: str
    seats: int
    name: str
    language: str
    level: PeopleLevel
    pace: NotRequired[Pacing]


class Company(TypedDict):
    """Where one sits now."""

    id: str
    url: str
    seat: int
    waits: bool
    """Nobody was there yet: the table was opened."""


class Block(TypedDict):
    """Somebody who is kept away."""

    ref: str
    name: str
    at: str


class Blocks(TypedDict):
    """Those whom somebody keeps away."""

    blocks: list[Block]


class ReportWish(TypedDict):
    """Report whoever sits in a seat to the host of the house."""

    reason: Literal["name", "chat", "play", "other"]
    words: NotRequired[str]


class VacationWish(TypedDict):
    """Go on vacation for so many days; 0 comes back."""

    days: int


class Vacation(TypedDict):
    """Until when somebody is on vacation, and how many days are left."""

    until: str | None
    days_left: int
    tables: int
    """At how many tables it counts: those with days for each move."""
