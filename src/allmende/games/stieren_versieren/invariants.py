"""What is true of every record of Stieren Versieren, whatever was played."""

import numpy as np

from allmende.core.flaws import Flaws, sentences
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.turns import first_waiting, may_act, seat_after

from .actions import may_lead, may_take
from .bulls import (
    AT,
    CHOSEN,
    COMMITTED,
    DISCARD,
    HAND,
    MARRIED,
    PILE,
    count_in,
    is_held,
)
from .components import (
    ACTIONS,
    BULLS,
    CORNERS,
    COWS,
    COWS_IN_PLAY,
    DIAGONALLY,
    FEWEST_SEATS,
    HAND_SIZE,
    MOST_SEATS,
    MOST_VALUE,
    PLACES,
    SYMBOLS,
)
from .fight import can_challenge, is_rival, may_challenge, may_pick, next_fighter
from .places import (
    DRAWN,
    NOT_YET,
    SHACK,
    across,
    can_be_courted,
    cows_in_stack,
    emptiest_place,
    no_cow_is_left,
    symbol_of,
)
from .rules import BOTH
from .state import EVERYBODY, FIGHT_OPTION, NONE, SIMULTANEOUS_FIGHT, TACTICAL_FIGHT, Ending, Phase


class Flaw(Flaws):
    """What can be wrong with a record."""

    CARDS = "the cards are not in order"
    TABLE = "not every place has its corner, or not every seat a sign"
    COWS = "the cows are not where they can be, or seen by those who cannot have seen them"
    COUPLES = "a couple has no bull of its own and of the right symbol"
    BULLS = "the bulls are not where they can be"
    KNOWLEDGE = "a hidden bull is known to those who cannot know it, or not to those who can"
    CHOICE = "who waits has not chosen yet, and all others have"
    TURN = "the marks of the turn do not fit what is being decided"
    MOVER = "a bull moves that cannot"
    FIGHT = "the fight has no cow, no Romeo or no challenger, or mates that cannot be there"
    STRENGTH = "the strengths shown do not fit a fight"
    ROUND = "the round does not fit the cows that have come"
    END = "the game ends exactly when a round ends and no cow is left to come"


FLAWS = sentences(Flaw)


@rule
def flaw(s: Record) -> int:
    """Return 0 for a sound record, else the number of the first flaw."""
    if not cards_are_in_order(s):
        return Flaw.CARDS
    if not (is_permutation(s.grid, CORNERS) and is_permutation(s.sign, MOST_SEATS)):
        return Flaw.TABLE
    if not cows_are_sound(s):
        return Flaw.COWS
    if not couples_are_sound(s):
        return Flaw.COUPLES
    if not turn_is_sound(s):
        return Flaw.TURN
    for seat in range(MOST_SEATS):
        if not bulls_are_sound(s, seat):
            return Flaw.BULLS
        if not knowledge_is_sound(s, seat):
            return Flaw.KNOWLEDGE
        if not choice_is_sound(s, seat):
            return Flaw.CHOICE
    if not mover_is_sound(s):
        return Flaw.MOVER
    if not fight_is_sound(s):
        return Flaw.FIGHT
    if not strengths_are_sound(s):
        return Flaw.STRENGTH
    if not round_is_sound(s):
        return Flaw.ROUND
    if not end_is_sound(s):
        return Flaw.END
    return 0


@rule
def is_rising(symbols: np.ndarray, values: np.ndarray, count: int) -> bool:
    """Tell whether cards are in rising order of symbol and value."""
    before = 0
    for card in range(count):
        face = int(symbols[card]) * (MOST_VALUE + 1) + int(values[card])
        if not 0 <= symbols[card] < SYMBOLS or not 1 <= values[card] <= MOST_VALUE:
            return False
        if face < before:
            return False
        before = face
    return True


@rule
def cards_are_in_order(s: Record) -> bool:
    """Tell whether bulls and cows are in rising order, and each bull knows its first twin."""
    for bull in range(BULLS):
        twin = s.first_twin[bull]
        if not 0 <= twin <= bull or s.bull_value[twin] != s.bull_value[bull]:
            return False
        if s.bull_symbol[twin] != s.bull_symbol[bull]:
            return False
        if twin > 0 and s.bull_value[twin - 1] == s.bull_value[twin]:
            if s.bull_symbol[twin - 1] == s.bull_symbol[twin]:
                return False
    bulls = is_rising(s.bull_symbol, s.bull_value, BULLS)
    return bulls and is_rising(s.cow_symbol, s.cow_value, COWS)


