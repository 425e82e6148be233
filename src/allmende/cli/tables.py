"""Tables without lines, and numbers in them."""

import math

from rich.table import Table

from allmende.lab.rating import Interval

DIGITS = {1: 1.0, 2: 0.1}
"""So many decimals an interval has that is at least so wide; a narrower one has more."""


def plain_table(first: str, *headings: str, places: tuple[int, int] = (0, 2)) -> Table:
    """Return a table without lines, numbers to the right; `places` is the room on the left and the
    right of a column."""
    left, right = places
    table = Table(box=None, pad_edge=False, padding=(0, right, 0, left), header_style="dim")
    table.add_column(first, no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def percents(interval: Interval) -> str:
    """Write an interval in per cent."""
    return f"{100 * interval.low:.1f}…{100 * interval.high:.1f}"


def around(interval: Interval) -> str:
    """Write an interval of a mean, the narrower the more exactly, or nothing where nothing is
    known."""
    if math.isinf(interval.high):
        return ""
    digits = next((at for at, width in DIGITS.items() if interval.high - interval.low >= width), 3)
    return f"{interval.low:,.{digits}f}…{interval.high:,.{digits}f}"


def counted(count: int, thing: str, things: str | None = None) -> str:
    """Write `1 game` or `2 games`."""
    return f"{count:,} {thing if count == 1 else things or f'{thing}s'}"
