"""What a seat may imagine: all that it does not know, dealt anew.

These rules get what a seat knows and never see the truth. What limits the worlds is public: nobody
exchanged a tree, who pays has the cards to go on, and who is asked for a card to be placed for
nothing has one. So these are dealt first, and dealt again until they fit; all else fits anyhow.
"""

import numpy as np

from allmende.core.chance import draw, set_chance
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN

from .cards import CARDS
from .cave import CAVE
from .components import FACE, OPENING_HAND, TREE_CARDS
from .deck import POOL, count_in
from .effects import can_place
from .forest import FOREST, SAPLING_SIDE
from .hand import FRESH, HAND, KNOWN, hold, is_held_back
from .payment import count_from
from .queue import FREE_PLAY, OF, asked, is_asked_for
from .state import Phase, Zone

MULLIGANED = int(Zone.MULLIGANED)


@rule
def imagine(s: Record, key: np.ndarray) -> None:
    """Deal all that is unknown, each deal that fits equally likely."""
    set_chance(s, key, 0)
    gather(s)
    deal_what_is_limited(s)
    for tree in range(int(s.trees)):
        if s.tree_card[tree] == UNKNOWN:
            deal_sapling(s, tree)
    for seat in range(s.seats):
        if s.caved[seat] > 0:
            deal_cave(s, seat)
        deal_hand(s, seat, open_hand(s, seat))


@rule
def gather(s: Record) -> None:
    """Put all unknown cards together: whatever is not dealt stays in deck and box."""
    for card in range(CARDS):
        s.zone[card], s.mark[card] = max(s.zone[card], POOL), max(s.mark[card], 0)
        s.side[card], s.tree[card] = max(s.side[card], 0), max(s.tree[card], 0)


@rule
def draw_unseen(s: Record) -> int:
    """Draw one of the unseen cards, each equally likely."""
    card = draw(s, CARDS)
    while s.zone[card] != POOL:
        card = draw(s, CARDS)
    return card


@rule
def deal_what_is_limited(s: Record) -> None:
    """Deal exchanged cards and the hand of the one who decides until they fit together."""
    asked_seat, exchanged = int(s.turn), unknown_exchanges(s)
    size = open_hand(s, asked_seat)
    while not deal_asked(s, asked_seat, size, exchanged):
        take_back(s, asked_seat, exchanged)


@rule
def unknown_exchanges(s: Record) -> int:
    """Return a bit mask of the seats whose exchanged cards are unknown."""
    unknown = int(s.exchanged)
    if unknown != 0:
        for card in range(TREE_CARDS, CARDS):
            if MULLIGANED <= s.zone[card] < FOREST:
                unknown &= ~(1 << int(s.zone[card]) - MULLIGANED)
    return unknown


@rule
def open_hand(s: Record, seat: int) -> int:
    """Leave in a hand the cards that are known, and return how many it is to hold."""
    size = int(s.held[seat])
    while s.held[seat] > 0 and s.hand[seat, s.held[seat] - 1] == UNKNOWN:
        s.held[seat] -= 1
    return size


@rule
def deal_asked(s: Record, seat: int, size: int, exchanged: int) -> bool:
    """Deal exchanged cards, then the hand of the one who decides; tell whether the deal counts."""
    promised = promise_payment(s, seat, size)
    for other in range(s.seats):
        if (exchanged >> other) & 1 and not deal_exchanged(s, other, promised):
            return False
    deal_hand(s, seat, size)
    return is_drawn_once(s, seat, promised) if promised > 0 else can_go_on(s, seat)


@rule
def take_back(s: Record, seat: int, exchanged: int) -> None:
    """Take back a deal that does not count."""
    held, known = int(s.held[seat]), 0
    for at in range(held):
        card = int(s.hand[seat, at])
        if s.mark[card] & KNOWN:
            s.hand[seat, known] = card
            known += 1
        else:
            s.zone[card], s.mark[card] = POOL, 0
    s.held[seat] = known
    for card in range(TREE_CARDS, CARDS if exchanged else TREE_CARDS):
        if MULLIGANED <= s.zone[card] < FOREST:
            if (exchanged >> int(s.zone[card]) - MULLIGANED) & 1:
                s.zone[card] = POOL