@rule
def is_permutation(values: np.ndarray, count: int) -> bool:
    """Tell whether each number below `count` is there once."""
    found = 0
    for at in range(count):
        if not 0 <= values[at] < count:
            return False
        found |= 1 << int(values[at])
    return found == (1 << count) - 1


@rule
def cows_are_sound(s: Record) -> bool:
    """Tell whether each cow came once, is somewhere, and was seen by whom she can have been."""
    if not (1 if is_placing(s) else 0) <= s.arrived <= COWS_IN_PLAY:
        return False
    used = 0
    for slot in range(COWS_IN_PLAY):
        if slot >= s.arrived:
            if not is_yet_to_come(s, slot):
                return False
        else:
            if not 0 <= s.cow_card[slot] < COWS or (used >> int(s.cow_card[slot])) & 1:
                return False
            used |= 1 << int(s.cow_card[slot])
            if not cow_is_sound(s, slot):
                return False
    return True


@rule
def is_placing(s: Record) -> bool:
    """Tell whether a cow was drawn that somebody has to place."""
    return s.over == 0 and (s.phase == Phase.COW or s.phase == Phase.SHORTAGE)


@rule
def is_yet_to_come(s: Record, slot: int) -> bool:
    """Tell whether nothing is noted of a cow that has not come."""
    unknown = s.cow_card[slot] == NONE and s.cow_bull[slot] == NONE and s.cow_seen[slot] == 0
    return unknown and s.cow_spot[slot] == NOT_YET and s.cow_up[slot] == 0


@rule
def cow_is_sound(s: Record, slot: int) -> bool:
    """Tell whether a cow is where she can be: drawn only while she is being placed, in a Love Shack
    or face up only seen by all, face down seen by at most one seat."""
    spot, seen = s.cow_spot[slot], int(s.cow_seen[slot])
    on_her_way = is_placing(s) and slot == s.arrived - 1
    if (spot == DRAWN) != on_her_way or not 0 <= spot < SHACK + s.seats:
        return False
    if s.cow_up[slot] != 0:
        return s.cow_up[slot] == 1 and seen == EVERYBODY and spot != DRAWN
    if on_her_way:
        return seen == (1 << int(s.first) if s.phase == Phase.COW else 0)
    return spot < PLACES and seen & (seen - 1) == 0 and 0 <= seen < 1 << int(s.seats)


@rule
def couples_are_sound(s: Record) -> bool:
    """Tell whether each cow in a Love Shack has a bull of her own, and each married bull a cow."""
    couples = 0
    for slot in range(int(s.arrived)):
        if s.cow_spot[slot] < SHACK:
            if s.cow_bull[slot] != NONE:
                return False
        else:
            couples += 1
            if not lives_with_a_bull(s, slot):
                return False
    for seat in range(s.seats):
        couples -= count_in(s, seat, MARRIED)
    return couples == 0


@rule
def lives_with_a_bull(s: Record, slot: int) -> bool:
    """Tell whether a cow in a Love Shack has a bull of her symbol that no other cow has."""
    bull, seat = s.cow_bull[slot], s.cow_spot[slot] - SHACK
    if not 0 <= bull < BULLS or s.bull_symbol[bull] != symbol_of(s, slot):
        return False
    for other in range(slot):
        if s.cow_spot[other] == s.cow_spot[slot] and s.cow_bull[other] == bull:
            return False
    return s.bull_zone[seat, bull] == MARRIED and s.cow_up[slot] == 1


@rule
def bulls_are_sound(s: Record, seat: int) -> bool:
    """Tell whether the bulls of a seat are somewhere they can be now."""
    face_down = count_in(s, seat, CHOSEN) + count_in(s, seat, COMMITTED)
    for bull in range(BULLS):
        zone = s.bull_zone[seat, bull]
        if not PILE <= zone < AT + PLACES or (seat >= s.seats and zone != PILE):
            return False
        if zone == CHOSEN and (s.phase != Phase.CHOOSE or s.over):
            return False
        if zone == COMMITTED and not may_have_committed(s, seat, bull):
            return False
    return count_in(s, seat, HAND) + face_down <= HAND_SIZE


@rule
def may_have_committed(s: Record, seat: int, bull: int) -> bool:
    """Tell whether a seat may have put a hand card into the fight: Romeo's owner comes last and
    cannot bluff."""
    if s.phase != Phase.COMMIT or s.champion[seat] == NONE:
        return False
    if seat == s.turn:
        return may_act(s, seat) and s.bull_symbol[bull] == s.cow_symbol[s.cow_card[s.wooed]]
    return True


