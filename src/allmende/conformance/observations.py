"""Laws about observations: they hold what a seat knows, all of it and nothing else."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np

from allmende.core.fields import Bits, Number, OneOf, Part, Run, What, bits, each_seat
from allmende.core.game import Game, watcher_of
from allmende.core.knowledge import knowledge_of
from allmende.core.observation import Span, layout, observer, size
from allmende.core.observation.layout import OPTIONS, OWN_SEAT
from allmende.core.record import Record, copy_record, fields_of

from .case import BrokenLaw, Case, demand, played, random_states, watchers
from .conceal import Look, own_places, swap_two_values
from .differences import who

GAMES, PER_GAME, WORLDS, SWAPS = 4, 6, 3, 12
ALIKE_GAMES, PER_PHASE = 2_000, 8


def observed(case: Case, known: Record, seat: int | None) -> np.ndarray:
    """Return the observation of a concealed record; memory that nobody cleaned is under it."""
    out = np.full(size(case.game, case.seats), np.nan, np.float32)
    observer(case.game, case.seats)(known, watcher_of(seat), out)
    return out


def observations_hold_no_secret(case: Case) -> None:
    """What a seat observes is the same in every world that it can imagine and with any chance, and
    so is the hash of what it knows."""
    chooser = random.Random("observe")
    for at, s in enumerate(random_states(case, "observe", GAMES, PER_GAME)):
        for seat in watchers(case):
            truth, digest = seen_of(case, s, seat)
            look = Look(case.game, s, seat)
            for world in worlds_like(case, s, seat, f"world/{at}", chooser):
                there, digest_there = seen_of(case, world, seat)
                where = first_difference(case, truth, there)
                if where is None and digest_there == digest:
                    continue
                if look.is_the_same_at(world):
                    raise BrokenLaw(f"{where or 'the hash'} shows {who(seat)} a secret")


def seen_of(case: Case, s: Record, seat: int | None) -> tuple[np.ndarray, str]:
    """Return what a seat observes of a record, and the hash of what it knows."""
    known = knowledge_of(case.game, s, seat)
    return observed(case, known.known, seat), known.digest


def worlds_like(
    case: Case, s: Record, seat: int | None, seed: str, chooser: random.Random
) -> Iterator[Record]:
    """Yield worlds that a seat imagines, and others which differ from the truth in two values."""
    for world in range(WORLDS):
        yield case.game.veiled(s, seat, f"{seed}/{world}")
    likely = own_places(s, case.game.veiled(s, seat, seed))
    for _ in range(SWAPS):
        other = swap_two_values(s, likely, chooser)
        if other is not None and case.game.flaw(other) is None:
            yield other


def first_difference(case: Case, one: np.ndarray, other: np.ndarray) -> str | None:
    """Name the first fact in which two observations differ."""
    if np.array_equal(one, other):
        return None
    for span in layout(case.game, case.seats):
        if not np.array_equal(one[span.start : span.stop], other[span.start : span.stop]):
            return span.name
    return None


def observations_tell_what_is_known(case: Case) -> None:
    """Every field stands in an observation once, or says why not; all that is known of it stands
    there as the field says, in entries from 0 to 1."""
    spans = layout(case.game, case.seats)
    every_field_stands_there_once(case, spans)
    for s in random_states(case, "observe", GAMES, PER_GAME):
        for seat in watchers(case):
            known = case.game.concealed(s, seat)
            out = observed(case, known, seat)
            facts = facts_of(case.game, case.seats, watcher_of(seat))
            inside = np.isfinite(out).all() and out.min() >= 0 and out.max() <= 1
            demand(bool(inside), f"seat {seat} observes {out.min()} to {out.max()}, or no number")
            for span, fact in zip(spans, facts, strict=True):
                expected = fact.entries(known_values(case, known, seat, span))
                same = np.array_equal(out[span.start : span.stop], expected)
                demand(same, f"field '{span.name}' is not what seat {seat} observes of it")


def every_field_stands_there_once(case: Case, spans: tuple[Span, ...]) -> None:
    """Demand that facts lie one behind the other, and that no field is missing or double."""
    ends = [0, *(span.stop for span in spans)]
    demand(ends[:-1] == [span.start for span in spans], "observed facts overlap")
    whats = fields_of(case.game.record)
    shown = sorted(name for name, what in whats.items() if not what.left_out)
    own = sorted(span.name for span in spans if span.name in whats)
    demand(own == shown, f"fields {shown} are to be observed, and {own} are")


def known_values(case: Case, known: Record, seat: int | None, span: Span) -> np.ndarray:
    """Return what is known of a fact, in the order of an observation: the own seat first."""
    if span.name == OWN_SEAT:
        return np.array([watcher_of(seat)] if seat is not None else [])
    if span.name.startswith(f"{OPTIONS}."):
        at = list(case.game.numbered).index(span.name.removeprefix(f"{OPTIONS}."))
        return np.array([known.options[at]])
    values = np.atleast_1d(known[span.name])
    if span.what.is_by_seat:
        return np.roll(values[: case.seats], -max(watcher_of(seat), 0), axis=0)
    return values[: int(known[span.what.count])] if span.what.count else values


@cache
def facts_of(game: Game, seats: int, seat: int) -> list["Fact"]:
    """Make what says the entries of each fact that a seat observes."""
    return [
        Fact(span, seats, 0 if span.name == OWN_SEAT else max(seat, 0))
        for span in layout(game, seats)
    ]


class Fact(dict[int, list[float]]):
    """What the entries of each value of a field must be, worked out once for each."""

    def __init__(self, span: Span, seats: int, own: int) -> None:
        self.span, self.seats, self.own = span, seats, own

    def __missing__(self, value: int) -> list[float]:
        is_declared_or_unknown(self.span, value, self.seats)
        self[value] = entries_of_value(self.span.what, value, self.seats, self.own)
        return self[value]

    def entries(self, values: np.ndarray) -> np.ndarray:
        """Return what the entries of all values must be; a list has room for more than stands
        there."""
        span = self.span
        entries = np.zeros((span.stop - span.start) // span.shape[-1] * span.shape[-1], np.float32)
        told = np.array([self[value] for value in values.ravel().tolist()], np.float32).ravel()
        entries[: len(told)] = told
        return entries


def is_declared_or_unknown(span: Span, value: int, seats: int) -> None:
    """Demand that a value of a concealed field is what the field says, or unknown."""
    demand(
        value == span.what.unknown or bool(span.what.fits(np.array(value), seats)),
        f"field '{span.name}' says it is {span.what}, but concealed it holds [{value}]",
    )


def entries_of_value(what: What, value: int, seats: int, own: int) -> list[float]:
    """Return what the entries of one value must be."""
    if value == what.unknown:
        return [0.0] * (what.entries(seats) - 1) + [1.0]
    parts = what.digits(np.array(value))
    known = [it for part, digit in parts for it in entries_of_part(part, int(digit), seats, own)]
    return known if what.unknown is None else [*known, 0.0]


def entries_of_part(part: Part, digit: int, seats: int, own: int) -> Iterator[float]:
    """Yield what the entries of one part of a value must be."""
    if isinstance(part, Number):
        yield min(max((digit - part.low) / (part.high - part.low), 0.0), 1.0)
        return
    first = part.low
    for run in part.runs:
        for at in range(run.entries(seats)):
            kind = first + ((own + at) % seats if run.of_seats else at)
            yield float(digit >> kind & 1 if isinstance(part, Bits) else digit == kind)
        first += run.count


def turning_the_table_turns_all(case: Case) -> None:
    """With all that is declared by seat moved on by one, a game in which seats are alike is sound
    and has the same moves and points, moved on; and the next seat observes what the seat did."""
    for s in random_states(case, "turn", GAMES, PER_GAME):
        for seat in range(case.seats):
            known = case.game.concealed(s, seat)
            following = (seat + 1) % case.seats
            then = observed(case, turned(case, known), following)
            where = first_difference(case, observed(case, known, seat), then)
            demand(where in (None, OWN_SEAT), f"'{where}' does not turn with the table")
    if case.game.seats_alike:
        for s in states_of_every_phase(case):
            is_the_same_game(case, s, turned(case, s))


def states_of_every_phase(case: Case) -> Iterator[Record]:
    """Yield some states of each phase, also of those that come in few games."""
    found: Counter[int] = Counter()
    for index in range(case.share(ALIKE_GAMES)):
        records = played(case, f"alike/{index}").records
        for phase in np.unique(records["phase"]).tolist():
            if found[phase] < PER_PHASE:
                here = records[records["phase"] == phase]
                yield from (here[0], here[len(here) // 2], here[-1])
                found[phase] += 1


def is_the_same_game(case: Case, s: Record, then: Record) -> None:
    """Demand that a game is the same one seat further."""
    game = case.game
    flaw = game.flaw(then)
    demand(flaw is None, f"seats are not alike: at a table that was turned {flaw}")
    for seat in game.to_act(s):
        same = game.legal_moves(then, (seat + 1) % case.seats) == game.legal_moves(s, seat)
        demand(same, f"seats are not alike: the moves of seat {seat} do not turn with the table")
    for name, rule in (("points", game.scores), ("places", game.places)):
        same = np.roll(rule(s), 1).tolist() == rule(then)
        demand(same, f"seats are not alike: the {name} do not turn with the table")


def turned(case: Case, s: Record) -> Record:
    """Return a record in which everybody has moved on to the next seat."""
    then, seats = copy_record(s), case.seats
    then.waiting = turn_part(bits(each_seat(seats)).parts[0], np.array(s.waiting), seats)
    for name, what in turning_fields(case.game).items():
        if what.is_by_seat:
            then[name][:seats] = np.roll(s[name][:seats], 1, axis=0)
        if not names_seats(what):
            continue
        values = turn_values(what, np.asarray(then[name]), seats)
        count = int(s[what.count]) if what.count else None
        if values.ndim:
            then[name][:count] = values[:count]
        else:
            then[name] = values
    return then


@cache
def turning_fields(game: Game) -> dict[str, What]:
    """Return the fields that are not the same from every seat."""
    whats = fields_of(game.record)
    return {name: it for name, it in whats.items() if it.is_by_seat or names_seats(it)}


def names_seats(what: What) -> bool:
    """Tell whether a value of a field can be a seat, or a set with seats in it."""
    parts = (part for part in what.parts if not isinstance(part, Number))
    return any(run.of_seats for part in parts for run in part.runs)


def turn_values(what: What, values: np.ndarray, seats: int) -> np.ndarray:
    """Move the seats among values on by one."""
    result, shift = np.zeros(values.shape, np.int64), 0
    for part, digits in what.digits(values):
        result |= turn_part(part, digits, seats) << shift
        shift += part.width
    return np.where(values == what.unknown, values, result)


def turn_part(part: Part, digits: np.ndarray, seats: int) -> np.ndarray:
    """Move the seats in one part of values on by one."""
    if isinstance(part, Number):
        return digits
    kinds = turned_kinds(part.runs, seats)
    if isinstance(part, OneOf):
        known = (digits >= part.low) & (digits < part.low + len(kinds))
        return np.where(known, part.low + kinds[np.where(known, digits - part.low, 0)], digits)
    sets = np.zeros(digits.shape, np.int64)
    for at, then in enumerate(kinds.tolist()):
        sets |= (digits >> at & 1) << then
    return sets


@cache
def turned_kinds(runs: tuple[Run, ...], seats: int) -> np.ndarray:
    """Tell of each kind, or bit, which it is one seat further."""
    kinds: list[int] = []
    for run in runs:
        first = len(kinds)
        for at in range(run.count):
            kinds.append(first + ((at + 1) % seats if run.of_seats and at < seats else at))
    return np.array(kinds)
