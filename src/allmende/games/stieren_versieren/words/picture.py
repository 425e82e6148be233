"""A picture of the four places and of the Love Shacks, for those who share a game."""

from allmende.core.picture import paints
from allmende.core.picture.easel import Easel, fit_rows
from allmende.core.picture.figures import cow, emblem

from .shapes import Bull, Cow, Location, Shown, Symbol

PLACE, GAP, SHACKS = 330, 12, 250
CARD = 84
SIDE = 2 * PLACE + GAP
SYMBOL_PAINTS: dict[Symbol, str] = {
    "heart": paints.HEART,
    "money": paints.GOLD_DARK,
    "dumbbell": paints.STEEL,
    "beer": paints.BEER,
}


def paint(view: Shown) -> Easel:
    """Paint who is where, and who found each other."""
    easel = Easel(SIDE + GAP + SHACKS, SIDE)
    for location in view["locations"]:
        x, y = location["column"] * (PLACE + GAP), location["row"] * (PLACE + GAP)
        paint_place(easel, view, location, x, y)
    paint_shacks(easel, view, SIDE + GAP)
    return easel


def paint_place(easel: Easel, view: Shown, location: Location, x: float, y: float) -> None:
    """Paint a place with those who are there."""
    easel.frame(x, y, PLACE, PLACE, paints.SHEET, SYMBOL_PAINTS[location["symbol"]], 6)
    symbol(easel, location["symbol"], x + PLACE / 2, y + PLACE / 2, 150, faint=True)
    here = location["name"]
    cards: list[tuple[int | None, Cow | Bull]] = [
        (None, one) for one in view["cows"] if one["at"] == here
    ]
    for seat, player in enumerate(view["players"]):
        cards.extend((seat, bull) for bull in player["bulls"] if bull["at"] == here)
    if not cards:
        return
    columns, rows = fit_rows(len(cards), 1)
    group = Easel(columns * CARD, rows * CARD * 1.2)
    for at, (owner, card) in enumerate(cards):
        paint_card(group, card, owner, at % columns * CARD, at // columns * CARD * 1.2)
    room = PLACE - 36
    easel.hang(group, x + 18, y + 18, min(room, 1.5 * group.width), room)


def paint_card(easel: Easel, card: Cow | Bull, seat: int | None, x: float, y: float) -> None:
    """Paint a cow, or a bull in the colour of its seat; a cow that nobody turned up has no face."""
    face = card["symbol"]
    edge = paints.WOOD_DARK if seat is None else paints.SEATS[seat]
    ground = paints.WOOD_LIGHT if face is None else paints.WHITE
    easel.frame(x + 4, y + 4, CARD - 8, CARD * 1.2 - 8, ground, edge, 4 if seat is None else 6)
    if face is None:
        easel.words(x + CARD / 2, y + CARD * 0.6, "?", 40, paints.SHEET, bold=True)
        return
    cow(easel, x + CARD / 2, y + CARD * 0.45, CARD * 0.6, bull=seat is not None)
    symbol(easel, face, x + CARD * 0.34, y + CARD * 0.95, 22)
    easel.words(x + CARD * 0.66, y + CARD * 0.95, str(card["value"]), 24, bold=True)


def paint_shacks(easel: Easel, view: Shown, left: float) -> None:
    """Paint the couples of each seat."""
    high = SIDE / len(view["players"])
    for seat in range(len(view["players"])):
        y = seat * high
        easel.frame(left, y + 3, SHACKS, high - 6, paints.CREAM, paints.SEATS[seat], 4)
        emblem(easel, seat, left + 28, y + 32, 26)
        couples = [one for one in view["cows"] if one["shack"] == seat]
        if couples:
            row = Easel(CARD * len(couples), CARD * 1.2)
            for at, one in enumerate(couples):
                paint_card(row, one, None, at * CARD, 0)
            easel.hang(row, left + 12, y + 56, SHACKS - 24, min(high - 70, CARD * 1.6))


def symbol(
    easel: Easel, kind: Symbol, x: float, y: float, size: float, faint: bool = False
) -> None:
    """Paint what somebody is after: love, money, strength or beer."""
    u, paint = size / 20, paints.LINE if faint else SYMBOL_PAINTS[kind]
    if kind == "heart":
        for side in (-1, 1):
            easel.disc(x + side * 4 * u, y - 3 * u, 4.6 * u, paint)
        easel.shape(paint, (x - 8.2 * u, y - u), (x + 8.2 * u, y - u), (x, y + 9 * u))
    elif kind == "money":
        easel.disc(x, y, 8.5 * u, paint)
        easel.disc(x, y, 5.5 * u, paints.SHEET if faint else paints.GOLD)
    elif kind == "dumbbell":
        easel.box(x - 6 * u, y - 1.2 * u, 12 * u, 2.4 * u, paint)
        for side in (-1, 1):
            easel.box(x + side * 7 * u - 2 * u, y - 6 * u, 4 * u, 12 * u, paint, round=u)
    else:
        easel.box(x - 6 * u, y - 5 * u, 9 * u, 13 * u, paint, round=u)
        easel.stroke(paint, 2 * u, (x + 4 * u, y - 2 * u), (x + 7 * u, y), (x + 4 * u, y + 5 * u))
        for dx in (-4.5, -1.5, 1.5):
            easel.disc(x + dx * u, y - 5.5 * u, 2.4 * u, paints.WHITE)
