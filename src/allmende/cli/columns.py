"""Moves in columns, as compact as the terminal allows."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

GAP = 3
NUMBER_STYLE = "cyan"


def in_columns(moves: Sequence[str], width: int, most_rows: int | None = None) -> tuple[Text, int]:
    """Number moves and set them in columns, read downwards. Also return how many found no room."""
    digits = len(str(len(moves)))
    cell = digits + 1 + max(cell_len(move) for move in moves) + GAP
    columns = max(1, (width + GAP) // cell)
    rows = -(-len(moves) // columns)
    if most_rows is not None:
        rows = min(rows, most_rows)
    shown = min(len(moves), rows * columns)
    lines = [
        Text().join(
            numbered(at + 1, moves[at], digits, cell if at + rows < shown else 0)
            for at in range(row, shown, rows)
        )
        for row in range(rows)
    ]
    return Text("\n").join(lines), len(moves) - shown


def numbered(number: int, move: str, digits: int, cell: int) -> Text:
    """Write a move behind its number and fill the cell up."""
    text = Text.assemble((f"{number:>{digits}}", NUMBER_STYLE), f" {move}")
    text.append(" " * (cell - text.cell_len))
    return text
