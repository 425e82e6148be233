"""What the facts of a game are, as one table of numbers that compiled rules read.

It has a row for each fact, then one for each part of a fact, then one for each kind or bit of a
part. One table, because every array that is handed to a rule costs time.
"""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ..fields import Bits, Number, OneOf, Part, What
from .layout import layout, observed

if TYPE_CHECKING:
    from ..game import Game

FIRST_PART, LAST_PART, WIDTH, WIDTH_PER_SEAT, UNKNOWN_VALUE, BY_SEAT, START = range(7)
"""The columns of a fact: the rows of its parts, how many entries a value takes, plainly and for
each seat, what stands there if it is unknown, and whether the first axis is the seat. From START
on: its first entry at a table of no seats, of one, of two, …"""
KIND, LOW, COUNT, SHIFT, MASK, FIRST_PLACE, ENTRIES, ENTRIES_PER_SEAT = range(8)
"""The columns of a part: what it is, its lowest value, how far its values, kinds or bits go, where
in the bits of a packed value it stands, the row of its first kind or bit, and how many entries it
takes."""
ENTRY, RUNS_OF_SEATS, SEAT = range(3)
"""The columns of a kind or bit: its entry, not counting runs of seats before it; how many those
are; and which seat it is, or NO_SEAT."""
A_NUMBER, A_KIND, A_KIND_OR_SEAT, A_SET, A_SET_OF_SEATS = range(5)
"""What a part is; of kinds and of bits those with seats among them stand apart."""
NO_SEAT = -1
NEVER_UNKNOWN = np.iinfo(np.int64).min  # stands in no field, so nothing is taken for it
EVERYTHING = -1  # the mask of a value that is not packed


@cache
def table_of(game: "Game") -> np.ndarray:
    """Write down the facts of a game."""
    facts = observed(game)
    parts = [(part, fact.what) for fact in facts for part in fact.what.parts]
    rows: list[list[int]] = []
    first_part, first_place = len(facts), len(facts) + len(parts)
    for number, fact in enumerate(facts):
        rows.append([*row_of_fact(fact.what, first_part), *starts_of(game, number)])
        first_part += len(fact.what.parts)
    for part, what in parts:
        rows.append(row_of_part(part, what, first_place))
        first_place += len(places_of(part))
    rows += [place for part, _ in parts for place in places_of(part)]
    table = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for at, row in enumerate(rows):
        table[at, : len(row)] = row
    return table


def starts_of(game: "Game", number: int) -> list[int]:
    """List the first entry of a fact at tables of all sizes; 0 where the game cannot be played."""
    sizes = range(1 + max(game.seats))
    return [layout(game, seats)[number].start if seats in game.seats else 0 for seats in sizes]


def row_of_fact(what: What, first_part: int) -> list[int]:
    """Write down one fact, whose parts stand from a row on."""
    plain, per_seat = (sum(column) for column in zip(*map(entries_of, what.parts), strict=True))
    unknown = NEVER_UNKNOWN if what.unknown is None else what.unknown
    last_part = first_part + len(what.parts)
    width = plain + (what.unknown is not None)
    return [first_part, last_part, width, per_seat, unknown, what.is_by_seat]


def entries_of(part: Part) -> tuple[int, int]:
    """Count the entries that a part takes, plainly and for each seat."""
    return part.entries(0), part.entries(1) - part.entries(0)


def row_of_part(part: Part, what: What, first_place: int) -> list[int]:
    """Write down one part of what a value is, whose kinds or bits stand from a row on."""
    before = what.parts[: what.parts.index(part)]
    shift = sum(it.width for it in before)
    mask = EVERYTHING if part is what.parts[-1] else (1 << part.width) - 1
    count = part.high - part.low if isinstance(part, Number) else len(places_of(part))
    return [kind_of(part), part.low, count, shift, mask, first_place, *entries_of(part)]


def kind_of(part: Part) -> int:
    """Tell what a part is."""
    if isinstance(part, Number):
        return A_NUMBER
    with_seats = any(run.of_seats for run in part.runs)
    if isinstance(part, OneOf):
        return A_KIND_OR_SEAT if with_seats else A_KIND
    return A_SET_OF_SEATS if with_seats else A_SET


def places_of(part: Part) -> list[list[int]]:
    """Write down the entry of each kind or bit of a part."""
    places: list[list[int]] = []
    plain = per_seat = 0
    for run in part.runs if isinstance(part, OneOf | Bits) else ():
        for at in range(run.count):
            seat = [plain, per_seat, at]
            places.append(seat if run.of_seats else [plain + at, per_seat, NO_SEAT])
        plain += 0 if run.of_seats else run.count
        per_seat += run.of_seats
    return places
