"""What lies on the table, gathered in one go for whoever shows it."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from allmende.core.record import Record
from allmende.core.rule import rule

from .cards import can_play
from .components import CARD_SLOTS, MOST_CARDS, MOST_SCORING
from .landscape import count_tiles, trees_left
from .scoring import is_fulfilled, rank, score
from .secrets import has_seen
from .state import EVERYBODY, NONE
from .supply import HAND, KEPT


class Count(IntEnum):
    """What is counted of a player, before the cards and scoring tiles that are known."""

    POINTS = 0
    AWARD = 1
    SUPPLY = 2
    TILES = 3
    NORTH = 4
    WEST = 5
    CARDS = 6
    SCORING = 7


class OfAll(IntEnum):
    """The rows of what is counted for all seats."""

    POINTS = 0
    PLACES = 1


COUNTS = len(Count)
FIRST_TILE = COUNTS + MOST_CARDS
FACTS = FIRST_TILE + MOST_SCORING


class InHand(NamedTuple):
    """A card in a hand that a watcher knows, and whether others do not."""

    card: int
    secret: bool


class Held(NamedTuple):
    """A scoring tile of a player that a watcher knows: whether it is the one that was kept, and
    whether its condition is fulfilled."""

    tile: int
    kept: bool
    fulfilled: bool


class Prospect(NamedTuple):
    """A card that a seat holds or could take, and whether it could be played."""

    card: int
    fits: bool


class Belongings(NamedTuple):
    """What a player has: a fact for each card and scoring tile that a watcher knows, how many there
    are of these at all, and what everybody knows."""

    hand: list[int]
    scoring: list[int]
    cards: int
    scoring_tiles: int
    points: int
    award: int
    supply: int
    tiles: int
    north: int
    west: int


class Survey(NamedTuple):
    """What a watcher knows of the table. What players have and which cards the watcher could play
    is written always in the same way, so that it can be seen whether something has changed."""

    players: list[bytes]
    prospects: bytes
    trees_left: int
    scores: list[int]
    places: list[int]


def survey(s: Record, watcher: int) -> Survey:
    """Look over the table, as a seat or SPECTATOR."""
    seats = int(s.seats)
    facts, counted = np.zeros((seats + 1, FACTS), np.int16), np.zeros((len(OfAll), seats), np.int64)
    left = int(survey_table(s, watcher, facts, counted))
    *players, prospects = [fact.tobytes() for fact in facts]
    return Survey(players, prospects, left, *counted.tolist())


def belongings_in(facts: bytes) -> Belongings:
    """Read what a player has."""
    found = np.frombuffer(facts, np.int16).tolist()
    *counts, cards, tiles = found[:COUNTS]
    hand, scoring = until_end(found[COUNTS:FIRST_TILE]), until_end(found[FIRST_TILE:])
    return Belongings(hand, scoring, cards, tiles, *counts)


def prospects_in(facts: bytes) -> list[int]:
    """Read a fact for each card that a seat could play."""
    return until_end(np.frombuffer(facts, np.int16).tolist())


def until_end(facts: list[int]) -> list[int]:
    """Leave out what stands behind the end of a list of facts."""
    return facts[: facts.index(0)] if 0 in facts else facts


def card_in_hand(fact: int) -> InHand:
    """Read what is known of a card in a hand."""
    return InHand(fact - 1 >> 1, bool(fact - 1 & 1))


def held_tile(fact: int) -> Held:
    """Read what is known of a scoring tile."""
    return Held(fact - 1 >> 2, bool(fact - 1 & 2), bool(fact - 1 & 1))


def prospect(fact: int) -> Prospect:
    """Read what is known of a card that could be played."""
    return Prospect(fact - 1 >> 1, bool(fact - 1 & 1))


@rule
def survey_table(s: Record, watcher: int, out: np.ndarray, counted: np.ndarray) -> int:
    """Write what each player has as far as a watcher knows, behind that what the watcher could
    play, and points and places; return how many trees are left."""
    for player in range(s.seats):
        survey_counts(s, player, out[player])
        survey_hand(s, player, watcher, out[player])
        survey_scoring(s, player, watcher, out[player])
    if watcher >= 0:
        survey_prospects(s, watcher, out[s.seats])
    score(s, counted[OfAll.POINTS])
    rank(s, counted[OfAll.PLACES])
    return trees_left(s)


@rule
def survey_counts(s: Record, player: int, out: np.ndarray) -> None:
    """Write what everybody knows of a player."""
    out[Count.POINTS], out[Count.AWARD] = s.points[player], s.award[player]
    out[Count.SUPPLY], out[Count.TILES] = s.supply[player], count_tiles(s, player)
    out[Count.NORTH], out[Count.WEST] = s.north[player], s.west[player]


@rule
def survey_hand(s: Record, player: int, watcher: int, out: np.ndarray) -> None:
    """Write how many cards a player holds, and those that a watcher knows. A card is secret if
    others have not seen it."""
    n = COUNTS
    for card in range(s.cards):
        if s.card_place[card] == HAND + player:
            out[Count.CARDS] += 1
            if has_seen(s.card_seen[card], watcher):
                out[n] = 1 + 2 * card + (s.card_seen[card] != EVERYBODY)
                n += 1


@rule
def survey_scoring(s: Record, player: int, watcher: int, out: np.ndarray) -> None:
    """Write how many scoring tiles a player has, and those that a watcher knows."""
    n = FIRST_TILE
    for tile in range(s.scoring_tiles):
        kept = s.scoring_place[tile] == KEPT + player
        if kept or s.scoring_place[tile] == HAND + player:
            out[Count.SCORING] += 1
            if has_seen(s.scoring_seen[tile], watcher):
                out[n] = 1 + 4 * tile + 2 * kept + is_fulfilled(s, player, tile)
                n += 1


@rule
def survey_prospects(s: Record, seat: int, out: np.ndarray) -> None:
    """Write the cards that a seat holds or could take, and whether each can be played."""
    n = 0
    for card in range(s.cards):
        if s.card_place[card] == HAND + seat:
            out[n] = 1 + 2 * card + can_play(s, seat, card)
            n += 1
    for slot in range(CARD_SLOTS):
        card = s.card_display[slot]
        if card != NONE:
            out[n] = 1 + 2 * card + can_play(s, seat, card)
            n += 1
