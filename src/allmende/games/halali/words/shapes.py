"""The view and the moves of Halali!, as types. After a change run `make wire`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict, get_args

from allmende.core.shapes import Header, Shapes

Species: TypeAlias = Literal["bear", "fox", "lumberjack", "hunter", "pheasant", "duck", "tree"]
Direction: TypeAlias = Literal["north", "east", "south", "west"]
Side: TypeAlias = Literal["blue", "brown"]
SPECIES: tuple[Species, ...] = get_args(Species)
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
SIDES: tuple[Side, ...] = get_args(Side)


class Tile(TypedDict):
    """What lies on a field; a hunter that is face up aims somewhere."""

    tile: Species | Literal["face-down"]
    aim: NotRequired[Direction]


class Banked(TypedDict):
    """What a seat brought from the first game of a match."""

    points: int
    tiles: int


NoReturn = TypedDict("NoReturn", {"from": str | None, "to": str | None})
"""The move that a seat may not make because it would go back and forth."""


class Shown(TypedDict):
    """What lies on the table."""

    board: list[list[Tile | None]]
    """Seven rows, north on top; null is an empty field."""
    sides: list[Side]
    bags: list[dict[Species, int]]
    """By seat, the tiles won in this game."""
    first_game: list[Banked]
    face_down: int
    locked: str | None
    """The field of the bird that the seat to act may not move."""
    no_return: list[NoReturn | None]
    quiet: int
    """Plies in a row without a flip or a capture."""
    turns_left: int
    scores: list[int]
    places: list[int]


class Options(TypedDict):
    """What can be chosen before a game."""

    match: Literal["return", "single"]


class View(Header, Shown):
    """What somebody may see of a game."""

    game: Literal["halali"]
    options: Options
    phase: Literal["hunt", "last-turns"]
    turn: int | None
    round: int
    over: Literal["last-turns", "side-gone", "standstill"] | None


class Pass(TypedDict):
    """Do nothing."""

    do: Literal["pass"]


class Flip(TypedDict):
    """Turn a tile up."""

    do: Literal["flip"]
    at: str


Walk = TypedDict("Walk", {"do": Literal["move"], "from": str, "to": str})
"""Move a tile."""

Leave = TypedDict("Leave", {"do": Literal["leave"], "from": str, "by": Direction})
"""Leave the wood by an exit."""

MoveData: TypeAlias = Pass | Flip | Walk | Leave

SHAPES = Shapes(View, MoveData)
