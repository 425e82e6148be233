"""Figures that several games have in their pictures, each around a point and of a size: about as
wide and high as that."""

from . import paints
from .easel import Easel


def cow(easel: Easel, x: float, y: float, size: float, bull: bool = False) -> None:
    """Paint the head of a cow, or of a bull."""
    u = size / 20
    hide, muzzle = (paints.BULL, paints.BEAR_LIGHT) if bull else (paints.COW, paints.NOSE)
    for side in (-1, 1):
        easel.shape(
            paints.HORN,
            (x + side * 3 * u, y - 5 * u),
            (x + side * 8 * u, y - 9.5 * u),
            (x + side * 6 * u, y - 3.5 * u),
        )
        easel.disc(x + side * 8 * u, y - 2.5 * u, 2.8 * u, hide, 1.6 * u)
    easel.disc(x, y - u, 6 * u, hide, 7 * u)
    if not bull:
        easel.disc(x + 3 * u, y - 3 * u, 2.6 * u, paints.COW_PATCH, 3.4 * u)
    easel.disc(x, y + 5 * u, 5 * u, muzzle, 3.6 * u)
    for side in (-1, 1):
        easel.disc(x + side * 2.6 * u, y - 2 * u, 1.1 * u, paints.WHITE)
        easel.disc(x + side * 2.6 * u, y - 2 * u, 0.7 * u, paints.OUTLINE)
        easel.disc(x + side * 1.8 * u, y + 4.8 * u, 0.7 * u, paints.OUTLINE, 0.9 * u)


def fir(easel: Easel, x: float, y: float, size: float, leaf: str = paints.FIR) -> None:
    """Paint a fir."""
    u = size / 20
    easel.box(x - 1.2 * u, y + 5 * u, 2.4 * u, 4.5 * u, paints.BARK)
    for top, wide in ((-9.5, 4), (-6, 5.5), (-2, 7)):
        easel.shape(
            leaf,
            (x, y + top * u),
            (x + wide * u, y + (top + 8) * u),
            (x - wide * u, y + (top + 8) * u),
        )


def broadleaf(easel: Easel, x: float, y: float, size: float, leaf: str = paints.LEAF) -> None:
    """Paint a tree with leaves."""
    u = size / 20
    easel.box(x - 1.3 * u, y + 2 * u, 2.6 * u, 7.5 * u, paints.BARK)
    for dx, dy, radius in ((-3.5, 0, 4.2), (3.5, 0, 4.2), (0, -4, 5.2), (0, 1, 4)):
        easel.disc(x + dx * u, y + dy * u, radius * u, leaf)


def emblem(easel: Easel, seat: int, x: float, y: float, size: float) -> None:
    """Paint the sign of a seat: a colour and a shape of its own, as on the page."""
    paint, r = paints.SEATS[seat % len(paints.SEATS)], size / 2
    half = r / 2
    hexagon = ((-half, -r), (half, -r), (r, 0), (half, r), (-half, r), (-r, 0))
    corners = (
        ((0, -r), (r, 0), (0, r), (-r, 0)),
        ((-r, -r), (r, -r), (r, r), (-r, r)),
        ((0, -r), (r, r), (-r, r)),
        hexagon,
    )
    kind = seat % len(paints.SEATS)
    if kind < len(corners):
        easel.shape(paint, *((x + dx, y + dy) for dx, dy in corners[kind]))
    else:
        easel.disc(x, y, r, paint)
