"""Shapes that are common to all games: what a message is, and what every view begins with.

Shapes say in types what leaves the record for others to read. The types of the page are written
from them (`allmende.table.wire.typescript`), so each shape is declared once.
"""

from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Message(TypedDict):
    """A sentence to be said in the language of the reader: a key of a catalog with arguments."""

    key: str
    args: "dict[str, Argument]"


class SeatArgument(TypedDict):
    """A seat in a sentence; it is said with the name of whoever sits there."""

    seat: int


Argument: TypeAlias = str | int | SeatArgument | Message


class Header(TypedDict):
    """What the view of every game begins with, besides its phase, turn and round, its options and
    its ending, which each game says in types of its own."""

    seat: int | None
    """Whose view it is; null for a spectator."""
    seats: int
    to_act: list[int]
    """The seats that may decide now."""
    ply: int
    """Decisions made so far."""


LayoutPart = TypedDict(
    "LayoutPart",
    {
        "as": Literal["grid", "cards", "pile", "track", "seats", "facts", "hidden"],
        "field": str,
        "label": NotRequired[str],
        "words": NotRequired[str],
        "chosen_by": NotRequired[list[str]],
        "columns": NotRequired[list[str]],
        "rows": NotRequired[list[str]],
        "seats": NotRequired[bool],
        "most": NotRequired[int],
    },
)
"""How the general board may show a field of the view; `core/layout.py` says what it means."""


@dataclass(frozen=True)
class Shapes:
    """The types of a game's views and of its moves as data. Each view is a `Header` with `game`,
    `options`, `phase`, `turn`, `round` and `over` in the words of the game, and what the game
    itself shows."""

    view: Any
    move: Any
