"""What people may see of a game, and where points come from."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypedDict

import numpy as np

from allmende.core.data import label_of
from allmende.core.game import SPECTATOR, watcher_of
from allmende.core.language import Message
from allmende.core.record import Record, blank_records
from allmende.core.rule import python_of

from ..components import (
    CARD_SLOTS,
    COW,
    FREE,
    GROUND,
    MOST_SEATS,
    PRINTED,
    TREE,
    TREE_POINTS,
)
from ..equipment import EQUIPMENT
from ..landscape import beside, count_tiles, is_tile
from ..secrets import has_seen
from ..state import EVERYBODY, NONE, RECORD, Phase, Place
from ..supply import DISCARD, PILE
from ..survey import (
    Belongings,
    belongings_in,
    card_in_hand,
    held_tile,
    prospect,
    prospects_in,
    survey,
)
from ..track import advance
from . import shapes
from .names import (
    KEPT,
    field_names,
    names_from,
    places_around,
    places_from,
    scoring_message,
)

TILES_KEPT = 8192
"""So many tiles are remembered: what changes a landscape leaves most of its tiles as they are."""
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


def view(s: Record, seat: int | None) -> shapes.Shown:
    """Show the table, with the secrets of the seat that looks and of nobody else."""
    watcher, document = watcher_of(seat), int(s.data_number)
    found, track = survey(s, watcher), s.place_at[: s.places].tobytes()
    slots = tuple(s.card_display[:CARD_SLOTS].tolist())
    places, seen_by = s.card_place[: s.cards].tobytes(), s.card_seen[: s.cards].tobytes()
    start = 0 if seat is None else int(s.points[seat])
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
        "tiles": show_tiles(s.tile_display.tobytes(), s.stack.tobytes(), s.aside.tobytes()),
        "cards": show_cards(document, places, seen_by, slots, watcher),
        "prospects": show_prospects(document, track, start, found.prospects),
        "trees_left": found.trees_left,
        "scoring_tiles": scoring_tiles(s),
        "players": [
            show_player(document, facts, s.board[player].tobytes(), has_chosen(s, player))
            for player, facts in enumerate(found.players)
        ],
        "scores": found.scores,
        "places": found.places,
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


@lru_cache(KEPT)
def show_tiles(display: bytes, stack: bytes, aside: bytes) -> shapes.Tiles:
    """Show the tile display and what is in the stacks; only their order is hidden."""
    return {
        "display": [landscape_name(landscape) for landscape in display],
        "stack": by_landscape(stack),
        "aside": by_landscape(aside),
    }


def by_landscape(counts: bytes) -> dict[shapes.Landscape, int]:
    """Name how many there are of each landscape."""
    return {name: counts[at] for at, name in enumerate(shapes.LANDSCAPES) if counts[at]}


@lru_cache(KEPT)
def show_cards(
    document: int, places: bytes, seen_by: bytes, slots: tuple[int, ...], watcher: int
) -> shapes.Cards:
    """Show the card display and the piles. `pile_cards` is null until the discard pile has become
    the draw pile: from then on everybody knows what is in it. `unseen` are the cards that this
    seat has never seen: they are in the pile, or start cards of others."""
    deck, knows = deck_of(document), KNOWS[watcher]
    known = [card for card, at in enumerate(places) if at == PILE and seen_by[card] == EVERYBODY]
    discard = [card for card, at in enumerate(places) if at == DISCARD]
    unseen = [card for card, seen in enumerate(seen_by) if not knows[seen]]
    return {
        "display": [None if card == NONE else deck[card] for card in slots],
        "pile": places.count(PILE),
        "pile_cards": card_ids(document, known) or None,
        "discard": card_ids(document, discard),
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


@lru_cache(KEPT)
def show_prospects(document: int, track: bytes, start: int, facts: bytes) -> list[shapes.Prospect]:
    """Say what each card would bring that a seat holds or could take. Cards of as many points bring
    the marker as far."""
    return [show_prospect(document, track, start, fact) for fact in prospects_in(facts)]


@lru_cache(KEPT)
def moved_on(track: bytes, start: int, points: int) -> tuple[int, list[int]]:
    """Move a marker on an otherwise empty table with the bonus places of a track; return its points
    then, and the bonus places on its way."""
    trial, places = blank_records(RECORD)[0], np.frombuffer(track, np.int16)
    trial.places, trial.place_at[: len(places)] = len(places), places
    trial.points[0] = start
    advance(trial, 0, points)
    return int(trial.points[0]), waiting_bonuses(trial)


@lru_cache(KEPT)
def show_prospect(document: int, track: bytes, start: int, fact: int) -> shapes.Prospect:
    """Say what a card would bring a seat that has so many points now."""
    it = prospect(fact)
    card = deck_of(document)[it.card]
    points, bonuses = moved_on(track, start, card["points"])
    return {"card": card["id"], "fits": it.fits, "points": points, "bonuses": bonuses}


@lru_cache(KEPT)
def show_player(document: int, facts: bytes, board: bytes, chosen: bool) -> shapes.Player:
    """Show what lies before a player."""
    has = belongings_in(facts)
    return {
        "points": has.points,
        "award": has.award,
        "supply": has.supply,
        "tile_count": has.tiles,
        **show_layout(has.north, has.west, board),
        "hand": show_hand(document, has),
        "scoring": show_scoring(document, has),
        "chosen": chosen,
    }


@lru_cache(KEPT)
def show_layout(north: int, west: int, board: bytes) -> Layout:
    """Show a landscape that reaches so far north and west."""
    names, places = names_from(north, west), places_from(north, west)
    around = np.frombuffer(board, np.uint8).nonzero()[0].tolist()
    fields = [field for field in around if holds_tile(board[field])]
    cows = [field for field in fields if board[field] & COW]
    tiles = sorted(fields, key=places.__getitem__)
    return {
        "tiles": [show_tile(names[field], *places[field], board[field]) for field in tiles],
        "trees": [names[field] for field in tiles if board[field] & TREE],
        "free": [names[field] for field in around if board[field] == FREE],
        "herds": [[names[field] for field in herd] for herd in herds_among(cows)],
    }


def tile_fields(s: Record, seat: int) -> list[int]:
    """List the fields of a layout that hold a tile, from north to south and west to east."""
    tiles = zip(s.laid[seat].tolist(), s.laid_count[seat].tolist(), strict=True)
    fields = [field for laid, count in tiles for field in laid[:count]]
    return sorted(fields, key=places_around(s, seat).__getitem__)


@lru_cache(TILES_KEPT)
def show_tile(name: str, row: int, column: int, content: int) -> shapes.Tile:
    """Show a tile: its name, where it lies from the first tile, its landscape and whether a cow
    stands on it."""
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


def show_hand(document: int, has: Belongings) -> list[shapes.HandCard | None]:
    """Show the cards in a hand that the watcher has seen; null for one it has not."""
    unknown = has.cards - len(has.hand)
    return [*(held_card(document, fact) for fact in has.hand), *[None] * unknown]


@lru_cache(KEPT)
def held_card(document: int, fact: int) -> shapes.HandCard:
    """Show a card in a hand."""
    it = card_in_hand(fact)
    return {**deck_of(document)[it.card], "secret": it.secret}


def show_scoring(document: int, has: Belongings) -> list[shapes.HeldScoring | None]:
    """Show the scoring tiles of a player that the watcher has seen; null for one it has not."""
    unknown = has.scoring_tiles - len(has.scoring)
    return [*(held_scoring(document, fact) for fact in has.scoring), *[None] * unknown]


@lru_cache(KEPT)
def held_scoring(document: int, fact: int) -> shapes.HeldScoring:
    """Show a scoring tile of a player."""
    it, tiles = held_tile(fact), EQUIPMENT.numbered(document)["scoring"]
    return {"id": str(tiles[it.tile]["id"]), "kept": it.kept, "fulfilled": it.fulfilled}


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
