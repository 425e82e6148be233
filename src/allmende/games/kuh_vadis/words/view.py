"""What people may see of a game: everything but the chance to come."""

from allmende.core.game import per_seat
from allmende.core.glance import once_per_glance
from allmende.core.record import Record

from ..components import SEATS
from ..scoring import rank, score
from .names import letters, mark_lines, name_of, sheet_id, sheet_lines, side_of
from .odds import odds
from .shapes import SYMBOLS, Shown, Symbol


def view(s: Record, seat: int | None) -> Shown:
    """Show the table; all of it is open to everyone."""
    return show_table(s)


@once_per_glance
def show_table(s: Record) -> Shown:
    """Show what all who look at the table see."""
    return {
        "sheet_id": sheet_id(s),
        "sheet": sheet_lines(s),
        "marks": mark_lines(s),
        "sides": sides(s),
        "blocked": [bool(blocked) for blocked in s.blocked],
        "dice": letters(s.dice),
        "throws_left": int(s.throws_left),
        "odds": odds(s),
        "last_mark": name_of(s.last),
        "quiet": int(s.quiet),
        "scores": per_seat(score, s),
        "places": per_seat(rank, s),
    }


def sides(s: Record) -> list[Symbol]:
    """Name the symbol that each seat plays."""
    return [SYMBOLS[side_of(s, player)] for player in range(SEATS)]
