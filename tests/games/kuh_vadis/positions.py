"""Positions for rule tests: dice and marks by keyword, on a printed sheet or on one drawn here."""

from typing import Any

from allmende import Match, from_position

# The seats; in these positions seat 0 plays the crosses unless a test says something else.
CROSSES, CIRCLES = 0, 1

COLUMNS = "abcdefg"
ROWS = "7654321"

# Written out here once more, so that a slip in the data file cannot hide.
B = """
    X453O32
    K3K1KK5
    1K4214K
    2O5K5X2
    K4124K1
    5KK1K3K
    23X354O
"""
# One number to a column, the starts along the edges: a6 and a4 join all crosses, g6 and g4 all
# circles.
STRIPES = """
    X12345O
    K12345K
    X12345O
    K12345K
    X12345O
    1123451
    KKKKKKK
"""
# With a mark on b6 the crosses join all their starts and shut in the circle in the corner.
CORNER = """
    OX12345
    X12345K
    12X345K
    123451O
    123451K
    123451O
    KKKKKKK
"""


def table(
    dice: str,
    *,
    sheet: str = "B",
    x: str = "",
    o: str = "",
    throws_left: int = 0,
    to_act: int = CROSSES,
    last: str | None = None,
    **fields: Any,
) -> Match:
    """Begin a match in the middle of a game.

    `sheet` is the letter of a sheet or a drawing of one; `x` and `o` list the marked fields. The
    dice may be thrown again as often as there are throws left; without any a field is chosen.
    """
    drawn = len(sheet) > 1
    document = {
        "options": {"sheet": "mixed" if drawn else sheet},
        **({"sheet": lines(sheet)} if drawn else {}),
        "phase": "throw" if throws_left else "mark",
        "to_act": [to_act],
        "marks": drawing_of({"x": x, "o": o}),
        "dice": dice,
        "throws_left": throws_left,
        "last_mark": last,
        **fields,
    }
    return from_position("kuh_vadis", document)


def lines(drawing: str) -> list[str]:
    """Return the lines of a drawing."""
    return [line.strip() for line in drawing.strip().splitlines()]


def drawing_of(marks: dict[str, str]) -> list[str]:
    """Draw marks given as lists of fields by letter."""
    letters = {field: letter for letter, fields in marks.items() for field in fields.split()}
    return ["".join(letters.get(column + row, ".") for column in COLUMNS) for row in ROWS]


def with_dice(match: Match, dice: str) -> Match:
    """Go on from where a match is, but as if the series had ended with these dice."""
    fixed = {"dice": dice, "phase": "mark", "throws_left": 0}
    return from_position("kuh_vadis", match.position() | fixed)


def legal(match: Match) -> set[str]:
    """Return the legal moves of the seat to act."""
    return {str(move) for move in match.legal()}


def fields_to_mark(match: Match) -> set[str]:
    """Return the fields that may be marked."""
    return {move.data["at"] for move in match.legal() if move.data["do"] == "mark"}


def fields_showing(symbols: str, sheet: str = B) -> set[str]:
    """Return the fields of a drawn sheet with one of the given symbols."""
    return {
        column + row
        for row, line in zip(ROWS, lines(sheet), strict=True)
        for column, symbol in zip(COLUMNS, line, strict=True)
        if symbol in symbols
    }


def marks_on(match: Match) -> dict[str, set[str]]:
    """Return the fields with marks of each side."""
    drawing = match.position()["marks"]
    return {
        letter: {
            column + row
            for row, line in zip(ROWS, drawing, strict=True)
            for column, found in zip(COLUMNS, line, strict=True)
            if found == letter
        }
        for letter in "xo"
    }


def play(match: Match, *moves: str) -> Match:
    """Play moves one after the other and return the match."""
    for move in moves:
        match.play(move)
    return match
