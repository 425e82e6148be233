"""A picture of the wood, for those who share a game."""

from collections.abc import Callable
from typing import cast

from allmende.core.picture import paints
from allmende.core.picture.easel import Easel
from allmende.core.picture.figures import fir

from .shapes import Direction, Shown, Tile

FIELD, EDGE, ROWS = 80, 14, 7
INSET = 4
SIDE_PAINTS = {"bear": paints.SEATS[0], "fox": paints.SEATS[0]} | {
    "hunter": paints.SEATS[1],
    "lumberjack": paints.SEATS[1],
}
AIMS: dict[Direction, tuple[int, int]] = {
    "north": (0, -1),
    "east": (1, 0),
    "south": (0, 1),
    "west": (-1, 0),
}


def paint(view: Shown) -> Easel:
    """Paint the board as somebody sees it."""
    size = ROWS * FIELD + 2 * EDGE
    easel = Easel(size, size)
    easel.frame(0, 0, size, size, paints.PASTURE, paints.PASTURE_DEEP, 8)
    for row, fields in enumerate(view["board"]):
        for column, tile in enumerate(fields):
            x, y = EDGE + column * FIELD, EDGE + row * FIELD
            easel.box(x + 2, y + 2, FIELD - 4, FIELD - 4, paints.FIELD, round=8)
            if tile is not None:
                paint_tile(easel, tile, x, y)
    return easel


def paint_tile(easel: Easel, tile: Tile, x: float, y: float) -> None:
    """Paint a tile on its field."""
    middle_x, middle_y, size = x + FIELD / 2, y + FIELD / 2, FIELD - 2 * INSET
    species = tile["tile"]
    if species == "face-down":
        easel.frame(x + INSET, y + INSET, size, size, paints.WOOD, paints.WOOD_DARK, 3)
        easel.disc(middle_x, middle_y, size / 4, paints.WOOD_LIGHT)
        easel.disc(middle_x, middle_y, size / 8, paints.WOOD)
        return
    edge = SIDE_PAINTS.get(species, paints.LINE)
    easel.frame(x + INSET, y + INSET, size, size, paints.SHEET, edge, 4)
    FIGURES[species](easel, middle_x, middle_y, size * 0.8)
    if "aim" in tile:
        paint_aim(easel, tile["aim"], middle_x, middle_y)


def paint_aim(easel: Easel, aim: Direction, x: float, y: float) -> None:
    """Point where a hunter aims."""
    dx, dy = AIMS[aim]
    tip, base = FIELD / 2 - INSET, FIELD / 2 - 16
    easel.shape(
        paints.SHIRT,
        (x + dx * tip, y + dy * tip),
        (x + dx * base - dy * 9, y + dy * base + dx * 9),
        (x + dx * base + dy * 9, y + dy * base - dx * 9),
    )


def eyes(easel: Easel, x: float, y: float, u: float) -> None:
    """Paint two eyes."""
    for side in (-1, 1):
        easel.disc(x + side * 2.4 * u, y, 0.9 * u, paints.OUTLINE)


def bear(easel: Easel, x: float, y: float, size: float) -> None:
    """Paint a bear."""
    u = size / 20
    for side in (-1, 1):
        easel.disc(x + side * 5.5 * u, y - 6 * u, 3 * u, paints.BEAR)
        easel.disc(x + side * 5.5 * u, y - 6 * u, 1.5 * u, paints.BEAR_LIGHT)
    easel.disc(x, y, 8 * u, paints.BEAR, 7.5 * u)
    easel.disc(x, y + 3 * u, 3.8 * u, paints.BEAR_LIGHT, 3 * u)
    easel.disc(x, y + 1.8 * u, 1.4 * u, paints.OUTLINE, u)
    eyes(easel, x, y - 2 * u, 1.3 * u)


def fox(easel: Easel, x: float, y: float, size: float) -> None:
    """Paint a fox."""
    u = size / 20
    for side in (-1, 1):
        easel.shape(
            paints.FOX,
            (x + side * 8 * u, y - 9 * u),
            (x + side * 8 * u, y + u),
            (x + side * u, y - 4 * u),
        )
    easel.shape(paints.FOX, (x - 8 * u, y - 3 * u), (x + 8 * u, y - 3 * u), (x, y + 9 * u))
    for side in (-1, 1):
        easel.shape(
            paints.WHITE,
            (x + side * 8 * u, y - 2 * u),
            (x + side * 1.5 * u, y + 5 * u),
            (x + side * 4 * u, y - u),
        )
    easel.disc(x, y + 8 * u, 1.3 * u, paints.OUTLINE)
    eyes(easel, x, y - u, 1.1 * u)


