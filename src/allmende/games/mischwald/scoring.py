"""Points of every card in a forest, and places."""

import numpy as np

from allmende.core.bits import lowest, without_lowest
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.windows import WIDE

from .cards import CARDS, TABLE_LENGTH
from .components import NO_SPECIES, POINTS, TABLES, TAGS
from .counting import count_distinct, forest_cards, measure, species_of
from .forest import SAPLING_SIDE
from .kinds import Pay, PointColumn

PLACE_BITS = 3  # enough for a place among five


@rule
def has_most(s: Record, seat: int, what: int, of: int) -> bool:
    """Tell whether nobody counts more than a seat."""
    mine = measure(s, seat, 0, what, of)
    for other in range(s.seats):
        if other != seat and measure(s, other, 0, what, of) > mine:
            return False
    return True


@rule
def is_alike(found: int, species: int, mask: int) -> bool:
    """Tell whether what was found is of a species, or has one of some tags."""
    return found == species or TAGS[found] & mask != 0


@rule
def is_first(s: Record, seat: int, card: int, species: int, mask: int) -> bool:
    """Tell whether a card is the first in its forest of a species, or with a tag: the one that is
    paid for all of them."""
    for first in range(0, CARDS, WIDE):
        cards = forest_cards(s, seat, first)
        while cards != 0:
            found = first + lowest(cards)
            cards = without_lowest(cards)
            if found == card:
                return True
            if s.side[found] != SAPLING_SIDE and is_alike(species_of(s, found), species, mask):
                return False
    return True


@rule
def set_points(s: Record, seat: int, species: int, mask: int) -> int:
    """Pay sets of different species: all there are make the first, those with a second copy the
    second, and so on."""
    points, copies = 0, 1
    size = count_distinct(s, seat, mask, copies)
    while size > 0:
        points += TABLES[species, min(size, TABLE_LENGTH - 1)]
        copies += 1
        size = count_distinct(s, seat, mask, copies)
    return points


@rule
def card_points(s: Record, seat: int, card: int) -> int:
    """Return the points of one card in a forest. What is paid once for several cards is paid with
    the first of them."""
    species = species_of(s, card)
    if species == NO_SPECIES:
        return 0
    kind, value = POINTS[species, PointColumn.KIND], POINTS[species, PointColumn.VALUE]
    what, of = POINTS[species, PointColumn.MEASURE], POINTS[species, PointColumn.OF]
    if kind == Pay.NOTHING:
        return 0
    if kind == Pay.PER:
        return value * measure(s, seat, card, what, of)
    if kind == Pay.IF:
        least = POINTS[species, PointColumn.LEAST]
        return value if measure(s, seat, card, what, of) >= least else 0
    if kind == Pay.MOST:
        return value if has_most(s, seat, what, of) else POINTS[species, PointColumn.OTHERWISE]
    if kind == Pay.SETS:
        return set_points(s, seat, species, of) if is_first(s, seat, card, species, of) else 0
    if not is_first(s, seat, card, species, 0):
        return 0
    return TABLES[species, min(measure(s, seat, card, what, of), TABLE_LENGTH - 1)]


@rule
def points_of(s: Record, seat: int) -> int:
    """Add up the cards in a forest, and one point for each card under the cave."""
    points = int(s.caved[seat])
    for first in range(0, CARDS, WIDE):
        cards = forest_cards(s, seat, first)
        while cards != 0:
            points += card_points(s, seat, first + lowest(cards))
            cards = without_lowest(cards)
    return points


@rule
def score(s: Record, out: np.ndarray) -> None:
    """Write the points of each seat."""
    for seat in range(s.seats):
        out[seat] = points_of(s, seat)


@rule
def rank(s: Record, out: np.ndarray) -> None:
    """More points win; a tie is shared. Places are counted below the points, then left alone."""
    for seat in range(s.seats):
        out[seat] = points_of(s, seat) << PLACE_BITS
    for seat in range(s.seats):
        for other in range(s.seats):
            out[seat] += (out[other] >> PLACE_BITS) > (out[seat] >> PLACE_BITS)
    for seat in range(s.seats):
        out[seat] = 1 + out[seat] % (1 << PLACE_BITS)
