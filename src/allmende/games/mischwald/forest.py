"""Forests: trees with a slot at each side, and who may join whom in a slot."""

from allmende.core.record import Record
from allmende.core.rule import rule

from .cards import ANY_NUMBER, CARDS
from .components import (
    EFFECT,
    GROUP,
    GROUP_SPECIES,
    HALF_AT,
    HALF_SIDE,
    HALF_SPECIES,
    HALF_TAGS,
)
from .hand import FRESH
from .kinds import SIDES, By, Column, Side
from .state import (
    ALL_WAIT,
    CLOSED_SLOT,
    FREE_SLOT,
    NONE,
    SHARE_OPTION,
    SLOT_BITS,
    TOADS_OPTION,
    TOADS_WAIT,
    Zone,
)

FOREST = int(Zone.FOREST)
TREE_SIDE, SAPLING_SIDE = int(Side.TREE), int(Side.SAPLING)
ONE_SLOT = (1 << SLOT_BITS) - 1
EVERY_SIDE = (1 << SIDES) - 1


@rule
def half_of(s: Record, card: int) -> int:
    """Return the half of a card in a forest that can be seen, or SAPLING."""
    return int(HALF_AT[card, s.side[card]])


@rule
def is_tree_half(half: int) -> bool:
    """Tell whether a half is a whole tree or a sapling."""
    return HALF_SIDE[half] >= TREE_SIDE


@rule
def is_meant(half: int, by: int, of: int) -> bool:
    """Tell whether a half is of the species, has the tag or goes to the side that an effect goes
    by."""
    if by == By.SPECIES:
        return HALF_SPECIES[half] == of
    if by == By.TAG:
        return (HALF_TAGS[half] >> of) & 1 == 1
    return HALF_SIDE[half] == of


@rule
def is_tree(s: Record, card: int) -> bool:
    """Tell whether a card in a forest is a tree or a sapling."""
    return s.side[card] >= TREE_SIDE


@rule
def slot_code(s: Record, tree: int, side: int) -> int:
    """Return what a slot is: free, closed, or open to a group."""
    return (int(s.slots[tree]) >> (SLOT_BITS * side)) & ONE_SLOT


@rule
def group_in_slot(s: Record, tree: int, side: int) -> int:
    """Return the group that may go into a slot: 0 is anybody, NONE nobody."""
    code = slot_code(s, tree, side)
    if code == FREE_SLOT:
        return 0
    if code == CLOSED_SLOT or must_wait(s, tree, side, code - 1):
        return NONE
    return code - 1


@rule
def must_wait(s: Record, tree: int, side: int, group: int) -> bool:
    """Tell whether one of a group came this turn, and others are not to follow yet. Rules 1 let
    only those wait who share in pairs."""
    in_pairs = EFFECT[GROUP_SPECIES[group], Column.AMOUNT] != ANY_NUMBER
    toads_wait = in_pairs and s.options[TOADS_OPTION] == TOADS_WAIT
    if not toads_wait and s.options[SHARE_OPTION] != ALL_WAIT:
        return False
    for card in range(CARDS):
        if s.zone[card] >= FOREST and s.tree[card] == tree and s.side[card] == side:
            if s.mark[card] & FRESH:
                return True
    return False


@rule
def open_slots(s: Record, seat: int) -> int:
    """Return a bit mask of what a forest has room for: a bit for each side, free to anybody, then
    one for each group and side. With every side free nobody needs a group, so it looks no further;
    young trees are the freest."""
    mask, tree = 0, int(s.trees)
    while tree > 0 and mask & EVERY_SIDE != EVERY_SIDE:
        tree -= 1
        if s.tree_owner[tree] == seat:
            for side in range(SIDES):
                group = group_in_slot(s, tree, side)
                if group != NONE:
                    mask |= 1 << (SIDES * group + side)
    return mask


@rule
def fits_in(mask: int, half: int) -> bool:
    """Tell whether a mask of open slots has one for a half. Trees need none."""
    if is_tree_half(half):
        return True
    side, group = HALF_SIDE[half], GROUP[HALF_SPECIES[half]]
    return ((mask >> side) | (mask >> (SIDES * group + side))) & 1 == 1


@rule
def may_go_to(s: Record, seat: int, half: int, tree: int) -> bool:
    """Tell whether a half may be placed at a tree."""
    if s.tree_owner[tree] != seat:
        return False
    group = group_in_slot(s, tree, HALF_SIDE[half])
    return group == 0 or (group != NONE and group == GROUP[HALF_SPECIES[half]])


@rule
def only_place(s: Record, seat: int, half: int) -> int:
    """Return the tree that a half must go to, or NONE if there are several."""
    found = NONE
    for tree in range(int(s.trees)):
        if may_go_to(s, seat, half, tree):
            if found != NONE:
                return NONE
            found = tree
    return found


@rule
def plant(s: Record, seat: int, card: int, side: int) -> None:
    """Let a card begin a tree of its own, face up or as a sapling."""
    tree = int(s.trees)
    s.trees += 1
    s.tree_card[tree] = card
    s.tree_owner[tree] = seat
    put(s, seat, card, tree, side)


@rule
def attach(s: Record, seat: int, card: int, half: int, tree: int) -> None:
    """Put a card at its side of a tree, and close the slot to those who may not join."""
    side, species = HALF_SIDE[half], HALF_SPECIES[half]
    put(s, seat, card, tree, side)
    code = CLOSED_SLOT
    most = EFFECT[species, Column.AMOUNT]
    if GROUP[species] and (most == ANY_NUMBER or count_in_slot(s, tree, side) < most):
        code = 1 + GROUP[species]
    others = int(s.slots[tree]) & ~(ONE_SLOT << (SLOT_BITS * side))
    s.slots[tree] = others | (code << (SLOT_BITS * side))


@rule
def put(s: Record, seat: int, card: int, tree: int, side: int) -> None:
    """Put a card into a forest."""
    s.zone[card] = FOREST + seat
    s.side[card] = side
    s.tree[card] = tree
    s.mark[card] = 0 if side == SAPLING_SIDE else FRESH


@rule
def count_in_slot(s: Record, tree: int, side: int) -> int:
    """Count the cards in a slot."""
    found = 0
    for card in range(CARDS):
        found += s.zone[card] >= FOREST and s.tree[card] == tree and s.side[card] == side
    return found
