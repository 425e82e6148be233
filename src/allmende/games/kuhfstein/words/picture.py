"""A picture of everybody's landscape, for those who share a game."""

from allmende.core.picture import paints
from allmende.core.picture.easel import Easel, fit_rows
from allmende.core.picture.figures import broadleaf, cow, emblem, fir

from .shapes import Landscape, Player, Shown, Tile

TILE, EDGE = 80, 40
GARDEN = 560
"""The side of the square that each landscape is hung in."""
ASPECT = 1.3
GROUNDS: dict[Landscape, str] = {
    "hay": paints.HAY,
    "meadow": paints.LEAF_LIGHT,
    "forest": paints.LEAF,
    "lake": paints.LAKE,
    "house": paints.CREAM,
}


def paint(view: Shown) -> Easel:
    """Paint the landscapes beside each other."""
    columns, rows = fit_rows(len(view["players"]), ASPECT)
    easel = Easel(columns * GARDEN, rows * GARDEN)
    for seat, player in enumerate(view["players"]):
        x, y = seat % columns * GARDEN, seat // columns * GARDEN
        easel.frame(x + 5, y + 5, GARDEN - 10, GARDEN - 10, paints.FIELD, paints.PASTURE_DEEP, 6)
        easel.hang(landscape(player), x + 45, y + 45, GARDEN - 90, GARDEN - 90)
        emblem(easel, seat, x + 40, y + 40, 32)
    return easel


def landscape(player: Player) -> Easel:
    """Paint one landscape, as large as it is."""
    tiles = player["tiles"]
    if not tiles:
        return Easel(TILE, TILE)
    top, left = min(tile["row"] for tile in tiles), min(tile["column"] for tile in tiles)
    bottom, right = max(tile["row"] for tile in tiles), max(tile["column"] for tile in tiles)
    # Never larger than a small landscape of four by four, or a first tile would fill the picture.
    wide, high = max(4, right - left + 1), max(4, bottom - top + 1)
    easel = Easel(wide * TILE, high * TILE)
    dx, dy = (wide - (right - left + 1)) / 2, (high - (bottom - top + 1)) / 2
    places = {
        tile["at"]: ((tile["column"] - left + dx) * TILE, (tile["row"] - top + dy) * TILE)
        for tile in tiles
    }
    for tile in tiles:
        paint_tile(easel, tile, *places[tile["at"]])
    for square in player["trees"]:
        x, y = places[square]
        fir(easel, x + TILE, y + TILE, TILE * 0.75)
    return easel


def paint_tile(easel: Easel, tile: Tile, x: float, y: float) -> None:
    """Paint a tile, and the cow on it."""
    kind = tile["landscape"]
    easel.frame(x + 1, y + 1, TILE - 2, TILE - 2, GROUNDS[kind], paints.OUTLINE, 1.5)
    u = TILE / 20
    if kind == "hay":
        for dx in (4, 8, 12, 16):
            easel.stroke(paints.HAY_DARK, u, (x + dx * u, y + 14 * u), (x + dx * u, y + 6 * u))
    elif kind == "meadow":
        for dx, dy in ((5, 6), (14, 5), (9, 12), (16, 14), (4, 15)):
            easel.disc(x + dx * u, y + dy * u, u, paints.WHITE)
    elif kind == "forest":
        broadleaf(easel, x + 6 * u, y + 9 * u, 10 * u, paints.FIR)
        broadleaf(easel, x + 14 * u, y + 11 * u, 10 * u, paints.FIR)
    elif kind == "lake":
        for dy in (6, 10, 14):
            easel.stroke(paints.LAKE_DEEP, u, (x + 4 * u, y + dy * u), (x + 16 * u, y + dy * u))
    else:
        easel.box(x + 5 * u, y + 9 * u, 10 * u, 8 * u, paints.WHITE)
        easel.shape(
            paints.SHIRT,
            (x + 3 * u, y + 9.5 * u),
            (x + 10 * u, y + 3 * u),
            (x + 17 * u, y + 9.5 * u),
        )
        easel.box(x + 8.5 * u, y + 12 * u, 3 * u, 5 * u, paints.WOOD_DARK)
    if tile["cow"]:
        cow(easel, x + TILE / 2, y + TILE / 2, TILE * 0.62)
