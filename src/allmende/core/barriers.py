"""Information barriers: which moves cannot be taken back.

A move is free to be taken back if it used no chance and nobody learned anything from it but that it
was made. What a watcher learned is found by imagining: every world that it took for possible
before must lead to the very same knowledge after the move, or one of them is ruled out now. Where
the watcher cannot know which move it was, any move may lead there.

A concealed record is canonical: two records that differ only in what a watcher cannot know are the
same when that is concealed. So what a watcher knows is its concealed record.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from .chance import key_of_seed
from .game import SPECTATOR, Game
from .record import Record, blank_records, fields_of
from .rule import rule

WORLDS = 24
"""How many worlds are imagined for each watcher: with two that are left, the odds that all of
these agree by chance are one in eight million."""
KEYS = np.array([key_of_seed(f"table {number}") for number in range(WORLDS)])
"""Keys that anyone may know: they only choose what to imagine."""

FREE, OVER, CHANCE, SHOWN = range(4)
"""What keeps a move from being taken back: nothing, the end, chance, or something that it shows."""

NO_WAY, THE_MOVE, ANOTHER = range(3)  # which moves lead from a world to what a watcher knows
EVERY_WAY, OTHER_WAYS = range(2)  # how many moves to skip, the one that was made being the first
SURE = -1  # somebody learned something, whoever is told what
NOT_LISTED = -1  # where the legal moves in a world have not been asked for

WORD = 8  # bytes
BLOCK = 128  # so many words of two records are compared at once

BEFORE, AFTER, TRIED = range(3)  # the first records of a table; those of the watchers follow
FIRST_WATCHER = 3
PER_WATCHER = 2 + WORLDS  # what it knows after the move and before it, and worlds to imagine then


class Barrier(NamedTuple):
    """What keeps a move from being taken back. Those in `if_told` (None is the spectator) learned
    something as well if they are told which move it was."""

    kind: int
    if_told: tuple[int | None, ...] = ()


WHOEVER_IS_TOLD = [Barrier(kind) for kind in (FREE, OVER, CHANCE, SHOWN)]
"""The barriers that do not hang on who is told of the move, by kind."""


class Made(NamedTuple):
    """A move that a seat has made."""

    seat: int
    move: int


def barriers(
    game: Game, s: Record, seat: int, moves: Sequence[int], *, for_all: bool = True
) -> list[Barrier]:
    """Find out what keeps each of some legal moves of a seat from being taken back: what all learn
    from it, or the seat alone."""
    watchers = (int(s.seats) + 1 if for_all else 1) if game.secrets else 0
    kinds, if_told = np.zeros((2, len(moves)), np.int64)
    wanted, find = np.array(moves, np.int64), barrier_finder(game)
    with clean_desk(game) as desk:
        desk.table[BEFORE] = s
        find(*desk.parts, watchers, seat, wanted, kinds, if_told)
    return [
        Barrier(kind, tuple(watchers_in(mask, seat))) if mask else WHOEVER_IS_TOLD[kind]
        for kind, mask in zip(kinds.tolist(), if_told.tolist(), strict=True)
    ]


def is_told_apart(game: Game, before: Record, after: Record, made: Made, watcher: int) -> bool:
    """Tell whether a watcher, whose seat or SPECTATOR is given, would know something else after
    every other move that it can imagine than after the one that was made."""
    tell_apart = move_teller(game)
    with clean_desk(game) as desk:
        desk.table[BEFORE] = before
        desk.table[AFTER] = after
        turn = turn_of(watcher, made.seat)
        return bool(tell_apart(*desk.parts, turn, made.seat, made.move))


class Desk:
    """Where barriers of a game are looked for: a table of records, their memory as numbers, and the
    legal moves in each row of it, with how many there are."""

    def __init__(self, game: Game) -> None:
        watchers = max(game.seats) + 1 if game.secrets else 0
        self.table = blank_records(game.record, FIRST_WATCHER + watchers * PER_WATCHER)
        self.words = self.table.view(np.int64).reshape(len(self.table), -1)
        self.counts = np.empty(len(self.table), np.int64)
        self.moves = np.empty((len(self.table), game.moves), np.int64)
        self.seats = self.table["seats"]

    @property
    def parts(self) -> tuple[np.ndarray, ...]:
        """What rules work on."""
        return self.table, self.words, self.counts, self.moves

    def clear(self) -> None:
        """Let no row of the table count."""
        self.seats[:] = 0
        self.counts[:] = NOT_LISTED


@cache
def free_desks(game: Game) -> list[Desk]:
    """Return the desks of a game at which nobody works: some hundred records take longer to make
    than to use."""
    return []


@contextmanager
def clean_desk(game: Game) -> Iterator[Desk]:
    """Take a desk on which no row of the table counts."""
    free = free_desks(game)
    try:
        desk = free.pop()
    except IndexError:  # all are taken, by other threads
        desk = Desk(game)
    desk.clear()
    yield desk
    free.append(desk)


def turn_of(watcher: int, seat: int) -> int:
    """Return in which turn a watcher is asked; the reverse of `watcher_at`."""
    if watcher == seat:
        return 0
    return watcher + 2 if watcher < seat else watcher + 1


def watchers_in(mask: int, seat: int) -> list[int | None]:
    """Name the watchers whose turns are set in a mask."""
    turns = [turn for turn in range(mask.bit_length()) if mask >> turn & 1]
    found = [watcher_at(turn, seat) for turn in turns]
    return [None if watcher == SPECTATOR else watcher for watcher in found]


@rule
def watcher_at(turn: int, seat: int) -> int:
    """Return who is asked in which turn: first the one who moves, then the spectator, then the
    other seats."""
    if turn == 0:
        return seat
    return turn - 2 if turn - 2 < seat else turn - 1


@rule
def known_row(turn: int) -> int:
    """Return where it stands what a watcher knows after the move."""
    return FIRST_WATCHER + turn * PER_WATCHER


@rule
def known_before_row(turn: int) -> int:
    """Return where it stands what a watcher knows before the move."""
    return known_row(turn) + 1


@rule
def world_row(turn: int, key: int) -> int:
    """Return where a world stands that a watcher imagines before the move."""
    return known_row(turn) + 2 + key


@cache
def spans_of(game: Game) -> np.ndarray:
    """Return where the words of a record begin and end that may change in a game. Components never
    do, so that they need neither be copied nor compared."""
    lasting, stored = np.zeros(game.record.itemsize, np.bool_), game.record.fields
    assert stored is not None
    for name, what in fields_of(game.record).items():
        if what.is_component:
            kind, begin, *_ = stored[name]
            lasting[begin : begin + kind.itemsize] = True
    may_change = ~lasting.reshape(-1, WORD).all(axis=1)
    return np.flatnonzero(np.diff(may_change, prepend=False, append=False)).reshape(-1, 2)


@rule
def is_same(one: np.ndarray, other: np.ndarray, spans: np.ndarray) -> bool:
    """Tell whether two records of a game hold the same. All words of a block are compared at once,
    and a difference ends it."""
    differs = 0
    for at in range(len(spans)):
        for begin in range(spans[at, 0], spans[at, 1], BLOCK):
            for i in range(begin, min(begin + BLOCK, spans[at, 1])):
                differs |= one[i] ^ other[i]
            if differs != 0:
                return False
    return True


@rule
def take_over(one: np.ndarray, other: np.ndarray, spans: np.ndarray) -> None:
    """Write into a record what another one of the same game holds; the components are there."""
    for at in range(len(spans)):
        for i in range(spans[at, 0], spans[at, 1]):
            one[i] = other[i]


@rule
def was_asked(words: np.ndarray, turn: int, spans: np.ndarray) -> bool:
    """Tell whether an earlier watcher knew the same before and knows the same now."""
    for other in range(turn):
        before = is_same(words[known_before_row(other)], words[known_before_row(turn)], spans)
        if before and is_same(words[known_row(other)], words[known_row(turn)], spans):
            return True
    return False


@rule
def bring_forward(moves: np.ndarray, count: int, move: int) -> bool:
    """Put a move first among `count` of them; tell whether it is there at all."""
    for i in range(count):
        if moves[i] == move:
            moves[0], moves[i] = moves[i], moves[0]
            return True
    return False


@cache
def concealer(game: Game) -> Callable[..., Any]:
    """Compile what puts into a row of the table what a watcher knows of another row."""
    conceal = game.rules.conceal

    @rule
    def know(table: np.ndarray, source: int, row: int, watcher: int) -> None:
        table[row] = table[source]
        conceal(table[row], watcher)

    return know


@cache
def imaginer(game: Game) -> Callable[..., Any]:
    """Compile what imagines a world of a watcher before the move, unless it stands there already:
    one that was imagined for one move serves for all others."""
    imagine = game.rules.imagine

    @rule
    def imagine_once(table: np.ndarray, turn: int, key: int) -> None:
        row = world_row(turn, key)
        if table[row].seats == 0:
            table[row] = table[known_before_row(turn)]
            imagine(table[row], KEYS[key])

    return imagine_once


@cache
def way_finder(game: Game) -> Callable[..., Any]:
    """Compile the search for a move that leads from a world to what a watcher knows now."""
    legal, play, conceal = game.rules.legal, game.rules.play, game.rules.conceal
    spans = spans_of(game)

    @rule
    def leads_there(
        table: np.ndarray, words: np.ndarray, turn: int, world: int, seat: int, move: int
    ) -> bool:
        take_over(words[TRIED], words[world], spans)
        play(table[TRIED], seat, move)
        conceal(table[TRIED], watcher_at(turn, seat))
        return is_same(words[TRIED], words[known_row(turn)], spans)

    @rule
    def way_there(
        table: np.ndarray,
        words: np.ndarray,
        counts: np.ndarray,
        moves: np.ndarray,
        turn: int,
        key: int,
        seat: int,
        move: int,
        skip: int,
    ) -> int:
        world = world_row(turn, key)
        if turn == 0:  # whoever moves knows the move, and may make it in all worlds it imagines
            return THE_MOVE if leads_there(table, words, turn, world, seat, move) else NO_WAY
        if counts[world] == NOT_LISTED:  # the same for all moves that are asked about
            counts[world] = legal(table[world], seat, moves[world])
        is_legal = bring_forward(moves[world], counts[world], move)
        for i in range(skip if is_legal else 0, counts[world]):
            if leads_there(table, words, turn, world, seat, moves[world, i]):
                return THE_MOVE if is_legal and i == 0 else ANOTHER
        return NO_WAY

    return way_there


@cache
def barrier_finder(game: Game) -> Callable[..., Any]:
    """Compile the search for barriers. It works on a table of records, `words` is their memory as
    numbers."""
    play, know, imagine_once = game.rules.play, concealer(game), imaginer(game)
    way_there, spans = way_finder(game), spans_of(game)

    @rule
    def find_learners(
        table: np.ndarray,
        words: np.ndarray,
        counts: np.ndarray,
        moves: np.ndarray,
        watchers: int,
        seat: int,
        move: int,
    ) -> int:
        asked, unsure = 0, 0
        for key in range(WORLDS):
            for turn in range(watchers):
                if key == 0:
                    watcher = watcher_at(turn, seat)
                    if table[known_before_row(turn)].seats == 0:
                        know(table, BEFORE, known_before_row(turn), watcher)
                    know(table, AFTER, known_row(turn), watcher)
                    asked |= (not was_asked(words, turn, spans)) << turn
                if asked >> turn & 1 == 1:
                    imagine_once(table, turn, key)
                    way = way_there(table, words, counts, moves, turn, key, seat, move, EVERY_WAY)
                    if way == NO_WAY:
                        return SURE
                    unsure |= (way == ANOTHER) << turn
        for turn in range(watchers):  # who could tell the move from all others, if told of it
            if unsure >> turn & 1 == 1:
                way = way_there(table, words, counts, moves, turn, 0, seat, move, OTHER_WAYS)
                unsure ^= (way == ANOTHER) << turn
        return unsure

    @rule(long=True)
    def find_barriers(
        table: np.ndarray,
        words: np.ndarray,
        counts: np.ndarray,
        moves: np.ndarray,
        watchers: int,
        seat: int,
        asked: np.ndarray,
        kinds: np.ndarray,
        if_told: np.ndarray,
    ) -> None:
        table[TRIED] = table[BEFORE]
        for i in range(len(asked)):
            table[AFTER] = table[BEFORE]
            play(table[AFTER], seat, asked[i])
            if table[AFTER].over != 0:
                kinds[i] = OVER
            elif table[AFTER].drawn != table[BEFORE].drawn:
                kinds[i] = CHANCE
            elif watchers > 0:
                learners = find_learners(table, words, counts, moves, watchers, seat, asked[i])
                kinds[i] = SHOWN if learners == SURE else FREE
                if_told[i] = 0 if learners == SURE else learners

    return find_barriers


@cache
def move_teller(game: Game) -> Callable[..., Any]:
    """Compile the question whether a watcher could tell a move from all others, if told of it."""
    know, imagine_once, way_there = concealer(game), imaginer(game), way_finder(game)

    @rule
    def tell_apart(
        table: np.ndarray,
        words: np.ndarray,
        counts: np.ndarray,
        moves: np.ndarray,
        turn: int,
        seat: int,
        move: int,
    ) -> bool:
        table[TRIED] = table[BEFORE]
        watcher = watcher_at(turn, seat)
        know(table, BEFORE, known_before_row(turn), watcher)
        know(table, AFTER, known_row(turn), watcher)
        imagine_once(table, turn, 0)
        way: int = way_there(table, words, counts, moves, turn, 0, seat, move, OTHER_WAYS)
        return way != ANOTHER

    return tell_apart
