"""The record of Mischwald."""

from enum import IntEnum

from allmende.core.fields import (
    a_seat,
    bits,
    by_seat,
    each_seat,
    flag,
    follows_from,
    hidden,
    listed,
    number,
    one_of,
    or_none,
    packed,
)
from allmende.core.names import choice_at, hyphenated, numbered, option_at, underscored
from allmende.core.record import record_type

from .cards import CARDS, MOST_COST
from .components import (
    COPIES,
    FACES,
    HALF_FACE,
    HALVES,
    HAND_LIMIT,
    MOST_SEATS,
    MOST_TREES,
    QUEUE,
    REACTING,
    SAPLING,
    WINTERS,
)
from .kinds import Side

NONE = -1

EARLIER = {1: {"mole_cards": ("placed", "effect"), "toads_share_same_turn": ("yes", "no")}}
OPTIONS = {"mole_cards": ("effect", "placed"), "share_same_turn": ("yes", "no")}
NUMBERED = numbered((*EARLIER.values(), OPTIONS))
MOLE_OPTION = option_at(NUMBERED, "mole_cards")
SHARE_OPTION = option_at(NUMBERED, "share_same_turn")
TOADS_OPTION = option_at(NUMBERED, "toads_share_same_turn")
MOLE_CARDS_PLACED = choice_at(NUMBERED, "mole_cards", "placed")
ALL_WAIT = choice_at(NUMBERED, "share_same_turn", "no")
TOADS_WAIT = choice_at(NUMBERED, "toads_share_same_turn", "no")


class Phase(IntEnum):
    """What is being decided."""

    MULLIGAN = 0
    ACTION = 1
    DRAW = 2  # where the second card comes from
    PLACE = 3  # at which tree a card goes
    PAY = 4
    CHOICE = 5  # anything that is optional; what it is, only the one who decides is told


PHASES = hyphenated(Phase)


class Ending(IntEnum):
    """The ways a game can end."""

    THIRD_WINTER = 0
    EMPTY_DECK = 1  # only from a made-up position


ENDINGS = hyphenated(Ending)


class Zone(IntEnum):
    """Where a card is. From HAND on, add the seat."""

    POOL = 0  # in the deck or in the box, unseen: nobody could tell which
    CLEARING = 1
    GONE = 2  # left the game with a full clearing
    PLAYING = 3  # chosen, but not yet placed and paid for
    HAND = 4
    CAVE = HAND + MOST_SEATS
    MULLIGANED = CAVE + MOST_SEATS
    FOREST = MULLIGANED + MOST_SEATS


class Mark(IntEnum):
    """What is noted of a card, as bits."""

    FRESH = 1  # in a forest: placed this turn; in hand: no use for this Mole; in a cave: just put
    KNOWN = 2  # in hand or in a cave, and everybody has seen which card it is


class Step(IntEnum):
    """How far a placed card is worked off."""

    REACT = 0  # mushrooms react to it
    EFFECT = 1
    BONUS = 2
    DONE = 3


STEP_NAMES = underscored(Step)
STEP_BITS = 3  # of a queue entry hold the step …
MATCHED = 4  # … and the others: every card paid showed the right symbol …
FREE = 8  # … placed for nothing, so neither effect nor bonus …
THROUGH_MOLE = 16  # … played through a Mole

SLOT_BITS = 4  # of a tree's slots, for each side
FREE_SLOT, CLOSED_SLOT = 0, 1  # else 1 + the group of species that may join

ZONE = one_of(Zone.HAND, *4 * [each_seat(MOST_SEATS)])  # hands, caves, exchanged cards, forests
MUSHROOMS = int(COPIES[HALF_FACE[REACTING]].sum())

RECORD = record_type(
    (
        # The cards.
        ("zone", "i1", (CARDS,), hidden(ZONE)),
        ("mark", "i1", (CARDS,), hidden(bits(len(Mark)))),
        ("side", "i1", (CARDS,), hidden(one_of(len(Side)))),  # of a tree, or that it is a tree
        ("tree", "i2", (CARDS,), hidden(number(0, MOST_TREES))),  # that it is at, or that it is
        ("pool", "i2", number(0, CARDS)),  # cards in deck and box, not counting winters
        ("deck", "i2", number(0, CARDS + WINTERS)),  # cards in the deck, counting winters
        ("winters", "i1", number(0, WINTERS)),  # how many have turned up
        # The players.
        ("hand", "i2", (MOST_SEATS, HAND_LIMIT), by_seat(follows_from("zone"))),  # rising
        ("held", "i1", (MOST_SEATS,), by_seat(number(0, HAND_LIMIT))),
        ("caved", "i2", (MOST_SEATS,), by_seat(number(0, CARDS))),  # cards under the cave
        ("exchanged", "i1", bits(each_seat(MOST_SEATS))),  # who took a mulligan
        # The trees of all forests, in the order of planting.
        ("trees", "i2", number(0, MOST_TREES)),
        ("tree_card", "i2", (MOST_TREES,), follows_from("tree", "side")),
        ("tree_owner", "i1", (MOST_TREES,), listed(a_seat(MOST_SEATS), "trees")),
        ("slots", "i2", (MOST_TREES,), follows_from("zone", "tree", "side")),
        # The turn.
        ("first", "i1", a_seat(MOST_SEATS)),  # the start player
        ("turn", "i1", a_seat(MOST_SEATS)),
        ("extra_turns", "i1", number(0, QUEUE)),
        ("held_back", "i1", number(0, HAND_LIMIT)),  # hand cards that came too late for the Mole
        ("stashed", "i1", number(0, HAND_LIMIT)),  # cards the Raccoon put under the cave so far
        ("playing", "i2", or_none(one_of(HALVES))),  # the half that is being played …
        ("target", "i2", or_none(one_of(MOST_TREES))),  # … the tree it goes to …
        ("owed", "i1", number(0, MOST_COST)),  # … how many cards are still to be paid …
        ("last_paid", "i2", one_of(FACES)),  # … the last one: faces rise, a payment has one order …
        ("matched", "i1", flag()),  # … and whether all cards paid so far show the right symbol
        # The cards that were placed and are to be worked off, the next one first.
        ("queue", "i2", (QUEUE,), listed(one_of(SAPLING + 1), "queued")),  # halves, or SAPLING
        ("queue_state", "i1", (QUEUE,), listed(packed(one_of(STEP_BITS + 1), bits(3)), "queued")),
        ("queued", "i1", number(0, QUEUE)),
        ("reacted", "i1", number(0, MUSHROOMS)),  # to the first one
        ("moled", "i1", number(0, QUEUE)),  # cards placed through the Mole that is first
    )
)
