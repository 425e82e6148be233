"""Counting in a forest: everything that a points rule can ask for."""

from allmende.core.bits import lowest, places_of, without_lowest
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.windows import WIDE

from .cards import CARDS
from .components import (
    BEES,
    COPY_CARD,
    COPY_SIDE,
    HALF_SPECIES,
    HALF_SYMBOL,
    HALF_TAGS,
    SPECIES,
    SPECIES_COPIES,
    SYMBOLS,
    TAGS,
)
from .forest import FOREST, TREE_SIDE, half_of, is_tree, slot_code
from .kinds import SIDES, Measure
from .state import FREE_SLOT

ANY_TAG = ~0


@rule
def is_in_forest(s: Record, seat: int, card: int) -> bool:
    """Tell whether a card is in the forest of a seat."""
    return s.zone[card] == FOREST + seat


@rule
def forest_cards(s: Record, seat: int, first: int) -> int:
    """Return the set of cards in the forest of a seat, up to 32 from the card `first` on."""
    return places_of(s.zone, FOREST + int(seat), first)


@rule
def species_of(s: Record, card: int) -> int:
    """Return the species that can be seen of a card in a forest; a sapling has none."""
    return HALF_SPECIES[half_of(s, card)]


@rule
def is_seen_in_forest(s: Record, seat: int, species: int, copy: int) -> bool:
    """Tell whether a copy of a species is in the forest of a seat with that half to be seen."""
    card = int(COPY_CARD[species, copy])
    return is_in_forest(s, seat, card) and s.side[card] == COPY_SIDE[species, copy]


@rule
def tree_species(s: Record, card: int) -> int:
    """Return the species of the tree that a card is at."""
    return species_of(s, int(s.tree_card[s.tree[card]]))


@rule
def count_species(s: Record, seat: int, species: int) -> int:
    """Count the cards of a species."""
    found = 0
    for copy in range(SPECIES_COPIES[species]):
        found += is_seen_in_forest(s, seat, species, copy)
    return found


@rule
def count_bees(s: Record, seat: int) -> int:
    """Count the bees: they count their trees once more."""
    found = 0
    for at in range(len(BEES)):
        found += count_species(s, seat, BEES[at])
    return found


@rule
def count_with_bees(s: Record, seat: int, species: int) -> int:
    """Count the cards of a species and the bees at its trees."""
    found = count_species(s, seat, species)
    for at in range(len(BEES)):
        for copy in range(SPECIES_COPIES[BEES[at]]):
            if is_seen_in_forest(s, seat, BEES[at], copy):
                found += tree_species(s, int(COPY_CARD[BEES[at], copy])) == species
    return found


@rule
def is_counted(s: Record, card: int, mine: int, what: int, of: int) -> bool:
    """Tell whether a points rule of the card `mine` counts a card in the same forest."""
    half = half_of(s, card)
    if what == Measure.TAGS:
        return HALF_TAGS[half] & of != 0
    if what == Measure.SYMBOL:
        return HALF_SYMBOL[half] == HALF_SYMBOL[half_of(s, mine)]
    if what == Measure.SIDE:
        return s.side[card] == of
    if what == Measure.TREES:
        return is_tree(s, card)
    if s.tree[card] != s.tree[mine]:
        return False
    if what == Measure.SHARED:
        alike = s.side[card] == s.side[mine] and HALF_SPECIES[half] == species_of(s, mine)
        return card != mine and alike
    mask = ANY_TAG if what == Measure.ATTACHED else of
    return HALF_TAGS[half] & mask != 0 and not is_tree(s, card)


@rule
def count_cards(s: Record, seat: int, mine: int, what: int, of: int) -> int:
    """Count the cards in a forest that a points rule of the card `mine` counts."""
    found = 0
    for first in range(0, CARDS, WIDE):
        cards = forest_cards(s, seat, first)
        while cards != 0:
            found += is_counted(s, first + lowest(cards), mine, what, of)
            cards = without_lowest(cards)
    return found


@rule
def count_full_trees(s: Record, seat: int) -> int:
    """Count the trees with a card at each side."""
    found = 0
    for tree in range(int(s.trees)):
        if s.tree_owner[tree] == seat:
            sides = 0
            for side in range(SIDES):
                sides += slot_code(s, tree, side) != FREE_SLOT
            found += sides == SIDES
    return found


@rule
def count_tree_species(s: Record, seat: int) -> int:
    """Count the different tree species."""
    seen = 0
    for first in range(0, CARDS, WIDE):
        cards = forest_cards(s, seat, first)
        while cards != 0:
            card = first + lowest(cards)
            seen |= (s.side[card] == TREE_SIDE) << HALF_SYMBOL[half_of(s, card)]
            cards = without_lowest(cards)
    found = 0
    for symbol in range(SYMBOLS):
        found += (seen >> symbol) & 1
    return found


@rule
def count_distinct(s: Record, seat: int, mask: int, copies: int) -> int:
    """Count the species with one of some tags that have at least so many copies."""
    found = 0
    for species in range(SPECIES):
        if TAGS[species] & mask:
            found += count_species(s, seat, species) >= copies
    return found


@rule
def measure(s: Record, seat: int, card: int, what: int, of: int) -> int:
    """Count what a points rule asks for; `card` is the one that is paid."""
    if what == Measure.ONE:
        return 1
    if what == Measure.SPECIES:
        return count_with_bees(s, seat, of)
    if what == Measure.FULL_TREES:
        return count_full_trees(s, seat)
    if what == Measure.TREE_SPECIES:
        return count_tree_species(s, seat)
    if what == Measure.DISTINCT:
        return count_distinct(s, seat, of, 1)
    if what == Measure.ON_TREE:
        return int(tree_species(s, card) == of)
    found = count_cards(s, seat, card, what, of)
    return found + count_bees(s, seat) if what == Measure.TREES else found
