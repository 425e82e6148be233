"""The view and the moves of Kuh Vadis, as types. After a change run `make wire`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict, get_args

from allmende.core.shapes import Header, Shapes

Symbol: TypeAlias = Literal["X", "O"]
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)


class Odds(TypedDict):
    """How likely a field can be marked after one throw of some dice."""

    faces: str
    """The dice to throw again, as in the move; empty for none."""
    mark: int
    """In thousandths."""


class Shown(TypedDict):
    """What lies on the table; all of it is open to everyone."""

    sheet_id: str | None
    """Null for a sheet that is none of the data file."""
    sheet: list[str]
    """Seven lines of `12345KXO`, the top row first."""
    marks: list[str]
    """Seven lines of `.xo`."""
    sides: list[Symbol]
    blocked: list[bool]
    dice: list[str]
    throws_left: int
    odds: list[Odds]
    """Empty while nobody throws."""
    last_mark: str | None
    quiet: int
    """Turns in a row without a mark."""
    scores: list[int]
    places: list[int]


class Options(TypedDict):
    """What can be chosen before a game: a sheet of the data file, or a way to find one."""

    sheet: str


class View(Header, Shown):
    """What somebody may see of a game."""

    game: Literal["kuh_vadis"]
    options: Options
    phase: Literal["throw", "mark"]
    turn: int | None
    round: None
    over: Literal["chain", "both-blocked", "no-marks"] | None


class Plain(TypedDict):
    """Stop throwing, or mark nothing."""

    do: Literal["stop", "no mark"]


class Reroll(TypedDict):
    """Throw dice again, named by their faces."""

    do: Literal["reroll"]
    faces: str
    dice: NotRequired[list[int]]
    """Which dice, for a set that is never offered because the same faces lie farther left."""


class Mark(TypedDict):
    """Mark a field."""

    do: Literal["mark"]
    at: str


MoveData: TypeAlias = Plain | Reroll | Mark

SHAPES = Shapes(View, MoveData)
