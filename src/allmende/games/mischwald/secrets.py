"""What a seat cannot know, dealt anew.

Hidden are the cards in deck and box, those that others hold unless they were taken openly, saplings
of others, what others put under their caves from the hand, and what they exchanged at the start:
of that everybody knows only that there was no tree among it. Nobody sees a number on equal trees,
so they are numbered anew, too.
"""

import numpy as np

from allmende.core.chance import draw, set_chance
from allmende.core.record import Record
from allmende.core.rule import rule

from .cards import CARDS
from .cave import CAVE
from .components import COPIES, FACE, FIRST_CARD, MOST_SEATS, OPENING_HAND, TREE_CARDS, TREE_FACES
from .deck import POOL, draw_from_pool, nth_in_pool
from .effects import can_place
from .forest import FOREST, SAPLING_SIDE
from .hand import FRESH, HAND, KNOWN, hold, is_held_back
from .queue import FREE_PLAY, OF, asked, is_asked_for
from .state import Phase, Zone

MULLIGANED = int(Zone.MULLIGANED)
NO_CARD = -1  # stands for the card of a sapling until one is dealt
LAST = 1 << 30


@rule
def is_hidden(s: Record, seat: int, card: int) -> bool:
    """Tell whether a seat (-1 is a spectator) cannot know where a card is."""
    zone = s.zone[card]
    if zone >= FOREST:
        return s.side[card] == SAPLING_SIDE and zone != FOREST + seat
    if zone < HAND:
        return zone == POOL
    own = seat >= 0 and (zone - HAND) % MOST_SEATS == seat
    return not own and s.mark[card] & KNOWN == 0


@rule
def veil(s: Record, seat: int, key: np.ndarray) -> None:
    """Deal all that a seat has not seen anew, each deal that fits equally likely."""
    set_chance(s, key, 0)
    gather(s, seat)
    number_trees(s)
    while not deal_hidden(s, seat):
        gather(s, seat)


@rule
def gather(s: Record, seat: int) -> None:
    """Put all hidden cards together."""
    s.pool = 0
    for card in range(CARDS):
        if is_hidden(s, seat, card):
            if s.zone[card] >= FOREST:
                s.tree_card[s.tree[card]] = NO_CARD
            s.zone[card], s.mark[card] = POOL, 0
            s.side[card], s.tree[card] = 0, 0
            s.pool += 1


@rule
def number_trees(s: Record) -> None:
    """Give the lowest numbers among equal trees to those that can be seen, by where they are."""
    for face in range(TREE_FACES):
        first = FIRST_CARD[face]
        for card in range(first + 1, first + COPIES[face]):
            at = card
            while at > first and place_of(s, at) < place_of(s, at - 1):
                trade_places(s, at, at - 1)
                at -= 1
    for card in range(TREE_CARDS):
        if s.zone[card] >= FOREST:
            s.tree_card[s.tree[card]] = card


@rule
def place_of(s: Record, card: int) -> int:
    """Return all that is known of a card in one number; the hidden ones come last."""
    if s.zone[card] == POOL:
        return LAST
    place = int(s.zone[card]) << 8 | int(s.tree[card])
    return place << 8 | int(s.side[card]) << 4 | int(s.mark[card])


@rule
def trade_places(s: Record, one: int, other: int) -> None:
    """Let two equal cards change places."""
    s.zone[one], s.zone[other] = s.zone[other], s.zone[one]
    s.mark[one], s.mark[other] = s.mark[other], s.mark[one]
    s.side[one], s.side[other] = s.side[other], s.side[one]
    s.tree[one], s.tree[other] = s.tree[other], s.tree[one]


@rule
def deal_hidden(s: Record, seat: int) -> bool:
    """Deal exchanged cards, saplings, caves and hands from the hidden cards; tell whether the deal
    counts. One that does not is dealt again."""
    promised = promise_payment(s, seat)
    for other in range(s.seats):
        if other != seat and (s.exchanged >> other) & 1:
            if not deal_exchanged(s, other, promised > 0):
                return False
    for tree in range(int(s.trees)):
        if s.tree_card[tree] == NO_CARD:
            deal_sapling(s, tree)
    for other in range(s.seats):
        if other != seat:
            deal_cave(s, other)
        deal_hand(s, other)
    if promised > 0:
        return is_drawn_once(s, promised)
    return can_go_on(s, seat)


