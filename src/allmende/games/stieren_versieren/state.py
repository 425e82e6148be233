"""The record of Stieren Versieren."""

from enum import IntEnum

from allmende.core.fields import (
    a_seat,
    bits,
    by_seat,
    each_seat,
    flag,
    hidden,
    listed,
    number,
    one_of,
    or_none,
)
from allmende.core.names import choice_at, hyphenated, option_at
from allmende.core.record import components, record_type
from allmende.core.seen import everybody

from .components import (
    ACTIONS,
    BULLS,
    CORNERS,
    COWS,
    COWS_IN_PLAY,
    HAND_SIZE,
    MOST_SEATS,
    MOST_VALUE,
    PLACES,
)

NONE = -1

OPTIONS = {"fight": ("standard", "tactical", "simultaneous"), "layout": ("standard", "random")}
FIGHT_OPTION, LAYOUT_OPTION = option_at(OPTIONS, "fight"), option_at(OPTIONS, "layout")
TACTICAL_FIGHT = choice_at(OPTIONS, "fight", "tactical")
SIMULTANEOUS_FIGHT = choice_at(OPTIONS, "fight", "simultaneous")
RANDOM_LAYOUT = choice_at(OPTIONS, "layout", "random")


class Phase(IntEnum):
    """What is being decided."""

    COW = 0  # where the peeked cow goes
    CHOOSE = 1  # which bull to play, in secret and all at once
    ACTION = 2
    COMPANION = 3  # whom a moving bull takes along
    SWAP = 4  # which further bulls to discard
    CHALLENGE = 5  # whether to challenge Romeo, and with which bull; as an option all at once
    COMMIT = 6  # which mates and hand cards take part in the fight
    PICK = 7  # which of several equal challengers gets the cow
    SHORTAGE = 8  # where the cow goes that nobody has seen


PHASES = hyphenated(Phase)


class Ending(IntEnum):
    """The ways a game can end."""

    LAST_COW = 0  # the last cow was peeked at in the round that has just ended
    EXTRA_ROUND = 1  # the last cow came because of a shortage, and one more round was played


ENDINGS = hyphenated(Ending)


class Zone(IntEnum):
    """Where a bull is. Add the place to AT. Up to COMMITTED others do not see it."""

    PILE = 0
    HAND = 1
    CHOSEN = 2  # face down in front of its owner
    COMMITTED = 3  # face down in a fight
    DISCARD = 4
    MARRIED = 5  # with a cow in the Love Shack
    AT = 6


class Spot(IntEnum):
    """Where a cow is, unless at a place, which goes by its own number. Add the seat to SHACK."""

    NOT_YET = -1
    DRAWN = 4  # on her way from the stack to a place
    SHACK = 5


EVERYBODY = everybody(MOST_SEATS)

A_BULL = or_none(one_of(BULLS))
PLACE_OF_BULL = hidden(one_of(Zone.AT + PLACES))
PLACE_OF_COW = or_none(one_of(Spot.SHACK, each_seat(MOST_SEATS)))
SEEN = bits(each_seat(MOST_SEATS), 1)
# Bulls that were shown, and of those that others do not see how many are in hand and lie face down,
# and whether there is a secret answer: that is noted in a concealed record only.
SHOWN = bits(BULLS, HAND_SIZE, HAND_SIZE, 1)
MOST_STRENGTH = BULLS * MOST_VALUE
USUAL_RESHUFFLES = 20  # more are shown to a learner as that many

# The cards, put here by the equipment. Bulls and cows are in rising order of symbol and value.
COMPONENT_FIELDS = components(
    ("bull_symbol", "i1", (BULLS,)),
    ("bull_value", "i1", (BULLS,)),
    ("first_twin", "i1", (BULLS,)),  # the first bull that looks the same
    ("cow_symbol", "i1", (COWS,)),
    ("cow_value", "i1", (COWS,)),
)

RECORD = record_type(
    (
        *COMPONENT_FIELDS,
        ("grid", "i1", (CORNERS,), one_of(PLACES)),  # the place in each corner of the square
        # The cows that came into play, in order of arrival. All others, those in the stack and
        # those in the box, are alike to everybody, so it needs no note which is which.
        ("arrived", "i1", number(0, COWS_IN_PLAY)),
        ("cow_card", "i1", (COWS_IN_PLAY,), listed(hidden(one_of(COWS)), "arrived")),
        ("cow_spot", "i1", (COWS_IN_PLAY,), PLACE_OF_COW),
        ("cow_up", "i1", (COWS_IN_PLAY,), flag()),
        ("cow_seen", "i1", (COWS_IN_PLAY,), SEEN),  # who has seen her face
        ("cow_bull", "i1", (COWS_IN_PLAY,), A_BULL),  # whom she lives with
        # The players.
        ("bull_zone", "i1", (MOST_SEATS, BULLS), by_seat(PLACE_OF_BULL)),
        ("bull_seen", "i1", (MOST_SEATS, BULLS), by_seat(hidden(SEEN))),  # who knows where it is
        ("reshuffles", "i1", (MOST_SEATS,), by_seat(number(0, USUAL_RESHUFFLES))),
        ("sign", "i1", (MOST_SEATS,), by_seat(one_of(MOST_SEATS))),
        # The round and the turn.
        ("round_number", "i1", number(0, COWS)),
        ("no_peek", "i1", flag()),  # the last cow came by shortage, so there is none to peek at
        ("first", "i1", a_seat(MOST_SEATS)),  # the start player
        ("turn", "i1", or_none(a_seat(MOST_SEATS))),  # in the action phase
        ("actions_left", "i1", number(0, ACTIONS)),
        ("extra_done", "i1", flag()),
        ("mover", "i1", A_BULL),  # who is about to move …
        ("target", "i1", or_none(one_of(PLACES))),  # … and the place it goes to
        ("talker", "i1", A_BULL),  # who had a talk in the decision just made
        ("last_swap", "i1", A_BULL),  # who was swapped away last in this action
        # The fight, and what was shown at its end until the next decision.
        ("wooed", "i1", or_none(one_of(COWS_IN_PLAY))),  # the cow that it is about
        ("champion", "i1", (MOST_SEATS,), by_seat(A_BULL)),  # Romeo, challengers or secret bids
        ("mates", "i4", (MOST_SEATS,), by_seat(bits(BULLS))),  # on the spot that take part
        ("support", "i4", (MOST_SEATS,), by_seat(SHOWN)),  # hand cards, or the bid, just shown
        ("strength", "i2", (MOST_SEATS,), by_seat(number(0, MOST_STRENGTH))),
    )
)
