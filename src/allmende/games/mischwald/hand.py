"""Hands: cards that are held, and what the others know of them."""

from allmende.core.record import Record
from allmende.core.rule import rule

from .components import COPIES, FACE, FIRST_CARD, HAND_LIMIT
from .deck import draw_card
from .state import NONE, Mark, Zone

HAND = int(Zone.HAND)
FRESH, KNOWN = int(Mark.FRESH), int(Mark.KNOWN)


@rule
def has_room(s: Record, seat: int) -> bool:
    """Tell whether a hand is below its limit."""
    return s.held[seat] < HAND_LIMIT


@rule
def hold(s: Record, seat: int, card: int, mark: int) -> None:
    """Put a card into a hand, which is kept in rising order."""
    at = int(s.held[seat])
    while at > 0 and s.hand[seat, at - 1] > card:
        s.hand[seat, at] = s.hand[seat, at - 1]
        at -= 1
    s.hand[seat, at] = card
    s.held[seat] += 1
    s.zone[card] = HAND + seat
    s.mark[card] = mark


@rule
def draw_to_hand(s: Record, seat: int, mark: int) -> None:
    """Draw a card from the deck, unless the hand is full."""
    if has_room(s, seat):
        card = draw_card(s)
        if card != NONE:
            hold(s, seat, card, mark)
            s.held_back += mark == FRESH


@rule
def draw_cards(s: Record, seat: int, amount: int, mark: int) -> None:
    """Draw cards one by one until they are enough, the hand is full or the game over."""
    for _ in range(amount):
        if s.over == 0:
            draw_to_hand(s, seat, mark)


@rule
def is_held_back(s: Record, card: int) -> bool:
    """Tell whether a hand card came too late to be of use for the Mole."""
    return s.mark[card] & FRESH != 0


@rule
def usable(s: Record, seat: int) -> int:
    """Count the cards in the hand of the one whose turn it is that may be played or paid with."""
    return int(s.held[seat]) - int(s.held_back)


@rule
def let_go(s: Record, seat: int, face: int) -> int:
    """Take a card of a face out of a hand and return it. Of equal ones it is the one that everybody
    knows: nobody could tell that it was another."""
    chosen = NONE
    for at in range(int(s.held[seat])):
        card = int(s.hand[seat, at])
        if FACE[card] == face and not is_held_back(s, card):
            if chosen == NONE or s.mark[card] & KNOWN:
                chosen = at
    card = int(s.hand[seat, chosen])
    s.held[seat] -= 1
    for at in range(chosen, int(s.held[seat])):
        s.hand[seat, at] = s.hand[seat, at + 1]
    s.hand[seat, s.held[seat]] = 0
    s.mark[card] = 0
    return card


@rule
def lay_aside(s: Record, seat: int, zone: int) -> None:
    """Put a whole hand somewhere else, unseen by the others."""
    for at in range(int(s.held[seat])):
        s.zone[s.hand[seat, at]] = zone
        s.hand[seat, at] = 0
    s.held[seat] = 0


@rule
def lose_track(s: Record, seat: int) -> None:
    """Note that a hand has lost a card face down: nobody else can name its cards any more."""
    for at in range(int(s.held[seat])):
        s.mark[s.hand[seat, at]] &= ~KNOWN


@rule
def release(s: Record, seat: int) -> None:
    """Let all cards of a hand be of use again."""
    for at in range(int(s.held[seat])):
        s.mark[s.hand[seat, at]] &= ~FRESH
    s.held_back = 0


@rule
def first_of_face(s: Record, face: int, zone: int) -> int:
    """Find the first card of a face in a zone, or NONE."""
    for card in range(FIRST_CARD[face], FIRST_CARD[face] + COPIES[face]):
        if s.zone[card] == zone:
            return card
    return NONE
