"""The replaceable cards: bulls and cows by symbol, which place each symbol loves, and the layout.

The document that ships with the game is a reconstruction and says so in its label.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from allmende.core.data import Equipment, check_label, naming, read_document, refuse
from allmende.core.reader import Reader
from allmende.core.record import Record

from .components import BULLS, COWS, MOST_VALUE, PLACE_NAMES, SYMBOL_NAMES

ROWS, COLUMNS = 2, 2


def equip(s: Record, document: Any) -> None:
    """Check a document and write its cards and its layout into a fresh record."""
    with naming("the document"):
        reader = Reader(document)
        check_label(reader.take("label"))
        bulls, cows = reader.take("bulls_per_player"), reader.take("cows")
        locations, layout = reader.take("locations"), reader.take("layout")
        reader.close()
    write_cards(bulls, "bulls_per_player", "bull", s.bull_symbol, s.bull_value, BULLS)
    write_cards(cows, "cows", "cow", s.cow_symbol, s.cow_value, COWS)
    for bull, face in enumerate(faces := list(zip(s.bull_symbol, s.bull_value, strict=True))):
        s.first_twin[bull] = faces.index(face)
    s.grid[:] = read_layout(layout, read_locations(locations))


def write_cards(
    document: Any, field: str, kind: str, symbols: np.ndarray, values: np.ndarray, count: int
) -> None:
    """Write the cards of a kind in rising order of symbol and value."""
    with naming(field):
        reader = Reader(document)
        lists = [reader.items(symbol) for symbol in SYMBOL_NAMES]
        reader.close()
    faces = []
    for symbol, listed in enumerate(lists):
        for at, value in enumerate(listed, start=1):
            with naming(f"{kind} number {at} of {SYMBOL_NAMES[symbol]}"):
                faces.append((symbol, Reader({}).check_whole("value", value, 1, MOST_VALUE)))
    if len(faces) != count:
        raise refuse("the document", field, f"has {len(faces)} cards instead of {count}")
    for at, (symbol, value) in enumerate(sorted(faces)):
        symbols[at], values[at] = symbol, value


def read_locations(document: Any) -> dict[str, int]:
    """Read which symbol each place belongs to, each symbol to one place."""
    with naming("locations"):
        reader = Reader(document)
        found = {place: reader.choice(place, SYMBOL_NAMES) for place in PLACE_NAMES}
        reader.close()
    for symbol, name in enumerate(SYMBOL_NAMES):
        times = list(found.values()).count(symbol)
        if times != 1:
            raise refuse("the document", "locations", f"{name} belongs to {times} places, not one")
    return found


def read_layout(document: Any, locations: dict[str, int]) -> list[int]:
    """Read two rows of two places, each place once."""
    names = read_rows(Reader({}), "layout", document)
    return [locations[name] for name in names]


def read_rows(reader: Reader, field: str, document: Any) -> Sequence[str]:
    """Read the names of the places in reading order."""
    with naming("the document"):
        rows = reader.check_items(field, document, ROWS)
        names = [name for row in rows for name in reader.check_items(field, row, COLUMNS)]
        for name in names:
            reader.check_choice(field, name, PLACE_NAMES)
            if names.count(name) > 1:
                raise reader.complaint(field, f"{name} is there {names.count(name)} times")
    return names


EQUIPMENT = Equipment(read_document(Path(__file__).parent / "data" / "deck.json"), equip)
