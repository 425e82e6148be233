"""Moves as notation and as data."""

from collections.abc import Sequence
from typing import Literal

from allmende.core.record import Record
from allmende.core.wishes import Index, Wish, found_in, index_by_words

from ..components import COWS_IN_PLAY, PAIRS, PLACES
from ..numbering import (
    ALONE,
    CHALLENGE,
    CHASE,
    CHOOSE,
    CHOOSE_TWO,
    COURT,
    DECLINE,
    DONE,
    EXTRA,
    JOIN,
    LEAD,
    MOVE,
    MOVES,
    PASS,
    PICK,
    PUT_COW,
    SUPPORT,
    SWAP,
    TAKE_MATE,
    TALK,
)
from . import shapes
from .names import bull_id, cow_name, place_name

PLAIN: dict[int, shapes.PlainDeed] = {
    PASS: "pass",
    ALONE: "alone",
    DECLINE: "decline",
    DONE: "done",
}

INDICES: dict[int, Index] = {}
"""All moves by their words, for each set of bulls and places that was ever asked about."""

# The first move of each kind that names one bull, and what it is called; the next kind begins
# behind the last bull.
WITH_BULL: tuple[tuple[int, int, shapes.BullDeed], ...] = (
    (CHOOSE, CHOOSE_TWO, "choose"),
    (EXTRA, COURT, "extra"),
    (SWAP, PASS, "swap"),
    (TAKE_MATE, DECLINE, "take"),
    (CHALLENGE, JOIN, "challenge"),
    (JOIN, SUPPORT, "join"),
    (SUPPORT, DONE, "support"),
)


def notation(s: Record, seat: int, move: int) -> str:
    """Write `cow pub`, `choose h3`, `talk h3 c5`, `move h3 pub`, `lead c5`, `chase c5 pub`,
    `court h3 c5`, `swap h3`, `challenge h2`, `support h5`, `done`, `pick 2` and so on."""
    words: list[str] = []
    for word in move_data(s, seat, move).values():
        words += word if isinstance(word, list) else [str(word)]
    return " ".join(words)


def move_data(s: Record, seat: int, move: int) -> shapes.MoveData:
    """Return a move as data."""
    if move in PLAIN:
        return {"do": PLAIN[move]}
    for first, behind, name in WITH_BULL:
        if first <= move < behind:
            return {"do": name, "bull": bull_id(s, move - first)}
    if move < CHOOSE:
        return {"do": "cow", "to": place_name(s, move - PUT_COW)}
    if move < TALK:
        return {"do": "choose", "bulls": [bull_id(s, b) for b in PAIRS[move - CHOOSE_TWO]]}
    if move < MOVE:
        return bull_and_cow(s, "talk", move - TALK)
    if move < CHASE:
        bull, place = divmod(move - MOVE, PLACES)
        return {"do": "move", "bull": bull_id(s, bull), "to": place_name(s, place)}
    if move < EXTRA:
        slot, place = divmod(move - CHASE, PLACES)
        return {"do": "chase", "cow": cow_name(slot), "to": place_name(s, place)}
    if move < SWAP:
        return bull_and_cow(s, "court", move - COURT)
    if move < PICK:
        return {"do": "lead", "cow": cow_name(move - LEAD)}
    return {"do": "pick", "seat": move - PICK}


def bull_and_cow(s: Record, name: Literal["talk", "court"], number: int) -> shapes.BullAndCow:
    """Return a move of a bull to a cow as data."""
    bull, slot = divmod(number, COWS_IN_PLAY)
    return {"do": name, "bull": bull_id(s, bull), "cow": cow_name(slot)}


def candidates(s: Record, seat: int, wish: Wish) -> Sequence[int]:
    """List the moves that have the words of a wish; the words hang on the data alone."""
    data = int(s.data_number)
    if data not in INDICES:
        INDICES[data] = index_by_words(range(MOVES), lambda move: move_data(s, seat, move))
    return found_in(INDICES[data], wish)
