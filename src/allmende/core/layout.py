"""Hints for the general board: how a page that knows no game may lay out a view.

The general board draws by the shape of a view alone: lists of lists as grids, lists as cards,
numbers for each seat as a table. A game names the fields whose shape does not say enough, in the
order in which they are to be seen. All of it is optional; docs/boards.md tells the rest.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Part:
    """One field of a view, or one of each player (`players.hand`)."""

    shown_as: ClassVar[str]
    field: str
    _: KW_ONLY
    label: str = ""
    """The message key of its heading; without one the word `field.NAME` of the catalog."""
    words: str = ""
    """How the message keys of its values begin: with `card.` the value 7 is said as `card.7`."""
    chosen_by: Sequence[str] = ()
    """The entries of move data that name something in it; without one the board finds them."""

    def as_data(self) -> dict[str, Any]:
        """Return the hint for the wire, without what it leaves open."""
        given = {name: value for name, value in asdict(self).items() if value not in ("", (), None)}
        lists = {name: list(value) for name, value in given.items() if name in LISTS}
        return {"as": self.shown_as, **given, **lists}


@dataclass(frozen=True)
class Grid(Part):
    """Rows of fields, the top one first; or an object with an entry for each field (`c4`)."""

    shown_as = "grid"
    _: KW_ONLY
    columns: Sequence[str] = ()
    """The names of the columns from the left; without them a, b, c …"""
    rows: Sequence[str] = ()
    """The names of the rows from the top; without them they count up from below."""
    seats: bool | None = None
    """Whether 1 is a piece of the first seat, 2 of the second, and so on; None lets the board see
    for itself."""


@dataclass(frozen=True)
class Cards(Part):
    """A list of things that lie open: a hand, a row, a display. None is a card face down."""

    shown_as = "cards"


@dataclass(frozen=True)
class Pile(Part):
    """Cards face down: their number, or a list of which only the length counts."""

    shown_as = "pile"


@dataclass(frozen=True)
class Track(Part):
    """A number, or one for each seat, on the way from 0 to `most`."""

    shown_as = "track"
    _: KW_ONLY
    most: int


@dataclass(frozen=True)
class Seats(Part):
    """One value for each seat."""

    shown_as = "seats"


@dataclass(frozen=True)
class Facts(Part):
    """Anything, in words."""

    shown_as = "facts"


@dataclass(frozen=True)
class Hidden(Part):
    """Nothing that people need to see."""

    shown_as = "hidden"


LISTS = ("columns", "rows", "chosen_by")
