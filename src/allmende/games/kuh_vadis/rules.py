"""The rules of Kuh Vadis: the set-up, throwing, marking, and what follows.

The dice lie in rising order. Dice that show the same are the same: of all sets that would throw the
same faces only the leftmost dice are offered.
"""

import numpy as np

from allmende.core.chance import draw
from allmende.core.record import Record
from allmende.core.rule import Count, rule
from allmende.core.turns import finish, may_act, wait_for

from .chains import chain_is_closed, has, is_blocked
from .components import (
    BIT,
    BOARD,
    CIRCLE,
    CROSS,
    DICE,
    FACES,
    FIELDS,
    FOUR_OF_A_KIND,
    MOST_QUIET_TURNS,
    NEAR,
    NEEDED,
    NOWHERE,
    SEATS,
    SORTING,
    THROWS,
)
from .numbering import MARK, NO_MARK, SETS_OF_DICE, STOP
from .state import MIXED_SHEET, SHEET_OPTION, SYMBOL_BITS, Ending, Phase

ALL_DICE = SETS_OF_DICE - 1


@rule
def deal(s: Record) -> None:
    """Choose the sheet, then draw lots for the sides and for who begins."""
    choose_sheet(s)
    if s.options[SHEET_OPTION] == MIXED_SHEET:
        mix_fields(s)
    begin_turn(s, draw(s, SEATS))


@rule
def choose_sheet(s: Record) -> None:
    """Take one of the sheets of the pad, give out its starts, and put the pad away."""
    sheet = s.pad[draw(s, s.pad_size)]
    for face in range(FACES):
        s.shows[face] = fields_with(sheet, face)
    s.crosses = draw(s, SEATS)
    s.starts[s.crosses] = fields_with(sheet, CROSS)
    s.starts[1 - s.crosses] = fields_with(sheet, CIRCLE)
    s.pad[:] = 0
    s.pad_size = 0


@rule
def fields_with(sheet: np.ndarray, symbol: int) -> int:
    """Find the fields with a symbol on a packed sheet, which holds one set of fields for each bit
    of the number of a symbol."""
    found = BOARD
    for bit in range(SYMBOL_BITS):
        found &= sheet[bit] if (symbol >> bit) & 1 else ~sheet[bit]
    return found


@rule
def mix_fields(s: Record) -> None:
    """Bring all fields but the starts into an order of chance."""
    starts = s.starts[0] | s.starts[1]
    for here in range(FIELDS - 1, 0, -1):
        if not has(starts, here):
            there = draw(s, here + 1)
            while has(starts, there):
                there = draw(s, here + 1)
            swap_fields(s, here, there)


@rule
def swap_fields(s: Record, here: int, there: int) -> None:
    """Let two fields show each other's faces."""
    for face in range(FACES):
        if has(s.shows[face], here) != has(s.shows[face], there):
            s.shows[face] ^= BIT[here] | BIT[there]


@rule
def begin_turn(s: Record, seat: int) -> None:
    """Hand the dice to a seat, which may mark wherever it likes."""
    wait_for(s, seat)
    s.last = NOWHERE
    begin_series(s)


@rule
def begin_series(s: Record) -> None:
    """Throw all dice for the first of three times."""
    s.phase = Phase.THROW
    s.throws_left = THROWS
    throw_dice(s, ALL_DICE)


@rule
def throw_dice(s: Record, chosen: int) -> None:
    """Throw the chosen dice and put all five in order."""
    s.throws_left -= 1
    for die in range(DICE):
        if has(chosen, die):
            s.dice[die] = draw(s, FACES)
    put_in_order(s.dice)


@rule
def put_in_order(dice: np.ndarray) -> None:
    """Put the dice in rising order, without ever asking which of two is lower."""
    for pair in range(len(SORTING)):
        left, right = SORTING[pair, 0], SORTING[pair, 1]
        one, other = dice[left], dice[right]
        dice[left], dice[right] = min(one, other), max(one, other)


