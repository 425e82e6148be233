"""The common tiles and cards: displays, piles, refills and exchanges.

A face-down pile is the set of what lies in it; chance decides which piece comes up when one is
turned up. Nobody could tell that from a pile with an order.
"""

import numpy as np

from allmende.core.chance import draw
from allmende.core.record import Record
from allmende.core.rule import rule

from .components import (
    CARD_SLOTS,
    EQUAL_TILES,
    LANDSCAPES,
    MOST_EXCHANGES,
    NOTHING,
    TILE_SLOTS,
)
from .state import EVERYBODY, NONE, Place

PILE, DISPLAY, DISCARD = int(Place.PILE), int(Place.DISPLAY), int(Place.DISCARD)
HAND, KEPT = int(Place.HAND), int(Place.KEPT)


@rule
def total(counts: np.ndarray) -> int:
    """Add up how many there are of each landscape."""
    found = 0
    for kind in range(LANDSCAPES):
        found += int(counts[kind])
    return found


@rule
def turn_up_tile(s: Record) -> int:
    """Turn up a tile and return its landscape, or 0 if there is none. With the last one turned
    up, the tiles set aside become the new stack."""
    tiles = total(s.stack)
    if tiles == 0:
        return 0
    skip, kind = draw(s, tiles), 0
    while skip >= s.stack[kind]:
        skip -= s.stack[kind]
        kind += 1
    s.stack[kind] -= 1
    if tiles == 1:
        restack_tiles(s)
    return kind + 1


@rule
def restack_tiles(s: Record) -> None:
    """Shuffle the tiles that were set aside into a new stack."""
    for kind in range(LANDSCAPES):
        s.stack[kind] += s.aside[kind]
        s.aside[kind] = 0


@rule
def refill_tiles(s: Record) -> None:
    """Fill the gaps of the tile display as far as tiles last."""
    for slot in range(TILE_SLOTS):
        if s.tile_display[slot] == NOTHING:
            s.tile_display[slot] = turn_up_tile(s)


@rule
def open_tiles(s: Record) -> int:
    """Count the tiles in the display."""
    tiles = 0
    for slot in range(TILE_SLOTS):
        tiles += s.tile_display[slot] != NOTHING
    return tiles


@rule
def open_tiles_of(s: Record, landscape: int) -> int:
    """Count the tiles of a landscape in the display."""
    tiles = 0
    for slot in range(TILE_SLOTS):
        tiles += s.tile_display[slot] == landscape
    return tiles


@rule
def may_exchange_tiles(s: Record) -> bool:
    """Tell whether at least four equal tiles lie open and the action has exchanges left."""
    most = 0
    for landscape in range(1, LANDSCAPES + 1):
        most = max(most, open_tiles_of(s, landscape))
    return most >= EQUAL_TILES and s.exchanges < MOST_EXCHANGES


@rule
def exchange_tiles(s: Record) -> None:
    """Set all open tiles aside and lay out five new ones."""
    for slot in range(TILE_SLOTS):
        if s.tile_display[slot] != NOTHING:
            s.aside[s.tile_display[slot] - 1] += 1
            s.tile_display[slot] = NOTHING
    if total(s.stack) == 0:
        restack_tiles(s)
    refill_tiles(s)
    s.exchanges += 1


@rule
def take_open_tile(s: Record, landscape: int) -> None:
    """Take a tile of a landscape out of the display; the gap stays until the turn ends."""
    for slot in range(TILE_SLOTS):
        if s.tile_display[slot] == landscape:
            s.tile_display[slot] = NOTHING
            return


@rule
def cards_in(s: Record, place: int) -> int:
    """Count the cards in a place."""
    found = 0
    for card in range(s.cards):
        found += s.card_place[card] == place
    return found


@rule
def turn_up_card(s: Record) -> int:
    """Take a card off the pile and return it, or NONE if there is none. With the last one taken,
    the discard pile becomes the new pile."""
    left = cards_in(s, PILE)
    if left == 0:
        reshuffle_cards(s)
        left = cards_in(s, PILE)
    if left == 0:
        return NONE
    skip, card = draw(s, left), 0
    while skip > 0 or s.card_place[card] != PILE:
        skip -= s.card_place[card] == PILE
        card += 1
    s.card_place[card] = DISPLAY
    if left == 1:
        reshuffle_cards(s)
    return card


@rule
def reshuffle_cards(s: Record) -> None:
    """Make the discard pile the new draw pile. Everybody knows which cards are in it."""
    for card in range(s.cards):
        if s.card_place[card] == DISCARD:
            s.card_place[card] = PILE


@rule
def refill_cards(s: Record) -> None:
    """Fill the gaps of the card display as far as cards last."""
    for slot in range(CARD_SLOTS):
        if s.card_display[slot] == NONE:
            card = turn_up_card(s)
            s.card_display[slot] = card
            if card != NONE:
                s.card_seen[card] = EVERYBODY


@rule
def open_cards(s: Record) -> int:
    """Count the cards in the display."""
    cards = 0
    for slot in range(CARD_SLOTS):
        cards += s.card_display[slot] != NONE
    return cards


@rule
def may_exchange_cards(s: Record) -> bool:
    """Tell whether four open cards all show one same landscape and exchanges are left."""
    common = -1
    for slot in range(CARD_SLOTS):
        if s.card_display[slot] == NONE:
            return False
        common &= s.card_shows[s.card_display[slot]]
    return common != 0 and s.exchanges < MOST_EXCHANGES


@rule
def exchange_cards(s: Record) -> None:
    """Discard the four open cards and lay out four new ones."""
    for slot in range(CARD_SLOTS):
        s.card_place[s.card_display[slot]] = DISCARD
        s.card_display[slot] = NONE
    refill_cards(s)
    s.exchanges += 1


@rule
def take_open_card(s: Record, seat: int, card: int) -> None:
    """Take a card of the display on hand; the gap stays until the turn ends."""
    for slot in range(CARD_SLOTS):
        if s.card_display[slot] == card:
            s.card_display[slot] = NONE
    s.card_place[card] = HAND + seat


@rule
def draw_secret_card(s: Record, seat: int) -> None:
    """Take a card off the pile on hand; only its owner sees it."""
    card = turn_up_card(s)
    if card != NONE:
        s.card_place[card] = HAND + seat
        s.card_seen[card] = 1 << seat


@rule
def draw_unseen(s: Record, seen: np.ndarray, count: int) -> int:
    """Draw one of the first `count` things that nobody has seen, each equally likely."""
    unseen = 0
    for thing in range(count):
        unseen += seen[thing] == 0
    skip, thing = draw(s, unseen), 0
    while skip > 0 or seen[thing] != 0:
        skip -= seen[thing] == 0
        thing += 1
    return thing
