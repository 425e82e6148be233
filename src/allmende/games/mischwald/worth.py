"""What the cards in hand would score now. It is told to whoever is to play them: nobody has to add
up, and no page has to know the rules."""

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from allmende.core.record import Record, copy_record
from allmende.core.rule import rule

from .cards import CARDS
from .components import FACE, FIRST_HALF, HALF_SIDE, HALVES_OF_CARD
from .forest import FOREST, SAPLING_SIDE, TREE_SIDE, may_go_to, plant
from .hand import FRESH, HAND
from .payment import PLAYING
from .scoring import card_points, points_of
from .state import NONE, Phase

FACES: list[int] = FACE.tolist()
FIRST_HALVES: list[int] = FIRST_HALF.tolist()
SIDE_OF_HALF: list[int] = HALF_SIDE.tolist()
TO_PLAY = (Phase.ACTION, Phase.CHOICE, Phase.PLACE)
NO_FACE = -1
"""A sapling has no species, whatever is printed on it."""

CardsIn = Callable[[int], list[int]]
"""Lists the cards in a zone."""
Pair = tuple[int, int]
"""A card and one of its halves."""
NOWHERE = -(1 << 15)
"""Stands for the points where a half may not go."""


class Gain(NamedTuple):
    """What a half would add at a tree; a tree needs none."""

    half: int
    tree: int | None
    points: int


def gains(s: Record, seat: int, cards_in: CardsIn) -> list[Gain]:
    """List what each half in hand would add to the points of the seat that is to act, at the best
    tree for it; while a tree is being chosen, what the card would add at each. Effects are not part
    of it, nor is what goes under the cave."""
    if s.over or s.turn != seat or s.phase not in TO_PLAY:
        return []
    trees = trees_alike(s, cards_in(FOREST + seat))
    if s.playing != NONE:
        (card,) = cards_in(PLAYING)
        return at_each(s, seat, (card, int(s.playing)), trees)
    cards = one_of_each(cards_in(HAND + seat))
    halves = [(card, half) for card in cards for half in halves_of(card)]
    dwellers = [pair for pair in halves if not is_tree(pair[1])]
    found = dict(zip(dwellers, tried(s, seat, dwellers, trees), strict=True))
    all_gains = [
        at_best(half, found[card, half], trees) if (card, half) in found else grown(s, seat, card)
        for card, half in halves
    ]
    return [gain for gain in all_gains if gain is not None]


def tried(s: Record, seat: int, halves: list[Pair], trees: list[list[int]]) -> list[list[int]]:
    """Say of each half what it would add at one tree of each kind."""
    found = np.empty((len(halves), len(trees)), np.int32)
    firsts = np.array([alike[0] for alike in trees], np.int32)
    weigh(copy_record(s), seat, np.array(halves, np.int32).reshape(-1, 2), firsts, found)
    points: list[list[int]] = found.tolist()
    return points


def at_each(s: Record, seat: int, pair: Pair, trees: list[list[int]]) -> list[Gain]:
    """List what a half would add at each tree where it may go."""
    (found,) = tried(s, seat, [pair], trees)
    return [
        Gain(pair[1], tree, points)
        for alike, points in zip(trees, found, strict=True)
        for tree in alike
        if points != NOWHERE
    ]


def at_best(half: int, found: list[int], trees: list[list[int]]) -> Gain | None:
    """Return what a half would add at the best tree for it, if it may go anywhere."""
    points = max(found, default=NOWHERE)
    return None if points == NOWHERE else Gain(half, trees[found.index(points)][0], points)


def grown(s: Record, seat: int, card: int) -> Gain:
    """Return what one more tree would add."""
    trial = copy_record(s)
    plant(trial, seat, card, TREE_SIDE)
    return Gain(FIRST_HALVES[FACES[card]], None, int(points_of(trial, seat) - points_of(s, seat)))


def worth_of_cards(s: Record) -> list[int]:
    """List what each card in a forest is worth now."""
    points = np.empty(CARDS, np.int32)
    all_points(s, points)
    worth: list[int] = points.tolist()
    return worth


@rule
def all_points(s: Record, out: np.ndarray) -> None:
    """Write what each card in a forest is worth now; what lies elsewhere is worth nothing."""
    for card in range(CARDS):
        out[card] = card_points(s, s.zone[card] - FOREST, card) if s.zone[card] >= FOREST else 0


@rule
def weigh(trial: Record, seat: int, halves: np.ndarray, trees: np.ndarray, out: np.ndarray) -> None:
    """Put each half, of which the card comes first, at each tree, write what that adds, and take it
    away again."""
    now = points_of(trial, seat)
    for at in range(len(halves)):
        card, half = halves[at, 0], halves[at, 1]
        zone, side, tree = trial.zone[card], trial.side[card], trial.tree[card]
        for place in range(len(trees)):
            out[at, place] = NOWHERE
            if may_go_to(trial, seat, half, trees[place]):
                trial.zone[card], trial.side[card] = FOREST + seat, HALF_SIDE[half]
                trial.tree[card] = trees[place]
                out[at, place] = points_of(trial, seat) - now
                trial.zone[card], trial.side[card], trial.tree[card] = zone, side, tree


def one_of_each(cards: list[int]) -> list[int]:
    """Leave out cards that look like one before."""
    return list({FACES[card]: card for card in reversed(cards)}.values())[::-1]


def halves_of(card: int) -> list[int]:
    """List the halves of a card; a tree has one."""
    first = FIRST_HALVES[FACES[card]]
    return [first + at for at in range(1 if is_tree(first) else HALVES_OF_CARD)]


def is_tree(half: int) -> bool:
    """Tell whether a half is a whole tree."""
    return SIDE_OF_HALF[half] == TREE_SIDE


def trees_alike(s: Record, forest: list[int]) -> list[list[int]]:
    """Put trees of a forest together that nobody could tell apart: of one species, with the same
    cards at the same sides, and as new. What may go to one of them may go to each."""
    sides, trees, marks = s.side.tolist(), s.tree.tolist(), s.mark.tolist()
    looks: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for card in forest:
        face = NO_FACE if sides[card] == SAPLING_SIDE else FACES[card]
        looks[trees[card]].append((sides[card], face, marks[card] & FRESH))
    alike: dict[tuple[tuple[int, int, int], ...], list[int]] = defaultdict(list)
    for tree, look in sorted(looks.items()):
        alike[tuple(sorted(look))].append(tree)
    return list(alike.values())
