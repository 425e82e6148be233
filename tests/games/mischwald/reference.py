"""A slow and plain count of points, written from the words on the cards alone.

It knows the cards by name and shares nothing with the table that the rules read.

A forest is a list of trees as a view shows them: `species` (None for a sapling), and at each side a
list of cards with `species` and `symbol`.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

Tree = dict[str, Any]
Forest = list[Tree]

SIDES = ("top", "bottom", "left", "right")
ALL_TREE_SPECIES = 8

BATS = {
    "barbastelle_bat",
    "bechsteins_bat",
    "brown_long_eared_bat",
    "greater_horseshoe_bat",
}
BUTTERFLIES = {
    "camberwell_beauty",
    "large_tortoiseshell",
    "peacock_butterfly",
    "purple_emperor",
    "silver_washed_fritillary",
}
INSECTS = BUTTERFLIES | {"fireflies", "gnat", "stag_beetle", "violet_carpenter_bee", "wood_ant"}
BIRDS = {
    "bullfinch",
    "chaffinch",
    "eurasian_jay",
    "goshawk",
    "great_spotted_woodpecker",
    "tawny_owl",
}
AMPHIBIANS = {"common_toad", "fire_salamander", "pond_turtle", "tree_frog"}
PLANTS = {"blackberries", "moss", "tree_ferns", "wild_strawberries"}
DEER = {"fallow_deer", "red_deer", "roe_deer"}
CLOVEN_HOOFED = DEER | {"squeaker", "wild_boar"}
PAWED = {
    "beech_marten",
    "brown_bear",
    "european_badger",
    "european_fat_dormouse",
    "european_hare",
    "hedgehog",
    "lynx",
    "mole",
    "raccoon",
    "red_fox",
    "red_squirrel",
    "wolf",
}

EACH = {
    "birch": 1,
    "douglas_fir": 5,
    "eurasian_jay": 3,
    "european_badger": 2,
    "pond_turtle": 5,
    "squeaker": 1,
    "tawny_owl": 5,
}
PER_KIND: dict[str, tuple[int, set[str]]] = {
    "blackberries": (2, PLANTS),
    "bullfinch": (2, INSECTS),
    "european_hare": (1, {"european_hare"}),
    "fallow_deer": (3, CLOVEN_HOOFED),
    "gnat": (1, BATS),
    "goshawk": (3, BIRDS),
    "hedgehog": (2, BUTTERFLIES),
    "red_fox": (2, {"european_hare"}),
    "stag_beetle": (1, PAWED),
    "tree_ferns": (6, AMPHIBIANS),
    "tree_frog": (5, {"gnat"}),
    "wolf": (5, DEER),
}
CHESTNUTS = [0, 1, 4, 9, 16, 25, 36, 49]
FIREFLIES = [0, 0, 10, 15, 20]
SALAMANDERS = [0, 5, 15, 25]
BUTTERFLY_SET = [0, 0, 3, 6, 12, 20]


def dwellers(tree: Tree) -> list[dict[str, Any]]:
    """The cards around a tree."""
    return [card for side in SIDES for card in tree[side]]


def names(forest: Forest) -> Counter[str]:
    """How often each species can be seen around the trees."""
    return Counter(card["species"] for tree in forest for card in dwellers(tree))


def bees_at(tree: Tree) -> int:
    """How many bees sit at a tree."""
    return sum(card["species"] == "violet_carpenter_bee" for card in dwellers(tree))


def of_species(forest: Forest, species: str) -> int:
    """How many trees of a species there are, each bee at one of them counted as one more."""
    return sum(1 + bees_at(tree) for tree in forest if tree["species"] == species)


def all_trees(forest: Forest) -> int:
    """How many trees there are; saplings and bees count."""
    return sum(1 + bees_at(tree) for tree in forest)


def tree_points(tree: Tree, forest: Forest, others: list[Forest]) -> int:
    """What one tree pays; Horse Chestnuts are paid together."""
    species = tree["species"]
    if species == "linden":
        mine = of_species(forest, "linden")
        return 3 if all(of_species(other, "linden") <= mine for other in others) else 1
    if species == "oak":
        return has_all_trees(forest)
    if species == "silver_fir":
        return 2 * len(dwellers(tree))
    if species == "beech":
        return 5 if of_species(forest, "beech") >= 4 else 0
    if species == "sycamore":
        return len(forest)
    return EACH.get(species, 0)


def has_all_trees(forest: Forest) -> int:
    """Ten points if all tree species stand in a forest; a sapling is none."""
    found = {tree["species"] for tree in forest} - {None}
    return 10 if len(found) == ALL_TREE_SPECIES else 0


def same_symbol(forest: Forest, symbol: str) -> int:
    """How many cards show a tree symbol: trees show their own, saplings none."""
    around = sum(card["symbol"] == symbol for tree in forest for card in dwellers(tree))
    return int(around + sum(tree["species"] == symbol for tree in forest))


def is_full(tree: Tree) -> bool:
    """Whether something lies at each side of a tree."""
    return all(tree[side] for side in SIDES)


def on_top_of(wanted: str) -> Callable[[Tree], int]:
    """Five points on top of a tree of a species."""
    return lambda tree: 5 if tree["species"] == wanted else 0


AT_TREE: dict[str, Callable[[Tree], int]] = {
    "chaffinch": on_top_of("beech"),
    "red_squirrel": on_top_of("oak"),
    "european_fat_dormouse": lambda tree: (
        15 if any(card["species"] in BATS for card in dwellers(tree)) else 0
    ),
    "common_toad": lambda tree: (
        5 if [card["species"] for card in tree["bottom"]].count("common_toad") == 2 else 0
    ),
}
IN_FOREST: dict[str, Callable[[Forest], int]] = {
    "beech_marten": lambda forest: 5 * sum(is_full(tree) for tree in forest),
    "lynx": lambda forest: 10 if names(forest)["roe_deer"] else 0,
    "moss": lambda forest: 10 if all_trees(forest) >= 10 else 0,
    "red_deer": lambda forest: len(forest) + sum(names(forest)[plant] for plant in PLANTS),
    "wild_boar": lambda forest: 10 if names(forest)["squeaker"] else 0,
    "wild_strawberries": has_all_trees,
    "wood_ant": lambda forest: 2 * sum(len(tree["bottom"]) for tree in forest),
}


def dweller_points(card: dict[str, Any], tree: Tree, forest: Forest, others: list[Forest]) -> int:
    """What one card at a tree pays; what is paid together with others is not in here."""
    species = card["species"]
    if species in AT_TREE:
        return AT_TREE[species](tree)
    if species in IN_FOREST:
        return IN_FOREST[species](forest)
    if species in PER_KIND:
        points, kind = PER_KIND[species]
        return points * sum(count for name, count in names(forest).items() if name in kind)
    if species == "roe_deer":
        return 3 * same_symbol(forest, card["symbol"])
    if species in BATS:
        return 5 if len(BATS & set(names(forest))) >= 3 else 0
    if species == "great_spotted_woodpecker":
        mine = all_trees(forest)
        return 10 if all(all_trees(other) <= mine for other in others) else 0
    return EACH.get(species, 0)


def butterfly_points(forest: Forest) -> int:
    """Lay out butterflies in rows, each as long as can be with what is left."""
    left = Counter({name: count for name, count in names(forest).items() if name in BUTTERFLIES})
    points = 0
    while left:
        points += BUTTERFLY_SET[len(left)]
        left -= Counter(set(left))
    return points


def points_by_species(forest: Forest, others: list[Forest]) -> Counter[str]:
    """The points of each species in a forest; all butterflies go by one name."""
    seen, found = names(forest), Counter[str]()
    for tree in forest:
        if tree["species"] is not None:
            found[tree["species"]] += tree_points(tree, forest, others)
        for card in dwellers(tree):
            found[card["species"]] += dweller_points(card, tree, forest, others)
    found["horse_chestnut"] += CHESTNUTS[min(of_species(forest, "horse_chestnut"), 7)]
    found["fireflies"] += FIREFLIES[seen["fireflies"]]
    found["fire_salamander"] += SALAMANDERS[seen["fire_salamander"]]
    found["butterflies"] += butterfly_points(forest)
    return +found


def places(points: list[int]) -> list[int]:
    """Places by points; equal points share a place."""
    return [1 + sum(other > mine for other in points) for mine in points]
