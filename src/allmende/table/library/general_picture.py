"""The picture of a game that brings none: its view by its layout, as the general board shows it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from allmende.core.game import VIEW_HEADER, Game, Json
from allmende.core.picture import paints
from allmende.core.picture.easel import Easel, cut, fit_rows
from allmende.core.picture.figures import emblem

WIDTH, PART_GAP = 700, 16
FIELD, CARD_WIDE, CARD_HIGH = 64, 110, 70
MOST_FIELDS = 24
"""More than so many in a row would not be seen any more."""
MOST_CARDS = 40
MOST_IN_A_PILE = 8
MOST_LETTERS = 9
NOT_SHOWN = ("scores", "places")


def paint_any(game: Game, view: Json) -> Easel:
    """Paint the grids and the cards of a view, below each other."""
    parts = list(painted_parts(game, view))
    if not parts:
        return Easel(WIDTH, WIDTH / 2)
    wide = max(part.width for part in parts)
    high = sum(part.height for part in parts) + PART_GAP * (len(parts) - 1)
    easel, y = Easel(wide, high), 0.0
    for part in parts:
        easel.hang(part, 0, y, wide, part.height)
        y += part.height + PART_GAP
    return easel


def painted_parts(game: Game, view: Json) -> Iterator[Easel]:
    """Paint field by field: as the layout says, or else by the shape of what is there."""
    hints = {part.field: part.shown_as for part in game.words.layout}
    for name in (*hints, *(name for name in view if name not in hints)):
        value: Any = view.get(name)
        kind = hints.get(name, kind_of(value))
        if name not in VIEW_HEADER and name not in NOT_SHOWN and kind in PAINTERS:
            yield from PAINTERS[kind](value)


def kind_of(value: Any) -> str:
    """Tell by its shape how a value is shown."""
    if is_grid(value):
        return "grid"
    return "cards" if isinstance(value, list) else ""


def is_grid(value: Any) -> bool:
    """Tell whether a value is rows of equal length."""
    if not isinstance(value, list) or not value:
        return False
    rows = [row for row in value if isinstance(row, list | str)]
    lengths = {len(row) for row in rows}
    return len(rows) == len(value) and len(lengths) == 1 and 1 < max(lengths) <= MOST_FIELDS


def painted_grid(value: Any) -> Iterator[Easel]:
    """Paint rows of fields, if that is what it is."""
    if is_grid(value):
        yield grid(value)


def painted_cards(value: Any) -> Iterator[Easel]:
    """Paint cards: those of a list, or of the lists of all seats, below each other."""
    rows = value if is_of_lists(value) else [value]
    yield from (cards(row) for row in rows if isinstance(row, list) and row)


def painted_pile(value: Any) -> Iterator[Easel]:
    """Paint a pile: so many cards face down."""
    count = len(value) if isinstance(value, list) else value
    if isinstance(count, int) and count > 0:
        yield cards([None] * min(count, MOST_IN_A_PILE))


def is_of_lists(value: Any) -> bool:
    """Tell whether a value is a list of lists."""
    return isinstance(value, list) and all(isinstance(row, list) for row in value)


def grid(rows: Sequence[Any]) -> Easel:
    """Paint rows of fields. Small whole numbers are pieces of the seats, as on the page."""
    high, wide = len(rows), len(rows[0])
    easel = Easel(wide * FIELD, high * FIELD)
    pieces = {value for row in rows for value in row if value}
    of_seats = all(isinstance(value, int) and 0 < value <= len(paints.SEATS) for value in pieces)
    easel.frame(0, 0, wide * FIELD, high * FIELD, paints.PASTURE, paints.PASTURE_DEEP, 4)
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            left, top = x * FIELD, y * FIELD
            easel.box(left + 3, top + 3, FIELD - 6, FIELD - 6, paints.FIELD, round=8)
            if of_seats and value:
                emblem(easel, value - 1, left + FIELD / 2, top + FIELD / 2, FIELD * 0.6)
            elif value not in (None, "", 0, "."):
                write(easel, value, left + FIELD / 2, top + FIELD / 2, FIELD)
    return easel


def cards(values: Sequence[Any]) -> Easel:
    """Paint cards; None is one face down."""
    shown = values[:MOST_CARDS]
    columns, rows = fit_rows(len(shown), 2)
    easel = Easel(columns * CARD_WIDE, rows * CARD_HIGH)
    for at, value in enumerate(shown):
        x, y = at % columns * CARD_WIDE, at // columns * CARD_HIGH
        ground = paints.WOOD_LIGHT if value is None else paints.SHEET
        easel.frame(x + 4, y + 4, CARD_WIDE - 8, CARD_HIGH - 8, ground, paints.WOOD_DARK, 2)
        if value is not None:
            write(easel, value, x + CARD_WIDE / 2, y + CARD_HIGH / 2, CARD_WIDE)
    return easel


def write(easel: Easel, value: Any, x: float, y: float, room: float) -> None:
    """Write a value, as large as its place allows."""
    if isinstance(value, dict):
        value = next((entry for entry in value.values() if isinstance(entry, str | int)), "")
    text = cut(str(value), MOST_LETTERS)
    easel.words(x, y, text, min(room * 0.5, 1.5 * room / max(1, len(text))), bold=True)


PAINTERS: dict[str, Callable[[Any], Iterator[Easel]]] = {
    "grid": painted_grid,
    "cards": painted_cards,
    "pile": painted_pile,
    "seats": painted_cards,
    "track": painted_cards,
}
"""What can be painted; facts are for reading."""
