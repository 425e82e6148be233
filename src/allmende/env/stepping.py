"""What happens at many tables in one step, compiled once for each game."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from allmende.core.chance import child_key, set_chance
from allmende.core.game import Game
from allmende.core.quick import STATE_WORDS, pick, seed_quick
from allmende.core.record import BLOCK_WORDS, KEY_WORDS, Record, blank_records
from allmende.core.rule import rule
from allmende.core.turns import first_waiting

from .arrays import NOBODY
from .sets import blank_sets, clear, holds, member, put_in

LEAVE = -1
"""In the place of a move: leave that table as it is."""
BEGIN = -2
"""In the place of a move: begin the next game at that table."""
NOT_FOUND = -1

FRESH, KEPT, SPARE = 0, 1, 2
"""The spare records: one to begin games from, one to go back to, and how many that are."""


class Truth(NamedTuple):
    """What the tables are. Nobody outside writes here, so that games go on by the rules whatever
    a learner does to the arrays that it is shown."""

    records: np.ndarray
    seat: np.ndarray
    """Who decides at each table."""
    legal: np.ndarray
    """The legal moves of the seat that decides, as a set."""
    choices: np.ndarray
    """How many these are."""
    keys: np.ndarray
    """The chance of each table, from which that of its games comes."""
    games: np.ndarray
    """How many games each table has begun."""
    luck: np.ndarray
    """The small generators of random moves."""


class Shown(NamedTuple):
    """What a learner is shown of each table after every step."""

    seat: np.ndarray
    mask: np.ndarray
    reward: np.ndarray
    over: np.ndarray
    points: np.ndarray


class Scratch(NamedTuple):
    """The memory that a thread works in."""

    moves: np.ndarray
    places: np.ndarray
    block: np.ndarray
    spare: np.ndarray


@rule(long=True)
def seed_tables(truth: Truth, series_key: np.ndarray, block: np.ndarray) -> None:
    """Give each table a chance of its own, that of its number in a series."""
    for table in range(len(truth.keys)):
        child_key(series_key, table, block)
        for i in range(KEY_WORDS):
            truth.keys[table, i] = block[i]
        seed_quick(truth.luck[table], block, KEY_WORDS)
        truth.games[table] = 0


@rule
def is_refused(truth: Truth, table: int, most: int, move: int) -> bool:
    """Tell whether a move is not legal at a table."""
    if move == LEAVE or truth.records[table].over != 0:
        return False
    return move < 0 or move >= most or not holds(truth.legal[table], move)


@rule(long=True)
def first_refused(truth: Truth, most: int, moves: np.ndarray) -> int:
    """Find the first table where a move is not legal."""
    for table in range(len(moves)):
        if is_refused(truth, table, most, moves[table]):
            return table
    return NOT_FOUND


@rule(long=True)
def draw_moves(truth: Truth, marked: np.ndarray, moves: np.ndarray, first: int, end: int) -> None:
    """Write one legal move for each table that is marked, all of them equally likely."""
    for table in range(first, end):
        moves[table] = LEAVE
        if marked[table] and truth.choices[table] > 0:
            chosen = pick(truth.luck[table], truth.choices[table])
            moves[table] = member(truth.legal[table], chosen)


@rule(exact=False)
def reward_places(places: np.ndarray, reward: np.ndarray) -> None:
    """Reward each place by the seats behind it less those in front of it, over all others."""
    seats = len(reward)
    for seat in range(seats):
        balance = 0
        for other in range(seats):
            balance += places[seat] < places[other]
            balance -= places[seat] > places[other]
        reward[seat] = balance / max(1, seats - 1)


@rule
def show(truth: Truth, shown: Shown, table: int, moves: np.ndarray, found: int) -> None:
    """Write who decides at a table, and the moves that were found for that seat."""
    legal, mask = truth.legal[table], shown.mask[table]
    clear(legal)
    mask[:] = False
    for i in range(found):
        mask[moves[i]] = True
        put_in(legal, moves[i])
    truth.choices[table] = found
    s = truth.records[table]
    truth.seat[table] = first_waiting(s) if s.over == 0 else NOBODY
    shown.seat[table] = truth.seat[table]


@cache
def step_of(game: Game) -> Callable[..., None]:
    """Compile what makes one move, found legal before, at each table from `first` to before `end`,
    for any number of seats and all options. With `skipping` forced moves are skipped, and with
    `going_on` a game that ends makes room for the next one."""
    rules = game.rules
    deal, legal, play, score, rank = rules.deal, rules.legal, rules.play, rules.score, rules.rank

    @rule
    def look(records: np.ndarray, table: int, scratch: Scratch, skipping: bool, fresh: bool) -> int:
        """Write the moves of the seat that decides next and return how many there are: 0 if the
        game is over. Forced moves are made on the way if they are to be skipped. A fresh game
        keeps a forced move that would end it: no step ends two games at one table."""
        s = records[table]
        while s.over == 0:
            seat = first_waiting(s)
            found = legal(s, seat, scratch.moves)
            if found > 1 or not skipping:
                return found
            if fresh:
                scratch.spare[KEPT] = records[table]
            play(s, seat, scratch.moves[0])
            if fresh and s.over != 0:
                records[table] = scratch.spare[KEPT]
                return found
        return 0

    @rule
    def begin_game(truth: Truth, table: int, scratch: Scratch) -> None:
        """Deal the next game of a table."""
        child_key(truth.keys[table], truth.games[table], scratch.block)
        truth.games[table] += 1
        truth.records[table] = scratch.spare[FRESH]
        s = truth.records[table]
        set_chance(s, scratch.block, 0)
        deal(s)

    @rule(long=True)
    def step(
        truth: Truth,
        shown: Shown,
        moves: np.ndarray,
        scratch: Scratch,
        skipping: bool,
        going_on: bool,
        first: int,
        end: int,
    ) -> None:
        for table in range(first, end):
            s, move, found = truth.records[table], moves[table], 0
            shown.reward[table, :] = 0
            shown.points[table, :] = 0
            shown.over[table] = False
            if move == LEAVE or (move != BEGIN and s.over != 0):
                continue
            fresh, looking = move == BEGIN, True
            if fresh:
                begin_game(truth, table, scratch)
            else:
                play(s, first_waiting(s), move)
            while looking:  # a second time if a game has ended and made room for the next
                found = look(truth.records, table, scratch, skipping, fresh)
                looking = s.over != 0 and not fresh and going_on
                if s.over != 0 and not fresh:
                    rank(s, scratch.places)
                    reward_places(scratch.places, shown.reward[table])
                    score(s, shown.points[table])
                    shown.over[table] = True
                if looking:
                    begin_game(truth, table, scratch)
                    fresh = True
            show(truth, shown, table, scratch.moves, found)

    return step


def blank_truth(game: Game, count: int) -> Truth:
    """Return tables at which nothing has been dealt."""
    return Truth(
        records=blank_records(game.record, count),
        seat=np.zeros(count, np.int64),
        legal=blank_sets(count, game.moves),
        choices=np.zeros(count, np.int64),
        keys=np.zeros((count, KEY_WORDS), np.uint32),
        games=np.zeros(count, np.int64),
        luck=np.zeros((count, STATE_WORDS), np.int64),
    )


def blank_shown(game: Game, count: int, seats: int, blank: Callable[..., Any]) -> Shown:
    """Return the arrays that a learner is shown, in memory that `blank` gives."""
    return Shown(
        seat=blank((count,), np.int32),
        mask=blank((count, game.moves), np.bool_),
        reward=blank((count, seats), np.float32),
        over=blank((count,), np.bool_),
        points=blank((count, seats), np.int32),
    )


def scratch_for(game: Game, fresh: Record) -> Scratch:
    """Return the memory of one thread, with a record to begin games from."""
    return Scratch(
        moves=np.zeros(game.moves, np.int64),
        places=np.zeros(max(game.seats), np.int64),
        block=np.zeros(BLOCK_WORDS, np.uint32),
        spare=spare_records(game, fresh),
    )


def spare_records(game: Game, fresh: Record) -> np.ndarray:
    """Return the spare records of one thread, with one to begin games from."""
    spare = blank_records(game.record, SPARE)
    spare[FRESH] = fresh
    return spare
