"""How a net judges: what each legal move is worth trying, and how each seat will end.

All of it is compiled and allocates nothing. Sums run along lines of weights, which the compiler
does many numbers at a time, and lines that would be multiplied by zero are left out. What a seat
sees differs little from what it saw when the net was last asked, so only that is added up anew.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from allmende.core.game import Game
from allmende.core.observation import observer, size
from allmende.core.record import Record
from allmende.core.rule import rule

from .rows import NO_ROW, rows_of
from .weights import HIDDEN, Weights

LANES = 8  # sums that run side by side
BLOCK = 32
"""So many entries are looked at together for something that has changed."""
OFTEN = 256
"""After so many answers sums are made anew, so that what is lost in rounding stays small."""
TIMES, SEATS = range(2)


class Desk(NamedTuple):
    """The memory of one who judges, and what stands where in an observation."""

    columns: np.ndarray
    sizes: np.ndarray
    of_seats: np.ndarray
    seen: np.ndarray
    before: np.ndarray
    """What each seat saw when the net was last asked, and what its rows summed up to."""
    sums: np.ndarray
    answers: np.ndarray
    """How often the net was asked for each seat, and at a table of how many seats."""
    total: np.ndarray
    one: np.ndarray
    two: np.ndarray
    likely: np.ndarray
    """How likely each legal move is, in the order of the list of moves."""
    values: np.ndarray
    """What each seat is expected to get, from -1 to 1, from the own seat on."""


def desk_for(game: Game, weights: Weights) -> Desk:
    """Return the memory for judging a game with a net."""
    rows, most = rows_of(game), max(game.seats)
    entries, width = -(-size(game, most) // BLOCK) * BLOCK, weights.rows.shape[1]
    return Desk(
        columns=rows.columns,
        sizes=rows.sizes,
        of_seats=rows.of_seats,
        seen=np.zeros(entries, np.float32),
        before=np.zeros((most, entries), np.float32),
        sums=np.zeros((most, width), np.float32),
        answers=np.zeros((most, 2), np.int64),
        total=np.zeros(width, np.float32),
        one=np.zeros(HIDDEN, np.float32),
        two=np.zeros(HIDDEN, np.float32),
        likely=np.zeros(game.moves, np.float32),
        values=np.zeros(most, np.float32),
    )


def forget_answers(desk: Desk) -> None:
    """Begin anew, so that answers hang on nothing that was asked before, not even by rounding."""
    desk.answers[:] = 0


@rule(exact=False)
def add_line(total: np.ndarray, line: np.ndarray, times: float) -> None:
    """Add a line of weights to a sum, some times."""
    often = np.float32(times)
    for i in range(len(total)):
        total[i] += often * line[i]


@rule(exact=False)
def copy_row(total: np.ndarray, line: np.ndarray) -> None:
    """Begin a sum with a line of weights."""
    for i in range(len(total)):
        total[i] = line[i]


@rule(exact=False)
def add_row(total: np.ndarray, line: np.ndarray) -> None:
    """Add a line of weights to a sum, once."""
    for i in range(len(total)):
        total[i] += line[i]


@rule(exact=False)
def keep_positive(total: np.ndarray) -> None:
    """Put zero for what is below it."""
    for i in range(len(total)):
        total[i] = max(total[i], np.float32(0.0))


@rule(exact=False)
def add_entry(weights: Weights, desk: Desk, seats: int, seat: int, entry: int) -> None:
    """Add to the sum of a seat what has changed in one entry."""
    row = desk.columns[seats, entry]
    if row != NO_ROW:
        more = desk.seen[entry] - desk.before[seat, entry]
        add_line(desk.sums[seat], weights.rows[row], more)


@rule(exact=False)
def begin_sum(weights: Weights, desk: Desk, seats: int, seat: int) -> None:
    """Begin the sum of a seat as if it had seen nothing yet."""
    copy_row(desk.sums[seat], weights.rows_bias)
    add_row(desk.sums[seat], weights.rows[desk.of_seats[seats]])
    desk.before[seat] = np.float32(0.0)
    desk.answers[seat, SEATS] = seats


@rule(exact=False)
def sum_changes(weights: Weights, desk: Desk, seats: int, seat: int) -> None:
    """Bring the sum of a seat up to what it sees now."""
    seen, before = desk.seen, desk.before[seat]
    for first in range(0, desk.sizes[seats], BLOCK):
        changed = 0
        for entry in range(first, first + BLOCK):
            changed += seen[entry] != before[entry]
        if changed:
            for entry in range(first, min(first + BLOCK, desk.sizes[seats])):
                if seen[entry] != before[entry]:
                    add_entry(weights, desk, seats, seat, entry)
                    before[entry] = seen[entry]


@rule(exact=False)
def sum_rows(
    weights: Weights, desk: Desk, seats: int, seat: int, moves: np.ndarray, found: int
) -> None:
    """Sum up the rows of all that a seat sees, and of all that it may do."""
    if desk.answers[seat, TIMES] % OFTEN == 0 or desk.answers[seat, SEATS] != seats:
        begin_sum(weights, desk, seats, seat)
    desk.answers[seat, TIMES] += 1
    sum_changes(weights, desk, seats, seat)
    copy_row(desk.total, desk.sums[seat])
    for i in range(found):
        add_row(desk.total, weights.allowed[moves[i]])
    keep_positive(desk.total)


@rule(exact=False)
def pass_through(given: np.ndarray, weights: np.ndarray, bias: np.ndarray, out: np.ndarray) -> None:
    """Compute one layer."""
    copy_row(out, bias)
    for i in range(len(given)):
        if given[i] != 0.0:
            add_line(out, weights[i], given[i])
    keep_positive(out)


@rule(exact=False)
def product(one: np.ndarray, other: np.ndarray) -> np.float32:
    """Multiply two lines, in eight sums side by side: one sum would wait for itself."""
    a = b = c = d = e = f = g = h = np.float32(0.0)
    for i in range(0, HIDDEN, LANES):
        a += one[i] * other[i]
        b += one[i + 1] * other[i + 1]
        c += one[i + 2] * other[i + 2]
        d += one[i + 3] * other[i + 3]
        e += one[i + 4] * other[i + 4]
        f += one[i + 5] * other[i + 5]
        g += one[i + 6] * other[i + 6]
        h += one[i + 7] * other[i + 7]
    return ((a + b) + (c + d)) + ((e + f) + (g + h))


@rule(exact=False)
def weigh_moves(weights: Weights, desk: Desk, moves: np.ndarray, found: int) -> None:
    """Write how likely each legal move is."""
    most = np.float32(-np.inf)
    for i in range(found):
        move = moves[i]
        desk.likely[i] = weights.moves_bias[move] + product(weights.moves[move], desk.two)
        most = max(most, desk.likely[i])
    total = np.float32(0.0)
    for i in range(found):
        desk.likely[i] = math.exp(desk.likely[i] - most)
        total += desk.likely[i]
    for i in range(found):
        desk.likely[i] /= total


@rule(exact=False)
def foresee(weights: Weights, desk: Desk, seats: int) -> None:
    """Write what each seat is expected to get."""
    copy_row(desk.values, weights.values_bias)
    for i in range(HIDDEN):
        if desk.two[i] != 0.0:
            add_line(desk.values, weights.values[i], desk.two[i])
    for turn in range(seats):
        desk.values[turn] = math.tanh(desk.values[turn])


@cache
def judge_of(game: Game) -> Callable[..., None]:
    """Compile the rule `judge(known, seat, moves, found, weights, desk)`: what a net thinks of a
    decision, given as what the seat knows (a concealed record) and its legal moves. It leaves in
    `desk.likely` how likely the net makes each of them, and in `desk.values` what it expects for
    each seat."""
    write = observer(game, game.seats[0])

    @rule(exact=False)
    def judge(
        known: Record, seat: int, moves: np.ndarray, found: int, weights: Weights, desk: Desk
    ) -> None:
        seats = int(known.seats)
        write(known, seat, desk.seen[: desk.sizes[seats]])
        sum_rows(weights, desk, seats, seat, moves, found)
        pass_through(desk.total, weights.first, weights.first_bias, desk.one)
        pass_through(desk.one, weights.second, weights.second_bias, desk.two)
        add_row(desk.two, desk.one)
        weigh_moves(weights, desk, moves, found)
        foresee(weights, desk, seats)

    return judge
