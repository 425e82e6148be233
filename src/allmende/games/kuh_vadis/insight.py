"""How a sensible person plays Kuh Vadis: extend the own chain, and throw for it by the odds."""

from math import comb

import numpy as np

from allmende.core.insight import Insight
from allmende.core.quick import pick
from allmende.core.record import Record
from allmende.core.rule import rule

from .chains import has, spread
from .components import BOARD, DICE, FACES, NEAR, NEEDED, THROWS
from .numbering import MARK, STOP
from .rules import count_dice, markable
from .state import Phase


def odds_table() -> np.ndarray:
    """Tell exactly how likely enough dice show a face in the end, for each number of throws left,
    of dice that show it already and of dice needed, if all other dice are thrown every time."""
    odds = np.zeros((THROWS + 1, DICE + 1, int(NEEDED.max()) + 1))
    for throws in range(THROWS + 1):
        hit = 1 - (1 - 1 / FACES) ** throws  # by one die, sooner or later
        for have in range(DICE + 1):
            for needed in range(odds.shape[2]):
                others = DICE - have
                odds[throws, have, needed] = sum(
                    comb(others, hits) * hit**hits * (1 - hit) ** (others - hits)
                    for hits in range(max(0, needed - have), others + 1)
                )
    return odds


ODDS = odds_table()


@rule
def sensible_move(s: Record, seat: int, moves: np.ndarray, found: int, quick: np.ndarray) -> int:
    """Throw for a field that makes the own chain longer, and mark it."""
    wanted = wanted_fields(s, seat)
    if s.phase == Phase.THROW:
        return throw_for(s, wanted, quick)
    return mark_one_of(s, wanted, moves, found, quick)


@rule
def wanted_fields(s: Record, seat: int) -> int:
    """Find the free fields next to an own mark or start, or all free ones if there are none."""
    own = s.starts[seat] | s.marks[seat]
    free = BOARD & ~(s.starts[0] | s.starts[1] | s.marks[0] | s.marks[1]) & NEAR[s.last]
    close = spread(own) & free
    return close if close else free


@rule
def throw_for(s: Record, wanted: int, quick: np.ndarray) -> int:
    """Stop with a wanted field within reach; else throw all dice again that do not show the face
    with the best odds."""
    if markable(s) & wanted:
        return STOP
    face = likeliest_face(s, wanted, quick)
    chosen = 0
    for die in range(DICE):
        chosen |= int(s.dice[die] != face) << die
    return chosen


@rule(exact=False)
def likeliest_face(s: Record, wanted: int, quick: np.ndarray) -> int:
    """Find the face on a wanted field that is thrown most likely; by lot among equals."""
    best, most, equals = 0, -1.0, 0
    for face in range(FACES):
        if s.shows[face] & wanted:
            likely = ODDS[s.throws_left, count_dice(s, face), NEEDED[face]]
            equals = equals + 1 if likely == most else 1
            if likely > most or (likely == most and pick(quick, equals) == 0):
                best, most = face, likely
    return best


@rule
def mark_one_of(s: Record, wanted: int, moves: np.ndarray, found: int, quick: np.ndarray) -> int:
    """Mark a wanted field, else any; decline only if there is none."""
    fitting = 0
    for i in range(found - 1):
        fitting += has(wanted, moves[i] - MARK)
    if fitting == 0:
        return moves[pick(quick, max(1, found - 1))]
    skip, i = pick(quick, fitting), 0
    while skip > 0 or not has(wanted, moves[i] - MARK):
        skip -= has(wanted, moves[i] - MARK)
        i += 1
    return moves[i]


INSIGHT = Insight(policy=sensible_move)
