"""What nobody can know: the face-down tiles. A concealed one is FACE_DOWN and nothing more; which
species lie there follows from those that are face up or in a bag."""

import numpy as np

from allmende.core.chance import draw, set_chance
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.secrets import forget_chance

from .components import (
    COUNT,
    DIRECTIONS,
    EMPTY,
    FACE_DOWN,
    FIELDS,
    FIRST_TILE,
    HUNTER,
    SPECIES,
    SPECIES_OF,
)


@rule
def conceal(s: Record, seat: int) -> None:
    """Leave of a face-down tile only that it lies there; nobody has seen it, whatever the seat."""
    forget_chance(s)
    for field in range(FIELDS):
        if s.board[field] > FACE_DOWN:
            s.board[field] = FACE_DOWN


@rule
def imagine(s: Record, key: np.ndarray) -> None:
    """Deal the face-down tiles."""
    set_chance(s, key, 0)
    if s.face_down > 0:
        scatter_face_down(s)


@rule
def scatter_face_down(s: Record) -> None:
    """Deal the tiles that nobody has seen to the face-down fields, each deal equally likely."""
    lay_unseen_in_order(s)
    for here in range(FIELDS - 1, 0, -1):
        if s.board[here] >= FACE_DOWN:
            there = draw_face_down(s, here)
            s.board[here], s.board[there] = s.board[there], s.board[here]
    for field in range(FIELDS):
        if s.board[field] == FACE_DOWN + HUNTER:
            s.board[field] += draw(s, DIRECTIONS)


@rule
def draw_face_down(s: Record, last: int) -> int:
    """Draw one of the face-down fields up to `last`, which is one of them."""
    field = draw(s, last + 1)
    while s.board[field] < FACE_DOWN:
        field = draw(s, last + 1)
    return field


@rule
def lay_unseen_in_order(s: Record) -> None:
    """Lay the unseen tiles by species, all aiming north."""
    field = 0
    for species in range(SPECIES):
        for _ in range(unseen(s, species)):
            while s.board[field] < FACE_DOWN:
                field += 1
            s.board[field] = FACE_DOWN + FIRST_TILE[species]
            field += 1


@rule
def unseen(s: Record, species: int) -> int:
    """Count the tiles of a species that lie neither face up on the board nor in a bag."""
    left = COUNT[species] - s.bag[0, species] - s.bag[1, species]
    for field in range(FIELDS):
        tile = s.board[field]
        if EMPTY < tile < FACE_DOWN and SPECIES_OF[tile] == species:
            left -= 1
    return left
