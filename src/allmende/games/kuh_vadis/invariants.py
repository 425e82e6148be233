"""What is true of every record of Kuh Vadis, whatever was played."""

from allmende.core.flaws import Flaws, sentences
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.turns import may_act, one_seat_acts

from .chains import are_joined, chain_is_closed, has, is_blocked
from .components import BOARD, DICE, FACES, MOST_QUIET_TURNS, NOWHERE, SEATS, STARTS, THROWS
from .state import MOST_SHEETS, SYMBOL_BITS, Ending, Phase


class Flaw(Flaws):
    """What can be wrong with a record."""

    SHEET = "every field shows one face or is one start, and the pad is put away"
    STARTS = "each side has three starts, neither joined nor cut off from each other by the others"
    MARKS = "marks lie on fields of the sheet that show a face, and no field is marked twice"
    DICE = "there are not five dice in rising order"
    THROWS = "throws are left exactly as long as dice may be thrown again"
    WAITING = "exactly one seat acts while the game goes on"
    LAST = "the last mark of the turn is not a mark of the seat to act"
    QUIET = "the count of turns without a mark is out of bounds"
    BLOCKED = "a seat is not rightly said to be blocked, or not to be"
    ENDING = (
        "the game ends exactly when a chain is closed, both are blocked or nobody marks anything"
    )


FLAWS = sentences(Flaw)


@rule
def flaw(s: Record) -> int:
    """Return 0 for a sound record, else the number of the first flaw."""
    if not sheet_is_complete(s):
        return Flaw.SHEET
    if not starts_are_sound(s):
        return Flaw.STARTS
    if not marks_are_sound(s):
        return Flaw.MARKS
    if not dice_are_in_order(s):
        return Flaw.DICE
    if not throws_fit_phase(s):
        return Flaw.THROWS
    if not one_seat_acts(s):
        return Flaw.WAITING
    if not last_mark_is_own(s):
        return Flaw.LAST
    if not quiet_turns_are_in_bounds(s):
        return Flaw.QUIET
    if not blocks_are_noted(s):
        return Flaw.BLOCKED
    if not ending_is_right(s):
        return Flaw.ENDING
    return 0


@rule
def sheet_is_complete(s: Record) -> bool:
    """Tell whether every field has exactly one symbol and no sheet is left on the pad."""
    covered = s.starts[0] | s.starts[1]
    sound = s.starts[0] & s.starts[1] == 0 and 0 <= s.crosses < SEATS and s.pad_size == 0
    for face in range(FACES):
        sound = sound and covered & s.shows[face] == 0
        covered |= s.shows[face]
    for sheet in range(MOST_SHEETS):
        for bit in range(SYMBOL_BITS):
            sound = sound and s.pad[sheet, bit] == 0
    return sound and covered == BOARD


@rule
def starts_are_sound(s: Record) -> bool:
    """Tell whether both sides can still hope for a chain when the sheet is bare."""
    for seat in range(SEATS):
        starts = s.starts[seat]
        if count_fields(starts) != STARTS or are_joined(starts, starts):
            return False
        if not are_joined(starts, BOARD & ~s.starts[1 - seat]):
            return False
    return True


@rule
def count_fields(fields: int) -> int:
    """Count the fields of a set."""
    count = 0
    while fields != 0:
        fields &= fields - 1
        count += 1
    return count


@rule
def marks_are_sound(s: Record) -> bool:
    """Tell whether marks lie on the sheet, off the starts and off each other."""
    markable = BOARD & ~(s.starts[0] | s.starts[1])
    return (s.marks[0] | s.marks[1]) & ~markable == 0 and s.marks[0] & s.marks[1] == 0


@rule
def dice_are_in_order(s: Record) -> bool:
    """Tell whether each die shows a face, and none a lower one than the die before it."""
    lowest = 0
    for die in range(DICE):
        if not lowest <= s.dice[die] < FACES:
            return False
        lowest = s.dice[die]
    return True


@rule
def throws_fit_phase(s: Record) -> bool:
    """Tell whether the number of throws left can be as it is; the first throw is always made."""
    return 0 <= s.throws_left < THROWS and (s.phase == Phase.MARK) == (s.throws_left == 0)


@rule
def last_mark_is_own(s: Record) -> bool:
    """Tell whether the last mark of this turn, if there is one, was made by the seat to act."""
    if s.last == NOWHERE:
        return s.over == 0 or s.over == 1 + Ending.NO_MARKS
    for seat in range(SEATS):
        if (s.over > 0 or may_act(s, seat)) and has(s.marks[seat], s.last):
            return 0 <= s.last < NOWHERE
    return False


@rule
def quiet_turns_are_in_bounds(s: Record) -> bool:
    """Tell whether the turns without a mark can be as many as they are."""
    if s.last != NOWHERE:
        return s.quiet == 0
    return 0 <= s.quiet <= MOST_QUIET_TURNS


@rule
def blocks_are_noted(s: Record) -> bool:
    """Tell whether the seats that are blocked are those noted as blocked."""
    sound = True
    for seat in range(SEATS):
        sound = sound and s.blocked[seat] == is_blocked(s, seat)
    return sound


@rule
def ending_is_right(s: Record) -> bool:
    """Tell whether the game is over exactly when it must be, and in the right way."""
    closed = int(chain_is_closed(s, 0)) + int(chain_is_closed(s, 1))
    if closed > 0:
        return closed == 1 and s.over == 1 + Ending.CHAIN
    if s.blocked[0] and s.blocked[1]:
        return s.over == 1 + Ending.BOTH_BLOCKED
    if s.quiet == MOST_QUIET_TURNS:
        return s.over == 1 + Ending.NO_MARKS
    return s.over == 0
