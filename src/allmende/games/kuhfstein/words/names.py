"""The names of fields, landscapes, cards and tiles."""

from functools import cache, lru_cache
from typing import Any

from allmende.core.game import Json
from allmende.core.language import Message
from allmende.core.record import Record

from ..components import CENTRE, FIELDS, LANDSCAPE_NAMES, WIDTH
from ..equipment import EQUIPMENT
from ..state import Place

COLUMNS = "abcdefghijklmnopqrstuvwxy"
MIDDLE = WIDTH // 2
KEPT = 1024
"""So many parts of views are remembered: most of what lies on a table is the same for all who look,
and after the next move. What they are made of are plain values, so that none can hold a secret of
another table or watcher."""


def name_at(row: int, column: int) -> str:
    """Name the field so far south and east of the first tile, which lies on m13."""
    return f"{COLUMNS[(MIDDLE + column) % WIDTH]}{(MIDDLE + row) % WIDTH + 1}"


def field_at(row: int, column: int) -> int:
    """Return the field so far south and east of the first tile."""
    return (CENTRE + row * WIDTH + column) % FIELDS


@cache
def places_from(north: int, west: int) -> tuple[tuple[int, int], ...]:
    """Return how far south and east of the first tile all fields lie, as seen from a layout that
    reaches so far north and west."""
    places = [(0, 0)] * FIELDS
    for row in range(north - 1, north - 1 + WIDTH):
        for column in range(west - 1, west - 1 + WIDTH):
            places[field_at(row, column)] = row, column
    return tuple(places)


def places_around(s: Record, seat: int) -> tuple[tuple[int, int], ...]:
    """Return how far south and east of the first tile of a seat all fields lie."""
    return places_from(int(s.north[seat]), int(s.west[seat]))


@cache
def names_from(north: int, west: int) -> tuple[str, ...]:
    """Name all fields, as seen from a layout that reaches so far north and west."""
    return tuple(name_at(row, column) for row, column in places_from(north, west))


def field_names(s: Record, seat: int) -> tuple[str, ...]:
    """Name all fields around the layout of a seat."""
    return names_from(int(s.north[seat]), int(s.west[seat]))


@cache
def numbers_from(north: int, west: int) -> dict[str, int]:
    """List the fields by their names, as seen from a layout that reaches so far north and west."""
    return {name: field for field, name in enumerate(names_from(north, west))}


def fields_by_name(s: Record, seat: int) -> dict[str, int]:
    """List the fields around the layout of a seat by their names."""
    return numbers_from(int(s.north[seat]), int(s.west[seat]))


def landscape_message(landscape: int) -> Message:
    """Return the message that names a landscape."""
    return Message(f"landscape.{LANDSCAPE_NAMES[landscape - 1]}")


def card_id(s: Record, card: int) -> Any:
    """Return the id of a card, or a made-up one where the deck has no such card."""
    deck = EQUIPMENT.of(s)["deck"]
    return deck[card]["id"] if card < len(deck) else f"#{card + 1}"


def card_message(s: Record, card: int) -> Message:
    """Name a card by what it shows: the landscapes for its cows, and its points. One that the deck
    does not have shows nothing."""
    if card >= s.cards:
        return Message("card.missing", id=card_id(s, card))
    wants = s.card_want[card, 0, : s.card_cows[card]].tobytes()
    return shown_message(wants, int(s.card_points[card]))


@lru_cache(KEPT)
def shown_message(wants: bytes, points: int) -> Message:
    """Name a card that shows these landscapes, one in each byte, and so many points."""
    *others, shown = [landscape_message(want) for want in wants]
    for landscape in reversed(others):
        shown = Message("card.and", first=landscape, rest=shown)
    return Message("card.shown", landscapes=shown, points=points)


def scoring_id(s: Record, tile: int) -> str:
    """Return the id of a scoring tile, or a made-up one where there is no such tile."""
    tiles = EQUIPMENT.of(s)["scoring"]
    return str(tiles[tile]["id"]) if tile < len(tiles) else f"#{tile + 1}"


def cards_at(s: Record, place: int) -> list[int]:
    """List the cards in a place."""
    places = s.card_place[: s.cards].tolist()
    return [card for card, found in enumerate(places) if found == place]


def hand_of(s: Record, seat: int) -> list[int]:
    """List the cards that a seat holds."""
    return cards_at(s, Place.HAND + seat)


def scoring_message(s: Record, tile: int) -> Message:
    """Return the message that tells what a scoring tile asks for and gives."""
    return scoring_text(EQUIPMENT.of(s)["scoring"][tile])


def scoring_text(entry: Json) -> Message:
    """Return the message that tells what an entry of the data asks for and gives."""
    blanks: Json = {"points": entry["points"]}
    if "landscape" in entry:
        blanks["landscape"] = Message(f"landscape.{entry['landscape']}")
    if "need" in entry:
        blanks["need"] = entry["need"]
    return Message(f"scoring.{entry['condition']}", **blanks)