def hunter(easel: Easel, x: float, y: float, size: float) -> None:
    """Paint a hunter with a green hat."""
    u = size / 20
    easel.disc(x, y + 8 * u, 7 * u, paints.LODEN, 3 * u)
    easel.disc(x, y + 2 * u, 5 * u, paints.SKIN, 5.5 * u)
    easel.disc(x, y - 2 * u, 8 * u, paints.LODEN, 1.8 * u)
    easel.shape(
        paints.LODEN,
        (x - 5 * u, y - 2 * u),
        (x - 3 * u, y - 8 * u),
        (x + 4 * u, y - 7 * u),
        (x + 5 * u, y - 2 * u),
    )
    easel.stroke(paints.SHIRT, 1.2 * u, (x + 4 * u, y - 3 * u), (x + 8 * u, y - 9 * u))
    eyes(easel, x, y + u, u)


def lumberjack(easel: Easel, x: float, y: float, size: float) -> None:
    """Paint a lumberjack with a beard and an axe."""
    u = size / 20
    easel.disc(x, y + 8 * u, 7 * u, paints.SHIRT, 3 * u)
    easel.disc(x, y + u, 5 * u, paints.SKIN, 5.5 * u)
    easel.disc(x, y + 4.5 * u, 4.6 * u, paints.BARK, 3.4 * u)
    easel.disc(x, y - 4.5 * u, 5.2 * u, paints.SHIRT, 3 * u)
    easel.stroke(paints.WOOD_DARK, 1.4 * u, (x + 8 * u, y - 7 * u), (x + 8 * u, y + 9 * u))
    easel.shape(
        paints.STEEL,
        (x + 8 * u, y - 8 * u),
        (x + 4 * u, y - 9 * u),
        (x + 4 * u, y - 3 * u),
        (x + 8 * u, y - 4 * u),
    )
    eyes(easel, x, y - 0.5 * u, u)


def pheasant(easel: Easel, x: float, y: float, size: float) -> None:
    """Paint a pheasant."""
    u = size / 20
    easel.shape(
        paints.BARK, (x - 2 * u, y + 2 * u), (x - 10 * u, y - 4 * u), (x - 9 * u, y + 4 * u)
    )
    easel.disc(x, y + 3 * u, 6 * u, paints.PHEASANT, 4.5 * u)
    easel.stroke(paints.PHEASANT_HEAD, 3 * u, (x + 4 * u, y + u), (x + 5 * u, y - 4 * u))
    easel.disc(x + 5 * u, y - 5 * u, 2.8 * u, paints.PHEASANT_HEAD)
    easel.disc(x + 6 * u, y - 5 * u, 1.2 * u, paints.SHIRT)
    easel.shape(
        paints.BEAK,
        (x + 7.5 * u, y - 6 * u),
        (x + 10 * u, y - 5 * u),
        (x + 7.5 * u, y - 4 * u),
    )


def duck(easel: Easel, x: float, y: float, size: float) -> None:
    """Paint a duck."""
    u = size / 20
    easel.disc(x - u, y + 3 * u, 7 * u, paints.DUCK_BODY, 4.5 * u)
    easel.shape(paints.DUCK_BODY, (x - 6 * u, y + 3 * u), (x - 10 * u, y - 2 * u), (x - 4 * u, y))
    easel.disc(x + 5 * u, y - 3 * u, 3.6 * u, paints.DUCK)
    easel.disc(x + 6 * u, y - 4 * u, 0.8 * u, paints.WHITE)
    easel.disc(x + 9 * u, y - 2.4 * u, 2 * u, paints.BEAK, 1.1 * u)


Figure = Callable[[Easel, float, float, float], None]
FIGURES = cast(
    dict[str, Figure],
    {
        "bear": bear,
        "fox": fox,
        "hunter": hunter,
        "lumberjack": lumberjack,
        "pheasant": pheasant,
        "duck": duck,
        "tree": fir,
    },
)
