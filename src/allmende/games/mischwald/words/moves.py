"""Moves as notation and as data."""

from collections.abc import Sequence
from functools import cache

from allmende.core.language import Message
from allmende.core.record import Record
from allmende.core.wishes import Index, Wish, found_in, index_by_words

from ..components import HALF_FACE, HALF_SIDE, TREE_FACES
from ..numbering import (
    ACCEPT,
    CAVE,
    DECLINE,
    DRAW,
    KEEP,
    MOVES,
    MULLIGAN,
    PAY,
    PLACE,
    PLAY,
    SAPLING_OF,
    TAKE,
)
from . import shapes
from .names import FACE_IDS, face_message, species_message, tree_name

PLAIN: dict[int, shapes.PlainDeed] = {
    KEEP: "keep",
    MULLIGAN: "mulligan",
    DRAW: "draw",
    ACCEPT: "yes",
    DECLINE: "no",
}

# The first move of each kind that names one card, the one behind the last, and what it is called.
WITH_CARD: tuple[tuple[int, int, shapes.CardDeed], ...] = (
    (TAKE, PLAY, "take"),
    (SAPLING_OF, PLACE, "sapling"),
    (PAY, CAVE, "pay"),
    (CAVE, ACCEPT, "cave"),
)


def notation(s: Record, seat: int, move: int) -> str:
    """Write `keep`, `draw`, `take H070`, `play linden`, `play H070 left`, `sapling H070`,
    `place t3`, `pay H070`, `cave H070`, `yes`, `no` and so on."""
    return notation_of(move)


@cache
def notation_of(move: int) -> str:
    """Write a move; here that hangs on nothing else."""
    return " ".join(str(word) for word in data_of(move).values())


def move_data(s: Record, seat: int, move: int) -> shapes.MoveData:
    """Return a move as data."""
    return data_of(move)


@cache
def data_of(move: int) -> shapes.MoveData:
    """Return a move as data; nor does that."""
    if move in PLAIN:
        return {"do": PLAIN[move]}
    for first, behind, name in WITH_CARD:
        if first <= move < behind:
            return {"do": name, "card": FACE_IDS[move - first]}
    if move < PLACE:
        half = move - PLAY
        face = int(HALF_FACE[half])
        played: shapes.PlayCard = {"do": "play", "card": FACE_IDS[face]}
        if face >= TREE_FACES:
            played["half"] = shapes.SLOTS[HALF_SIDE[half]]
        return played
    return {"do": "place", "tree": tree_name(move - PLACE)}


def about(s: Record, seat: int, move: int) -> Message | None:
    """Say what the half shows that a move plays, or the card that it names: an id tells nobody."""
    return about_move(move)


@cache
def about_move(move: int) -> Message | None:
    """Say what a move is about; nor does that."""
    if PLAY <= move < SAPLING_OF:
        return species_message(move - PLAY)
    for first, behind, _ in WITH_CARD:
        if first <= move < behind:
            return face_message(move - first)
    return None


@cache
def index() -> Index:
    """List all moves by their words."""
    return index_by_words(range(MOVES), data_of)


def candidates(s: Record, seat: int, wish: Wish) -> Sequence[int]:
    """List the moves that have the words of a wish."""
    return found_in(index(), wish)
