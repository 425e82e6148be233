"""The bulls of each player: hand, draw pile, discards, and who knows what of them.

A draw pile is the set of what lies in it, and chance decides which bull comes when one is drawn.
Nobody could tell that from a pile with an order.
"""

from allmende.core.bits import lowest, member, places_of, size_of, without_lowest
from allmende.core.chance import draw
from allmende.core.record import Record
from allmende.core.rule import rule

from .components import BULLS, HAND_SIZE, MOST_RESHUFFLES
from .state import EVERYBODY, Zone

PILE, HAND = int(Zone.PILE), int(Zone.HAND)
CHOSEN, COMMITTED = int(Zone.CHOSEN), int(Zone.COMMITTED)
DISCARD, MARRIED, AT = int(Zone.DISCARD), int(Zone.MARRIED), int(Zone.AT)


@rule
def count_in(s: Record, seat: int, zone: int) -> int:
    """Count the bulls of a seat in a zone."""
    return size_of(bulls_in(s, seat, zone))


@rule
def bulls_in(s: Record, seat: int, zone: int) -> int:
    """Return the set of bulls of a seat in a zone."""
    return places_of(s.bull_zone[seat], zone, 0)


@rule
def is_held(zone: int) -> bool:
    """Tell whether a bull is in hand, or lies face down after it was."""
    return HAND <= zone <= COMMITTED


@rule
def nth_in(s: Record, seat: int, zone: int, n: int) -> int:
    """Find the bull that has `n` others before it in a zone."""
    return member(bulls_in(s, seat, zone), n)


@rule
def twins_before(s: Record, bull: int) -> int:
    """Return the set of bulls that look the same as a bull and have a lower number."""
    return (1 << bull) - (1 << int(s.first_twin[bull]))


@rule
def first_of_twins(s: Record, bulls: int) -> int:
    """Leave those out of a set of bulls in one zone that have a twin before them in it: of twins in
    one zone only the first is offered."""
    offered, left = 0, bulls
    while left != 0:
        bull = lowest(left)
        offered |= (bulls & twins_before(s, bull) == 0) << bull
        left = without_lowest(left)
    return offered


@rule
def has_twin_before(s: Record, seat: int, bull: int) -> bool:
    """Tell whether a bull that looks the same, and has a lower number, is in the same zone."""
    twins = 0
    for twin in range(int(s.first_twin[bull]), bull):
        twins += s.bull_zone[seat, twin] == s.bull_zone[seat, bull]
    return twins > 0


@rule
def fill_hand(s: Record, seat: int) -> None:
    """Draw up to a full hand, as far as bulls last."""
    for _ in range(HAND_SIZE - count_in(s, seat, HAND)):
        draw_bull(s, seat)


@rule
def draw_bull(s: Record, seat: int) -> None:
    """Draw one bull; if the pile is empty, the discards become the new pile first."""
    left = count_in(s, seat, PILE)
    if left == 0:
        left = reshuffle(s, seat)
    if left == 0:
        return
    bull = nth_in(s, seat, PILE, draw(s, left))
    s.bull_zone[seat, bull] = HAND
    s.bull_seen[seat, bull] = 1 << seat
    if left == 1:
        name_hand(s, seat)


@rule
def reshuffle(s: Record, seat: int) -> int:
    """Make the discards the new draw pile and return how many they are."""
    found = 0
    for bull in range(BULLS):
        if s.bull_zone[seat, bull] == DISCARD:
            s.bull_zone[seat, bull] = PILE
            s.bull_seen[seat, bull] = 0
            found += 1
    s.reshuffles[seat] += found > 0 and s.reshuffles[seat] < MOST_RESHUFFLES
    return found


@rule
def name_hand(s: Record, seat: int) -> None:
    """Note that everybody can name a hand: with an empty pile all other bulls lie open."""
    for bull in range(BULLS):
        if is_held(s.bull_zone[seat, bull]):
            s.bull_seen[seat, bull] = EVERYBODY


@rule
def turn_up(s: Record, seat: int, bull: int) -> int:
    """Show a bull to everybody and return it. Of hidden bulls that look the same it is always the
    first that counts as shown: its number must not tell where the others are."""
    for twin in range(int(s.first_twin[bull]), bull):
        if s.bull_zone[seat, twin] <= COMMITTED:
            trade_roles(s, seat, bull, twin)
            bull = twin
            break
    if s.bull_seen[seat, bull] != EVERYBODY:
        forget_twin(s, seat, bull)
    s.bull_seen[seat, bull] = EVERYBODY
    return bull


@rule
def trade_roles(s: Record, seat: int, one: int, other: int) -> None:
    """Let two bulls that look the same change places."""
    zone, seen = s.bull_zone[seat, one], s.bull_seen[seat, one]
    s.bull_zone[seat, one] = s.bull_zone[seat, other]
    s.bull_seen[seat, one] = s.bull_seen[seat, other]
    s.bull_zone[seat, other] = zone
    s.bull_seen[seat, other] = seen


@rule
def forget_twin(s: Record, seat: int, bull: int) -> None:
    """If a twin of the shown bull was known to be held, it may have been this one."""
    for twin in range(BULLS):
        alike = s.first_twin[twin] == s.first_twin[bull] and twin != bull
        if alike and is_held(s.bull_zone[seat, twin]) and s.bull_seen[seat, twin] == EVERYBODY:
            s.bull_seen[seat, twin] = 1 << seat
            return


@rule
def put_open(s: Record, seat: int, bull: int, zone: int) -> int:
    """Turn up a hidden bull, put it somewhere, and return which one it was."""
    shown = turn_up(s, seat, bull)
    s.bull_zone[seat, shown] = zone
    return shown


@rule
def bring_out(s: Record, seat: int, bull: int) -> None:
    """Turn up a bull at the place of its symbol."""
    put_open(s, seat, bull, AT + int(s.bull_symbol[bull]))
