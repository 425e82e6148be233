"""A picture of the forests and of who lives in them, for those who share a game."""

from collections.abc import Callable

from allmende.core.picture import paints
from allmende.core.picture.easel import Easel, fit_rows
from allmende.core.picture.figures import broadleaf, emblem, fir

from .shapes import SLOTS, Player, Shown, Slot, Tree

GROVE_WIDE, GROVE_HIGH = 560, 500
PLOT = 100
CONIFERS = {"silver_fir": paints.FIR, "douglas_fir": paints.DUCK}
LEAVES = {
    "birch": paints.LEAF_LIGHT,
    "beech": paints.LEAF,
    "oak": paints.LODEN,
    "linden": paints.HILL,
    "sycamore": paints.HAY_DARK,
    "horse_chestnut": paints.PHEASANT,
}
AT: dict[Slot, tuple[float, float]] = {
    "top": (0, -36),
    "bottom": (0, 36),
    "left": (-36, 4),
    "right": (36, 4),
}
ASPECT = 1.3


def paint(view: Shown) -> Easel:
    """Paint the forests beside each other."""
    columns, rows = fit_rows(len(view["players"]), ASPECT)
    easel = Easel(columns * GROVE_WIDE, rows * GROVE_HIGH)
    for seat, player in enumerate(view["players"]):
        x, y = seat % columns * GROVE_WIDE, seat // columns * GROVE_HIGH
        easel.frame(
            x + 4, y + 4, GROVE_WIDE - 8, GROVE_HIGH - 8, paints.HILL_FAR, paints.PASTURE_DEEP, 6
        )
        easel.hang(forest(player), x + 20, y + 50, GROVE_WIDE - 40, GROVE_HIGH - 66)
        emblem(easel, seat, x + 34, y + 34, 28)
    return easel


def forest(player: Player) -> Easel:
    """Paint one forest, as large as it is."""
    trees = player["forest"]
    columns, rows = fit_rows(max(6, len(trees)), GROVE_WIDE / GROVE_HIGH)
    easel = Easel(columns * PLOT, rows * PLOT)
    for at, tree in enumerate(trees):
        paint_tree(easel, tree, (at % columns + 0.5) * PLOT, (at // columns + 0.5) * PLOT)
    return easel


def paint_tree(easel: Easel, tree: Tree, x: float, y: float) -> None:
    """Paint a tree with those who live at its sides."""
    easel.disc(x, y + 22, 30, paints.HILL, 9)
    species = tree["species"] or ""
    if species in CONIFERS:
        fir(easel, x, y, 58, CONIFERS[species])
    elif tree["sapling"]:
        easel.stroke(paints.BARK, 4, (x, y + 20), (x, y))
        easel.disc(x - 7, y + 1, 8, paints.LEAF_LIGHT, 4)
        easel.disc(x + 7, y - 3, 8, paints.LEAF_LIGHT, 4)
    else:
        broadleaf(easel, x, y, 58, LEAVES.get(species, paints.LEAF))
    dwellers = {slot: tree[slot] for slot in SLOTS}
    for slot, living in dwellers.items():
        if living:
            dx, dy = AT[slot]
            FIGURES[slot](easel, x + dx, y + dy)
            if len(living) > 1:
                easel.disc(x + dx + 11, y + dy - 9, 7, paints.SHEET)
                easel.words(x + dx + 11, y + dy - 9, str(len(living)), 13, bold=True)


def bird(easel: Easel, x: float, y: float) -> None:
    """Paint one of those that live in the crown."""
    easel.shape(paints.LAKE_DEEP, (x - 5, y), (x - 15, y - 7), (x - 12, y + 4))
    easel.disc(x, y, 10, paints.LAKE, 8)
    easel.shape(paints.BEAK, (x + 8, y - 4), (x + 15, y - 1), (x + 8, y + 2))
    easel.disc(x + 5, y - 3, 1.8, paints.OUTLINE)


def mushroom(easel: Easel, x: float, y: float) -> None:
    """Paint one of those that grow and creep at the root."""
    easel.box(x - 4, y - 2, 8, 11, paints.WHITE, round=3)
    easel.disc(x, y - 3, 11, paints.SHIRT, 6)
    for dx, dy in ((-5, -4), (1, -6), (5, -2)):
        easel.disc(x + dx, y + dy, 1.6, paints.WHITE)


def beast(easel: Easel, x: float, y: float) -> None:
    """Paint one of those that live beside the trunk."""
    for side in (-1, 1):
        easel.disc(x + side * 7, y - 8, 4, paints.BEAR)
    easel.disc(x, y, 11, paints.BEAR_LIGHT, 10)
    easel.disc(x, y + 4, 5, paints.CREAM, 4)
    easel.disc(x, y + 2, 2, paints.OUTLINE, 1.6)
    for side in (-1, 1):
        easel.disc(x + side * 4, y - 3, 1.6, paints.OUTLINE)


FIGURES: dict[Slot, Callable[[Easel, float, float], None]] = {
    "top": bird,
    "bottom": mushroom,
    "left": beast,
    "right": beast,
}
