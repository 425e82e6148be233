"""The deck, its winters and the clearing.

The deck has no order in the record, and the cards in the box are not told from those in the deck:
chance decides what comes when a card is drawn. Nobody could tell that from a shuffled deck.
"""

from allmende.core.bits import member, places_of, size_of
from allmende.core.chance import draw
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.turns import finish
from allmende.core.windows import WIDE

from .cards import CARDS
from .components import LOWER_THIRD, WINTERS
from .state import NONE, Ending, Zone

POOL, CLEARING, GONE = int(Zone.POOL), int(Zone.CLEARING), int(Zone.GONE)


@rule
def draw_card(s: Record) -> int:
    """Take the top card of the deck; a winter is laid aside and replaced. NONE ends the game."""
    while s.deck > 0:
        winter = winter_comes(s)
        s.deck -= 1
        if not winter:
            return draw_from_pool(s)
        s.winters += 1
        if s.winters == WINTERS:
            finish(s, Ending.THIRD_WINTER)
            return NONE
    finish(s, Ending.EMPTY_DECK)
    return NONE


@rule
def winter_comes(s: Record) -> bool:
    """Tell whether the top card is a winter: the first lies on the lower third, the others are
    anywhere in it."""
    if s.winters == 0:
        return s.deck == LOWER_THIRD[s.seats] + WINTERS
    return draw(s, int(s.deck)) < WINTERS - s.winters


@rule
def draw_from_pool(s: Record) -> int:
    """Take one of the unseen cards, each equally likely."""
    card = nth_in_pool(s, 0, draw(s, int(s.pool)))
    s.pool -= 1
    return card


@rule
def nth_in_pool(s: Record, first: int, n: int) -> int:
    """Find the unseen card that has `n` others before it, counted from a first card on."""
    pool = places_of(s.zone, POOL, first)
    while n >= size_of(pool):
        n -= size_of(pool)
        first += WIDE
        pool = places_of(s.zone, POOL, first)
    return first + member(pool, n)


@rule
def turn_over_card(s: Record) -> None:
    """Turn the top card of the deck into the clearing."""
    card = draw_card(s)
    if card != NONE:
        s.zone[card] = CLEARING


@rule
def count_in(s: Record, zone: int) -> int:
    """Count the cards in a zone."""
    found = 0
    for card in range(CARDS):
        found += s.zone[card] == zone
    return found


@rule
def move_all(s: Record, zone: int, to: int, mark: int) -> None:
    """Move all cards of a zone to another and note a mark on them."""
    for card in range(CARDS):
        if s.zone[card] == zone:
            s.zone[card] = to
            s.mark[card] = mark
