"""What is true of every record of Mischwald, whatever was played."""

from allmende.core.flaws import Flaws, sentences
from allmende.core.record import Record
from allmende.core.rule import rule

from .cards import ANY_NUMBER, CARDS
from .cave import CAVE
from .components import (
    CLEARING_LIMIT,
    EFFECT,
    FACES,
    GROUP,
    HALF_COST,
    HALF_FACE,
    HALF_SIDE,
    HALF_SPECIES,
    HALVES,
    HAND_LIMIT,
    LOWER_THIRD,
    MOST_SEATS,
    MOST_TREES,
    OPENING_HAND,
    QUEUE,
    SAPLING,
    TREE_CARDS,
    WINTERS,
)
from .deck import CLEARING, POOL, count_in
from .effects import is_worth_asking
from .forest import (
    FOREST,
    SAPLING_SIDE,
    TREE_SIDE,
    count_in_slot,
    half_of,
    is_tree,
    is_tree_half,
    may_go_to,
    slot_code,
)
from .hand import FRESH, HAND, KNOWN, first_of_face
from .kinds import SIDES, Column
from .payment import PLAYING, count_from
from .queue import FREE_PLAY, HAND_TO_CAVE, PLAY_CARDS, is_asked_for, step_of
from .rules import MULLIGANED
from .state import (
    CLOSED_SLOT,
    FREE,
    FREE_SLOT,
    MATCHED,
    NONE,
    STEP_BITS,
    THROUGH_MOLE,
    Ending,
    Phase,
    Step,
)

MOST_EXTRA_TURNS = QUEUE
ALL_FLAGS = STEP_BITS | MATCHED | FREE | THROUGH_MOLE


class Flaw(Flaws):
    """What can be wrong with a record."""

    CARDS = "a card is nowhere, or noted as something that it cannot be where it is"
    DECK = "the deck does not fit the unseen cards and the winters"
    HANDS = "a hand is not in order, too big, or not what its cards say"
    CAVES = "a cave or an exchanged hand is not what its cards say"
    FORESTS = "a forest has a tree without a card, or a card without a tree"
    SLOTS = "a slot holds what does not fit in it, or is noted as something else"
    TURN = "the marks of the turn do not fit who is to act"
    PLAYING = "the card that is being played does not fit what is being decided"
    QUEUE = "the cards to be worked off do not fit what is being decided"
    MULLIGAN = "hands are exchanged only at the start, and one after the other"
    CLEARING = "a full clearing was not cleared"
    END = "the game ends exactly with the third winter or an empty deck"


FLAWS = sentences(Flaw)


@rule
def flaw(s: Record) -> int:
    """Return 0 for a sound record, else the number of the first flaw."""
    if not turn_is_sound(s):
        return Flaw.TURN
    for card in range(CARDS):
        if not card_is_sound(s, card):
            return Flaw.CARDS
    if not deck_is_sound(s):
        return Flaw.DECK
    if not hands_are_sound(s):
        return Flaw.HANDS
    if not caves_are_sound(s):
        return Flaw.CAVES
    if not forests_are_sound(s):
        return Flaw.FORESTS
    if not slots_are_sound(s):
        return Flaw.SLOTS
    if not playing_is_sound(s):
        return Flaw.PLAYING
    if not queue_is_sound(s):
        return Flaw.QUEUE
    if not mulligan_is_sound(s):
        return Flaw.MULLIGAN
    if not clearing_is_sound(s):
        return Flaw.CLEARING
    if not end_is_sound(s):
        return Flaw.END
    return 0


@rule
def turn_is_sound(s: Record) -> bool:
    """Check that the one whose turn it is decides, until the game is over."""
    if not (0 <= s.first < s.seats and 0 <= s.turn < s.seats):
        return False
    if not 0 <= s.extra_turns <= MOST_EXTRA_TURNS:
        return False
    return s.waiting == (0 if s.over else 1 << s.turn)


@rule
def card_is_sound(s: Record, card: int) -> bool:
    """Check where a card is and what is noted of it."""
    zone, mark = int(s.zone[card]), int(s.mark[card])
    if not POOL <= zone < FOREST + MOST_SEATS:
        return False
    owner = (zone - HAND) % MOST_SEATS if zone >= HAND else int(s.turn)
    if owner >= s.seats or not 0 <= mark <= KNOWN or (mark == FRESH and owner != s.turn):
        return False
    if zone >= FOREST:
        return mark != KNOWN and side_is_sound(s, card)
    if zone < HAND or zone >= MULLIGANED:
        if mark != 0:
            return False
    return s.side[card] == 0 and s.tree[card] == 0


@rule
def side_is_sound(s: Record, card: int) -> bool:
    """Check that a card in a forest shows one of its halves, or is a sapling."""
    side = s.side[card]
    if side == SAPLING_SIDE:
        return s.mark[card] == 0
    return 0 <= side <= TREE_SIDE and HALF_SIDE[half_of(s, card)] == side


