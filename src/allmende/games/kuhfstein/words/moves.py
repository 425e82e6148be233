"""Moves as notation and as data."""

from collections.abc import Iterator, Mapping

from allmende.core.language import Message
from allmende.core.record import Record
from allmende.core.wishes import Wish, words_in

from ..components import FIELDS, ROTATIONS
from ..numbering import (
    CARD_ACTION,
    EXCHANGE_CARDS,
    EXCHANGE_TILES,
    HOME,
    KEEP,
    LAY,
    MOVES,
    NO_TREE,
    PLACE,
    PLANT,
    PLAY,
    TAKE_CARD,
    TAKE_TILE,
    TILE_ACTION,
)
from ..state import NONE
from . import shapes
from .names import card_id, card_message, field_names, fields_by_name, scoring_id

PLAIN: dict[int, shapes.Plain | shapes.Exchange] = {
    TILE_ACTION: {"do": "tile"},
    CARD_ACTION: {"do": "card"},
    EXCHANGE_TILES: {"do": "exchange", "what": "tiles"},
    NO_TREE: {"do": "no tree"},
    EXCHANGE_CARDS: {"do": "exchange", "what": "cards"},
}

WITHOUT_FIELD = {
    "play": range(PLAY, HOME),
    "take": (*range(TAKE_TILE, EXCHANGE_TILES), *range(TAKE_CARD, EXCHANGE_CARDS)),
    "tree": range(PLANT, TAKE_CARD),
    "keep": range(KEEP, MOVES),
}
"""The moves that name something, but no field."""


def notation(s: Record, seat: int, move: int) -> str:
    """Write `tile`, `take hay`, `place m13`, `tree nw`, `card`, `take 16`, `play 16`,
    `cows m13 n14`, `home m13`, `exchange tiles` or `keep trees`."""
    data = move_data(s, seat, move)
    if data["do"] == "lay":
        return " ".join(["cows", *data["cows"]] if data["cows"] else written(data))
    return " ".join(written(data))


def written(data: Mapping[str, object]) -> list[str]:
    """List the words of a move."""
    return [str(word) for word in data.values() if not isinstance(word, list)]


def move_data(s: Record, seat: int, move: int) -> shapes.MoveData:
    """Return a move as data."""
    if move in PLAIN:
        return PLAIN[move].copy()
    if move < HOME:
        return {"do": "play", "card": card_id(s, move - PLAY)}
    if move < TAKE_TILE:
        return {"do": "home", "at": field_names(s, seat)[move - HOME]}
    if move < EXCHANGE_TILES:
        return {"do": "take", "tile": shapes.LANDSCAPES[move - TAKE_TILE]}
    if move < NO_TREE:
        return {"do": "place", "at": field_names(s, seat)[move - PLACE]}
    if move < TAKE_CARD:
        return {"do": "tree", "square": shapes.SQUARES[move - PLANT]}
    if move < EXCHANGE_CARDS:
        return {"do": "take", "card": card_id(s, move - TAKE_CARD)}
    if move < KEEP:
        rotation, anchor = divmod(move - LAY, FIELDS)
        names = field_names(s, seat)
        cows = [names[field] for field in open_fields(s, rotation, anchor)]
        return {"do": "lay", "turn": rotation, "at": names[anchor], "cows": cows}
    return {"do": "keep", "tile": scoring_id(s, move - KEEP)}


def about(s: Record, seat: int, move: int) -> Message | None:
    """Name the card that is played or taken by what it shows."""
    if PLAY <= move < HOME:
        return card_message(s, move - PLAY)
    return card_message(s, move - TAKE_CARD) if TAKE_CARD <= move < EXCHANGE_CARDS else None


def open_fields(s: Record, rotation: int, anchor: int) -> list[int]:
    """List where the cows of the card being played would stand, laid this way."""
    if s.playing == NONE:
        return []
    offsets = s.card_offset[s.playing, rotation, : s.card_cows[s.playing]].tolist()
    return [(anchor + offset) % FIELDS for offset in offsets]


def candidates(s: Record, seat: int, wish: Wish) -> Iterator[int]:
    """Yield what can be done with the fields that a wish names, or what needs no field."""
    fields, words = fields_by_name(s, seat), {*words_in(wish)}
    named = {fields[word] for word in words if word in fields}
    if not named:
        yield from PLAIN
        for word in words & WITHOUT_FIELD.keys():
            yield from WITHOUT_FIELD[word]
    for field in named:
        yield HOME + field
        yield PLACE + field
        yield from layings(s, field)


def layings(s: Record, field: int) -> Iterator[int]:
    """Yield how a card can be laid with its anchor, or with its first cow, on a field."""
    for rotation in range(ROTATIONS):
        yield LAY + rotation * FIELDS + field
        if s.playing != NONE:
            anchor = (field - int(s.card_offset[s.playing, rotation, 0])) % FIELDS
            yield LAY + rotation * FIELDS + anchor