@rule
def legal(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the dice that may be thrown again, or the fields that may be marked."""
    if not may_act(s, seat):
        return 0
    if s.phase == Phase.THROW:
        return list_throws(s, moves)
    return list_marks(s, moves)


# Every candidate is written down, and counted only if it holds: a processor that has to guess which
# ones do would lose more time than it saves.


@rule
def list_throws(s: Record, moves: np.ndarray) -> int:
    """List one set of dice for every choice of faces to throw again; the empty one is to stop."""
    twins, n = twin_dice(s), Count(0)
    for chosen in range(SETS_OF_DICE):
        moves[n] = chosen
        n += Count(is_leftmost(chosen, twins))
    return np.int64(n)  # type: ignore[return-value]


@rule
def twin_dice(s: Record) -> int:
    """Find the dice whose neighbour to the right shows the same."""
    twins = 0
    for die in range(DICE - 1):
        twins |= int(s.dice[die] == s.dice[die + 1]) << die
    return twins


@rule
def is_leftmost(chosen: int, twins: int) -> bool:
    """Tell whether no chosen die has a twin to its left that is not chosen."""
    return (chosen >> 1) & twins & ~chosen == 0


@rule
def list_marks(s: Record, moves: np.ndarray) -> int:
    """List the fields that may be marked, and declining, which is always allowed."""
    open_fields, n = markable(s), Count(0)
    for field in range(FIELDS):
        moves[n] = MARK + field
        n += Count(has(open_fields, field))
    moves[n] = NO_MARK
    return np.int64(n) + 1  # type: ignore[return-value]


@rule
def markable(s: Record) -> int:
    """Find the free fields whose face was thrown often enough, next to the last mark if there is
    one in this turn."""
    thrown = 0
    for face in range(FACES):
        if count_dice(s, face) >= NEEDED[face]:
            thrown |= s.shows[face]
    return thrown & ~(s.marks[0] | s.marks[1]) & NEAR[s.last]


@rule
def count_dice(s: Record, face: int) -> int:
    """Count the dice that show a face."""
    count = 0
    for die in range(DICE):
        count += s.dice[die] == face
    return count


@rule
def play(s: Record, seat: int, move: int) -> None:
    """Stop, throw again, mark a field or decline."""
    s.ply += 1
    if move == STOP:
        stop_throwing(s)
    elif move < MARK:
        throw_again(s, move)
    elif move < NO_MARK:
        mark_field(s, seat, move - MARK)
    else:
        end_turn(s, seat)


@rule
def stop_throwing(s: Record) -> None:
    """Leave the dice as they lie and choose a field."""
    s.throws_left = 0
    s.phase = Phase.MARK


@rule
def throw_again(s: Record, chosen: int) -> None:
    """Throw the chosen dice again; after the third throw they stay as they lie."""
    throw_dice(s, chosen)
    if s.throws_left == 0:
        stop_throwing(s)


@rule
def mark_field(s: Record, seat: int, field: int) -> None:
    """Mark a field: win, end in a draw, throw again after four of a kind, or end the turn."""
    s.marks[seat] |= BIT[field]
    s.last = field
    s.quiet = 0
    look_for_block(s, 1 - seat)
    if chain_is_closed(s, seat):
        finish(s, Ending.CHAIN)
    elif s.blocked[0] and s.blocked[1]:
        finish(s, Ending.BOTH_BLOCKED)
    elif four_of_a_kind(s):
        begin_series(s)
    else:
        end_turn(s, seat)


@rule
def four_of_a_kind(s: Record) -> bool:
    """Tell whether four dice show the same: they lie in order, so the second is one of them."""
    return count_dice(s, s.dice[1]) >= FOUR_OF_A_KIND


@rule
def end_turn(s: Record, seat: int) -> None:
    """Pass the dice on, unless nobody has marked anything for too long."""
    s.quiet += s.last == NOWHERE
    if s.quiet == MOST_QUIET_TURNS:
        finish(s, Ending.NO_MARKS)
    else:
        begin_turn(s, 1 - seat)


@rule
def look_for_block(s: Record, seat: int) -> None:
    """Note whether a seat is blocked; who is once blocked stays so."""
    if not s.blocked[seat]:
        s.blocked[seat] = is_blocked(s, seat)