@rule
def deck_is_sound(s: Record) -> bool:
    """Check the number of unseen cards, and the winters in the deck."""
    left = WINTERS - s.winters
    if s.pool != count_in(s, POOL) or not 0 <= left <= WINTERS or s.deck < 0:
        return False
    if s.deck == 0:
        return True
    if s.winters == 0:
        return s.deck >= LOWER_THIRD[s.seats] + WINTERS and s.pool >= s.deck - left
    most = LOWER_THIRD[s.seats] + WINTERS - s.winters
    return left <= s.deck <= most and s.pool >= s.deck - left


@rule
def hands_are_sound(s: Record) -> bool:
    """Check each hand."""
    for seat in range(MOST_SEATS):
        if not hand_is_sound(s, seat):
            return False
    held_back = 0
    for card in range(CARDS):
        held_back += s.zone[card] == HAND + s.turn and s.mark[card] == FRESH
    if s.held_back != held_back:
        return False
    return (
        held_back == 0
        or (s.queued > 0 and (step_of(s) == Step.REACT or s.over > 0))
        or (is_asked_for(s, PLAY_CARDS))
    )


@rule
def hand_is_sound(s: Record, seat: int) -> bool:
    """Check that a hand is in rising order and what its cards say."""
    held = int(s.held[seat])
    if not 0 <= held <= HAND_LIMIT or held != count_in(s, HAND + seat):
        return False
    for at in range(HAND_LIMIT):
        card = int(s.hand[seat, at])
        if at >= held:
            if card != 0:
                return False
        elif not is_card(card) or s.zone[card] != HAND + seat or not is_rising(s, seat, at):
            return False
    return True


@rule
def is_rising(s: Record, seat: int, at: int) -> bool:
    """Tell whether a card in a hand has a higher number than the one before it."""
    return at == 0 or s.hand[seat, at - 1] < s.hand[seat, at]


@rule
def is_card(number: int) -> bool:
    """Tell whether there is a card of a number."""
    return 0 <= number < CARDS


@rule
def caves_are_sound(s: Record) -> bool:
    """Check each cave, and what was exchanged: six cards, no tree."""
    stashed = 0
    for card in range(CARDS):
        stashed += s.zone[card] == CAVE + s.turn and s.mark[card] == FRESH
        if MULLIGANED <= s.zone[card] < FOREST and card < TREE_CARDS:
            return False
    if s.stashed != stashed or (stashed > 0 and not is_asked_for(s, HAND_TO_CAVE)):
        return False
    for seat in range(MOST_SEATS):
        exchanged = OPENING_HAND if (s.exchanged >> seat) & 1 else 0
        if count_in(s, MULLIGANED + seat) != exchanged or s.caved[seat] != count_in(s, CAVE + seat):
            return False
    return 0 <= s.exchanged < 1 << s.seats


@rule
def forests_are_sound(s: Record) -> bool:
    """Check that trees and cards point at each other."""
    if not 0 <= s.trees <= MOST_TREES:
        return False
    for tree in range(MOST_TREES):
        card = int(s.tree_card[tree])
        if tree >= s.trees:
            if card != 0 or s.tree_owner[tree] != 0 or s.slots[tree] != 0:
                return False
        elif not is_card(card) or s.tree[card] != tree or not is_tree(s, card):
            return False
    for card in range(CARDS):
        if s.zone[card] >= FOREST:
            tree = int(s.tree[card])
            if not 0 <= tree < s.trees or s.zone[card] != FOREST + s.tree_owner[tree]:
                return False
            if is_tree(s, card) and s.tree_card[tree] != card:
                return False
    return True


@rule
def slots_are_sound(s: Record) -> bool:
    """Check that every slot is noted as what lies in it, and nothing shares that may not."""
    taken = 0
    for card in range(CARDS):
        if s.zone[card] >= FOREST and not is_tree(s, card):
            if slot_code(s, int(s.tree[card]), int(s.side[card])) != code_for(s, card):
                return False
            taken += is_first_in_slot(s, card)
    for tree in range(int(s.trees)):
        for side in range(SIDES):
            taken -= slot_code(s, tree, side) != FREE_SLOT
    return taken == 0


@rule
def code_for(s: Record, card: int) -> int:
    """Return what the slot of a card must be noted as."""
    species = HALF_SPECIES[half_of(s, card)]
    if GROUP[species] == 0:
        return CLOSED_SLOT
    cards = count_in_slot(s, int(s.tree[card]), int(s.side[card]))
    most = EFFECT[species, Column.AMOUNT]
    if most != ANY_NUMBER and cards > most:
        return NONE
    return CLOSED_SLOT if cards == most else 1 + GROUP[species]


@rule
def is_first_in_slot(s: Record, card: int) -> bool:
    """Tell whether a card has no lower one that shares its slot; who shares not is always first."""
    if GROUP[HALF_SPECIES[half_of(s, card)]] == 0:
        return True
    for other in range(card):
        if s.zone[other] >= FOREST and s.tree[other] == s.tree[card]:
            if s.side[other] == s.side[card]:
                return False
    return True


