"""An opponent of solver grade for four in a row: alpha-beta to the end where that is near, and far
ahead where it is not, with our own search to choose among moves that it finds equal."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

from allmende.bots.search.thinker import Budget, Thinker
from allmende.core.game import Game
from allmende.core.sight import Sight

COLUMNS, ROWS, BITS = 7, 6, 7
PLACES = COLUMNS * ROWS
AHEAD = 12
"""How many discs ahead it sees everything."""
LAST_PLIES = 24
"""With so many free places left it sees to the end."""
KEPT = 1 << 20
"""How many positions it remembers."""
WON, EVEN, LOST = 1, 0, -1
ORDER = np.array([3, 2, 4, 1, 5, 0, 6])
"""Columns from the middle outwards: good moves come first more often."""

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function; its types stay those that it names."""
    fast: Function = numba.njit(function)
    return fast


@compiled
def has_four(discs: int) -> bool:
    """Tell whether four discs lie in a line."""
    for step in (1, BITS - 1, BITS, BITS + 1):
        pairs = discs & (discs >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False


@compiled
def dropped(taken: int, column: int) -> int:
    """Return the place where a disc comes to lie, as a bit; 0 if the column is full."""
    if (taken >> (BITS * column + ROWS - 1)) & 1:
        return 0
    return (taken + (1 << BITS * column)) & ~taken


@compiled
def outcome(
    own: int, taken: int, left: int, low: int, high: int, keys: np.ndarray, found: np.ndarray
) -> int:
    """Return what the seat to move gets, if both see `left` discs ahead: WON, LOST, or EVEN where
    the game is drawn or still open. Only the truth between `low` and `high` counts."""
    if left == 0 or taken == (1 << BITS * COLUMNS) - 1:
        return EVEN
    for column in ORDER:
        disc = dropped(taken, column)
        if disc and has_four(own | disc):
            return WON
    key = own + taken
    slot = key % KEPT
    if keys[slot] == key:
        at_least, at_most = found[slot, 0], found[slot, 1]
        if at_least >= high or at_least == at_most:
            return int(at_least)
        if at_most <= low:
            return int(at_most)
    first_low, best, moves = low, LOST, 0
    for column in ORDER:
        disc = dropped(taken, column)
        if disc == 0:
            continue
        moves += 1
        value = -outcome(taken & ~own, taken | disc, left - 1, -high, -low, keys, found)
        best = max(best, value)
        low = max(low, value)
        if low >= high:
            break
    if moves == 0:
        best = EVEN
    keys[slot] = key
    found[slot, 0] = best if best > first_low else LOST
    found[slot, 1] = best if best < high else WON
    return best


class Solver:
    """Never overlooks what twelve discs decide, and plays perfectly at the end."""

    def __init__(self, game: Game, seed: str, iterations: int) -> None:
        self.thinker, self.budget = Thinker(game, seed), Budget(iterations=iterations)
        self.keys, self.found = np.zeros(KEPT, np.int64), np.zeros((KEPT, 2), np.int8)

    def choose(self, sight: Sight) -> int:
        """Return the best move; of equal ones that which a search likes most."""
        values = {move: self.value_of(sight, move) for move in sight.legal()}
        self.thinker.expect_nothing()
        liked = [it.move for it in self.thinker.think(sight, self.budget).moves]
        liked += [move for move in values if move not in liked]
        return max(liked, key=lambda move: (values[move], -liked.index(move)))

    def value_of(self, sight: Sight, move: int) -> int:
        """Tell what a move comes to."""
        discs = [int(it) for it in sight.record.discs]
        own, other = discs[sight.seat], discs[1 - sight.seat]
        disc = dropped(own | other, move)
        if has_four(own | disc):
            return WON
        left = PLACES - int(sight.record.ply) - 1
        self.keys[:] = 0  # how far it looks is another matter with every move
        ahead = left if left < LAST_PLIES else AHEAD
        return -outcome(other, own | other | disc, ahead, LOST, WON, self.keys, self.found)
