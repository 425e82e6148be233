"""Why a move is not possible: one reason, the first that a teacher would name."""

from allmende.core.language import Message
from allmende.core.record import Record

from ..actions import force_against
from ..bulls import AT, HAND, has_twin_before
from ..components import COWS_IN_PLAY, FEWEST_SEATS, PAIRS, PLACES
from ..fight import is_rival, last_committed
from ..numbering import (
    ALONE,
    CHALLENGE,
    CHASE,
    CHOOSE,
    CHOOSE_TWO,
    COURT,
    DECLINE,
    DONE,
    EXTRA,
    JOIN,
    LEAD,
    MOVE,
    PASS,
    PICK,
    PUT_COW,
    SUPPORT,
    SWAP,
    TAKE_MATE,
    TALK,
)
from ..places import can_be_moved, is_at_place
from ..state import NONE, PHASES, Phase
from .names import bull_message, cow_message, cow_name, place_name

# The first move of each kind, and the phases that it belongs to.
BELONGS = (
    (PUT_COW, (Phase.COW, Phase.SHORTAGE)),
    (CHOOSE, (Phase.CHOOSE,)),
    (TALK, (Phase.ACTION,)),
    (SWAP, (Phase.ACTION, Phase.SWAP)),
    (PASS, (Phase.ACTION,)),
    (ALONE, (Phase.COMPANION,)),
    (DECLINE, (Phase.CHALLENGE,)),
    (JOIN, (Phase.COMMIT,)),
    (DONE, (Phase.SWAP, Phase.COMMIT)),
    (PICK, (Phase.PICK,)),
)


def why_not(s: Record, seat: int, move: int) -> Message:
    """Give the reason why a move is not legal."""
    phases = next(phases for first, phases in reversed(BELONGS) if move >= first)
    if s.phase not in phases:
        return Message(f"not.now.{PHASES[s.phase]}")
    if move < CHOOSE:
        return Message("not.emptiest", place=Message(f"at.{place_name(s, move - PUT_COW)}"))
    if move < TALK:
        return why_not_choice(s, seat, move)
    if move < SWAP:
        return why_not_action(s, seat, move)
    if move < PASS:
        return why_not_hand_card(s, seat, move - SWAP)
    if move < DECLINE:
        return why_not_companion(s, seat, move)
    if move < PICK:
        return why_not_in_fight(s, seat, move)
    return Message("not.not_tied")


def why_not_choice(s: Record, seat: int, move: int) -> Message:
    """Say why these bulls cannot be chosen."""
    bulls = (move - CHOOSE,) if move < CHOOSE_TWO else PAIRS[move - CHOOSE_TWO]
    for bull in bulls:
        if s.bull_zone[seat, bull] != HAND:
            return Message("not.not_in_hand", bull=bull_message(s, bull))
    if len(bulls) == 1 and s.seats == FEWEST_SEATS:
        return Message("not.choose_two")
    if len(bulls) > 1 and s.seats > FEWEST_SEATS:
        return Message("not.choose_one")
    second = next(bull for bull in bulls if has_twin_before(s, seat, bull))
    return Message("not.twin", bull=bull_message(s, second))


def why_not_hand_card(s: Record, seat: int, bull: int) -> Message:
    """Say why a bull in hand cannot be used, or that it is not in hand."""
    name = bull_message(s, bull)
    if s.bull_zone[seat, bull] != HAND:
        return Message("not.not_in_hand", bull=name)
    if has_twin_before(s, seat, bull):
        return Message("not.twin", bull=name)
    return Message("not.rising", bull=name)


def why_not_action(s: Record, seat: int, move: int) -> Message:
    """Say why an action is not possible."""
    if move < MOVE:
        return why_not_talk(s, seat, *divmod(move - TALK, COWS_IN_PLAY))
    if move < CHASE:
        bull, _ = divmod(move - MOVE, PLACES)
        return why_not_out(s, seat, bull) or Message("not.not_adjacent")
    if move < EXTRA:
        return why_not_chase(s, seat, *divmod(move - CHASE, PLACES))
    if move >= COURT:
        return why_not_court(s, seat, *divmod(move - COURT, COWS_IN_PLAY))
    if s.seats == FEWEST_SEATS:
        return Message("not.extra_two")
    if s.extra_done:
        return Message("not.extra_once")
    return why_not_hand_card(s, seat, move - EXTRA)


