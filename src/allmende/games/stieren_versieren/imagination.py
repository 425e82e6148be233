"""What a seat may imagine: all that it does not know, dealt anew.

These rules get what a seat knows and never see the truth. Three things limit the worlds: how many
cards lie where, which bulls are known to be held, and that Romeo's cards share the cow's symbol.
"""

import numpy as np

from allmende.core.chance import draw, set_chance
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN
from allmende.core.turns import may_act

from .bulls import CHOSEN, COMMITTED, HAND, PILE, count_in
from .components import BULLS, COWS, HAND_SIZE, WAYS
from .fight import may_challenge
from .places import symbol_of
from .secrets import ANSWER, FACE_DOWN, FACES, IN_HAND, is_hidden, is_known
from .state import NONE, Phase


@rule
def imagine(s: Record, key: np.ndarray) -> None:
    """Deal all that is unknown, each deal that fits equally likely."""
    set_chance(s, key, 0)
    deal_cows(s)
    for seat in range(s.seats):
        without_face = int(s.support[seat])
        s.support[seat] &= FACES
        in_hand, face_down = count_from(without_face, IN_HAND), count_from(without_face, FACE_DOWN)
        if in_hand + face_down > 0:
            deal_bulls(s, seat, in_hand, face_down)
        if (without_face >> ANSWER) & 1:
            give_answer(s, seat)


@rule
def count_from(without_face: int, first: int) -> int:
    """Count the cards without a face that are noted from a bit on."""
    count = 0
    while count < HAND_SIZE and (without_face >> (first + count)) & 1:
        count += 1
    return count


@rule
def deal_cows(s: Record) -> None:
    """Deal the cows that are unknown from all that have not been seen."""
    used = 0
    for slot in range(int(s.arrived)):
        if s.cow_card[slot] != UNKNOWN:
            used |= 1 << int(s.cow_card[slot])
    for slot in range(int(s.arrived)):
        if s.cow_card[slot] == UNKNOWN:
            card = draw(s, COWS)
            while (used >> card) & 1:
                card = draw(s, COWS)
            s.cow_card[slot] = card
            used |= 1 << card


@rule
def deal_bulls(s: Record, seat: int, in_hand: int, face_down: int) -> None:
    """Deal the hidden bulls of a seat: so many are in hand and lie face down, and those that are
    known to be held are among them."""
    gather(s, seat)
    known = count_in(s, seat, HAND)
    if face_down > 0:
        apart = COMMITTED if s.phase == Phase.COMMIT else CHOSEN
        symbol = symbol_on_cards(s, seat)
        from_known = split(s, seat, symbol, face_down, in_hand) if known > 0 else 0
        take(s, seat, HAND, from_known, symbol, apart)
        take(s, seat, PILE, face_down - from_known, symbol, apart)
        known -= from_known
    take(s, seat, PILE, in_hand - known, NONE, HAND)


@rule
def gather(s: Record, seat: int) -> None:
    """Put the bulls that are known to be held into the hand, and all others into the pile."""
    for bull in range(BULLS):
        if is_known(s, seat, bull):
            s.bull_zone[seat, bull] = HAND
        elif is_hidden(s, seat, bull):
            s.bull_zone[seat, bull], s.bull_seen[seat, bull] = PILE, 0


@rule
def symbol_on_cards(s: Record, seat: int) -> int:
    """Return the symbol that the face-down bulls of a seat must have: Romeo's hand cards share that
    of the cow. NONE is any."""
    if s.phase == Phase.COMMIT and seat == s.turn and may_act(s, seat):
        return symbol_of(s, s.wooed)
    return NONE


@rule
def split(s: Record, seat: int, symbol: int, face_down: int, in_hand: int) -> int:
    """Draw lots how many of the face-down bulls are known ones: each number as likely as there are
    deals with it."""
    total = 0
    for from_known in range(face_down + 1):
        total += deals(s, seat, symbol, face_down, in_hand, from_known)
    lot = draw(s, total)
    from_known = 0
    while lot >= deals(s, seat, symbol, face_down, in_hand, from_known):
        lot -= deals(s, seat, symbol, face_down, in_hand, from_known)
        from_known += 1
    return from_known


@rule
def deals(s: Record, seat: int, symbol: int, face_down: int, in_hand: int, from_known: int) -> int:
    """Count the deals in which so many of the face-down bulls are known ones."""
    known, pool = count_in(s, seat, HAND), count_in(s, seat, PILE)
    from_pool = face_down - from_known
    unknown_in_hand = in_hand - known + from_known
    if unknown_in_hand < 0 or unknown_in_hand > pool - from_pool:
        return 0
    fitting = WAYS[count_fitting(s, seat, HAND, symbol), from_known]
    fitting *= WAYS[count_fitting(s, seat, PILE, symbol), from_pool]
    return fitting * WAYS[pool - from_pool, unknown_in_hand]


@rule
def fits(s: Record, seat: int, bull: int, zone: int, symbol: int) -> bool:
    """Tell whether a bull is in a zone and has a symbol, if one is asked for."""
    right = symbol == NONE or s.bull_symbol[bull] == symbol
    return right and s.bull_zone[seat, bull] == zone


@rule
def count_fitting(s: Record, seat: int, zone: int, symbol: int) -> int:
    """Count the bulls in a zone that have a symbol."""
    found = 0
    for bull in range(BULLS):
        found += fits(s, seat, bull, zone, symbol)
    return found


@rule
def take(s: Record, seat: int, zone: int, count: int, symbol: int, to: int) -> None:
    """Put so many of the fitting bulls of a zone somewhere else: one lot says which, as there is
    one for each set of them."""
    left = count_fitting(s, seat, zone, symbol)
    lot = draw(s, WAYS[left, count])
    for bull in range(BULLS):
        if count > 0 and fits(s, seat, bull, zone, symbol):
            left -= 1
            if lot < WAYS[left, count - 1]:
                count -= 1
                s.bull_zone[seat, bull] = to
                s.bull_seen[seat, bull] |= 1 << seat
            else:
                lot -= WAYS[left, count - 1]


@rule
def give_answer(s: Record, seat: int) -> None:
    """Let a seat answer Romeo, each answer equally likely."""
    skip = draw(s, 1 + count_challengers(s, seat))
    s.champion[seat] = NONE
    for bull in range(BULLS):
        if may_challenge(s, seat, bull):
            skip -= 1
            if skip == 0:
                s.champion[seat] = bull


@rule
def count_challengers(s: Record, seat: int) -> int:
    """Count the bulls with which a seat may challenge Romeo."""
    found = 0
    for bull in range(BULLS):
        found += may_challenge(s, seat, bull)
    return found
