"""What is written down about a table, as plain values."""

import json
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from ..tokens import Device
from .terms import Terms

Kind: TypeAlias = Literal["person", "bot", "open"]
PERSON: Final = "person"
BOT: Final = "bot"
OPEN: Final = "open"
MOVE, UNDO, RESIGN = "move", "undo", "resign"
NO_NUMBER = 0
"""The number of what is no move."""
TIME_IS_UP = 1
"""The number of giving up because there is no time left."""
SAT, REPLACED, DEVICE, FEWER, ALONE = "sat", "replaced", "device", "fewer", "alone"
LEFT, LEFT_TO, FREED, AGREED, DEALT = "left", "left_to", "freed", "agreed", "dealt"
BOT_SITS, BOT_PLAYS, BACK, RENAMED = "bot_sits", "bot_plays", "back", "renamed"
PROPOSED, DECLINED, WITHDRAWN = "proposed", "declined", "withdrawn"
TIMED_OUT, VACATION, BACK_EARLY = "timed_out", "vacation", "back_early"
"""What the log of who sits where tells of."""
LEVEL_IN_NEED = "cow"
"""Who plays on for somebody who resigned."""


@dataclass(frozen=True)
class Deal:
    """What a table was opened with. Only the chance of it changes, and only before the first move:
    hands are dealt when everybody has sat down."""

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    hints: bool
    seed: str
    host: Device
    created: str
    start: str | None = None
    """The position that the game begins with, as a document; None for the deal."""


@dataclass
class Chair:
    """A seat: who sits there, and the devices that may act for it."""

    seat: int
    kind: Kind
    name: str = ""
    level: str | None = None
    resigned: bool = False
    timed_out: bool = False
    """It did not resign, but had no time left."""
    holders: set[Device] = field(default_factory=set)
    linked: set[Device] = field(default_factory=set)
    """Those of the holders that came by a link of another one."""


@dataclass(frozen=True)
class Happening:
    """One event in the life of a game. `number` is that of the move, or how many are undone;
    `digest` is that of the record after it, so that rules that changed unnoticed are noticed."""

    version: int
    kind: str
    seat: int
    number: int
    client: str | None
    at: str
    digest: str | None = None


@dataclass(frozen=True)
class Standing:
    """How a game stands, for lists of tables. It follows from the events."""

    ply: int
    waiting: int
    ending: str | None
    result: str | None = None
    """Points and places at the end, written by `Result`."""

    def awaits(self, seat: int) -> bool:
        """Tell whether a seat is to decide."""
        return bool(self.waiting >> seat & 1)


@dataclass(frozen=True)
class Result:
    """The points and the place of each seat at the end. They are kept beside the log, so that they
    last longer than the rules by which they could be counted again."""

    scores: list[int]
    places: list[int]

    def as_text(self) -> str:
        """Write the result for the database."""
        return json.dumps({"scores": self.scores, "places": self.places})


def read_result(text: str) -> Result:
    """Read a result from the database."""
    return Result(**json.loads(text))


@dataclass(frozen=True)
class Remark:
    """Something said at a table."""

    n: int
    seat: int
    name: str
    text: str
    client: str
    at: str


@dataclass(frozen=True)
class Invite:
    """A way to a seat that can be gone once: an invitation, or, if it has an end, a link for
    another device of whoever sits there."""

    seat: int
    used_by: Device | None
    until: str | None


@dataclass(frozen=True)
class Seating:
    """A change of who holds a seat, or what followed from one. `version` is that of the game then,
    `name` that of the seat, and `other` what else there is to say."""

    n: int
    version: int
    kind: str
    seat: int
    name: str
    other: str
    at: str


@dataclass
class Kept:
    """All that the database holds of a table."""

    deal: Deal
    chairs: list[Chair]
    happenings: list[Happening]
    remarks: list[Remark]
    seatings: list[Seating]
    rematch: str | None
    revision: int = 0
    """How often anything about the table has changed."""
    proposal: str | None = None
    standing: Standing = Standing(0, 0, None)
    """How the game stood when it was written down last. Where the rules are here, the log says so;
    where they are not, this is all there is."""
    terms: Terms = field(default_factory=Terms)


@dataclass(frozen=True)
class Listed:
    """A table in the list of a device."""

    id: str
    game: str
    updated: str
    standing: Standing
    chairs: list[Chair]
    host: Device
