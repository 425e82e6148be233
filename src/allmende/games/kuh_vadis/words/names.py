"""The names of what lies on the table: dice, fields, sides, and the sheet with its marks."""

from collections.abc import Iterable

from allmende.core.language import Message
from allmende.core.record import Record

from ..chains import has
from ..components import (
    COW,
    FACE_LETTERS,
    FACES,
    FIELD_NAMES,
    FIELDS,
    NOWHERE,
    SEATS,
    SIDE_LETTERS,
)
from ..equipment import EQUIPMENT, as_lines

UNMARKED = "."
MARK_LETTERS = SIDE_LETTERS.lower()


def letters(faces: Iterable[int]) -> list[str]:
    """Return the letters of some faces of the die."""
    return [FACE_LETTERS[face] for face in faces]


def side_of(s: Record, seat: int) -> int:
    """Return 0 for the seat that plays the crosses, 1 for the one with the circles."""
    return int(s.crosses != seat)


def face_on(s: Record, field: int) -> int:
    """Return the face that is printed on a field that is no start."""
    return next(face for face in range(FACES) if has(s.shows[face], field))


def sheet_lines(s: Record) -> list[str]:
    """Write the sheet as it is printed."""
    starts = {SIDE_LETTERS[side_of(s, seat)]: s.starts[seat] for seat in range(SEATS)}
    return drawn({**dict(zip(FACE_LETTERS, s.shows, strict=True)), **starts})


def mark_lines(s: Record) -> list[str]:
    """Write the marks on the sheet."""
    return drawn({MARK_LETTERS[side_of(s, seat)]: s.marks[seat] for seat in range(SEATS)})


def drawn(sets: dict[str, int]) -> list[str]:
    """Write the letters of sets of fields on an empty sheet."""
    symbols = [UNMARKED] * FIELDS
    for letter, fields in sets.items():
        for field, bit in enumerate(reversed(f"{fields:b}")):
            if bit == "1":
                symbols[field] = letter
    return as_lines(symbols)


def sheet_id(s: Record) -> str | None:
    """Name the sheet of the data file that is played on, or None if it is none of them."""
    lines = sheet_lines(s)
    return next(
        (sheet["id"] for sheet in EQUIPMENT.of(s)["sheets"] if sheet["rows"] == lines), None
    )


def name_of(field: int) -> str | None:
    """Name a field, or None for nowhere."""
    return None if field == NOWHERE else FIELD_NAMES[field]


def face_message(face: int) -> Message:
    """Return the message that names what a field shows."""
    return Message("face.cow") if face == COW else Message("face.number", number=face + 1)
