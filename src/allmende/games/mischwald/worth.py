"""What the cards in hand would score now. It is told to whoever is to play them: nobody has to add
up, and no page has to know the rules."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from allmende.core.record import Record, copy_record

from .components import FACE, FIRST_HALF, HALF_SIDE
from .forest import FOREST, HALVES_OF_CARD, SAPLING_SIDE, TREE_SIDE, may_go_to, plant
from .hand import FRESH, HAND
from .payment import PLAYING
from .scoring import points_of
from .state import NONE, Phase

FACES: list[int] = FACE.tolist()
FIRST_HALVES: list[int] = FIRST_HALF.tolist()
SIDE_OF_HALF: list[int] = HALF_SIDE.tolist()
TO_PLAY = (Phase.ACTION, Phase.CHOICE, Phase.PLACE)
NO_FACE = -1
"""A sapling has no species, whatever is printed on it."""


CardsIn = Callable[[int], list[int]]
"""Lists the cards in a zone."""


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
    trial, trees = copy_record(s), trees_alike(s, cards_in(FOREST + seat))
    if s.playing != NONE:
        (card,) = cards_in(PLAYING)
        return list(dweller_gains(trial, seat, card, int(s.playing), trees))
    return [
        max(found, key=lambda gain: gain.points)
        for card in one_of_each(cards_in(HAND + seat))
        for half in halves_of(card)
        if (found := list(gains_of(trial, seat, card, half, trees)))
    ]


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


def gains_of(
    trial: Record, seat: int, card: int, half: int, trees: list[list[int]]
) -> Iterator[Gain]:
    """Try a half wherever it may go."""
    if is_tree(half):
        grown = copy_record(trial)
        plant(grown, seat, card, TREE_SIDE)
        yield Gain(half, None, points_of(grown, seat) - points_of(trial, seat))
    else:
        yield from dweller_gains(trial, seat, card, half, trees)


def dweller_gains(
    trial: Record, seat: int, card: int, half: int, trees: list[list[int]]
) -> Iterator[Gain]:
    """Put a card at one tree of each kind after the other, and take it away again."""
    now = points_of(trial, seat)
    was = trial.zone[card], trial.side[card], trial.tree[card]
    for alike in trees:
        if may_go_to(trial, seat, half, alike[0]):
            trial.zone[card], trial.side[card] = FOREST + seat, SIDE_OF_HALF[half]
            trial.tree[card] = alike[0]
            points = points_of(trial, seat) - now
            trial.zone[card], trial.side[card], trial.tree[card] = was
            yield from (Gain(half, tree, points) for tree in alike)
