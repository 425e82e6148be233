"""What people may see of a game, and where points come from."""

from functools import lru_cache

from allmende.core.game import per_seat
from allmende.core.glance import once_per_glance
from allmende.core.language import Message
from allmende.core.record import Record
from allmende.core.rule import python_of

from ..components import (
    CODES,
    EMPTY,
    FACE_DOWN,
    FIELD_NAMES,
    POINTS,
    SEATS,
    SIDE_OF,
    SIZE,
    SPECIES,
    SPECIES_NAMES,
    Tile,
)
from ..rules import side_of as compiled_side_of
from ..scoring import rank, score, tiles_of
from ..state import NOWHERE
from . import shapes
from .names import tile_data

side_of = python_of(compiled_side_of)
HIDDEN: shapes.Tile = {"tile": "face-down"}
SHOWN: dict[int, shapes.Tile | None] = {
    EMPTY: None,
    **{int(tile): tile_data(tile) for tile in Tile if tile != EMPTY},
    **dict.fromkeys(range(FACE_DOWN, CODES), HIDDEN),
}
"""How each field is shown, by what lies on it."""
BOARDS_KEPT = 64


def view(s: Record, seat: int | None) -> shapes.Shown:
    """Show the table; all but the face-down tiles is open to everyone."""
    return show_table(s)


@once_per_glance
def show_table(s: Record) -> shapes.Shown:
    """Show what all who look at the table see."""
    return {
        "board": show_board(s.board.tobytes()),
        "sides": [shapes.SIDES[side_of(s, player)] for player in range(SEATS)],
        "bags": [bag(s, player) for player in range(SEATS)],
        "first_game": [first_game(s, player) for player in range(SEATS)],
        "face_down": int(s.face_down),
        "locked": name_of(s.locked),
        "no_return": [live_ban(s, player) for player in range(SEATS)],
        "quiet": int(s.quiet),
        "turns_left": int(s.turns_left),
        "scores": per_seat(score, s),
        "places": per_seat(rank, s),
    }


@lru_cache(BOARDS_KEPT)
def show_board(fields: bytes) -> list[list[shapes.Tile | None]]:
    """Show what lies on each field, the north first. All who look see the same."""
    return [
        [SHOWN[tile] for tile in fields[row * SIZE : (row + 1) * SIZE]]
        for row in reversed(range(SIZE))
    ]


def round_of(s: Record) -> int:
    """Count the games of a match as its rounds."""
    return int(s.game) + 1


def bag(s: Record, seat: int) -> dict[shapes.Species, int]:
    """Count the tiles a seat has won in this game, by species."""
    return {
        name: count
        for name, count in zip(shapes.SPECIES, s.bag[seat].tolist(), strict=True)
        if count
    }


def first_game(s: Record, seat: int) -> shapes.Banked:
    """Show what a seat brought from the first game of a match."""
    return {"points": int(s.banked_points[seat]), "tiles": int(s.banked_tiles[seat])}


def name_of(field: int) -> str | None:
    """Name a marked field, or None if there is none."""
    return None if field == NOWHERE else FIELD_NAMES[field]


def no_return(s: Record, seat: int) -> shapes.NoReturn | None:
    """Describe the move that the record bars for a seat because it would go back and forth."""
    if s.came_from[seat] == NOWHERE:
        return None
    return {"from": name_of(s.went_to[seat]), "to": name_of(s.came_from[seat])}


def live_ban(s: Record, seat: int) -> shapes.NoReturn | None:
    """Show the ban of a seat as long as its tile is there; a captured one can go nowhere."""
    ban = no_return(s, seat)
    if ban is None:
        return None
    tile = s.board[s.went_to[seat]]
    own = tile < FACE_DOWN and SIDE_OF[tile] == side_of(s, seat)
    return ban if own else None


def breakdown(s: Record, seat: int) -> list[tuple[Message, int]]:
    """List the points of a seat by species, and those of the first game of a match."""
    lines = [
        (Message(f"tile.{SPECIES_NAMES[at]}"), int(s.bag[seat, at] * POINTS[at]))
        for at in range(SPECIES)
        if s.bag[seat, at]
    ]
    if s.game:
        lines.insert(0, (Message("first_game"), int(s.banked_points[seat])))
    return lines


def tie_break(s: Record, seat: int) -> list[tuple[Message, int]]:
    """Compare the tiles won when points are equal, those of the first game included."""
    return [(Message("tie.tiles"), int(tiles_of(s, seat)))]
