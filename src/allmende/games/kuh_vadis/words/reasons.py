"""Why a move is not possible: one reason, the first that a teacher would name."""

from allmende.core.language import Message
from allmende.core.record import Record

from ..chains import has
from ..components import COW, COWS_FOR_A_MARK, FIELD_NAMES, NEAR, NUMBERS_FOR_A_MARK
from ..numbering import MARK, NO_MARK
from ..state import Phase
from .names import face_on


def why_not(s: Record, seat: int, move: int) -> Message:
    """Give the reason why a move is not legal."""
    if move < MARK:
        return Message("not.throws_over" if s.phase == Phase.MARK else "not.same_faces")
    if move == NO_MARK:
        return Message("not.stop_first")
    return why_not_this_field(s, move - MARK) or why_not_these_dice(s, move - MARK)


def why_not_this_field(s: Record, field: int) -> Message | None:
    """Give the reason why a field cannot be marked with any dice, or None if it can."""
    at = FIELD_NAMES[field]
    if has(s.starts[0] | s.starts[1], field):
        return Message("not.start", at=at)
    if has(s.marks[0] | s.marks[1], field):
        return Message("not.taken", at=at)
    if not has(NEAR[s.last], field):
        return Message("not.next_to", at=at, last=FIELD_NAMES[s.last])
    return None


def why_not_these_dice(s: Record, field: int) -> Message:
    """Give the reason why the dice do not let one mark a field."""
    if s.phase == Phase.THROW:
        return Message("not.stop_first")
    face = face_on(s, field)
    if face == COW:
        return Message("not.cows", at=FIELD_NAMES[field], count=COWS_FOR_A_MARK)
    return Message("not.numbers", at=FIELD_NAMES[field], number=face + 1, count=NUMBERS_FOR_A_MARK)
