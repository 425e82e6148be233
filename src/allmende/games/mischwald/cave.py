"""The cave of each player: what the Bear and the Raccoon put there."""

import numpy as np

from allmende.core.record import Record
from allmende.core.rule import rule

from .cards import CARDS
from .components import FACE
from .deck import CLEARING, count_in, move_all
from .hand import FRESH, KNOWN, draw_cards, let_go, lose_track
from .numbering import CAVE as CAVE_MOVE
from .payment import list_faces
from .state import Zone

CAVE = int(Zone.CAVE)


@rule
def take_clearing(s: Record, seat: int) -> None:
    """Put the whole clearing under the cave; everybody has seen the cards."""
    s.caved[seat] += count_in(s, CLEARING)
    move_all(s, CLEARING, CAVE + seat, KNOWN)


@rule
def stash(s: Record, seat: int, face: int) -> None:
    """Put a hand card under the cave, face down."""
    card = let_go(s, seat, face)
    s.zone[card] = CAVE + seat
    s.mark[card] = FRESH
    s.caved[seat] += 1
    s.stashed += 1
    lose_track(s, seat)


@rule
def last_stashed(s: Record, seat: int) -> int:
    """Return the highest face among the cards just put under the cave: faces rise, so a set of
    cards has one order."""
    face = 0
    for card in range(CARDS):
        if s.zone[card] == CAVE + seat and s.mark[card] & FRESH:
            face = FACE[card]
    return face


@rule
def list_stashes(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the hand cards that may still be put under the cave."""
    return list_faces(s, seat, CAVE_MOVE, last_stashed(s, seat), 1, moves, 0)


@rule
def replace_stashed(s: Record, seat: int) -> None:
    """Draw as many cards as were just put under the cave."""
    stashed = int(s.stashed)
    s.stashed = 0
    for card in range(CARDS):
        if s.zone[card] == CAVE + seat:
            s.mark[card] &= ~FRESH
    draw_cards(s, seat, stashed, 0)