@rule
def playing_is_sound(s: Record) -> bool:
    """Check that a card is being played exactly while place or payment are decided."""
    if s.phase != Phase.PLACE and s.phase != Phase.PAY:
        return nothing_is_played(s)
    half = int(s.playing)
    if s.over or not 0 <= half < HALVES or count_in(s, PLAYING) != 1:
        return False
    if first_of_face(s, HALF_FACE[half], PLAYING) == NONE or not place_is_sound(s, half):
        return False
    cost = 0 if is_asked_for(s, FREE_PLAY) else HALF_COST[half]
    return payment_is_sound(s, cost)


@rule
def nothing_is_played(s: Record) -> bool:
    """Check that no trace of a card that is being played is left."""
    if s.playing != NONE or s.target != NONE or count_in(s, PLAYING) > 0:
        return False
    return s.owed == 0 and s.last_paid == 0 and s.matched == 0


@rule
def place_is_sound(s: Record, half: int) -> bool:
    """Check the tree that a card goes to, or that there is one if none is chosen yet."""
    if is_tree_half(half):
        return s.phase == Phase.PAY and s.target == NONE
    if s.phase == Phase.PAY:
        return 0 <= s.target < s.trees and may_go_to(s, int(s.turn), half, int(s.target))
    places = 0
    for tree in range(int(s.trees)):
        places += may_go_to(s, int(s.turn), half, tree)
    return places > 1 and s.target == NONE


@rule
def payment_is_sound(s: Record, cost: int) -> bool:
    """Check what is still to be paid, and that it can be."""
    if not 0 <= s.owed <= cost or not 0 <= s.matched <= 1:
        return False
    if s.owed == cost:
        if s.last_paid != 0 or s.matched != (cost > 0):
            return False
    elif not 0 <= s.last_paid < FACES or first_of_face(s, int(s.last_paid), CLEARING) == NONE:
        return False
    if s.phase == Phase.PLACE:
        return s.owed == cost and cost <= s.held[s.turn] - s.held_back
    return s.owed > 0 and count_from(s, int(s.turn), int(s.last_paid)) >= s.owed


@rule
def queue_is_sound(s: Record) -> bool:
    """Check that what is to be worked off lies in the forest, and that a question is one."""
    if not 0 <= s.queued < QUEUE:
        return False
    for at in range(QUEUE):
        if at >= s.queued:
            if s.queue[at] != 0 or s.queue_state[at] != 0:
                return False
        elif s.queue_state[at] & ~ALL_FLAGS or not lies_in_forest(s, int(s.queue[at])):
            return False
    if s.queued == 0:
        idle = s.reacted == 0 and s.moled == 0
        return idle and (s.phase != Phase.CHOICE or s.over > 0)
    if s.phase < Phase.PLACE:
        return False
    return question_is_sound(s)


@rule
def question_is_sound(s: Record) -> bool:
    """Check what is being asked about the first card of the queue."""
    step, mole = step_of(s), is_asked_for(s, PLAY_CARDS)
    if s.reacted < 0 or (s.reacted > 0 and step != Step.REACT):
        return False
    if not 0 <= s.moled < s.queued or (s.moled > 0 and not mole):
        return False
    if s.over:
        return True
    if s.phase == Phase.CHOICE:
        return is_worth_asking(s, int(s.turn), step)
    return mole or is_asked_for(s, FREE_PLAY)


@rule
def lies_in_forest(s: Record, half: int) -> bool:
    """Tell whether a half can be seen in the forest of the one whose turn it is."""
    if not 0 <= half <= SAPLING:
        return False
    for card in range(CARDS):
        if s.zone[card] == FOREST + s.turn and half_of(s, card) == half:
            return True
    return False


@rule
def mulligan_is_sound(s: Record) -> bool:
    """Check that while hands may be exchanged nothing else has happened, and only those who were
    asked have done so."""
    if s.phase != Phase.MULLIGAN:
        return True
    if s.trees > 0 or s.winters > 0 or s.extra_turns > 0 or count_in(s, CLEARING) > 0:
        return False
    for k in range(s.seats):
        seat = (int(s.first) + k) % int(s.seats)
        asked_already = k < (int(s.turn) - int(s.first)) % int(s.seats)
        if s.held[seat] != OPENING_HAND or s.caved[seat] > 0:
            return False
        if (s.exchanged >> seat) & 1 and not asked_already:
            return False
    return True


@rule
def clearing_is_sound(s: Record) -> bool:
    """Check that a turn begins with a clearing that is not full, and that a draw goes on only
    with room in hand."""
    if s.phase != Phase.ACTION and s.phase != Phase.DRAW:
        return True
    if s.phase == Phase.DRAW and s.held[s.turn] >= HAND_LIMIT and s.over == 0:
        return False
    return count_in(s, CLEARING) < CLEARING_LIMIT


@rule
def end_is_sound(s: Record) -> bool:
    """Check that the game is over with the third winter, or when there was nothing to draw."""
    if s.over == 1 + Ending.THIRD_WINTER:
        return s.winters == WINTERS
    ran_out = s.over == 1 + Ending.EMPTY_DECK and s.deck == 0
    return s.winters < WINTERS and (s.over == 0 or ran_out)
