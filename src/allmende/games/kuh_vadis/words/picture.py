"""A picture of the sheet with its marks, for those who share a game."""

from allmende.core.picture import paints
from allmende.core.picture.easel import Easel
from allmende.core.picture.figures import cow

from .shapes import Shown

FIELD, EDGE = 80, 14
PRINT = 0.42
"""How large numbers are printed, of the size of a field."""
COW = "K"
CROSS = "x"
NOTHING = "."


def paint(view: Shown) -> Easel:
    """Paint the sheet as it lies on the table."""
    rows = len(view["sheet"])
    size = rows * FIELD + 2 * EDGE
    easel = Easel(size, size)
    easel.frame(0, 0, size, size, paints.SHEET, paints.WOOD_LIGHT, 6)
    pens = {symbol.lower(): paints.SEATS[seat] for seat, symbol in enumerate(view["sides"])}
    for row, line in enumerate(view["sheet"]):
        for column, sign in enumerate(line):
            x, y = EDGE + (column + 0.5) * FIELD, EDGE + (row + 0.5) * FIELD
            mark = view["marks"][row][column]
            paint_field(easel, sign, x, y, pens)
            if mark != NOTHING:
                paint_mark(easel, mark, pens[mark], x, y)
    return easel


def paint_field(easel: Easel, sign: str, x: float, y: float, pens: dict[str, str]) -> None:
    """Paint what is printed on a field: a number, a cow, or the sign of a side."""
    side = sign.lower() if sign.lower() in pens else ""
    ground = pens[side] if side else paints.PASTURE if sign == COW else paints.PAPER
    easel.box(x - FIELD / 2 + 2, y - FIELD / 2 + 2, FIELD - 4, FIELD - 4, ground, round=8)
    if sign == COW:
        cow(easel, x, y, FIELD * 0.7)
    elif side:
        paint_mark(easel, side, paints.SHEET, x, y, ground)
    else:
        easel.words(x, y, sign, FIELD * PRINT, paints.INK_SOFT, bold=True)


def paint_mark(
    easel: Easel, mark: str, pen: str, x: float, y: float, ground: str = paints.SHEET
) -> None:
    """Paint a cross or a ring over a field."""
    r = FIELD * 0.32
    if mark == CROSS:
        easel.stroke(pen, 11, (x - r, y - r), (x + r, y + r))
        easel.stroke(pen, 11, (x - r, y + r), (x + r, y - r))
        return
    easel.ring(x, y, r, pen, 11, ground)
