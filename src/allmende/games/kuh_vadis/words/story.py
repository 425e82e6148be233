"""What happened with a move, told from the records before and after it."""

from allmende.core.language import Event, Seat
from allmende.core.record import Record
from allmende.core.turns import may_act

from ..chains import has
from ..components import DICE, FIELD_NAMES, SEATS
from ..numbering import MARK, NO_MARK, STOP
from ..rules import markable
from ..state import ENDINGS, Ending
from .names import face_message, face_on, letters


def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell the move, then what it set off."""
    if move < MARK:
        return [tell_throw(before, seat, move, after)]
    return [
        tell_mark(before, seat, move),
        *tell_blocks(before, after),
        *(tell_end(seat, after) if after.over else tell_next_throw(before, after)),
    ]


def tell_throw(before: Record, seat: int, move: int, after: Record) -> Event:
    """Tell that dice were thrown again, or that they stay as they are."""
    dice = spaced(after, range(DICE))
    if move == STOP:
        return Event("story.stop", who=Seat(seat), dice=dice)
    thrown = spaced(before, [die for die in range(DICE) if has(move, die)])
    return Event("story.reroll", who=Seat(seat), thrown=thrown, dice=dice)


def spaced(s: Record, places: range | list[int]) -> str:
    """Write some of the dice with gaps between them."""
    return " ".join(letters(s.dice[die] for die in places))


def tell_mark(before: Record, seat: int, move: int) -> Event:
    """Tell which field was marked, or that none was."""
    who = Seat(seat)
    if move == NO_MARK:
        return Event("story.decline" if markable(before) else "story.nothing", who=who)
    field = move - MARK
    face = face_message(face_on(before, field))
    return Event("story.mark", who=who, at=FIELD_NAMES[field], face=face)


def tell_blocks(before: Record, after: Record) -> list[Event]:
    """Tell whose starts can no longer be joined."""
    return [
        Event("story.blocked", who=Seat(player))
        for player in range(SEATS)
        if after.blocked[player] > before.blocked[player]
    ]


def tell_end(seat: int, after: Record) -> list[Event]:
    """Tell how the game ended and who has won."""
    won = after.over == 1 + Ending.CHAIN
    result = Event("story.won", who=Seat(seat)) if won else Event("story.draw")
    return [Event(f"ending.{ENDINGS[after.over - 1]}"), result]


def tell_next_throw(before: Record, after: Record) -> list[Event]:
    """Tell who throws all the dice now: the same seat after four of a kind, else the other."""
    thrower = Seat(0 if may_act(after, 0) else 1)
    throw = Event("story.throw", who=thrower, dice=spaced(after, range(DICE)))
    if after.waiting != before.waiting:
        return [throw]
    return [Event("story.again", who=thrower, at=FIELD_NAMES[after.last]), throw]
