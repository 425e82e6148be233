"""The rule that writes what a seat knows into a vector."""

from collections.abc import Callable
from functools import cache, reduce
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numba import literal_unroll

from ..record import Record
from ..rule import rule
from .layout import OPTIONS, OWN_SEAT, observed
from .tables import (
    A_KIND,
    A_KIND_OR_SEAT,
    A_NUMBER,
    A_SET,
    BY_SEAT,
    COUNT,
    ENTRIES,
    ENTRIES_PER_SEAT,
    ENTRY,
    FIRST_PART,
    FIRST_PLACE,
    KIND,
    LAST_PART,
    LOW,
    MASK,
    NEVER_UNKNOWN,
    NO_SEAT,
    RUNS_OF_SEATS,
    SEAT,
    SHIFT,
    START,
    UNKNOWN_VALUE,
    WIDTH,
    WIDTH_PER_SEAT,
    table_of,
)

if TYPE_CHECKING:
    from ..game import Game

Writer: TypeAlias = Callable[[Record, int, np.ndarray], None]
NO_FACT = -1


@rule(inline=True)
def mark(place: int, own: int, seats: int, at: int, out: np.ndarray, table: np.ndarray) -> None:
    """Set the entry of a kind or a bit; a seat stands as far from the own one as at the table."""
    entry = at + table[place, ENTRY] + table[place, RUNS_OF_SEATS] * seats
    seat = table[place, SEAT]
    if seat == NO_SEAT:
        out[entry] = 1
    elif seat < seats:
        out[entry + (seat - own if seat >= own else seat - own + seats)] = 1


@rule(inline=True, exact=False)
def put_number(
    digit: int,
    place: int,
    count: int,
    own: int,
    seats: int,
    at: int,
    out: np.ndarray,
    table: np.ndarray,
) -> None:
    """Write a number as its share of the range."""
    out[at] = min(max(digit, 0), count) / count


@rule(inline=True)
def put_kind(
    digit: int,
    place: int,
    count: int,
    own: int,
    seats: int,
    at: int,
    out: np.ndarray,
    table: np.ndarray,
) -> None:
    """Write a kind as one entry of many, in the order of their numbers."""
    if 0 <= digit < count:
        out[at + digit] = 1


@rule(inline=True)
def put_kind_or_seat(
    digit: int,
    place: int,
    count: int,
    own: int,
    seats: int,
    at: int,
    out: np.ndarray,
    table: np.ndarray,
) -> None:
    """Write a kind as one entry of many, with seats among them."""
    if 0 <= digit < count:
        mark(place + digit, own, seats, at, out, table)


@rule(inline=True)
def put_set(
    digit: int,
    place: int,
    count: int,
    own: int,
    seats: int,
    at: int,
    out: np.ndarray,
    table: np.ndarray,
) -> None:
    """Write a set as one entry for each bit, in their order."""
    bit = 0
    while digit != 0 and bit < count:
        if digit & 1 == 1:
            out[at + bit] = 1
        digit, bit = digit >> 1, bit + 1


@rule(inline=True)
def put_set_of_seats(
    digit: int,
    place: int,
    count: int,
    own: int,
    seats: int,
    at: int,
    out: np.ndarray,
    table: np.ndarray,
) -> None:
    """Write a set as one entry for each bit, with seats among them."""
    bit = 0
    while digit != 0 and bit < count:
        if digit & 1 == 1:
            mark(place + bit, own, seats, at, out, table)
        digit, bit = digit >> 1, bit + 1


def put_each(put: Callable[..., None]) -> Callable[..., None]:
    """Compile what writes one part of many values. What that part is, it reads once and not for
    each of them: the compiler cannot know that writing to `out` leaves the table as it is."""

    @rule
    def put_part(
        row: np.ndarray,
        last: int,
        unknown: int,
        part: int,
        own: int,
        seats: int,
        at: int,
        width: int,
        out: np.ndarray,
        table: np.ndarray,
    ) -> None:
        shift, mask, low = table[part, SHIFT], table[part, MASK], table[part, LOW]
        count, place = table[part, COUNT], table[part, FIRST_PLACE]
        for i in range(last):
            value = int(row[i])
            if value != unknown:
                digit = ((value >> shift) & mask) - low
                put(digit, place, count, own, seats, at + i * width, out, table)

    return put_part


