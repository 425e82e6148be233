"""What a seat knows, and nothing else.

Hidden are the faces of cows that a seat has not seen, and of the other players' bulls which are in
hand, which in the pile, and which lie face down. A bull may be known to be held (`bull_seen`) and
still be either in hand or face down. If all answer Romeo at once, the answers given are hidden too.

How many cards without a face a player holds, is known: in a concealed record they are noted beside
the hand cards that were shown (`support`), one bit for each.
"""

from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN, forget_chance
from allmende.core.seen import seen_by

from .bulls import CHOSEN, COMMITTED, HAND, trade_roles
from .components import BULLS, HAND_SIZE, MOST_SEATS
from .fight import is_secret_answer
from .numbering import CHOOSE, DECLINE, DONE, JOIN, SUPPORT, TALK
from .state import EVERYBODY

IN_HAND = BULLS  # the first bits of `support` for cards in hand, …
FACE_DOWN = IN_HAND + HAND_SIZE  # … for those that lie face down, …
ANSWER = FACE_DOWN + HAND_SIZE  # … and for an answer to Romeo
FACES = (1 << BULLS) - 1  # all that has a face

has_seen = seen_by(MOST_SEATS)


@rule
def conceal(s: Record, seat: int) -> None:
    """Overwrite all that a seat (-1 is a spectator) cannot know."""
    forget_chance(s)
    for slot in range(int(s.arrived)):
        if not has_seen(s.cow_seen[slot], seat):
            s.cow_card[slot] = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            if is_secret_answer(s, other):
                s.champion[other] = UNKNOWN
                s.support[other] |= 1 << ANSWER
            hide_bulls(s, other)


@rule
def hide_bulls(s: Record, seat: int) -> None:
    """Leave of the hidden bulls of a seat which are known to be held, and how many lie where."""
    known, in_hand, face_down = 0, 0, 0
    for bull in range(BULLS):
        zone = s.bull_zone[seat, bull]
        known += is_known(s, seat, bull)
        in_hand += zone == HAND
        face_down += CHOSEN <= zone <= COMMITTED
        take_place_of_twin(s, seat, bull)
    s.support[seat] |= ones(in_hand) << IN_HAND | ones(face_down) << FACE_DOWN
    for bull in range(BULLS):
        if is_known(s, seat, bull):
            if in_hand > 0 and face_down > 0:
                s.bull_zone[seat, bull] = UNKNOWN
        elif is_hidden(s, seat, bull) and in_hand + face_down > known:
            s.bull_zone[seat, bull], s.bull_seen[seat, bull] = UNKNOWN, UNKNOWN


@rule
def ones(count: int) -> int:
    """Return so many bits that are set."""
    return (1 << count) - 1


@rule
def is_hidden(s: Record, seat: int, bull: int) -> bool:
    """Tell whether a bull does not lie open."""
    return s.bull_zone[seat, bull] <= COMMITTED


@rule
def is_known(s: Record, seat: int, bull: int) -> bool:
    """Tell whether a bull does not lie open, but everybody knows that it is held."""
    return is_hidden(s, seat, bull) and s.bull_seen[seat, bull] == EVERYBODY


@rule
def take_place_of_twin(s: Record, seat: int, bull: int) -> None:
    """Let the first ones of hidden bulls that look the same be those that are known."""
    for twin in range(int(s.first_twin[bull]), bull):
        if is_known(s, seat, bull) and is_hidden(s, seat, twin) and not is_known(s, seat, twin):
            trade_roles(s, seat, bull, twin)


@rule
def disguise(s: Record, seat: int, move: int) -> int:
    """Show the others a chosen bull, or one put into the fight, without its face, and of an answer
    to Romeo that all give at once only that it was given; the last one turns up all of them."""
    if SUPPORT <= move < DONE:
        return SUPPORT
    if s.waiting == 1 << seat:
        return move
    if CHOOSE <= move < TALK:
        return CHOOSE
    return DECLINE if DECLINE <= move < JOIN else move
