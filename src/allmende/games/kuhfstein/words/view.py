"""What people may see of a game, and where points come from."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypedDict

import numpy as np

from allmende.core.data import label_of
from allmende.core.game import SPECTATOR, per_seat, watcher_of
from allmende.core.language import Message
from allmende.core.record import Record, blank_records
from allmende.core.rule import python_of

from ..cards import mark_playable
from ..components import (
    CARD_SLOTS,
    COW,
    FREE,
    GROUND,
    MOST_SEATS,
    PRINTED,
    TILE_SLOTS,
    TREE,
    TREE_POINTS,
)
from ..equipment import EQUIPMENT
from ..landscape import beside, count_tiles, is_tile, trees_left
from ..scoring import is_fulfilled, rank, score
from ..secrets import has_seen
from ..state import EVERYBODY, NONE, RECORD, Phase, Place
from ..track import advance
from . import shapes
from .names import (
    KEPT,
    card_id,
    cards_by_place,
    field_names,
    names_from,
    places_around,
    places_from,
    scoring_id,
    scoring_message,
    sorted_by_place,
)

are_neighbours = python_of(beside)
holds_tile = python_of(is_tile)
KNOWS = {
    watcher: [python_of(has_seen)(mask, watcher) for mask in range(EVERYBODY + 1)]
    for watcher in (SPECTATOR, *range(MOST_SEATS))
}
"""Whether a watcher knows what was seen by those in a mask."""


class Layout(TypedDict):
    """What can be seen of the landscape of a player."""

    tiles: list[shapes.Tile]
    trees: list[str]
    free: list[str]
    herds: list[list[str]]


class Sight(NamedTuple):
    """What a watcher knows of cards and scoring tiles: by card and by tile who has seen it, where
    each tile lies, and whether the watcher is among those in a mask."""

    cards: bytes
    tiles: list[int]
    tiles_at: list[int]
    knows: list[bool]


def sight_of(s: Record, watcher: int) -> Sight:
    """Read who has seen what, once for a view."""
    tiles = int(s.scoring_tiles)
    return Sight(
        s.card_seen[: s.cards].tobytes(),
        s.scoring_seen[:tiles].tolist(),
        s.scoring_place[:tiles].tolist(),
        KNOWS[watcher],
    )


def view(s: Record, seat: int | None) -> shapes.Shown:
    """Show the table, with the secrets of the seat that looks and of nobody else."""
    watcher = watcher_of(seat)
    cards, sight = cards_by_place(s), sight_of(s, watcher)
    slots = tuple(s.card_display[:CARD_SLOTS].tolist())
    places = s.card_place[: s.cards].tobytes()
    return {
        "label": label_of(EQUIPMENT.of(s)),
        "first": int(s.first),
        "last_round": bool(s.last_round),
        "actions_left": int(s.actions_left),
        "exchanges": int(s.exchanges),
        "taken": landscape_name(int(s.taken)),
        "placed": placed_name(s),
        "playing": None if s.playing == NONE else show_card(s, int(s.playing)),
        "waiting_bonuses": waiting_bonuses(s),
        "track": show_track(s),
        "tiles": show_tiles(s),
        "cards": show_cards(int(s.data_number), places, sight.cards, slots, watcher),
        "prospects": [] if seat is None else show_prospects(s, cards[Place.HAND + seat], seat),
        "trees_left": int(trees_left(s)),
        "scoring_tiles": scoring_tiles(s),
        "players": show_players(s, cards, sight),
        "scores": per_seat(score, s),
        "places": per_seat(rank, s),
    }


def round_of(s: Record) -> int:
    """Return which round it is."""
    return int(s.round_number)


def scoring_tiles(s: Record) -> list[shapes.ScoringTile]:
    """Show what every scoring tile asks for."""
    tiles: list[shapes.ScoringTile] = EQUIPMENT.of(s)["scoring"]
    return tiles


def landscape_name(landscape: int) -> shapes.Landscape | None:
    """Name a landscape, or None for no tile."""
    return shapes.LANDSCAPES[landscape - 1] if landscape else None


def placed_name(s: Record) -> str | None:
    """Name the field of the tile that may earn a tree."""
    if s.placed == NONE:
        return None
    name: str = field_names(s, acting_seat(s))[s.placed]
    return name


def acting_seat(s: Record) -> int:
    """Return the seat that decides alone."""
    return int(s.waiting).bit_length() - 1


def waiting_bonuses(s: Record) -> list[int]:
    """List the bonus places still to be carried out in this turn, the next one first."""
    waiting = s.waiting_bonus[: s.waiting_bonuses].tolist()
    return [int(s.place_at[place]) for place in reversed(waiting)]


def show_track(s: Record) -> shapes.Track:
    """Show the end of the track and its bonus places."""
    places = int(s.places)
    at, tiles, sides = s.place_at[:places], s.place_tile[:places], s.place_side[:places]
    effects = s.tile_effect.tobytes()
    where = at.tobytes(), tiles.tobytes(), sides.tobytes()
    return {"end": int(s.goal), "places": show_places(int(s.data_number), effects, *where)}


@lru_cache(KEPT)
def show_places(
    document: int, effects: bytes, at: bytes, tiles: bytes, sides: bytes
) -> list[shapes.Place]:
    """Show the bonus places of a track."""
    named, gives = EQUIPMENT.numbered(document)["track"]["tiles"], np.frombuffer(effects, np.int8)
    rows = zip(np.frombuffer(at, np.int16).tolist(), tiles, sides, strict=True)
    return [
        {
            "at": place,
            "effect": shapes.EFFECTS[gives[2 * tile + side]],
            "tile": None if tile == PRINTED else named[tile - 1]["id"],
            "side": None if tile == PRINTED else shapes.PLACE_SIDES[side],
        }
        for place, tile, side in rows
    ]


def show_place(s: Record, place: int) -> shapes.Place:
    """Show one bonus place; tile and side are null if it is printed."""
    return show_track(s)["places"][place]


def show_tiles(s: Record) -> shapes.Tiles:
    """Show the tile display and what is in the stacks; only their order is hidden."""
    return {
        "display": [landscape_name(int(s.tile_display[slot])) for slot in range(TILE_SLOTS)],
        "stack": by_landscape(s.stack),
        "aside": by_landscape(s.aside),
    }


def by_landscape(counts: np.ndarray) -> dict[shapes.Landscape, int]:
    """Name how many there are of each landscape."""
    return {name: int(counts[at]) for at, name in enumerate(shapes.LANDSCAPES) if counts[at]}


@lru_cache(KEPT)
def show_cards(
    document: int, places: bytes, seen_by: bytes, slots: tuple[int, ...], watcher: int
) -> shapes.Cards:
    """Show the card display and the piles. `pile_cards` is null until the discard pile has become
    the draw pile: from then on everybody knows what is in it. `unseen` are the cards that this
    seat has never seen: they are in the pile, or start cards of others."""
    cards, deck, knows = sorted_by_place(places), deck_of(document), KNOWS[watcher]
    pile = cards[Place.PILE]
    known = [card for card in pile if seen_by[card] == EVERYBODY]
    unseen = [card for card, seen in enumerate(seen_by) if not knows[seen]]
    return {
        "display": [None if card == NONE else deck[card] for card in slots],
        "pile": len(pile),
        "pile_cards": card_ids(document, known) or None,
        "discard": card_ids(document, cards[Place.DISCARD]),
        "unseen": card_ids(document, unseen),
    }


@lru_cache(KEPT)
def deck_of(document: int) -> list[shapes.Card]:
    """Return the faces of all cards of a document."""
    return [
        {"id": entry["id"], "grid": list(entry["grid"]), "points": entry["points"]}
        for entry in EQUIPMENT.numbered(document)["deck"]
    ]


def card_ids(document: int, cards: Iterable[int]) -> list[int]:
    """Return the ids of some cards."""
    deck = deck_of(document)
    return [deck[card]["id"] for card in cards]


def show_card(s: Record, card: int) -> shapes.Card:
    """Show the face of a card."""
    return deck_of(int(s.data_number))[card]


def show_prospects(s: Record, hand: list[int], seat: int) -> list[shapes.Prospect]:
    """Say what each card would bring that a seat holds or could take. Cards of as many points bring
    the marker as far."""
    deck = EQUIPMENT.of(s)["deck"]
    cards = [*hand, *(card for card in s.card_display[:CARD_SLOTS].tolist() if card != NONE)]
    track, start = s.place_at[: s.places].tobytes(), int(s.points[seat])
    fit = np.zeros(len(cards), np.bool_)
    mark_playable(s, seat, np.array(cards, np.int64), fit)
    return [
        show_prospect(s, card, fits, *moved_on(track, start, deck[card]["points"]))
        for card, fits in zip(cards, fit.tolist(), strict=True)
    ]


@lru_cache(KEPT)
def moved_on(track: bytes, start: int, points: int) -> tuple[int, list[int]]:
    """Move a marker on an otherwise empty table with the bonus places of a track; return its points
    then, and the bonus places on its way."""
    trial, places = blank_records(RECORD)[0], np.frombuffer(track, np.int16)
    trial.places, trial.place_at[: len(places)] = len(places), places
    trial.points[0] = start
    advance(trial, 0, points)
    return int(trial.points[0]), waiting_bonuses(trial)


def show_prospect(
    s: Record, card: int, fits: bool, points: int, bonuses: list[int]
) -> shapes.Prospect:
    """Say what a card would bring a seat that has so many points then."""
    return {
        "card": card_id(s, card),
        "fits": fits,
        "points": points,
        "bonuses": list(bonuses),
    }


def show_players(s: Record, cards: Mapping[int, list[int]], sight: Sight) -> list[shapes.Player]:
    """Show what lies before each player."""
    points, award, supply = s.points.tolist(), s.award.tolist(), s.supply.tolist()
    north, west, tiles = s.north.tolist(), s.west.tolist(), s.laid_count.tolist()
    return [
        {
            "points": points[player],
            "award": award[player],
            "supply": supply[player],
            "tile_count": sum(tiles[player]),
            **show_layout(north[player], west[player], s.board[player].tobytes()),
            "hand": show_hand(s, cards[Place.HAND + player], sight),
            "scoring": show_scoring(s, player, sight),
            "chosen": has_chosen(s, player),
        }
        for player in range(s.seats)
    ]


@lru_cache(KEPT)
def show_layout(north: int, west: int, board: bytes) -> Layout:
    """Show a landscape that reaches so far north and west."""
    names, places = names_from(north, west), places_from(north, west)
    fields = [field for field, content in enumerate(board) if holds_tile(content)]
    cows = [field for field in fields if board[field] & COW]
    tiles = sorted(fields, key=places.__getitem__)
    return {
        "tiles": [show_tile(names[field], places[field], board[field]) for field in tiles],
        "trees": [names[field] for field in tiles if board[field] & TREE],
        "free": [names[field] for field, content in enumerate(board) if content == FREE],
        "herds": [[names[field] for field in herd] for herd in herds_among(cows)],
    }


def tile_fields(s: Record, seat: int) -> list[int]:
    """List the fields of a layout that hold a tile, from north to south and west to east."""
    tiles = zip(s.laid[seat].tolist(), s.laid_count[seat].tolist(), strict=True)
    fields = [field for laid, count in tiles for field in laid[:count]]
    return sorted(fields, key=places_around(s, seat).__getitem__)


def show_tile(name: str, place: tuple[int, int], content: int) -> shapes.Tile:
    """Show a tile: its name, where it lies from the first tile, its landscape and whether a cow
    stands on it."""
    row, column = place
    return {
        "at": name,
        "row": row,
        "column": column,
        "landscape": shapes.LANDSCAPES[(content & GROUND) - 1],
        "cow": bool(content & COW),
    }


def herds_of(s: Record, seat: int) -> list[list[int]]:
    """List the herds of a seat, each by its fields, ascending."""
    return herds_among(s.cow_at[seat, : s.grazing[seat]].tolist())


def herds_among(cows: list[int]) -> list[list[int]]:
    """Put the cows on some fields, ascending, together to herds."""
    herds: list[list[int]] = []
    for cow in cows:
        near = [herd for herd in herds if any(are_neighbours(cow, other) for other in herd)]
        herds = [herd for herd in herds if herd not in near]
        herds.append(sorted([cow, *(other for herd in near for other in herd)]))
    return sorted(herds)


def show_hand(s: Record, hand: list[int], sight: Sight) -> list[shapes.HandCard | None]:
    """Show the cards in a hand that the watcher has seen; null for one it has not. A card is secret
    if the others have not seen it."""
    document, seen_by, knows = int(s.data_number), sight.cards, sight.knows
    known = [card for card in hand if knows[seen_by[card]]]
    shown: list[shapes.HandCard | None] = [
        held_card(document, card, seen_by[card] != EVERYBODY) for card in known
    ]
    return shown + [None] * (len(hand) - len(known))


@lru_cache(KEPT)
def held_card(document: int, card: int, is_secret: bool) -> shapes.HandCard:
    """Show a card in a hand."""
    return {**deck_of(document)[card], "secret": is_secret}


def show_scoring(s: Record, player: int, sight: Sight) -> list[shapes.HeldScoring | None]:
    """Show the scoring tiles of a player that the watcher has seen; null for one it has not."""
    places = (Place.HAND + player, Place.KEPT + player)
    lies_at, seen_by, knows = sight.tiles_at, sight.tiles, sight.knows
    tiles = [tile for tile, place in enumerate(lies_at) if place in places]
    known = [tile for tile in tiles if knows[seen_by[tile]]]
    shown: list[shapes.HeldScoring | None] = [
        {
            "id": scoring_id(s, tile),
            "kept": lies_at[tile] == places[1],
            "fulfilled": bool(is_fulfilled(s, player, tile)),
        }
        for tile in known
    ]
    return shown + [None] * (len(tiles) - len(known))


def has_chosen(s: Record, seat: int) -> bool:
    """Tell whether a seat has chosen which scoring tile to keep."""
    return bool(s.phase == Phase.SCORING and not s.waiting >> seat & 1)


def breakdown(s: Record, seat: int) -> list[tuple[Message, int]]:
    """List the points of a seat from cards, trees and the scoring tile."""
    from_trees = TREE_POINTS * int(s.trees[seat])
    lines = [
        (Message("points.cards"), int(s.points[seat]) - from_trees),
        (Message("points.trees", count=int(s.trees[seat])), from_trees),
    ]
    for tile in range(s.scoring_tiles):
        if s.over and s.scoring_place[tile] == Place.KEPT + seat:
            tile_line = Message("points.scoring", tile=scoring_message(s, tile))
            lines.append((tile_line, int(s.award[seat])))
    return lines


def tie_break(s: Record, seat: int) -> list[tuple[Message, int]]:
    """Compare the tiles of the landscapes when points are equal."""
    return [(Message("tie.tiles"), int(count_tiles(s, seat)))]
