"""Which row of a net's first layer each entry of an observation adds.

The first layer is a sum of rows, one for each thing that a seat knows. An observation has other
entries with other numbers of seats; rows are counted from the own seat on, so that one net plays at
tables of all sizes. Where one of several kinds must stand, the first has no row: that nothing else
is there says it, and most of a large board is empty.
"""

import hashlib
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from math import prod

import numpy as np

from allmende.core.fields import Number, OneOf, What
from allmende.core.game import Game
from allmende.core.observation import Span, layout, size

NO_ROW = -1
MOST_OF_A_SEAT = 1000
"""What has more entries for each seat than this, such as a landscape, has rows for the own seat and
one set for all others: else a net for many seats would be too large a file."""


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a game's first layer."""

    count: int
    columns: np.ndarray
    """The row of each entry, or NO_ROW, by the number of seats; one line for each such number."""
    sizes: np.ndarray
    """How many entries an observation has, by the number of seats."""
    of_seats: np.ndarray
    """The row that is added at every table of so many seats."""


@cache
def rows_of(game: Game) -> Rows:
    """Number the rows of a game, from what its fields say they are."""
    numbers: dict[Hashable, int] = {}
    most = max(game.seats)
    columns = np.full((most + 1, size(game, most)), NO_ROW, np.int32)
    sizes, of_seats = np.zeros(most + 1, np.int64), np.zeros(most + 1, np.int64)
    for seats in reversed(game.seats):  # the largest table first: it has all rows
        sizes[seats] = size(game, seats)
        of_seats[seats] = numbers.setdefault(seats, len(numbers))
        for span in layout(game, seats):
            for entry, key in enumerate(keys_of(span, seats), span.start):
                if key is not None:
                    columns[seats, entry] = numbers.setdefault(key, len(numbers))
    return Rows(len(numbers), columns, sizes, of_seats)


def keys_of(span: Span, seats: int) -> Iterator[Hashable]:
    """Say of each entry of a span what it tells, the same at tables of all sizes; None for what
    needs no row."""
    values = list(keys_of_value(span.what, seats))
    cells = prod(span.shape[:-1])
    turns = seats if span.what.is_by_seat else 1
    alike = cells // turns * len(values) > MOST_OF_A_SEAT
    for cell in range(cells):
        turn, place = divmod(cell, cells // turns)
        who = min(turn, 1) if alike else turn
        for value in values:
            yield None if value is None else (span.name, who, place, value)


def keys_of_value(what: What, seats: int) -> Iterator[Hashable]:
    """Say of each entry of one value what it tells."""
    for number, part in enumerate(what.parts):
        if isinstance(part, Number):
            yield number
            continue
        for turn, run in enumerate(part.runs):
            for at in range(run.entries(seats)):
                first = isinstance(part, OneOf) and not (run.of_seats or turn or at)
                yield None if first and not what.count else (number, turn, at)
    if what.unknown is not None:
        yield "unknown"


def fingerprint(game: Game) -> str:
    """Sum up what a net for a game must know to fit: what is observed, and how many moves."""
    spans = [(span.name, str(span.what), span.shape) for span in layout(game, max(game.seats))]
    said = f"{game.name} {game.seats} {game.moves} {rows_of(game).count} {spans}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]