@rule
def knowledge_is_sound(s: Record, seat: int) -> bool:
    """Tell whether everybody has seen what lies open, nobody what is in the pile, and the owner,
    or by elimination everybody, what is held."""
    pile = count_in(s, seat, PILE)
    for bull in range(BULLS):
        zone, seen = s.bull_zone[seat, bull], s.bull_seen[seat, bull]
        if zone == PILE:
            sound = seen == 0
        elif is_held(zone):
            sound = seen == EVERYBODY or (seen == 1 << seat and pile > 0)
        else:
            sound = seen == EVERYBODY
        if not sound:
            return False
    return s.reshuffles[seat] >= 0 and (seat < s.seats or s.reshuffles[seat] == 0)


@rule
def choice_is_sound(s: Record, seat: int) -> bool:
    """Tell whether a seat waits exactly as long as it has bulls and has not chosen."""
    if s.phase != Phase.CHOOSE or seat >= s.seats:
        return True
    chosen, left = count_in(s, seat, CHOSEN), count_in(s, seat, HAND)
    if may_act(s, seat):
        return chosen == 0 and left > 0
    duty = BOTH if s.seats == FEWEST_SEATS else 1
    return chosen == min(duty, chosen + left)


@rule
def turn_is_sound(s: Record) -> bool:
    """Tell whether the marks of the turn fit what is being decided, and the right seat acts."""
    if not 0 <= s.first < s.seats or s.extra_done not in (0, 1) or s.no_peek not in (0, 1):
        return False
    if not NONE <= s.talker < BULLS or not NONE <= s.last_swap < BULLS:
        return False
    if (s.last_swap != NONE) != (s.phase == Phase.SWAP):
        return False
    if s.extra_done and (s.seats == FEWEST_SEATS or s.actions_left == 0):
        return False
    for seat in range(s.seats, MOST_SEATS):
        if s.champion[seat] != NONE or s.mates[seat] or s.support[seat] or s.strength[seat]:
            return False
    if s.over:
        return s.waiting == 0 and s.turn == NONE and s.actions_left == 0
    if not 0 < s.waiting < 1 << int(s.seats):
        return False
    if Phase.ACTION <= s.phase <= Phase.PICK:
        return acting_is_sound(s)
    if s.turn != NONE or s.actions_left != 0:
        return False
    return s.phase == Phase.CHOOSE or s.waiting == 1 << int(s.first)


@rule
def acting_is_sound(s: Record) -> bool:
    """Tell whether somebody has a turn with actions left, and acts, or answers to it in a fight."""
    if not 0 <= s.turn < s.seats or not 1 <= s.actions_left <= ACTIONS:
        return False
    if s.extra_done and s.actions_left == ACTIONS:
        return False
    if s.phase == Phase.SWAP and s.bull_zone[s.turn, s.last_swap] != DISCARD:
        return False
    if s.phase == Phase.CHALLENGE and s.options[FIGHT_OPTION] == SIMULTANEOUS_FIGHT:
        return not may_act(s, s.turn)
    if s.waiting & (s.waiting - 1):
        return False
    if s.phase == Phase.CHALLENGE:
        return not may_act(s, s.turn)
    return s.phase == Phase.COMMIT or may_act(s, s.turn)


@rule
def mover_is_sound(s: Record) -> bool:
    """Tell whether a bull moves exactly when a companion is chosen, and has one to choose."""
    if s.phase != Phase.COMPANION or s.over:
        return s.mover == NONE and s.target == NONE
    if not 0 <= s.mover < BULLS or not 0 <= s.target < PLACES:
        return False
    here = int(s.bull_zone[s.turn, s.mover]) - AT
    if not 0 <= here < PLACES or s.target == here or s.target == across(s, here, DIAGONALLY):
        return False
    companions = 0
    for slot in range(int(s.arrived)):
        companions += may_lead(s, int(s.turn), slot)
    for bull in range(BULLS):
        companions += may_take(s, int(s.turn), bull)
    return companions > 0


@rule
def fight_is_sound(s: Record) -> bool:
    """Tell whether a fight is about a cow at home, between bulls of her symbol on the spot."""
    if not Phase.CHALLENGE <= s.phase <= Phase.PICK or s.over:
        for seat in range(s.seats):
            if s.champion[seat] != NONE or s.mates[seat] != 0:
                return False
        return s.wooed == NONE
    if not 0 <= s.wooed < s.arrived or not can_be_courted(s, s.wooed):
        return False
    challengers = 0
    for seat in range(s.seats):
        if not fighter_is_sound(s, seat):
            return False
        challengers += seat != s.turn and s.champion[seat] != NONE
    if s.champion[s.turn] == NONE:
        return False
    return challengers_are_sound(s, challengers)