put_numbers, put_kinds, put_sets = map(put_each, (put_number, put_kind, put_set))
put_kinds_or_seats, put_sets_of_seats = map(put_each, (put_kind_or_seat, put_set_of_seats))


@rule(inline=True)
def width_of(fact: int, seats: int, table: np.ndarray) -> int:
    """Return how many entries one value of a fact takes."""
    return table[fact, WIDTH] + table[fact, WIDTH_PER_SEAT] * seats


@rule(inline=True)
def end_of_part(part: int, seats: int, at: int, table: np.ndarray) -> int:
    """Return where the next part of a value goes."""
    return at + table[part, ENTRIES] + table[part, ENTRIES_PER_SEAT] * seats


@rule
def put_values(
    row: np.ndarray,
    count: int,
    fact: int,
    own: int,
    seats: int,
    at: int,
    out: np.ndarray,
    table: np.ndarray,
) -> int:
    """Write the first values of a row, one part after the other, and return where the next value
    goes."""
    last, width = min(len(row), count), width_of(fact, seats, table)
    unknown, start = table[fact, UNKNOWN_VALUE], at
    for part in range(table[fact, FIRST_PART], table[fact, LAST_PART]):
        kind = table[part, KIND]
        if kind == A_NUMBER:
            put_numbers(row, last, unknown, part, own, seats, start, width, out, table)
        elif kind == A_KIND:
            put_kinds(row, last, unknown, part, own, seats, start, width, out, table)
        elif kind == A_KIND_OR_SEAT:
            put_kinds_or_seats(row, last, unknown, part, own, seats, start, width, out, table)
        elif kind == A_SET:
            put_sets(row, last, unknown, part, own, seats, start, width, out, table)
        else:
            put_sets_of_seats(row, last, unknown, part, own, seats, start, width, out, table)
        start = end_of_part(part, seats, start, table)
    for i in range(last if unknown != NEVER_UNKNOWN else 0):
        if row[i] == unknown:
            out[at + (i + 1) * width - 1] = 1
    return at + last * width


@rule
def put_value(
    value: int, fact: int, own: int, seats: int, at: int, out: np.ndarray, table: np.ndarray
) -> int:
    """Write one value of a fact, and return where the next one goes."""
    end, whole = at + width_of(fact, seats, table), int(value)
    if whole == table[fact, UNKNOWN_VALUE]:
        out[end - 1] = 1
        return end
    for part in range(table[fact, FIRST_PART], table[fact, LAST_PART]):
        digit = ((whole >> table[part, SHIFT]) & table[part, MASK]) - table[part, LOW]
        kind, count, place = table[part, KIND], table[part, COUNT], table[part, FIRST_PLACE]
        if kind == A_NUMBER:
            put_number(digit, place, count, own, seats, at, out, table)
        elif kind == A_KIND:
            put_kind(digit, place, count, own, seats, at, out, table)
        elif kind == A_KIND_OR_SEAT:
            put_kind_or_seat(digit, place, count, own, seats, at, out, table)
        elif kind == A_SET:
            put_set(digit, place, count, own, seats, at, out, table)
        else:
            put_set_of_seats(digit, place, count, own, seats, at, out, table)
        at = end_of_part(part, seats, at, table)
    return end


@rule
def put_row(
    row: np.ndarray, fact: int, own: int, seats: int, at: int, out: np.ndarray, table: np.ndarray
) -> int:
    """Write a row of values, or one for each seat."""
    if table[fact, BY_SEAT] == 0:
        return put_values(row, len(row), fact, own, seats, at, out, table)
    for turn in range(seats):
        at = put_value(row[(own + turn) % seats], fact, own, seats, at, out, table)
    return at


@rule
def put_grid(
    grid: np.ndarray, fact: int, own: int, seats: int, at: int, out: np.ndarray, table: np.ndarray
) -> int:
    """Write rows of values, or one row for each seat."""
    of_seats = table[fact, BY_SEAT] == 1
    for turn in range(seats if of_seats else len(grid)):
        row = grid[(own + turn) % seats if of_seats else turn]
        at = put_values(row, len(row), fact, own, seats, at, out, table)
    return at