def why_not_out(s: Record, seat: int, bull: int) -> Message | None:
    """Say that a bull is at no place, or that its twin stands for it."""
    if s.bull_zone[seat, bull] < AT:
        return Message("not.not_out", bull=bull_message(s, bull))
    if has_twin_before(s, seat, bull):
        return Message("not.twin", bull=bull_message(s, bull))
    return None


def why_not_cow(s: Record, slot: int) -> Message | None:
    """Say that a cow is at no place."""
    if slot >= s.arrived or not is_at_place(s, slot):
        return Message("not.no_cow", cow=cow_name(slot))
    return None


def why_not_talk(s: Record, seat: int, bull: int, slot: int) -> Message:
    """Say why a bull cannot talk to a cow."""
    missing = why_not_out(s, seat, bull) or why_not_cow(s, slot)
    if missing:
        return missing
    if s.cow_up[slot]:
        return Message("not.talked_already", cow=cow_message(s, slot))
    return Message("not.apart", bull=bull_message(s, bull), cow=cow_name(slot))


def why_not_chase(s: Record, seat: int, slot: int, place: int) -> Message:
    """Say why a cow cannot be chased."""
    missing = why_not_cow(s, slot) or why_not_moved(s, slot)
    if missing:
        return missing
    force, need = int(force_against(s, seat, slot)), int(s.cow_value[s.cow_card[slot]])
    if force < need:
        return Message("not.too_weak", cow=cow_message(s, slot), force=force, need=need)
    return Message("not.there_already", cow=cow_message(s, slot))


def why_not_moved(s: Record, slot: int) -> Message | None:
    """Say why a cow at a place cannot be brought elsewhere."""
    if not s.cow_up[slot]:
        return Message("not.face_down", cow=cow_name(slot))
    if not can_be_moved(s, slot):
        return Message("not.settled", cow=cow_message(s, slot))
    return None


def why_not_court(s: Record, seat: int, bull: int, slot: int) -> Message:
    """Say why a bull cannot court a cow."""
    missing = why_not_out(s, seat, bull) or why_not_cow(s, slot)
    if missing:
        return missing
    if not s.cow_up[slot]:
        return Message("not.face_down", cow=cow_name(slot))
    symbol, name = int(s.bull_symbol[bull]), bull_message(s, bull)
    if s.cow_symbol[s.cow_card[slot]] != symbol:
        return Message("not.other_symbol", bull=name, cow=cow_message(s, slot))
    if s.cow_spot[slot] != symbol:
        return Message("not.cow_not_home", cow=cow_message(s, slot))
    return Message("not.bull_not_home", bull=name)


def why_not_companion(s: Record, seat: int, move: int) -> Message:
    """Say why a cow or a mate cannot come along."""
    mover = bull_message(s, int(s.mover))
    if move < TAKE_MATE:
        slot = move - LEAD
        missing = why_not_cow(s, slot)
        if missing:
            return missing
        if int(s.cow_spot[slot]) + AT != s.bull_zone[seat, s.mover]:
            return Message("not.apart", bull=mover, cow=cow_name(slot))
        cow = cow_message(s, slot)
        return why_not_moved(s, slot) or Message("not.other_symbol", bull=mover, cow=cow)
    mate = move - TAKE_MATE
    if s.bull_zone[seat, mate] != s.bull_zone[seat, s.mover] or mate == s.mover:
        return Message("not.mate_apart", bull=bull_message(s, mate))
    if s.bull_symbol[mate] != s.bull_symbol[s.mover]:
        return Message("not.mate_symbol", bull=bull_message(s, mate))
    return Message("not.mate_order", bull=bull_message(s, mate))


def why_not_in_fight(s: Record, seat: int, move: int) -> Message:
    """Say why a bull cannot take part in a fight."""
    if move < JOIN:
        bull = move - CHALLENGE
        twin = is_rival(s, seat, bull)
        return Message("not.twin" if twin else "not.no_rival", bull=bull_message(s, bull))
    if move < SUPPORT:
        bull = move - JOIN
        name = bull_message(s, bull)
        if not is_rival(s, seat, bull) or bull == s.champion[seat]:
            return Message("not.no_mate", bull=name)
        late = last_committed(s, seat) != NONE
        return Message("not.mates_first" if late else "not.rising", bull=name)
    bull = move - SUPPORT
    bluff = s.bull_symbol[bull] != s.cow_symbol[s.cow_card[s.wooed]]
    if s.bull_zone[seat, bull] == HAND and seat == s.turn and bluff:
        return Message("not.romeo_bluffs", bull=bull_message(s, bull))
    return why_not_hand_card(s, seat, bull)
