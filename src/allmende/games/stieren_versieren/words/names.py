"""The names of bulls, cows and places.

A bull goes by the letter of its symbol and its value: `h3`. A second one that looks the same is
`h3b`. Cows on the table go by their order of arrival: `c5`.
"""

from functools import cache
from string import ascii_lowercase

import numpy as np

from allmende.core.language import Message
from allmende.core.record import Record

from ..components import BULLS, LETTERS, SYMBOL_NAMES
from ..equipment import EQUIPMENT


def place_names(s: Record) -> list[str]:
    """Name the places, each at the number of its symbol."""
    homes = EQUIPMENT.of(s)["locations"]
    return sorted(homes, key=lambda name: SYMBOL_NAMES.index(homes[name]))


def place_name(s: Record, place: int) -> str:
    """Name a place."""
    return place_names(s)[place]


@cache
def card_ids(faces: tuple[tuple[int, int], ...]) -> list[str]:
    """Name cards by symbol and value; copies get a further letter."""
    ids: list[str] = []
    for at, (symbol, value) in enumerate(faces):
        copies = faces[:at].count((symbol, value))
        ids.append(f"{LETTERS[symbol]}{value}{ascii_lowercase[copies] if copies else ''}")
    return ids


def faces_of(symbols: np.ndarray, values: np.ndarray) -> tuple[tuple[int, int], ...]:
    """Pair the symbols of cards with their values."""
    return tuple(zip(symbols.tolist(), values.tolist(), strict=True))


def bull_ids(s: Record) -> list[str]:
    """Name all bulls of a player."""
    return card_ids(faces_of(s.bull_symbol, s.bull_value))


def cow_ids(s: Record) -> list[str]:
    """Name the cards of all cows."""
    return card_ids(faces_of(s.cow_symbol, s.cow_value))


def bull_id(s: Record, bull: int) -> str:
    """Name a bull."""
    return bull_ids(s)[bull]


def cow_name(slot: int) -> str:
    """Name a cow that came into play."""
    return f"c{slot + 1}"


def bull_message(s: Record, bull: int) -> Message:
    """Return the message that names a bull."""
    symbol = Message(f"symbol.{SYMBOL_NAMES[s.bull_symbol[bull]]}")
    return Message("bull", symbol=symbol, value=int(s.bull_value[bull]))


def cow_message(s: Record, slot: int) -> Message:
    """Return the message that names a cow by her face."""
    card = s.cow_card[slot]
    symbol = Message(f"symbol.{SYMBOL_NAMES[s.cow_symbol[card]]}")
    return Message("cow", symbol=symbol, value=int(s.cow_value[card]), name=cow_name(slot))


def to_message(s: Record, place: int) -> Message:
    """Return the message that says where somebody goes."""
    return Message(f"to.{place_name(s, place)}")


def at_message(s: Record, place: int) -> Message:
    """Return the message that says where somebody is."""
    return Message(f"at.{place_name(s, place)}")


def bulls_in(s: Record, seat: int, zone: int) -> list[int]:
    """List the bulls of a seat in a zone."""
    return [bull for bull, found in enumerate(s.bull_zone[seat].tolist()) if found == zone]


def bulls_of_mask(mask: int) -> list[int]:
    """List the bulls of a bit mask."""
    return [bull for bull in range(BULLS) if int(mask) >> bull & 1]


def seats_of_mask(s: Record, mask: int) -> list[int]:
    """List the seats of a bit mask."""
    return [seat for seat in range(s.seats) if int(mask) >> seat & 1]
