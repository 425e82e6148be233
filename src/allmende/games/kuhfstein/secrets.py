"""What a seat cannot know, dealt anew.

Hidden are the start cards drawn face down, the scoring tiles of the others and those in the box.
Piles have no order to hide. A card that lay open once is known for good: when the discard pile
becomes the draw pile, everybody knows what is in it, so no start card is among them.
"""

import numpy as np

from allmende.core.chance import set_chance
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.seen import seen_by

from .components import MOST_SEATS
from .scoring import give_scoring_tile
from .supply import HAND, KEPT, PILE, draw_unseen

has_seen = seen_by(MOST_SEATS)


@rule
def veil(s: Record, seat: int, key: np.ndarray) -> None:
    """Deal all that a seat has not seen anew, each deal that fits equally likely."""
    set_chance(s, key, 0)
    veil_cards(s, seat)
    veil_scoring_tiles(s, seat)


@rule
def veil_cards(s: Record, seat: int) -> None:
    """Put the secret start cards of the others back to what nobody has seen, and draw anew."""
    owners = 0
    for card in range(s.cards):
        if not has_seen(s.card_seen[card], seat) and s.card_place[card] >= HAND:
            owners |= 1 << (s.card_place[card] - HAND)
            s.card_place[card] = PILE
            s.card_seen[card] = 0
    for other in range(s.seats):
        if (owners >> other) & 1:
            draw_unseen_card(s, other)


@rule
def draw_unseen_card(s: Record, seat: int) -> None:
    """Give a seat one of the cards that nobody has seen."""
    card = draw_unseen(s, s.card_seen, s.cards)
    s.card_place[card] = HAND + seat
    s.card_seen[card] = 1 << seat


@rule
def veil_scoring_tiles(s: Record, seat: int) -> None:
    """Put the scoring tiles of the others back into the box, and deal anew."""
    once, twice = 0, 0  # bit masks of the places that held one tile, and a second one
    for tile in range(s.scoring_tiles):
        if not has_seen(s.scoring_seen[tile], seat) and s.scoring_place[tile] >= HAND:
            place = 1 << s.scoring_place[tile]
            twice |= once & place
            once |= place
            s.scoring_place[tile] = PILE
            s.scoring_seen[tile] = 0
    for place in range(HAND, KEPT + MOST_SEATS):
        for held in (once, twice):
            if (held >> place) & 1:
                give_scoring_tile(s, (place - HAND) % MOST_SEATS, place)
