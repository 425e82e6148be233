"""What comes out of games on the GPU: one column for each game, and the rules that write it."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from allmende.core.chance import child_key, set_chance
from allmende.core.game import Game
from allmende.core.length import goes_on
from allmende.core.quick import pick, seed_quick
from allmende.core.record import Record
from allmende.core.rule import rule

from ..random_play import FIRST_FREE_WORD, pick_seat

PLIES, ENDING, LEGAL, FIRST_OF_SEATS = range(4)
"""Rows of a table with one column for each game; behind them the places of all seats, then their
points, then their choices."""
BROKEN = -1
"""In the place of an ending: an invariant is broken, or the game did not end."""
KINDS_BY_SEAT = 3


def rows_for(seats: int) -> int:
    """Return how many rows there are for so many seats."""
    return FIRST_OF_SEATS + KINDS_BY_SEAT * seats


class Steps(NamedTuple):
    """What happens in a random game, as rules that kernels call; the same as in `random_player`."""

    begin: Callable[..., None]
    choose: Callable[..., tuple[int, int, int]]
    carry_out: Callable[..., bool]
    note: Callable[..., None]


@cache
def steps_of(game: Game) -> Steps:
    """Make the steps of random games. All that a kernel calls is among them, so that the cache of
    kernels forgets when any of it changes."""
    deal, legal, play = game.rules.deal, game.rules.legal, game.rules.play
    score, rank, flaw = game.rules.score, game.rules.rank, game.rules.flaw
    longest = game.longest

    @rule
    def begin(
        records: np.ndarray,
        at: int,
        fresh: np.ndarray,
        series_key: np.ndarray,
        index: int,
        block: np.ndarray,
        quick: np.ndarray,
    ) -> None:
        """Deal game number `index` of a series."""
        child_key(series_key, index, block)
        records[at] = fresh[0]
        s = records[at]
        set_chance(s, block, 0)
        seed_quick(quick, block, FIRST_FREE_WORD)
        deal(s)

    @rule
    def choose(s: Record, quick: np.ndarray, moves: np.ndarray) -> tuple[int, int, int]:
        """Let chance choose: return the seat, how many moves it has, and which one it makes."""
        seat = pick_seat(s, quick)
        found = legal(s, seat, moves)
        return seat, found, int(moves[pick(quick, found)]) if found > 0 else 0

    @rule
    def carry_out(s: Record, seat: int, move: int, found: int) -> bool:
        """Make a move, and tell whether the game goes on; not where there was none to make."""
        if found == 0:
            return False
        play(s, seat, move)
        return goes_on(s, longest)

    @rule
    def note(s: Record, rows: np.ndarray, column: int, seats: int, legal_in_all: int) -> None:
        """Write down how a game ended."""
        places, points = FIRST_OF_SEATS, FIRST_OF_SEATS + seats
        sound = s.over != 0 and flaw(s) == 0
        rows[PLIES, column] = s.ply
        rows[ENDING, column] = s.over - 1 if sound else BROKEN
        rows[LEGAL, column] = legal_in_all
        rank(s, rows[places : places + seats, column])
        score(s, rows[points : points + seats, column])

    return Steps(begin, choose, carry_out, note)
