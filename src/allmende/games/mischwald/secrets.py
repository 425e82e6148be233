"""What a seat knows, and nothing else.

Hidden are the cards in deck and box, those that others hold unless they were taken openly, saplings
of others, what others put under their caves from the hand, and what they exchanged at the start:
of that everybody knows only that there was no tree among it. Of each of these piles the number of
cards is known: it stands in the record as ever. Nobody sees a number on equal trees, so they are
numbered by where they can be seen.
"""

from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN, forget_chance

from .cards import CARDS
from .cave import CAVE
from .components import COPIES, FIRST_CARD, TREE_CARDS, TREE_FACES
from .deck import POOL
from .forest import FOREST, SAPLING_SIDE
from .hand import HAND, KNOWN
from .numbering import ACCEPT, PLACE, SAPLING_OF
from .numbering import CAVE as PUT_UNDER_CAVE
from .state import Zone

# Zones of seat 0 as bits; those of another seat are as many places further.
OF_ONE_PLAYER = 1 << HAND | 1 << CAVE | 1 << Zone.MULLIGANED | 1 << FOREST


@rule
def conceal(s: Record, seat: int) -> None:
    """Overwrite all that a seat (-1 is a spectator) cannot know."""
    forget_chance(s)
    zones = hidden_zones(s, seat)
    for card in range(CARDS):
        if is_hidden(s, zones, card):
            hide(s, card)
    number_trees(s)
    list_known_hands(s)


@rule
def hidden_zones(s: Record, seat: int) -> int:
    """Return a bit mask of the zones where a seat does not see everything."""
    zones = 1 << POOL
    for other in range(s.seats):
        if other != seat:
            zones |= OF_ONE_PLAYER << other
    return zones


@rule
def is_hidden(s: Record, zones: int, card: int) -> bool:
    """Tell whether a card lies where not everything is seen, and was not seen there."""
    zone = int(s.zone[card])
    if zone == UNKNOWN or (zones >> zone) & 1 == 0:
        return False
    return s.side[card] == SAPLING_SIDE if zone >= FOREST else s.mark[card] & KNOWN == 0


@rule
def hide(s: Record, card: int) -> None:
    """Leave nothing of where a card is; in a forest it has been a sapling."""
    if s.zone[card] >= FOREST:
        s.tree_card[s.tree[card]] = UNKNOWN
    s.zone[card], s.mark[card] = UNKNOWN, UNKNOWN
    s.side[card], s.tree[card] = UNKNOWN, UNKNOWN


@rule
def number_trees(s: Record) -> None:
    """Give the lowest numbers among equal trees to those that can be seen, by where they are."""
    for face in range(TREE_FACES):
        first = next_seen = FIRST_CARD[face]
        for card in range(first, first + COPIES[face]):
            if s.zone[card] != UNKNOWN:
                trade_places(s, card, next_seen)
                sort_in(s, first, next_seen)
                next_seen += 1
    for card in range(TREE_CARDS):
        if s.zone[card] >= FOREST:
            s.tree_card[s.tree[card]] = card


@rule
def sort_in(s: Record, first: int, card: int) -> None:
    """Put a card among equal ones that are in order already."""
    place = place_of(s, card)
    while card > first and place < place_of(s, card - 1):
        trade_places(s, card, card - 1)
        card -= 1


@rule
def place_of(s: Record, card: int) -> int:
    """Return all that is known of a card in one number."""
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
def list_known_hands(s: Record) -> None:
    """List the cards of each hand that are known, in rising order; of the others it is known only
    that they are there."""
    for seat in range(s.seats):
        for at in range(int(s.held[seat])):
            s.hand[seat, at] = UNKNOWN
    for card in range(CARDS):
        if HAND <= s.zone[card] < CAVE:
            seat, at = int(s.zone[card]) - HAND, 0
            while s.hand[seat, at] != UNKNOWN:
                at += 1
            s.hand[seat, at] = card


@rule
def disguise(s: Record, seat: int, move: int) -> int:
    """Show the others that a card is planted or put under the cave, but not which."""
    if SAPLING_OF <= move < PLACE:
        return SAPLING_OF
    if PUT_UNDER_CAVE <= move < ACCEPT:
        return PUT_UNDER_CAVE
    return move
