"""What a seat cannot know, dealt anew.

Hidden are the faces of cows that a seat has not seen, and of the other players' bulls which are in
hand, which in the pile, and which lie face down. A bull may be known to be held (`bull_seen`) and
still be either in hand or face down. If all answer Romeo at once, the answers given are hidden too.
"""

import numpy as np

from allmende.core.chance import draw, set_chance
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.seen import seen_by
from allmende.core.turns import may_act

from .bulls import CHOSEN, COMMITTED, HAND, PILE, count_in, is_held, trade_roles
from .components import BULLS, COWS, MOST_SEATS, WAYS
from .fight import is_secret_answer, may_challenge
from .places import symbol_of, unused_card
from .state import EVERYBODY, NONE, Phase

has_seen = seen_by(MOST_SEATS)


@rule
def veil(s: Record, seat: int, key: np.ndarray) -> None:
    """Deal all that a seat has not seen anew, each deal that fits equally likely."""
    set_chance(s, key, 0)
    veil_cows(s, seat)
    for other in range(s.seats):
        if other != seat:
            veil_bulls(s, other)
            if is_secret_answer(s, other):
                veil_answer(s, other)


@rule
def veil_cows(s: Record, seat: int) -> None:
    """Put the cows that a seat has not seen back to those in stack and box, and draw anew."""
    left = COWS
    for slot in range(int(s.arrived)):
        if has_seen(s.cow_seen[slot], seat):
            left -= 1
        else:
            s.cow_card[slot] = NONE
    for slot in range(int(s.arrived)):
        if s.cow_card[slot] == NONE:
            s.cow_card[slot] = unused_card(s, draw(s, left))
            left -= 1


@rule
def veil_bulls(s: Record, seat: int) -> None:
    """Deal the hidden bulls of a seat anew: as many as before lie face down and are in hand, and
    those that everybody knows to be held are among them."""
    apart = COMMITTED if s.phase == Phase.COMMIT else CHOSEN
    symbol = symbol_on_cards(s, seat)
    face_down = count_in(s, seat, apart)
    in_hand = count_in(s, seat, HAND)
    gather(s, seat)
    known = count_in(s, seat, HAND)
    from_known = split(s, seat, symbol, face_down, in_hand)
    for _ in range(from_known):
        take_one(s, seat, HAND, symbol, apart)
    for _ in range(face_down - from_known):
        take_one(s, seat, PILE, symbol, apart)
    for _ in range(in_hand - known + from_known):
        take_one(s, seat, PILE, NONE, HAND)


@rule
def veil_answer(s: Record, seat: int) -> None:
    """Let a seat answer Romeo anew, each answer equally likely."""
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


@rule
def symbol_on_cards(s: Record, seat: int) -> int:
    """Return the symbol that the face-down bulls of a seat must have: Romeo's hand cards share that
    of the cow. NONE is any."""
    if s.phase == Phase.COMMIT and seat == s.turn and may_act(s, seat):
        return symbol_of(s, s.wooed)
    return NONE


@rule
def gather(s: Record, seat: int) -> None:
    """Leave in hand only what everybody knows to be held, and put the rest into the pile. Of bulls
    that look the same the first ones are taken for the known ones."""
    for bull in range(BULLS):
        if is_held(s.bull_zone[seat, bull]):
            known = s.bull_seen[seat, bull] == EVERYBODY
            s.bull_zone[seat, bull] = HAND if known else PILE
            s.bull_seen[seat, bull] = EVERYBODY if known else 0
    for bull in range(BULLS):
        if s.bull_zone[seat, bull] == HAND:
            for twin in range(int(s.first_twin[bull]), bull):
                if s.bull_zone[seat, twin] == PILE:
                    trade_roles(s, seat, bull, twin)
                    break


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
def take_one(s: Record, seat: int, zone: int, symbol: int, to: int) -> None:
    """Put one of the fitting bulls of a zone somewhere else, each equally likely."""
    skip = draw(s, count_fitting(s, seat, zone, symbol))
    for bull in range(BULLS):
        if fits(s, seat, bull, zone, symbol):
            if skip == 0:
                s.bull_zone[seat, bull] = to
                if zone == PILE:
                    s.bull_seen[seat, bull] = 1 << seat
                return
            skip -= 1
