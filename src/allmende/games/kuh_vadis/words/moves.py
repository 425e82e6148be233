"""Moves as notation and as data."""

from allmende.core.game import Json
from allmende.core.record import Record

from ..chains import has
from ..components import DICE, FIELD_NAMES
from ..numbering import MARK, NO_MARK, STOP
from ..rules import is_leftmost, twin_dice
from .names import letters


def faces_of(s: Record, chosen: int) -> str:
    """Write the faces of a set of dice, such as `11K`."""
    return "".join(letters(s.dice[die] for die in range(DICE) if has(chosen, die)))


def notation(s: Record, seat: int, move: int) -> str:
    """Write `stop`, `reroll 13` (the faces to throw again), `mark c4` or `no mark`."""
    if move == STOP:
        return "stop"
    if move < MARK:
        return f"reroll {faces_of(s, move)}"
    return "no mark" if move == NO_MARK else f"mark {FIELD_NAMES[move - MARK]}"


def move_data(s: Record, seat: int, move: int) -> Json:
    """Return a move as data. Dice are named by their faces, those of a set that is not offered
    because the same faces lie farther left also by their places."""
    if move == STOP:
        return {"do": "stop"}
    if move < MARK:
        data: Json = {"do": "reroll", "faces": faces_of(s, move)}
        if not is_leftmost(move, twin_dice(s)):
            data["dice"] = [die + 1 for die in range(DICE) if has(move, die)]
        return data
    return {"do": "no mark"} if move == NO_MARK else {"do": "mark", "at": FIELD_NAMES[move - MARK]}