@rule
def promise_payment(s: Record, seat: int) -> int:
    """Deal the one who pays what is still owed before all other cards, if by chance alone it would
    hardly come together. Return how many cards that were."""
    payer = int(s.turn)
    if s.over or payer == seat or s.phase != Phase.PAY:
        return 0
    known, needed, fitting = 0, int(s.owed), 0
    for card in range(CARDS):
        in_hand = s.zone[card] == HAND + payer
        known += in_hand
        needed -= in_hand and can_pay(s, card)
        fitting += s.zone[card] == POOL and can_pay(s, card)
    hidden = int(s.held[payer]) - known - int(s.held_back)
    if needed <= 0 or 2 * hidden * fitting >= needed * s.pool:
        return 0
    for dealt in range(needed):
        card = nth_that_pays(s, draw(s, fitting - dealt))
        s.zone[card] = HAND + payer
        s.pool -= 1
    return needed


@rule
def can_pay(s: Record, card: int) -> bool:
    """Tell whether the next card of a payment could be this one."""
    return FACE[card] >= s.last_paid and not is_held_back(s, card)


@rule
def is_dealt_to_payer(s: Record, card: int) -> bool:
    """Tell whether a hidden card was dealt to the one who pays."""
    return s.zone[card] == HAND + s.turn and s.mark[card] & KNOWN == 0


@rule
def nth_that_pays(s: Record, n: int) -> int:
    """Find the hidden card for a payment that has `n` others before it."""
    card = 0
    while n > 0 or s.zone[card] != POOL or not can_pay(s, card):
        n -= s.zone[card] == POOL and can_pay(s, card)
        card += 1
    return card


@rule
def is_drawn_once(s: Record, promised: int) -> bool:
    """Let a hand count once, in however many ways the promised cards could be picked from it."""
    fitting, ways = 0, 1
    for card in range(CARDS):
        fitting += is_dealt_to_payer(s, card) and can_pay(s, card)
    for picked in range(promised):
        ways = ways * (fitting - picked) // (picked + 1)
    return draw(s, ways) == 0


@rule
def deal_exchanged(s: Record, seat: int, any_promised: bool) -> bool:
    """Deal the cards that a seat exchanged at the start: none is a tree. Tell whether that went
    without a card that is promised to somebody."""
    left, promised = 0, 0
    for card in range(TREE_CARDS, CARDS):
        left += s.zone[card] == POOL
        promised += any_promised and is_dealt_to_payer(s, card)
    for dealt in range(OPENING_HAND):
        nth = draw(s, left + promised - dealt)
        if nth >= left - dealt:
            return False
        card = nth_in_pool(s, TREE_CARDS, nth)
        s.zone[card] = MULLIGANED + seat
        s.pool -= 1
    return True


@rule
def deal_sapling(s: Record, tree: int) -> None:
    """Deal the card of a sapling."""
    card = draw_from_pool(s)
    s.zone[card] = FOREST + int(s.tree_owner[tree])
    s.side[card], s.tree[card] = SAPLING_SIDE, tree
    s.tree_card[tree] = card


@rule
def deal_cave(s: Record, seat: int) -> None:
    """Deal what a cave holds besides the cards that everybody saw go there."""
    hidden = int(s.caved[seat])
    for card in range(CARDS):
        hidden -= s.zone[card] == CAVE + seat
    stashed = int(s.stashed) if seat == s.turn else 0
    for dealt in range(hidden):
        card = draw_from_pool(s)
        s.zone[card] = CAVE + seat
        s.mark[card] = FRESH if dealt < stashed else 0


@rule
def deal_hand(s: Record, seat: int) -> None:
    """Fill a hand up to its size, beginning with the cards that are known to be in it."""
    size = int(s.held[seat])
    for at in range(size):
        s.hand[seat, at] = 0
    s.held[seat] = 0
    for card in range(CARDS):
        if s.zone[card] == HAND + seat:
            hold(s, seat, card, int(s.mark[card]))
    held_back = int(s.held_back) if seat == s.turn else 0
    for _ in range(size - int(s.held[seat])):
        card = draw_from_pool(s)
        hold(s, seat, card, FRESH if held_back > 0 else 0)
        held_back -= 1


@rule
def can_go_on(s: Record, seat: int) -> bool:
    """Tell whether the one who decides could have been asked: has the cards to go on paying, or
    one that can be placed for nothing."""
    asked_seat = int(s.turn)
    if s.over or asked_seat == seat:
        return True
    if s.phase == Phase.PAY:
        return count_from(s, asked_seat, int(s.last_paid)) >= s.owed
    if s.phase == Phase.CHOICE and is_asked_for(s, FREE_PLAY):
        return can_place(s, asked_seat, asked(s, OF))
    return True


@rule
def count_from(s: Record, seat: int, lowest: int) -> int:
    """Count the usable hand cards from a face on."""
    found = 0
    for at in range(int(s.held[seat])):
        card = int(s.hand[seat, at])
        found += FACE[card] >= lowest and not is_held_back(s, card)
    return found
