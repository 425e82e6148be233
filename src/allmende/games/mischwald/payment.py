"""Playing a card: which half, at which tree, and what is paid for it."""

import numpy as np

from allmende.core.record import Record
from allmende.core.rule import rule

from .components import (
    FACE,
    FACE_SYMBOLS,
    FIRST_HALF,
    HALF_COST,
    HALF_FACE,
    HALF_SIDE,
    HALF_SYMBOL,
)
from .deck import CLEARING
from .forest import (
    TREE_SIDE,
    attach,
    fits_in,
    is_tree_half,
    may_go_to,
    only_place,
    open_slots,
    plant,
)
from .hand import first_of_face, is_held_back, let_go, usable
from .numbering import PAY, PLACE, PLAY, SAPLING_OF
from .state import NONE, Phase, Zone

PLAYING = int(Zone.PLAYING)


@rule
def list_plays(s: Record, seat: int, moves: np.ndarray, n: int) -> int:
    """List the halves that there is room for and cards to pay with."""
    mask, others, last = open_slots(s, seat), usable(s, seat) - 1, NONE
    for at in range(int(s.held[seat])):
        card = int(s.hand[seat, at])
        face = FACE[card]
        if face != last and not is_held_back(s, card):
            last = face
            for half in range(FIRST_HALF[face], FIRST_HALF[face + 1]):
                moves[n] = PLAY + half
                n += HALF_COST[half] <= others and fits_in(mask, half)
    return n


@rule
def list_saplings(s: Record, seat: int, moves: np.ndarray, n: int) -> int:
    """List the cards in hand: each can become a sapling."""
    return list_faces(s, seat, SAPLING_OF, 0, 1, moves, n)


@rule
def list_payments(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the cards that may be paid next: faces rise, and enough must be left to go on."""
    return list_faces(s, seat, PAY, int(s.last_paid), int(s.owed), moves, 0)


@rule
def count_from(s: Record, seat: int, lowest: int) -> int:
    """Count the usable hand cards from a face on."""
    found = 0
    for at in range(int(s.held[seat])):
        card = int(s.hand[seat, at])
        found += FACE[card] >= lowest and not is_held_back(s, card)
    return found


@rule
def list_faces(
    s: Record, seat: int, kind: int, lowest: int, needed: int, moves: np.ndarray, n: int
) -> int:
    """List the faces in a hand from the lowest one on, as long as so many cards are left."""
    left, last = usable(s, seat), NONE
    for at in range(int(s.held[seat])):
        card = int(s.hand[seat, at])
        if not is_held_back(s, card):
            face = FACE[card]
            if face != last and face >= lowest and left >= needed:
                moves[n] = kind + face
                n += 1
            last = face
            left -= 1
    return n


@rule
def list_places(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the trees where the card that is being played may go."""
    n = 0
    for tree in range(int(s.trees)):
        moves[n] = PLACE + tree
        n += may_go_to(s, seat, int(s.playing), tree)
    return n


@rule
def show_card(s: Record, seat: int, half: int, cost: int) -> None:
    """Take a card out of the hand to play one half of it."""
    s.zone[let_go(s, seat, HALF_FACE[half])] = PLAYING
    s.playing, s.owed, s.matched = half, cost, cost > 0
    if not is_tree_half(half):
        s.target = only_place(s, seat, half)


@rule
def still_to_decide(s: Record) -> int:
    """Return the phase in which the card that is being played needs a decision, or NONE."""
    if s.target == NONE and not is_tree_half(int(s.playing)):
        return Phase.PLACE
    return Phase.PAY if s.owed > 0 else NONE


@rule
def pay(s: Record, seat: int, face: int) -> None:
    """Pay one card into the clearing, and note whether it shows the symbol that is played."""
    s.zone[let_go(s, seat, face)] = CLEARING
    s.owed -= 1
    s.last_paid = face
    s.matched &= (FACE_SYMBOLS[face] >> HALF_SYMBOL[s.playing]) & 1


@rule
def put_down(s: Record, seat: int) -> None:
    """Put the card that has been paid for into the forest."""
    half = int(s.playing)
    card = first_of_face(s, HALF_FACE[half], PLAYING)
    if HALF_SIDE[half] == TREE_SIDE:
        plant(s, seat, card, TREE_SIDE)
    else:
        attach(s, seat, card, half, int(s.target))
    s.playing, s.target, s.last_paid, s.matched = NONE, NONE, 0, 0
