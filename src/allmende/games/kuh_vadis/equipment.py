"""The sheets of the pad: what makes a sheet sound, and how the data file gets into a record.

A sheet is seven lines of seven symbols, the top row of the sheet first.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from allmende.core.data import DataError, Equipment, read_document
from allmende.core.record import Record

from .chains import are_joined
from .components import BOARD, FIELDS, SIDE_LETTERS, SIZE, STARTS, SYMBOLS
from .state import (
    MIXED,
    MOST_SHEETS,
    RANDOM,
    SHEET_CHOICES,
    SHEET_OPTION,
    SYMBOL_BITS,
)


class Trouble(NamedTuple):
    """What is wrong with a sheet, and in which of its lines if it is in one."""

    line: int | None
    reason: str


def trouble_with(lines: Any) -> Trouble | None:
    """Find the first thing that is wrong with the lines of a sheet."""
    return trouble_with_form(lines) or trouble_with_starts(lines)


def trouble_with_form(lines: Any) -> Trouble | None:
    """Demand seven lines of seven symbols."""
    if not isinstance(lines, list) or len(lines) != SIZE:
        return Trouble(None, f"a sheet is a list of {SIZE} lines")
    for at, line in enumerate(lines):
        if not isinstance(line, str) or len(line) != SIZE:
            return Trouble(at, f"{line!r} is not a text of {SIZE} symbols")
        for symbol in line:
            if symbol not in SYMBOLS:
                return Trouble(at, f"{symbol!r} is not one of {' '.join(SYMBOLS)}")
    return None


def trouble_with_starts(lines: list[str]) -> Trouble | None:
    """Demand three starts of each side that are neither joined nor cut off from each other."""
    for side in SIDE_LETTERS:
        found = sum(line.count(side) for line in lines)
        if found != STARTS:
            return Trouble(None, f"there are {found} {side} instead of {STARTS}")
    for side, other in zip(SIDE_LETTERS, reversed(SIDE_LETTERS), strict=True):
        starts, others = fields_of(lines, side), fields_of(lines, other)
        if are_joined(starts, starts):
            return Trouble(None, f"the three {side} are joined before the game has begun")
        if not are_joined(starts, BOARD & ~others):
            return Trouble(None, f"the {other} cut the three {side} off from each other")
    return None


def fields_of(lines: list[str], symbol: str) -> int:
    """Return the set of fields with a symbol."""
    return sum(1 << field for field, found in enumerate(in_order(lines)) if found == symbol)


def in_order(lines: list[str]) -> str:
    """Put the lines of a sheet in the order of its fields: from the bottom row up."""
    return "".join(reversed(lines))


def pack(lines: list[str]) -> np.ndarray:
    """Pack a sheet into one set of fields for each bit of the number of a symbol."""
    packed = np.zeros(SYMBOL_BITS, np.int64)
    for field, symbol in enumerate(in_order(lines)):
        for bit in range(SYMBOL_BITS):
            packed[bit] |= (SYMBOLS.index(symbol) >> bit & 1) << field
    return packed


def unpack(packed: np.ndarray) -> list[str]:
    """Return the lines of a packed sheet."""
    symbols = [
        SYMBOLS[sum((int(packed[bit]) >> field & 1) << bit for bit in range(SYMBOL_BITS))]
        for field in range(FIELDS)
    ]
    return as_lines(symbols)


def as_lines(symbols: list[str]) -> list[str]:
    """Write one symbol for each field as seven lines, the top row first."""
    return ["".join(symbols[row * SIZE : (row + 1) * SIZE]) for row in reversed(range(SIZE))]


def equip(s: Record, document: Any) -> None:
    """Check a document and lay the sheets that the option allows on the pad of a record."""
    sheets = wanted_sheets(s, checked_sheets(document))
    s.pad_size = len(sheets)
    for at, lines in enumerate(sheets):
        s.pad[at] = pack(lines)


def wanted_sheets(s: Record, sheets: dict[str, list[str]]) -> list[list[str]]:
    """Return the sheet that the option names, or all of them."""
    wanted = SHEET_CHOICES[s.options[SHEET_OPTION]]
    if wanted in (RANDOM, MIXED):
        return list(sheets.values())
    if wanted not in sheets:
        raise DataError(f"sheet '{wanted}': is wanted, but this file has {', '.join(sheets)}")
    return [sheets[wanted]]


def checked_sheets(document: Any) -> dict[str, list[str]]:
    """Return the lines of all sheets of a document by their ids, or say what is wrong."""
    check_fields("the file", document, ("label", "sheets"))
    sheets = document.get("sheets")
    if not isinstance(sheets, list) or not 1 <= len(sheets) <= MOST_SHEETS:
        raise DataError(f"sheets: must be a list of 1 to {MOST_SHEETS} sheets")
    found: dict[str, list[str]] = {}
    for number, sheet in enumerate(sheets, start=1):
        check_fields(f"sheet number {number}", sheet, ("id", "rows"))
        name = sheet.get("id")
        if not isinstance(name, str) or not name or name in found:
            raise DataError(f"sheet number {number}: {name!r} is not an id of its own")
        found[name] = checked_lines(name, sheet.get("rows"))
    return found


def check_fields(where: str, entry: Any, known: tuple[str, ...]) -> None:
    """Demand an object with no other fields than the known ones."""
    if not isinstance(entry, dict):
        raise DataError(f"{where}: {entry!r} is not an object with named fields")
    for name in entry:
        if name not in known:
            raise DataError(f"{where}: '{name}' is not one of {', '.join(known)}")


def checked_lines(name: str, lines: Any) -> list[str]:
    """Return the lines of a sheet, or say which sheet and row is wrong, and why."""
    trouble = trouble_with(lines)
    if trouble is None:
        checked: list[str] = lines
        return checked
    row = "" if trouble.line is None else f", row {trouble.line + 1} from the top"
    raise DataError(f"sheet '{name}'{row}: {trouble.reason}")


EQUIPMENT = Equipment(read_document(Path(__file__).parent / "data" / "sheets.json"), equip)
