"""How likely a throw lets a mark follow: what a patient player could work out on paper."""

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import numpy as np

from allmende.core.record import Record, copy_record

from ..components import DICE, FACES, NEEDED
from ..rules import markable
from ..state import Phase
from .names import letters
from .shapes import Odds

HANDS = list(combinations_with_replacement(range(FACES), DICE))
"""All that five dice in rising order can show."""
ENOUGH = np.array([[hand.count(face) >= NEEDED[face] for face in range(FACES)] for hand in HANDS])
"""Whether a hand has enough of a face to mark a field with it."""
PLACE = {hand: at for at, hand in enumerate(HANDS)}
CERTAIN = 1000
"""Chances are told in thousandths."""
CHANGING = ("drawn", "key", "block", "ply", "dice", "throws_left")
"""What of a table changes from throw to throw."""


def odds(s: Record) -> list[Odds]:
    """Tell for each choice of dice to throw again how likely a field can be marked with what lies
    there then. Everybody may know it: views that differ would be taken for secrets."""
    if s.over or s.phase != Phase.THROW:
        return []
    enough = hands_for_a_mark(s)
    return [
        {"faces": faces, "mark": round(CERTAIN * float(chance @ enough))}
        for faces, chance in choices(tuple(s.dice.tolist()))
    ]


@lru_cache(maxsize=1024)
def choices(dice: tuple[int, ...]) -> list[tuple[str, np.ndarray]]:
    """List the faces of each choice of dice to throw again, and how likely each hand is then."""
    found = {thrown for count in range(DICE + 1) for thrown in combinations(dice, count)}
    return [("".join(letters(thrown)), chances(kept_of(dice, thrown))) for thrown in sorted(found)]


def hands_for_a_mark(s: Record) -> np.ndarray:
    """Find the hands with which a field can be marked as the sheet is now."""
    sheet = copy_record(s)
    for name in CHANGING:
        sheet[name] = 0
    return enough_on(sheet.tobytes(), sheet.dtype)


@lru_cache(maxsize=256)
def enough_on(sheet: bytes, dtype: np.dtype) -> np.ndarray:
    """Find them for a sheet; it stays the same from throw to throw. Each face is tried alone: with
    several, what can be marked with one or the other can be marked."""
    trial = np.frombuffer(bytearray(sheet), dtype)[0]
    open_to = np.zeros(FACES, bool)
    for face in range(FACES):
        trial.dice[:] = face
        open_to[face] = bool(markable(trial))
    return (ENOUGH & open_to).any(axis=1).astype(float)


def kept_of(dice: tuple[int, ...], thrown: tuple[int, ...]) -> tuple[int, ...]:
    """Return what stays on the table."""
    return tuple(sorted((Counter(dice) - Counter(thrown)).elements()))


@cache
def chances(kept: tuple[int, ...]) -> np.ndarray:
    """Work out how likely each hand is when all but some dice are thrown."""
    again = DICE - len(kept)
    found = np.zeros(len(HANDS))
    for thrown in combinations_with_replacement(range(FACES), again):
        ways = factorial(again) / prod(factorial(many) for many in Counter(thrown).values())
        found[PLACE[tuple(sorted(kept + thrown))]] += ways / FACES**again
    return found
