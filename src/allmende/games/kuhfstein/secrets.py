"""What a seat cannot know, concealed and dealt anew.

Hidden are the start cards drawn face down, the scoring tiles of the others and those in the box.
Piles have no order to hide. A card that lay open once is known for good: when the discard pile
becomes the draw pile, everybody knows what is in it, so no start card is among them.

A concealed card or tile is nowhere; of it is known only who may have seen it: the seats that hold
one of the concealed cards (each one) or tiles. How many tiles a seat holds and keeps, the rules
say.
"""

import numpy as np

from allmende.core.chance import set_chance
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN, forget_chance
from allmende.core.seen import seen_by
from allmende.core.turns import may_act

from .components import MOST_SEATS, PER_SEAT
from .numbering import KEEP
from .scoring import give_scoring_tile
from .state import Phase
from .supply import HAND, KEPT, PILE, draw_unseen

has_seen = seen_by(MOST_SEATS)


@rule
def conceal(s: Record, seat: int) -> None:
    """Overwrite where the cards and scoring tiles are that a seat has not seen."""
    forget_chance(s)
    conceal_unseen(s.card_place, s.card_seen, s.cards, seat)
    conceal_unseen(s.scoring_place, s.scoring_seen, s.scoring_tiles, seat)


@rule
def conceal_unseen(places: np.ndarray, seen: np.ndarray, count: int, seat: int) -> None:
    """Leave of what a seat has not seen only who may have: if nobody, all of it is in the pile."""
    holders = 0
    for i in range(count):
        if not has_seen(seen[i], seat):
            holders |= seen[i]
    for i in range(count):
        if holders != 0 and not has_seen(seen[i], seat):
            places[i], seen[i] = UNKNOWN, holders


@rule
def imagine(s: Record, key: np.ndarray) -> None:
    """Deal the unknown cards and scoring tiles, each deal that fits equally likely."""
    set_chance(s, key, 0)
    imagine_cards(s)
    imagine_scoring_tiles(s)


@rule
def put_back_unknown(places: np.ndarray, seen: np.ndarray, count: int) -> int:
    """Put all that is unknown into the pile, where nobody has seen it; tell who holds some."""
    holders = 0
    for i in range(count):
        if places[i] == UNKNOWN:
            holders = seen[i]
            places[i], seen[i] = PILE, 0
    return holders


@rule
def imagine_cards(s: Record) -> None:
    """Let each seat that holds an unknown start card draw one."""
    holders = put_back_unknown(s.card_place, s.card_seen, s.cards)
    for seat in range(s.seats):
        if (holders >> seat) & 1:
            card = draw_unseen(s, s.card_seen, s.cards)
            s.card_place[card] = HAND + seat
            s.card_seen[card] = 1 << seat


@rule
def imagine_scoring_tiles(s: Record) -> None:
    """Deal each seat that holds unknown scoring tiles those that it must hold or have kept."""
    holders = put_back_unknown(s.scoring_place, s.scoring_seen, s.scoring_tiles)
    for place in range(HAND, KEPT + MOST_SEATS):
        seat = (place - HAND) % MOST_SEATS
        if (holders >> seat) & 1:
            for _ in range(hidden_tiles(s, seat, place)):
                give_scoring_tile(s, seat, place)


@rule
def hidden_tiles(s: Record, seat: int, place: int) -> int:
    """Count the scoring tiles of a seat that others do not see, in its hand or kept; in the end
    all that were kept lie open."""
    kept = int(s.phase == Phase.SCORING and not may_act(s, seat))
    if place < KEPT:
        return PER_SEAT - kept
    return kept if s.over == 0 else 0


@rule
def disguise(s: Record, seat: int, move: int) -> int:
    """Show the others that a scoring tile is kept, but not which, unless all turn theirs up now."""
    hidden = move >= KEEP and s.waiting != 1 << seat
    return KEEP if hidden else move
