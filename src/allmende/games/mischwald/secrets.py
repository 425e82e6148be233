"""What a seat knows, and nothing else.

Hidden are the cards in deck and box, those that others hold unless they were taken openly, saplings
of others, what others put under their caves from the hand, and what they exchanged at the start:
of that everybody knows only that there was no tree among it. Of each of these piles the number of
cards is known: it stands in the record as ever. Nobody sees a number on equal trees, so they are
numbered by where they can be seen.
"""

from allmende.core.bits import lowest, places_of, without_lowest
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN, forget_chance
from allmende.core.windows import WIDE

from .cards import CARDS
from .cave import CAVE
from .components import COPIES, FIRST_CARD, TREE_CARDS, TREE_FACES
from .deck import POOL
from .forest import FOREST, SAPLING_SIDE
from .hand import HAND, KNOWN
from .numbering import ACCEPT, PLACE, SAPLING_OF
from .numbering import CAVE as PUT_UNDER_CAVE
from .state import Zone

LAST_BIT = 63  # of a set of zones, where none is: an unknown zone leads there
# Zones of seat 0 as bits; those of another seat are as many places further.
OF_ONE_PLAYER = 1 << HAND | 1 << CAVE | 1 << Zone.MULLIGANED | 1 << FOREST


@rule
def conceal(s: Record, seat: int) -> None:
    """Overwrite all that a seat (-1 is a spectator) cannot know."""
    forget_chance(s)
    zones = hidden_zones(s, seat)
    hide_saplings(s, zones)
    hide_cards(s, zones)
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
    is_sapling, is_unseen = s.side[card] == SAPLING_SIDE, s.mark[card] & KNOWN == 0
    is_there = (zones >> (zone & LAST_BIT)) & 1 == 1
    return is_there & (is_sapling if zone >= FOREST else is_unseen)


@rule
def hide_saplings(s: Record, zones: int) -> None:
    """Leave nothing of which cards are saplings in the forests of others."""
    for tree in range(int(s.trees)):
        card = int(s.tree_card[tree])
        if card != UNKNOWN and is_hidden(s, zones, card):
            s.tree_card[tree] = UNKNOWN


@rule
def hide_cards(s: Record, zones: int) -> None:
    """Leave nothing of where cards are that a seat does not see. All bits of UNKNOWN are set, so
    that many cards can be hidden or left as they are at once."""
    for card in range(CARDS):
        unknown = UNKNOWN * is_hidden(s, zones, card)
        s.zone[card] |= unknown
        s.mark[card] |= unknown
        s.side[card] |= unknown
        s.tree[card] |= unknown


@rule
def number_trees(s: Record) -> None:
    """Give the lowest numbers among equal trees to those that can be seen, by where they are."""
    for face in range(TREE_FACES):
        first = next_seen = FIRST_CARD[face]
        for card in range(first, first + COPIES[face]):
            if s.zone[card] != UNKNOWN:
                if card != next_seen:
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
        listed = 0
        for first in range(0, CARDS, WIDE):
            known = places_of(s.zone, HAND + seat, first)
            while known != 0:
                s.hand[seat, listed] = first + lowest(known)
                known, listed = without_lowest(known), listed + 1
        for at in range(listed, int(s.held[seat])):
            s.hand[seat, at] = UNKNOWN


@rule
def disguise(s: Record, seat: int, move: int) -> int:
    """Show the others that a card is planted or put under the cave, but not which."""
    if SAPLING_OF <= move < PLACE:
        return SAPLING_OF
    if PUT_UNDER_CAVE <= move < ACCEPT:
        return PUT_UNDER_CAVE
    return move