@rule
def promise_payment(s: Record, seat: int, size: int) -> int:
    """Deal the one who pays what is still owed before all other cards, if by chance alone it would
    hardly come together. Return how many cards that were."""
    hidden = size - int(s.held[seat]) - int(s.held_back)
    if s.phase != Phase.PAY or hidden <= 0:
        return 0
    needed = int(s.owed) - count_from(s, seat, int(s.last_paid))
    fitting = 0
    for card in range(CARDS):
        fitting += s.zone[card] == POOL and can_pay(s, card)
    if needed <= 0 or 2 * hidden * fitting >= needed * count_in(s, POOL):
        return 0
    for dealt in range(needed):
        hold(s, seat, nth_that_pays(s, draw(s, fitting - dealt)), 0)
    return needed


@rule
def can_pay(s: Record, card: int) -> bool:
    """Tell whether the next card of a payment could be this one."""
    return FACE[card] >= s.last_paid and not is_held_back(s, card)


@rule
def nth_that_pays(s: Record, n: int) -> int:
    """Find the unseen card for a payment that has `n` others before it."""
    card = 0
    while n > 0 or s.zone[card] != POOL or not can_pay(s, card):
        n -= s.zone[card] == POOL and can_pay(s, card)
        card += 1
    return card


@rule
def is_dealt_to(s: Record, seat: int, card: int) -> bool:
    """Tell whether an unseen card was dealt to a seat."""
    return s.zone[card] == HAND + seat and s.mark[card] & KNOWN == 0


@rule
def is_drawn_once(s: Record, seat: int, promised: int) -> bool:
    """Let a hand count once, in however many ways the promised cards could be picked from it."""
    fitting, ways = 0, 1
    for at in range(int(s.held[seat])):
        card = int(s.hand[seat, at])
        fitting += is_dealt_to(s, seat, card) and can_pay(s, card)
    for picked in range(promised):
        ways = ways * (fitting - picked) // (picked + 1)
    return draw(s, ways) == 0


@rule
def deal_exchanged(s: Record, seat: int, promised: int) -> bool:
    """Deal the cards that a seat exchanged at the start: none is a tree. Tell whether that went
    without a card that is promised to the one who pays."""
    for _ in range(OPENING_HAND):
        card = TREE_CARDS + draw(s, CARDS - TREE_CARDS)
        while s.zone[card] != POOL:
            if promised > 0 and is_dealt_to(s, int(s.turn), card):
                return False
            card = TREE_CARDS + draw(s, CARDS - TREE_CARDS)
        s.zone[card] = MULLIGANED + seat
    return True


@rule
def can_go_on(s: Record, seat: int) -> bool:
    """Tell whether the one who decides could have been asked: has the cards to go on paying, or
    one that can be placed for nothing."""
    if s.over:
        return True
    if s.phase == Phase.PAY:
        return count_from(s, seat, int(s.last_paid)) >= s.owed
    if s.phase == Phase.CHOICE and is_asked_for(s, FREE_PLAY):
        return can_place(s, seat, asked(s, OF))
    return True


@rule
def deal_sapling(s: Record, tree: int) -> None:
    """Deal the card of a sapling."""
    card = draw_unseen(s)
    s.zone[card] = FOREST + int(s.tree_owner[tree])
    s.side[card], s.tree[card] = SAPLING_SIDE, tree
    s.tree_card[tree] = card


@rule
def deal_cave(s: Record, seat: int) -> None:
    """Deal what a cave holds besides the cards that are known to be there."""
    stashed = int(s.stashed) if seat == s.turn else 0
    for dealt in range(int(s.caved[seat]) - count_in(s, CAVE + seat)):
        card = draw_unseen(s)
        s.zone[card] = CAVE + seat
        s.mark[card] = FRESH if dealt < stashed else 0


@rule
def deal_hand(s: Record, seat: int, size: int) -> None:
    """Fill a hand up to its size."""
    held_back = int(s.held_back) if seat == s.turn else 0
    for dealt in range(size - int(s.held[seat])):
        hold(s, seat, draw_unseen(s), FRESH if dealt < held_back else 0)
