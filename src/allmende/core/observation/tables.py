"""What the fields of a game are, as tables of numbers that compiled rules read."""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..fields import Bits, Number, OneOf, Part, What
from .layout import layout, observed

if TYPE_CHECKING:
    from ..game import Game

FIRST_PART, LAST_PART, WIDTH, WIDTH_PER_SEAT, HIDDEN, UNKNOWN_VALUE, BY_SEAT = range(7)
"""The columns of a fact: its parts, how many entries a known value takes, plainly and for each
seat, whether it may be unknown, what stands there then, and whether the first axis is the seat."""
KIND, LOW, COUNT, SHIFT, FIRST_PLACE, ENTRIES, ENTRIES_PER_SEAT = range(7)
"""The columns of a part: what it is, its lowest value, how far its values, kinds or bits go, how
many bits it takes of a packed value, where its places begin, and how many entries it takes."""
ENTRY, RUNS_OF_SEATS, SEAT = range(3)
"""The columns of the place of a kind or bit: its entry, not counting runs of seats before it; how
many those are; and which seat it is, or NO_SEAT."""
A_NUMBER, A_KIND, A_SET = range(3)
NO_SEAT = -1


class Tables(NamedTuple):
    """All that is to be known of the facts of a game."""

    facts: np.ndarray
    parts: np.ndarray
    places: np.ndarray
    starts: np.ndarray
    """For each fact and number of seats the entry that it begins with."""


@cache
def tables_of(game: "Game") -> Tables:
    """Write down the facts of a game."""
    facts: list[list[int]] = []
    parts: list[list[int]] = []
    places: list[list[int]] = []
    for fact in observed(game):
        first = len(parts)
        for part in fact.what.parts:
            parts.append(row_of_part(part, len(places)))
            places.extend(places_of(part))
        facts.append(row_of_fact(fact.what, first, parts))
    return Tables(
        np.array(facts), np.array(parts), np.array(places or [[0, 0, NO_SEAT]]), starts_of(game)
    )


def starts_of(game: "Game") -> np.ndarray:
    """Write down where facts begin, at tables of all sizes."""
    starts = np.zeros((len(observed(game)), 1 + max(game.seats)), np.int64)
    for seats in game.seats:
        starts[:, seats] = [span.start for span in layout(game, seats)]
    return starts


def row_of_fact(what: What, first: int, parts: list[list[int]]) -> list[int]:
    """Write down one fact, whose parts stand from `first` on."""
    plain = sum(part[ENTRIES] for part in parts[first:])
    per_seat = sum(part[ENTRIES_PER_SEAT] for part in parts[first:])
    is_hidden = what.unknown is not None
    unknown = 0 if what.unknown is None else what.unknown
    return [first, len(parts), plain, per_seat, is_hidden, unknown, what.is_by_seat]


def row_of_part(part: Part, first: int) -> list[int]:
    """Write down one part, whose places stand from `first` on."""
    if isinstance(part, Number):
        return [A_NUMBER, part.low, part.high - part.low, 0, first, 1, 0]
    kind = A_KIND if isinstance(part, OneOf) else A_SET
    count = sum(run.count for run in part.runs)
    plain = sum(run.count for run in part.runs if not run.of_seats)
    per_seat = sum(run.of_seats for run in part.runs)
    return [kind, part.low, count, part.width, first, plain, per_seat]


def places_of(part: Part) -> list[list[int]]:
    """Write down the entry of each kind or bit of a part."""
    places: list[list[int]] = []
    plain = per_seat = 0
    for run in part.runs if isinstance(part, OneOf | Bits) else ():
        for at in range(run.count):
            places.append(
                [plain, per_seat, at] if run.of_seats else [plain + at, per_seat, NO_SEAT]
            )
        plain += 0 if run.of_seats else run.count
        per_seat += run.of_seats
    return places