@rule
def put_box(
    box: np.ndarray, fact: int, own: int, seats: int, at: int, out: np.ndarray, table: np.ndarray
) -> int:
    """Write grids of values, or one grid for each seat."""
    of_seats = table[fact, BY_SEAT] == 1
    for turn in range(seats if of_seats else len(box)):
        grid = box[(own + turn) % seats if of_seats else turn]
        for i in range(len(grid)):
            at = put_values(grid[i], len(grid[i]), fact, own, seats, at, out, table)
    return at


@rule
def put_nothing(s: Record, own: int, seats: int, out: np.ndarray, table: np.ndarray) -> None:
    """Write the facts of a kind that a game has none of."""


def put_all(
    names: tuple[str, ...], numbers: np.ndarray, put: Callable[..., int]
) -> Callable[..., None]:
    """Compile what writes fields of one kind, each of which is a fact with a number."""
    if not names:
        return put_nothing

    @rule(exact=False)  # the names of fields are strings
    def put_fields(s: Record, own: int, seats: int, out: np.ndarray, table: np.ndarray) -> None:
        turn = 0  # the compiler cannot unroll what is numbered by enumerate
        for name in literal_unroll(names):
            fact = numbers[turn]
            put(s[name], fact, own, seats, table[fact, START + seats], out, table)
            turn += 1  # noqa: SIM113

    return put_fields


def put_list(name: str, count: str, fact: int) -> Callable[..., None]:
    """Compile what writes a list of which another field says how long it is."""

    @rule(exact=False)  # as above
    def put_listed(s: Record, own: int, seats: int, out: np.ndarray, table: np.ndarray) -> None:
        at = table[fact, START + seats]
        put_values(s[name], int(s[count]), fact, own, seats, at, out, table)

    return put_listed


def both(one: Callable[..., None], other: Callable[..., None]) -> Callable[..., None]:
    """Compile what writes two things."""

    @rule
    def put_both(s: Record, own: int, seats: int, out: np.ndarray, table: np.ndarray) -> None:
        one(s, own, seats, out, table)
        other(s, own, seats, out, table)

    return put_both


BY_AXES: tuple[Callable[..., int], ...] = (put_value, put_row, put_grid, put_box)


def put_record(game: "Game") -> Callable[..., None]:
    """Compile what writes all fields of a record."""
    facts = observed(game)
    columns = game.record.names or ()
    fields = [it for it in range(len(facts)) if facts[it].name in columns]
    writers = [
        put_list(facts[it].name, facts[it].what.count, it) for it in fields if facts[it].what.count
    ]
    for axes, put in enumerate(BY_AXES):
        numbers = [it for it in fields if len(facts[it].shape) == axes and not facts[it].what.count]
        writers.append(put_all(tuple(facts[it].name for it in numbers), np.array(numbers), put))
    return reduce(both, writers)


@cache
def observer(game: "Game", seats: int) -> Writer:
    """Return the compiled rule `write(s, seat, out)`: it writes what a seat knows, given as a
    concealed record, into `out`, a vector of float32 with `size(game, seats)` entries. Seat -1 is a
    spectator, who counts from the first seat on."""
    game.check_seats(seats)
    return writer_of(game)


@cache
def writer_of(game: "Game") -> Writer:
    """Compile the rule that writes observations at tables of all sizes."""
    names = [fact.name for fact in observed(game)]
    own_seat = names.index(OWN_SEAT) if OWN_SEAT in names else NO_FACT
    options = [at for at, name in enumerate(names) if name.startswith(f"{OPTIONS}.")]
    first_option, end_of_options = (options[0], options[-1] + 1) if options else (0, 0)
    put_fields, table = put_record(game), table_of(game)

    @rule
    def write(s: Record, seat: int, out: np.ndarray) -> None:
        seats, own = int(s.seats), max(seat, 0)
        out[:] = 0
        if own_seat != NO_FACT and seat >= 0:
            out[table[own_seat, START + seats] + seat] = 1
        for fact in range(first_option, end_of_options):
            chosen = s.options[fact - first_option]
            put_value(chosen, fact, own, seats, table[fact, START + seats], out, table)
        put_fields(s, own, seats, out, table)

    return write
