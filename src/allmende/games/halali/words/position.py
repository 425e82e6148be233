"""Positions: the board as seven lines of text, north on top, and the rest as named fields.

A line reads `?T F . H^ D ?B .`: a letter for the tile, an arrow for a hunter's aim, a question mark
before a tile that is face down, a dot for an empty field.
"""

from typing import Any

from allmende.core.game import Json
from allmende.core.reader import MISSING, Reader
from allmende.core.record import Record

from ..components import (
    ALL_POINTS,
    COUNT,
    EDGE,
    FACE_DOWN,
    FIELD_NAMES,
    FIELDS,
    LAST_TURNS,
    MOST_QUIET_PLIES,
    OUTSIDE,
    SEATS,
    SIZE,
    SPECIES_NAMES,
    TILES,
    WALL,
    WAY_OUT,
    Tile,
)
from ..state import NOWHERE, Phase
from .names import TILE_OF_CODE, code
from .view import bag, first_game, name_of, no_return, round_of

BIRDS = (Tile.PHEASANT, Tile.DUCK)


def describe(s: Record) -> Json:
    """Describe the table."""
    return {
        "round": round_of(s),
        "board": [
            " ".join(code(int(tile)) for tile in s.board[row * SIZE : (row + 1) * SIZE])
            for row in reversed(range(SIZE))
        ],
        "bags": [bag(s, seat) for seat in range(SEATS)],
        "first_game": [first_game(s, seat) for seat in range(SEATS)],
        "locked": name_of(s.locked),
        "no_return": [no_return(s, seat) for seat in range(SEATS)],
        "quiet": int(s.quiet),
        "turns_left": int(s.turns_left),
    }


def restore(reader: Reader, s: Record) -> None:
    """Fill a record from a description of the table."""
    s.game = reader.whole("round", 1, 2, 1) - 1
    restore_board(reader, s)
    restore_bags(reader, s)
    restore_first_game(reader, s)
    restore_marks(reader, s)
    s.quiet = reader.whole("quiet", 0, MOST_QUIET_PLIES, 0)
    last_turns = s.phase == Phase.LAST_TURNS
    s.turns_left = reader.whole("turns_left", 0, LAST_TURNS, LAST_TURNS if last_turns else 0)


def restore_board(reader: Reader, s: Record) -> None:
    """Read the seven lines of the board."""
    for line, text in enumerate(reader.items("board", SIZE)):
        where = f"board.{line}"
        codes = reader.check_items(where, str(text).split(), SIZE)
        for column, word in enumerate(codes):
            reader.check_choice(where, word, list(TILE_OF_CODE))
            s.board[(SIZE - 1 - line) * SIZE + column] = TILE_OF_CODE[word]
    s.board[EDGE] = WALL
    s.board[OUTSIDE] = WAY_OUT if s.phase == Phase.LAST_TURNS else WALL
    s.face_down = (s.board[:FIELDS] >= FACE_DOWN).sum()


def restore_bags(reader: Reader, s: Record) -> None:
    """Read the tiles that each seat has won in this game."""
    for seat, content in enumerate(reader.items("bags", SEATS)):
        inner = Reader(content, f"bags.{seat}")
        for at, name in enumerate(SPECIES_NAMES):
            s.bag[seat, at] = inner.whole(name, 0, int(COUNT[at]), 0)
        inner.close()


def restore_first_game(reader: Reader, s: Record) -> None:
    """Read what each seat brought from the first game of a match."""
    for seat, banked in enumerate(reader.items("first_game", SEATS, [{}] * SEATS)):
        inner = Reader(banked, f"first_game.{seat}")
        s.banked_points[seat] = inner.whole("points", 0, ALL_POINTS, 0)
        s.banked_tiles[seat] = inner.whole("tiles", 0, TILES, 0)
        inner.close()


def restore_marks(reader: Reader, s: Record) -> None:
    """Read the locked bird and the moves that may not be taken back."""
    s.locked = field_of(reader, "locked", reader.take("locked", None))
    if s.locked != NOWHERE and int(s.board[s.locked]) not in BIRDS:
        raise reader.complaint("locked", f"no bird lies face up on {FIELD_NAMES[s.locked]}")
    for seat, ban in enumerate(reader.items("no_return", SEATS, [None] * SEATS)):
        inner = Reader({} if ban is None else ban, f"no_return.{seat}")
        missing: Any = None if ban is None else MISSING
        s.went_to[seat] = field_of(inner, "from", inner.take("from", missing))
        s.came_from[seat] = field_of(inner, "to", inner.take("to", missing))
        inner.close()


def field_of(reader: Reader, where: str, name: Any) -> int:
    """Return the field of a name, or nowhere for null."""
    return NOWHERE if name is None else reader.check_choice(where, name, FIELD_NAMES)
