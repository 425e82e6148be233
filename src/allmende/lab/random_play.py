"""Random play as one compiled function per game, with no Python between the moves."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from allmende.core.bits import lowest, member, size_of, without_lowest
from allmende.core.chance import SIDE_BY_SIDE, child_keys, set_chance
from allmende.core.game import Game
from allmende.core.length import goes_on
from allmende.core.quick import SEED_WORDS, pick, quick_state, seed_quick
from allmende.core.record import BLOCK_WORDS, KEY_WORDS, Record, blank_records
from allmende.core.rule import rule

FIRST_FREE_WORD = KEY_WORDS  # the words of a child key's block that the key itself does not use


@rule(inline=True)
def pick_seat(s: Record, quick: np.ndarray) -> int:
    """Pick one of the seats that may act; mostly there is only one."""
    waiting = int(s.waiting)
    if without_lowest(waiting) == 0:
        return lowest(waiting)
    return member(waiting, pick(quick, size_of(waiting)))


class Memory(NamedTuple):
    """The arrays that random play works on; one per thread."""

    blocks: np.ndarray
    """The chance of the next games, side by side."""
    quick: np.ndarray
    moves: np.ndarray


@rule(inline=True)
def take_chance(s: Record, memory: Memory, words: np.ndarray) -> None:
    """Give a game its key, and those who play it theirs."""
    set_chance(s, words, 0)
    seed_quick(memory.quick, words, FIRST_FREE_WORD)


class Games(NamedTuple):
    """What came out of some games, one entry or row for each of them, columns by seat; only
    `branching` is of all of them: how often so many moves were legal."""

    plies: np.ndarray
    endings: np.ndarray
    places: np.ndarray
    points: np.ndarray
    choices: np.ndarray
    """How often each seat could choose between several moves."""
    legal: np.ndarray
    """How many moves were legal, summed up over the decisions of a game."""
    branching: np.ndarray


class Log(NamedTuple):
    """The decisions of some games, one behind the other; without room for them none is noted."""

    seats: np.ndarray
    moves: np.ndarray
    legal: np.ndarray


@cache
def random_player(game: Game) -> Callable[..., Any]:
    """Compile the function that plays games `first`, … of a series to the end, as many as there are
    rows for them.

    It returns the index of the first game that broke an invariant or did not end, whose record is
    then on the table, or -1. Invariants are looked at when a game ends, with `checking` after
    every move.
    """
    deal, legal, play = game.rules.deal, game.rules.legal, game.rules.play
    score, rank, flaw = game.rules.score, game.rules.rank, game.rules.flaw
    longest = game.longest

    @rule(long=True)
    def play_series(
        table: np.ndarray,
        series_key: np.ndarray,
        first: int,
        checking: bool,
        memory: Memory,
        games: Games,
        log: Log,
    ) -> int:
        s = table[0]
        logging, logged = len(log.moves) > 0, 0
        for row in range(len(games.plies)):
            index = first + row
            if row % SIDE_BY_SIDE == 0:
                child_keys(series_key, index, memory.blocks)
            table[0] = table[1]
            take_chance(s, memory, memory.blocks[row % SIDE_BY_SIDE :: SIDE_BY_SIDE])
            deal(s)
            legal_in_all = 0
            while goes_on(s, longest):
                seat = pick_seat(s, memory.quick)
                found = legal(s, seat, memory.moves)
                if found == 0:
                    return index
                move = memory.moves[pick(memory.quick, found)]
                games.branching[found] += 1
                legal_in_all += found
                games.choices[row, seat] += found > 1
                if logging:
                    log.seats[logged] = seat
                    log.moves[logged] = move
                    log.legal[logged] = found
                    logged += 1
                play(s, seat, move)
                if checking and flaw(s) != 0:
                    return index
            if s.over == 0 or flaw(s) != 0:
                return index
            rank(s, games.places[row])
            score(s, games.points[row])
            games.plies[row] = s.ply
            games.legal[row] = legal_in_all
            games.endings[row] = s.over - 1
        return -1

    return play_series


def memory_for(game: Game) -> Memory:
    """Return the memory for random play of a game."""
    return Memory(
        blocks=np.zeros(BLOCK_WORDS * SIDE_BY_SIDE, np.uint32),
        quick=quick_state(),
        moves=np.zeros(game.moves, np.int64),
    )


def blank_games(game: Game, seats: int, count: int) -> Games:
    """Return room for what comes out of so many games."""
    shapes = (count, count, (count, seats), (count, seats), (count, seats), count, game.moves + 1)
    return Games(*(np.zeros(shape, np.int64) for shape in shapes))


def cleared(games: Games, count: int) -> Games:
    """Return room for so many games in memory that was used before; new memory costs more."""
    games.choices[:count], games.branching[:] = 0, 0
    rows = Games(*(column[:count] for column in games))
    return rows._replace(branching=games.branching)


def blank_log(decisions: int) -> Log:
    """Return room for so many decisions."""
    return Log(*(np.zeros(decisions, np.int64) for _ in Log._fields))


def table_for(game: Game, seats: int, options: dict[str, str], data: Any) -> np.ndarray:
    """Return two records: one to play on, and one with seats, options and data to begin from."""
    table = blank_records(game.record, 2)
    table[1] = game.prepare(seats, options, data)
    return table


assert SEED_WORDS <= BLOCK_WORDS - FIRST_FREE_WORD
