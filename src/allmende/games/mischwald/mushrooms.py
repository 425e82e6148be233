"""Mushrooms: they react to what is placed, from their owner's next turn on."""

from allmende.core.record import Record
from allmende.core.rule import rule

from .components import (
    EFFECT,
    FIRST_CARD,
    HALF_FACE,
    HALF_SIDE,
    HALF_SPECIES,
    REACTING,
)
from .forest import FOREST, is_meant
from .hand import FRESH
from .queue import BY, OF
from .state import NONE


@rule
def reacting(s: Record, seat: int, half: int, skip: int) -> int:
    """Return the mushroom that reacts to a half after `skip` others, or NONE. Those placed this
    turn do not react yet."""
    for at in range(len(REACTING)):
        mushroom = REACTING[at]
        card = FIRST_CARD[HALF_FACE[mushroom]]
        there = s.zone[card] == FOREST + seat and s.side[card] == HALF_SIDE[mushroom]
        if there and s.mark[card] & FRESH == 0 and reacts_to(HALF_SPECIES[mushroom], half):
            if skip == 0:
                return mushroom
            skip -= 1
    return NONE


@rule
def reacts_to(species: int, half: int) -> bool:
    """Tell whether a mushroom reacts to a half: to its species, its tag or the side it goes to."""
    return is_meant(half, EFFECT[species, BY], EFFECT[species, OF])
