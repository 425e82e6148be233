"""The names of tiles: as data, as a short code, and as a message."""

from allmende.core.game import Json
from allmende.core.language import Message

from ..components import (
    DIRECTION_NAMES,
    EMPTY,
    FACE_DOWN,
    HUNTER,
    SPECIES_LETTERS,
    SPECIES_NAMES,
    SPECIES_OF,
    Tile,
    is_hunter,
)

AIMS = "^>v<"
HIDDEN = "?"
NOTHING = "."


def species_name(tile: int) -> str:
    """Name the species of a tile."""
    return SPECIES_NAMES[int(SPECIES_OF[tile])]


def letter(tile: int) -> str:
    """Return the letter of a tile."""
    return SPECIES_LETTERS[int(SPECIES_OF[tile])]


def tile_data(tile: int) -> Json:
    """Return a face-up tile as data."""
    data = {"tile": species_name(tile)}
    if is_hunter(tile):
        data["aim"] = DIRECTION_NAMES[tile - HUNTER]
    return data


def tile_message(tile: int) -> Message:
    """Return the message that names a tile, a hunter with its aim."""
    if is_hunter(tile):
        return Message("tile.hunter.aim", aim=Message(f"side.{DIRECTION_NAMES[tile - HUNTER]}"))
    return Message(f"tile.{species_name(tile)}")


def code(tile: int) -> str:
    """Write what lies on a field in at most three characters: `.`, `B`, `H^`, `?T`."""
    if tile == EMPTY:
        return NOTHING
    if tile >= FACE_DOWN:
        return HIDDEN + code(tile - FACE_DOWN)
    return letter(tile) + (AIMS[tile - HUNTER] if is_hunter(tile) else "")


TILE_OF_CODE = {code(tile): int(tile) for tile in Tile} | {
    code(FACE_DOWN + tile): FACE_DOWN + tile for tile in Tile if tile != EMPTY
}
