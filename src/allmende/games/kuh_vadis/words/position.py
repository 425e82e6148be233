"""Positions: the sheet and the marks as seven lines of text each, the top row first, and the rest
as named fields.

A line of the sheet reads `K3K1KK5`, a line of the marks `.x..oo.`. The dice read `113KK`.
"""

import numpy as np

from allmende.core.game import Json
from allmende.core.reader import MISSING, Reader
from allmende.core.record import Record

from ..chains import is_blocked
from ..components import (
    BIT,
    CIRCLE,
    CROSS,
    DICE,
    FACE_LETTERS,
    FACES,
    FIELD_NAMES,
    MOST_QUIET_TURNS,
    NOWHERE,
    SEATS,
    SIDE_LETTERS,
    SIZE,
    SYMBOLS,
    THROWS,
)
from ..equipment import fields_of, in_order, pack, trouble_with, unpack
from ..state import MIXED_SHEET, SHEET_OPTION, Phase
from .names import MARK_LETTERS, UNMARKED, letters, mark_lines, name_of, sheet_lines
from .view import sides

NO_MARKS = [UNMARKED * SIZE] * SIZE


def describe(s: Record) -> Json:
    """Describe the table."""
    return {
        "sides": sides(s),
        "sheet": sheet_lines(s),
        "marks": mark_lines(s),
        "dice": "".join(letters(s.dice)),
        "throws_left": int(s.throws_left),
        "last_mark": name_of(s.last),
        "quiet": int(s.quiet),
    }


def restore(reader: Reader, s: Record) -> None:
    """Fill a record from a description of the table."""
    restore_sides(reader, s)
    restore_sheet(reader, s)
    restore_marks(reader, s)
    restore_dice(reader, s)
    last = reader.take("last_mark", None)
    s.last = NOWHERE if last is None else reader.check_choice("last_mark", last, FIELD_NAMES)
    s.quiet = reader.whole("quiet", 0, MOST_QUIET_TURNS, 0)


def restore_sides(reader: Reader, s: Record) -> None:
    """Read which seat plays which symbol."""
    found = reader.items("sides", SEATS, list(SIDE_LETTERS))
    if sorted(map(str, found)) != sorted(SIDE_LETTERS):
        raise reader.complaint("sides", f"{found!r} are not X and O, one for each seat")
    s.crosses = found.index(SIDE_LETTERS[0])


def restore_sheet(reader: Reader, s: Record) -> None:
    """Read the seven lines of the sheet, which may be missing if the option names the sheet."""
    only = unpack(s.pad[0]) if s.pad_size == 1 else MISSING
    lines = reader.take("sheet", only)
    trouble = trouble_with(lines)
    if trouble is not None:
        field = "sheet" if trouble.line is None else f"sheet.{trouble.line}"
        raise reader.complaint(field, trouble.reason)
    if s.options[SHEET_OPTION] != MIXED_SHEET and not is_on_pad(s, lines):
        raise reader.complaint("sheet", "is not the one, or one of those, that the option allows")
    for face in range(FACES):
        s.shows[face] = fields_of(lines, SYMBOLS[face])
    s.starts[s.crosses] = fields_of(lines, SYMBOLS[CROSS])
    s.starts[1 - s.crosses] = fields_of(lines, SYMBOLS[CIRCLE])
    s.pad[:] = 0
    s.pad_size = 0


def is_on_pad(s: Record, lines: list[str]) -> bool:
    """Tell whether a sheet is one of those to choose from."""
    packed = pack(lines)
    return any(np.array_equal(s.pad[sheet], packed) for sheet in range(s.pad_size))


def restore_marks(reader: Reader, s: Record) -> None:
    """Read the seven lines of marks."""
    lines = reader.items("marks", SIZE, NO_MARKS)
    for line, text in enumerate(lines):
        if not isinstance(text, str) or len(text) != SIZE:
            raise reader.complaint(f"marks.{line}", f"{text!r} is not a text of {SIZE} letters")
        for letter in text:
            reader.check_choice(f"marks.{line}", letter, [UNMARKED, *MARK_LETTERS])
    for field, letter in enumerate(in_order(lines)):
        if letter != UNMARKED:
            side = MARK_LETTERS.index(letter)
            s.marks[s.crosses if side == 0 else 1 - s.crosses] |= BIT[field]
    for seat in range(SEATS):
        s.blocked[seat] = is_blocked(s, seat)


def restore_dice(reader: Reader, s: Record) -> None:
    """Read the five dice, in any order, and how often they may be thrown again."""
    text = reader.take("dice")
    if not isinstance(text, str) or len(text) != DICE:
        raise reader.complaint("dice", f"{text!r} is not a text of {DICE} faces")
    s.dice[:] = sorted(reader.check_choice("dice", face, FACE_LETTERS) for face in text)
    first_throw = THROWS - 1 if s.phase == Phase.THROW else 0
    s.throws_left = reader.whole("throws_left", 0, THROWS - 1, first_throw)
