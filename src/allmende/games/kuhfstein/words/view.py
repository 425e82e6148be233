"""What people may see of a game, and where points come from."""

import numpy as np

from allmende.core.data import label_of
from allmende.core.game import Json, per_seat, watcher_of
from allmende.core.language import Message
from allmende.core.record import Record
from allmende.core.rule import python_of

from ..components import (
    CARD_SLOTS,
    COW,
    EFFECT_NAMES,
    FREE,
    GROUND,
    LANDSCAPE_NAMES,
    LANDSCAPES,
    PRINTED,
    SIDE_NAMES,
    TILE_SLOTS,
    TREE,
    TREE_POINTS,
)
from ..equipment import EQUIPMENT
from ..landscape import beside, count_tiles, trees_left
from ..scoring import is_fulfilled, rank, score
from ..secrets import has_seen
from ..state import EVERYBODY, NONE, Phase, Place
from ..track import effect_of
from .names import (
    card_id,
    cards_at,
    field_names,
    hand_of,
    name_at,
    places_around,
    scoring_id,
    scoring_message,
)

knows = python_of(has_seen)
are_neighbours = python_of(beside)


def view(s: Record, seat: int | None) -> Json:
    """Show the table, with the secrets of the seat that looks and of nobody else."""
    watcher = watcher_of(seat)
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
        "cards": show_cards(s, watcher),
        "trees_left": int(trees_left(s)),
        "scoring_tiles": [dict(tile) for tile in EQUIPMENT.of(s)["scoring"]],
        "players": [show_player(s, player, watcher) for player in range(s.seats)],
        "scores": per_seat(score, s),
        "places": per_seat(rank, s),
    }


def round_of(s: Record) -> int:
    """Return which round it is."""
    return int(s.round_number)


def landscape_name(landscape: int) -> str | None:
    """Name a landscape, or None for no tile."""
    return LANDSCAPE_NAMES[landscape - 1] if landscape else None


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


def show_track(s: Record) -> Json:
    """Show the end of the track and its bonus places."""
    return {"end": int(s.goal), "places": [show_place(s, place) for place in range(s.places)]}


def show_place(s: Record, place: int) -> Json:
    """Show one bonus place; tile and side are null if it is printed."""
    tile = int(s.place_tile[place])
    printed = tile == PRINTED
    return {
        "at": int(s.place_at[place]),
        "effect": EFFECT_NAMES[effect_of(s, place)],
        "tile": None if printed else EQUIPMENT.of(s)["track"]["tiles"][tile - 1]["id"],
        "side": None if printed else SIDE_NAMES[s.place_side[place]],
    }


def show_tiles(s: Record) -> Json:
    """Show the tile display and what is in the stacks; only their order is hidden."""
    return {
        "display": [landscape_name(int(s.tile_display[slot])) for slot in range(TILE_SLOTS)],
        "stack": by_landscape(s.stack),
        "aside": by_landscape(s.aside),
    }


def by_landscape(counts: np.ndarray) -> dict[str, int]:
    """Name how many there are of each landscape."""
    return {LANDSCAPE_NAMES[kind]: int(counts[kind]) for kind in range(LANDSCAPES) if counts[kind]}


def show_cards(s: Record, watcher: int) -> Json:
    """Show the card display and the piles. `pile_cards` is null until the discard pile has become
    the draw pile: from then on everybody knows what is in it. `unseen` are the cards that this
    seat has never seen: they are in the pile, or start cards of others."""
    pile = cards_at(s, Place.PILE)
    known = [card_id(s, card) for card in pile if s.card_seen[card] == EVERYBODY]
    slots = [int(s.card_display[slot]) for slot in range(CARD_SLOTS)]
    return {
        "display": [None if card == NONE else show_card(s, card) for card in slots],
        "pile": len(pile),
        "pile_cards": known or None,
        "discard": [card_id(s, card) for card in cards_at(s, Place.DISCARD)],
        "unseen": [
            card_id(s, card)
            for card, seen in enumerate(s.card_seen[: s.cards].tolist())
            if not knows(seen, watcher)
        ],
    }


def show_card(s: Record, card: int) -> Json:
    """Show the face of a card."""
    entry = EQUIPMENT.of(s)["deck"][card]
    return {"id": entry["id"], "grid": list(entry["grid"]), "points": entry["points"]}


def show_player(s: Record, player: int, watcher: int) -> Json:
    """Show what lies before a player."""
    names = field_names(s, player)
    tiles = tile_fields(s, player)
    return {
        "points": int(s.points[player]),
        "award": int(s.award[player]),
        "supply": int(s.supply[player]),
        "tile_count": int(count_tiles(s, player)),
        "tiles": [show_tile(s, player, field) for field in tiles],
        "trees": [names[field] for field in tiles if s.board[player, field] & TREE],
        "free": [names[field] for field in np.flatnonzero(s.board[player] == FREE)],
        "herds": [[names[field] for field in herd] for herd in herds_of(s, player)],
        "hand": show_hand(s, player, watcher),
        "scoring": show_scoring(s, player, watcher),
        "chosen": has_chosen(s, player),
    }


def tile_fields(s: Record, seat: int) -> list[int]:
    """List the fields of a layout that hold a tile, from north to south and west to east."""
    tiles = zip(s.laid[seat].tolist(), s.laid_count[seat].tolist(), strict=True)
    fields = [field for laid, count in tiles for field in laid[:count]]
    return sorted(fields, key=places_around(s, seat).__getitem__)


def show_tile(s: Record, seat: int, field: int) -> Json:
    """Show a tile: its name, where it lies from the first tile, its landscape and whether a cow
    stands on it."""
    content = int(s.board[seat, field])
    row, column = places_around(s, seat)[field]
    return {
        "at": name_at(row, column),
        "row": row,
        "column": column,
        "landscape": landscape_name(content & GROUND),
        "cow": bool(content & COW),
    }


def herds_of(s: Record, seat: int) -> list[list[int]]:
    """List the herds of a seat, each by its fields, ascending."""
    herds: list[list[int]] = []
    for cow in s.cow_at[seat, : s.grazing[seat]].tolist():
        near = [herd for herd in herds if any(are_neighbours(cow, other) for other in herd)]
        herds = [herd for herd in herds if herd not in near]
        herds.append(sorted([cow, *(other for herd in near for other in herd)]))
    return sorted(herds)


def show_hand(s: Record, player: int, watcher: int) -> list[Json | None]:
    """Show the cards of a player that the watcher has seen; null for one it has not. A card is
    secret if the others have not seen it."""
    hand = hand_of(s, player)
    known = [card for card in hand if knows(int(s.card_seen[card]), watcher)]
    shown: list[Json | None] = [
        {**show_card(s, card), "secret": bool(s.card_seen[card] != EVERYBODY)} for card in known
    ]
    return shown + [None] * (len(hand) - len(known))


def show_scoring(s: Record, player: int, watcher: int) -> list[Json | None]:
    """Show the scoring tiles of a player that the watcher has seen; null for one it has not."""
    places = (Place.HAND + player, Place.KEPT + player)
    tiles = [tile for tile in range(s.scoring_tiles) if s.scoring_place[tile] in places]
    known = [tile for tile in tiles if knows(int(s.scoring_seen[tile]), watcher)]
    shown: list[Json | None] = [
        {
            "id": scoring_id(s, tile),
            "kept": bool(s.scoring_place[tile] == places[1]),
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