@rule
def fighter_is_sound(s: Record, seat: int) -> bool:
    """Tell whether a champion and his mates are rivals on the spot, and came in their turn."""
    champion, mates = s.champion[seat], s.mates[seat]
    if champion == NONE:
        return mates == 0
    if not 0 <= champion < BULLS or not is_rival(s, seat, champion):
        return False
    if mates and s.phase == Phase.CHALLENGE:
        return False
    for bull in range(BULLS):
        if (mates >> bull) & 1 and (bull == champion or not is_rival(s, seat, bull)):
            return False
    return 0 <= mates < 1 << BULLS


@rule
def challengers_are_sound(s: Record, challengers: int) -> bool:
    """Tell whether there are as many challengers as the kind of fight and its phase allow, and
    whether who has not had a turn in it has put in nothing."""
    tactical = s.options[FIGHT_OPTION] == TACTICAL_FIGHT
    if s.phase == Phase.CHALLENGE and s.options[FIGHT_OPTION] == SIMULTANEOUS_FIGHT:
        return bids_are_sound(s)
    if s.phase == Phase.CHALLENGE:
        return (tactical or challengers == 0) and asked_is_sound(s)
    if challengers == 0 or (not tactical and challengers > 1):
        return False
    if s.phase == Phase.PICK:
        return tactical
    seat = next_fighter(s, int(s.turn))
    while not may_act(s, seat):
        if seat == s.turn:
            return False
        seat = next_fighter(s, seat)
    while seat != s.turn:
        seat = next_fighter(s, seat)
        if s.mates[seat] or count_in(s, seat, COMMITTED):
            return False
    return True


@rule
def bids_are_sound(s: Record) -> bool:
    """Tell whether who still has to answer can challenge, and has made no bid yet."""
    for seat in range(s.seats):
        if may_act(s, seat) and (s.champion[seat] != NONE or not can_challenge(s, seat)):
            return False
    return True


@rule
def asked_is_sound(s: Record) -> bool:
    """Tell whether who is asked can challenge, and nobody after has done so."""
    seat = first_waiting(s)
    found = can_challenge(s, seat)
    while seat != s.turn:
        if s.champion[seat] != NONE:
            return False
        seat = seat_after(s, seat)
    return found


@rule
def strengths_are_sound(s: Record) -> bool:
    """Tell whether strengths are shown only after a fight, by at least two, and hand cards only by
    those who fought, unless they are bids."""
    fighters, equals = 0, 0
    for seat in range(s.seats):
        if s.strength[seat] < 0 or not 0 <= s.support[seat] < 1 << BULLS:
            return False
        if s.support[seat] and s.strength[seat] == 0 and not shows_a_bid(s, seat):
            return False
        fighters += s.strength[seat] > 0
        equals += may_pick(s, seat) and s.phase == Phase.PICK
    if s.phase != Phase.PICK or s.over:
        busy = s.phase in (Phase.COMPANION, Phase.SWAP, Phase.CHALLENGE, Phase.COMMIT)
        return fighters == 0 or (fighters > 1 and not busy)
    for seat in range(s.seats):
        if (s.champion[seat] != NONE) != (s.strength[seat] > 0):
            return False
    return equals > 1


@rule
def shows_a_bid(s: Record, seat: int) -> bool:
    """Tell whether lots have just been drawn between those who challenge, and a seat was one."""
    if s.phase != Phase.COMMIT or s.options[FIGHT_OPTION] != SIMULTANEOUS_FIGHT:
        return False
    for bull in range(BULLS):
        if s.support[seat] == 1 << bull:
            drawn = s.champion[seat] == bull or s.champion[seat] == NONE
            return seat != s.turn and drawn and may_challenge(s, seat, bull)
    return False


@rule
def round_is_sound(s: Record) -> bool:
    """Tell whether the number of the round can be, and a shortage is one. In every round but
    one a cow has come."""
    if not 1 <= s.round_number <= s.arrived + 1:
        return False
    if s.no_peek and (cows_in_stack(s) > 0 or s.phase == Phase.COW or s.phase == Phase.SHORTAGE):
        return False
    if s.phase == Phase.SHORTAGE:
        return no_cow_is_left(s) and emptiest_place(s) == NONE
    return True


@rule
def end_is_sound(s: Record) -> bool:
    """Tell whether a finished game has no cow left to come, and ended in the right way."""
    if s.over == 0:
        return True
    if cows_in_stack(s) > 0 or s.phase != Phase.ACTION:
        return False
    return s.over == 1 + (Ending.EXTRA_ROUND if s.no_peek else Ending.LAST_COW)
