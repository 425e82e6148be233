"""Moves as notation and as data."""

from collections.abc import Iterator
from functools import lru_cache

from allmende.core.record import Record
from allmende.core.wishes import Wish, words_in

from ..chains import has
from ..components import DICE, FIELD_NAMES
from ..numbering import MARK, NO_MARK, STOP
from ..rules import is_leftmost, twin_dice
from .names import letters
from .shapes import MoveData, Reroll

FIELD_NUMBERS = {name: field for field, name in enumerate(FIELD_NAMES)}


def faces_of(s: Record, chosen: int) -> str:
    """Write the faces of a set of dice, such as `11K`."""
    return faces_among(tuple(s.dice.tolist()), chosen)


@lru_cache(maxsize=4096)
def faces_among(dice: tuple[int, ...], chosen: int) -> str:
    """Write the faces of a set of dice that lie on the table."""
    return "".join(letters(dice[die] for die in range(DICE) if has(chosen, die)))


def notation(s: Record, seat: int, move: int) -> str:
    """Write `stop`, `reroll 13` (the faces to throw again), `mark c4` or `no mark`."""
    if move == STOP:
        return "stop"
    if move < MARK:
        return f"reroll {faces_of(s, move)}"
    return "no mark" if move == NO_MARK else f"mark {FIELD_NAMES[move - MARK]}"


def move_data(s: Record, seat: int, move: int) -> MoveData:
    """Return a move as data. Dice are named by their faces, those of a set that is not offered
    because the same faces lie farther left also by their places."""
    if move == STOP:
        return {"do": "stop"}
    if move < MARK:
        data: Reroll = {"do": "reroll", "faces": faces_of(s, move)}
        if not is_leftmost(move, twin_dice(s)):
            data["dice"] = [die + 1 for die in range(DICE) if has(move, die)]
        return data
    return {"do": "no mark"} if move == NO_MARK else {"do": "mark", "at": FIELD_NAMES[move - MARK]}


def candidates(s: Record, seat: int, wish: Wish) -> Iterator[int]:
    """Yield the marks on fields that a wish names, the sets of dice if it asks to throw again, and
    what names nothing."""
    words = words_in(wish)
    yield from (STOP, NO_MARK)
    yield from (MARK + FIELD_NUMBERS[word] for word in words if word in FIELD_NUMBERS)
    if "reroll" in words:
        yield from range(STOP + 1, MARK)
