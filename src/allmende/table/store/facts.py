"""What is written down about a table, as plain values."""

import json
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from ..tokens import Device

Kind: TypeAlias = Literal["person", "bot", "open"]
PERSON: Final = "person"
BOT: Final = "bot"
OPEN: Final = "open"
MOVE, UNDO, RESIGN = "move", "undo", "resign"
NO_NUMBER = 0
"""The number of what is no move."""
LEVEL_IN_NEED = "cow"
"""Who plays on for somebody who resigned."""


@dataclass(frozen=True)
class Deal:
    """What a table was opened with; it never changes."""

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
    holders: set[Device] = field(default_factory=set)


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


@dataclass
class Kept:
    """All that the database holds of a table."""

    deal: Deal
    chairs: list[Chair]
    happenings: list[Happening]
    remarks: list[Remark]
    rematch: str | None


@dataclass(frozen=True)
class Listed:
    """A table in the list of a device."""

    id: str
    game: str
    updated: str
    standing: Standing
    chairs: list[Chair]
    host: Device
