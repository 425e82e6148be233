"""Positions: layouts as rows of text, everything else by the names and ids that people know.

A row reads `H M* . F`: a letter for the landscape (H hay, M meadow, F forest, L lake, B house), a
star for a cow, a dot for no tile. `corner` names the field of the first sign of the first row;
without it the first tile in reading order is the one on m13. What is not said is as at the start:
cards in the pile, tiles in the stack, cows in the supply, scoring tiles dealt in order.
"""

from typing import Any

import numpy as np

from allmende.core.game import Json
from allmende.core.reader import Reader
from allmende.core.record import Record

from ..components import (
    ACTIONS,
    CARD_SLOTS,
    CENTRE,
    COPIES,
    COW,
    COWS,
    FREE,
    FULL_TABLE,
    GROUND,
    LANDSCAPE_NAMES,
    LETTERS,
    MOST_AWARD,
    MOST_COPIES,
    MOST_EXCHANGES,
    MOST_POINTS,
    MOST_ROUNDS,
    PER_SEAT,
    PRINTED,
    SIDE_NAMES,
    TILE_SLOTS,
    TREE,
    WIDEST,
    WIDTH,
    Effect,
)
from ..equipment import EQUIPMENT
from ..landscape import lay_tile, may_bear_tree, plant_tree, set_cow
from ..numbering import MOVES
from ..rules import legal
from ..state import ENDINGS, EVERYBODY, NONE, Phase, Place
from ..supply import open_tiles_of
from ..track import cows_on_track, effect_of
from .names import (
    COLUMNS,
    MIDDLE,
    card_id,
    cards_at,
    field_at,
    field_names,
    hand_of,
    name_at,
    places_around,
    scoring_id,
)
from .view import (
    acting_seat,
    by_landscape,
    landscape_name,
    placed_name,
    round_of,
    show_place,
    tile_fields,
    waiting_bonuses,
)

NO_TILE = "."
COW_SIGN = "*"
SIGNS = {letter: landscape for landscape, letter in enumerate(LETTERS, start=1)}
SIGNS |= {letter + COW_SIGN: landscape | COW for letter, landscape in SIGNS.items()}
BETWEEN_TURNS = (Phase.START_CARD, Phase.SCORING)


def describe(s: Record) -> Json:
    """Describe the table."""
    return {
        "round": round_of(s),
        "first": int(s.first),
        "last_round": bool(s.last_round),
        "finale": ENDINGS[s.finale] if s.phase == Phase.SCORING else None,
        "actions_left": int(s.actions_left),
        "exchanges": int(s.exchanges),
        "taken": landscape_name(int(s.taken)),
        "placed": placed_name(s),
        "playing": None if s.playing == NONE else card_id(s, int(s.playing)),
        "waiting_bonuses": waiting_bonuses(s),
        "bonus": [describe_slot(s, place) for place in slots_of(s)],
        "tiles": {
            "display": [landscape_name(int(landscape)) for landscape in s.tile_display],
            "aside": by_landscape(s.aside.tobytes()),
        },
        "cards": describe_cards(s),
        "players": [describe_player(s, seat) for seat in range(s.seats)],
    }


def slots_of(s: Record) -> list[int]:
    """List the places of the track that hold a bonus tile."""
    return [place for place in range(s.places) if s.place_tile[place] != PRINTED]


def describe_slot(s: Record, place: int) -> Json:
    """Describe which bonus tile lies in a slot, and with which side up."""
    shown = show_place(s, place)
    return {name: shown[name] for name in ("at", "tile", "side")}


def describe_cards(s: Record) -> Json:
    """Describe the display and the discard pile; what is nowhere else is in the draw pile."""
    pile = cards_at(s, Place.PILE)
    return {
        "display": [None if card == NONE else card_id(s, int(card)) for card in s.card_display],
        "discard": [card_id(s, card) for card in cards_at(s, Place.DISCARD)],
        "pile_seen": any(s.card_seen[card] for card in pile),
    }


def describe_player(s: Record, seat: int) -> Json:
    """Describe what a player has."""
    hand = hand_of(s, seat)
    secret = [card for card in hand if s.card_seen[card] != EVERYBODY]
    places = [int(place) for place in s.scoring_place[: s.scoring_tiles]]
    held = [tile for tile, place in enumerate(places) if place == Place.HAND + seat]
    kept = [tile for tile, place in enumerate(places) if place == Place.KEPT + seat]
    return {
        "points": int(s.points[seat]),
        "award": int(s.award[seat]),
        "supply": int(s.supply[seat]),
        "hand": [card_id(s, card) for card in hand if card not in secret],
        "secret": card_id(s, secret[0]) if secret else None,
        "scoring": [scoring_id(s, tile) for tile in held],
        "kept": scoring_id(s, kept[0]) if kept else None,
        **describe_layout(s, seat),
    }


def describe_layout(s: Record, seat: int) -> Json:
    """Describe a layout by rows of signs and the trees in it."""
    fields = tile_fields(s, seat)
    names = field_names(s, seat)
    if not fields:
        return {"corner": None, "layout": [], "trees": []}
    north, west = int(s.north[seat]), int(s.west[seat])
    rows = [[NO_TILE] * (s.east[seat] - west + 1) for _ in range(s.south[seat] - north + 1)]
    for field in fields:
        content = int(s.board[seat, field])
        row, column = places_around(s, seat)[field]
        sign = LETTERS[(content & GROUND) - 1] + (COW_SIGN if content & COW else "")
        rows[row - north][column - west] = sign
    return {
        "corner": name_at(north, west),
        "layout": [" ".join(row) for row in rows],
        "trees": [names[field] for field in fields if s.board[seat, field] & TREE],
    }


def restore(reader: Reader, s: Record) -> None:
    """Fill a record from a description of the table."""
    restore_turn(reader, s)
    restore_bonus_tiles(reader, s)
    restore_waiting_bonuses(reader, s)
    restore_cards(reader.inner("cards", {}), s)
    players = reader.items("players", int(s.seats), [{}] * int(s.seats))
    readers = [Reader(player, f"players.{seat}") for seat, player in enumerate(players)]
    for seat, player in enumerate(readers):
        restore_player(player, s, seat)
    deal_missing_scoring_tiles(s)
    restore_tiles(reader.inner("tiles", {}), s)
    restore_marks(reader, s)
    for player in readers:
        player.close()
    check_decision(reader, s)


def check_decision(reader: Reader, s: Record) -> None:
    """Demand that everybody who is to act has something to decide."""
    scratch = np.zeros(MOVES, np.int64)
    for seat in range(s.seats):
        if s.waiting >> seat & 1 and legal(s, seat, scratch) == 0:
            raise reader.complaint("phase", f"seat {seat} is to act, but has nothing to decide")


def restore_turn(reader: Reader, s: Record) -> None:
    """Read where in the game and in the turn we are."""
    s.round_number = reader.whole("round", 1, MOST_ROUNDS, 1)
    s.first = reader.whole("first", 0, int(s.seats) - 1, 0)
    s.last_round = reader.flag("last_round", False)
    finale = reader.take("finale", None)
    s.finale = 0 if finale is None else reader.check_choice("finale", finale, ENDINGS)
    usual = 0 if s.phase in BETWEEN_TURNS else ACTIONS if s.phase == Phase.ACTION else ACTIONS - 1
    s.actions_left = reader.whole("actions_left", 0, ACTIONS, usual)
    s.exchanges = reader.whole("exchanges", 0, MOST_EXCHANGES, 0)
    s.taken = read_landscape(reader, "taken", reader.take("taken", None))


def read_landscape(reader: Reader, field: str, name: Any) -> int:
    """Return a landscape by its name, or 0 for null."""
    return 0 if name is None else 1 + reader.check_choice(field, name, LANDSCAPE_NAMES)


def read_id(reader: Reader, field: str, name: Any, entries: list[Json]) -> int:
    """Return the index of the entry with an id."""
    for at, entry in enumerate(entries):
        if entry["id"] == name and not isinstance(name, bool):
            return at
    known = ", ".join(str(entry["id"]) for entry in entries)
    raise reader.complaint(field, f"{name!r} is not one of {known}")


def restore_bonus_tiles(reader: Reader, s: Record) -> None:
    """Read which bonus tile lies in which slot; without it, as in the basic set-up."""
    slots = slots_of(s)
    usual = [describe_slot(s, place) for place in slots]
    tiles = EQUIPMENT.of(s)["track"]["tiles"]
    for at, entry in enumerate(reader.items("bonus", len(slots), usual)):
        inner = Reader(entry, f"bonus.{at}")
        score = int(s.place_at[slots[at]])
        inner.whole("at", score, score)
        s.place_tile[slots[at]] = 1 + read_id(inner, "tile", inner.take("tile"), tiles)
        s.place_side[slots[at]] = inner.choice("side", SIDE_NAMES)
        inner.close()


def restore_waiting_bonuses(reader: Reader, s: Record) -> None:
    """Read the bonus places that wait to be carried out, the next one first."""
    known = [str(score) for score in s.place_at[: s.places]]
    scores = reader.items("waiting_bonuses", default=[])
    if len(scores) > len(known):
        raise reader.complaint("waiting_bonuses", f"has more than {len(known)} entries")
    for at, score in enumerate(reversed(scores)):
        s.waiting_bonus[at] = reader.check_choice("waiting_bonuses", str(score), known)
    s.waiting_bonuses = len(scores)


def restore_cards(reader: Reader, s: Record) -> None:
    """Read display and discard pile; all other cards are in the draw pile for now."""
    deck = EQUIPMENT.of(s)["deck"]
    s.card_seen[: s.cards] = EVERYBODY if reader.flag("pile_seen", False) else 0
    display = reader.items("display", CARD_SLOTS, [None] * CARD_SLOTS)
    for slot, name in enumerate(display):
        card = NONE if name is None else read_id(reader, "display", name, deck)
        s.card_display[slot] = card
        if card != NONE:
            put_card(reader, "display", s, card, Place.DISPLAY, EVERYBODY)
    for name in reader.items("discard", default=[]):
        card = read_id(reader, "discard", name, deck)
        put_card(reader, "discard", s, card, Place.DISCARD, EVERYBODY)
    reader.close()


def put_card(reader: Reader, field: str, s: Record, card: int, place: int, seen: int) -> None:
    """Put a card that is still in the pile somewhere else."""
    if s.card_place[card] != Place.PILE:
        raise reader.complaint(field, f"card {card_id(s, card)} is somewhere else already")
    s.card_place[card] = place
    s.card_seen[card] = seen


def restore_player(reader: Reader, s: Record, seat: int) -> None:
    """Read what a player has."""
    deck, scoring = EQUIPMENT.of(s)["deck"], EQUIPMENT.of(s)["scoring"]
    s.points[seat] = reader.whole("points", 0, MOST_POINTS, 0)
    s.award[seat] = reader.whole("award", 0, MOST_AWARD, 0)
    for name in reader.items("hand", default=[]):
        card = read_id(reader, "hand", name, deck)
        put_card(reader, "hand", s, card, Place.HAND + seat, EVERYBODY)
    secret = reader.take("secret", None)
    if secret is not None:
        card = read_id(reader, "secret", secret, deck)
        put_card(reader, "secret", s, card, Place.HAND + seat, 1 << seat)
    held = reader.items("scoring", default=[])
    kept = reader.take("kept", None)
    for name in held:
        tile = read_id(reader, "scoring", name, scoring)
        put_scoring_tile(reader, "scoring", s, tile, Place.HAND + seat, seat)
    if kept is not None:
        tile = read_id(reader, "kept", kept, scoring)
        put_scoring_tile(reader, "kept", s, tile, Place.KEPT + seat, seat)
    restore_layout(reader, s, seat)
    restore_supply(reader, s, seat)


def put_scoring_tile(
    reader: Reader, field: str, s: Record, tile: int, place: int, seat: int
) -> None:
    """Give a scoring tile that is still in the box to a seat."""
    if s.scoring_place[tile] != Place.PILE:
        raise reader.complaint(field, f"{scoring_id(s, tile)} is somewhere else already")
    s.scoring_place[tile] = place
    s.scoring_seen[tile] = EVERYBODY if s.over and place >= Place.KEPT else 1 << seat


def deal_missing_scoring_tiles(s: Record) -> None:
    """Give everybody as many scoring tiles from the box as are missing, in order."""
    box = [tile for tile in range(s.scoring_tiles) if s.scoring_place[tile] == Place.PILE]
    for seat in range(s.seats):
        places = (Place.HAND + seat, Place.KEPT + seat)
        held = sum(place in places for place in s.scoring_place[: s.scoring_tiles])
        for tile in [box.pop(0) for _ in range(PER_SEAT - held)]:
            s.scoring_place[tile] = Place.HAND + seat
            s.scoring_seen[tile] = 1 << seat


def restore_layout(reader: Reader, s: Record, seat: int) -> None:
    """Read a layout and the trees in it."""
    s.board[seat, CENTRE] = FREE
    contents = read_rows(reader, reader.items("layout", default=[]))
    corner = reader.take("corner", None)
    if contents:
        lay_rows(reader, s, seat, contents, corner)
    names = field_names(s, seat)
    for name in reader.items("trees", default=[]):
        field = reader.check_choice("trees", name, names)
        if not may_bear_tree(s, seat, field):
            raise reader.complaint("trees", f"the square that begins on {name} bears no tree")
        plant_tree(s, seat, field)


def read_rows(reader: Reader, rows: list[Any]) -> dict[tuple[int, int], int]:
    """Read rows of signs: what lies in which row and column."""
    found = {}
    for row, text in enumerate(rows):
        for column, sign in enumerate(str(text).split()):
            if sign != NO_TILE:
                reader.check_choice(f"layout.{row}", sign, [*SIGNS, NO_TILE])
                found[row, column] = SIGNS[sign]
    return found


def lay_rows(
    reader: Reader, s: Record, seat: int, contents: dict[tuple[int, int], int], corner: Any
) -> None:
    """Lay the tiles of a layout onto the table, with the first tile on m13."""
    north, west = min(row for row, _ in contents), min(column for _, column in contents)
    if corner is None:
        first_row, first_column = min(contents)
    else:
        first_row, first_column = read_corner(reader, corner)
    if (first_row, first_column) not in contents:
        raise reader.complaint("corner", f"with this corner no tile lies on {name_at(0, 0)}")
    s.north[seat], s.west[seat] = north - first_row, west - first_column
    s.south[seat] = max(row for row, _ in contents) - first_row
    s.east[seat] = max(column for _, column in contents) - first_column
    if max(s.south[seat] - s.north[seat], s.east[seat] - s.west[seat]) >= WIDEST:
        raise reader.complaint("layout", f"reaches over more than {WIDEST} rows or columns")
    if not hangs_together(set(contents)):
        raise reader.complaint("layout", "the tiles do not hang together")
    for (row, column), content in contents.items():
        field = field_at(row - first_row, column - first_column)
        if s.laid_count[seat, (content & GROUND) - 1] == MOST_COPIES:
            raise reader.complaint("layout", f"has more than {MOST_COPIES} tiles of a landscape")
        lay_tile(s, seat, field, content & GROUND)
    cows = sum(content & COW > 0 for content in contents.values())
    if cows > COWS:
        raise reader.complaint("layout", f"has {cows} cows, there are {COWS}")
    for (row, column), content in contents.items():
        if content & COW:
            set_cow(s, seat, field_at(row - first_row, column - first_column))


def read_corner(reader: Reader, name: Any) -> tuple[int, int]:
    """Return the row and column of the text that lie on m13, given the name of its corner."""
    letter, number = str(name)[:1], str(name)[1:]
    rows = [str(row) for row in range(1, WIDTH + 1)]
    column = reader.check_choice("corner", letter or " ", list(COLUMNS))
    row = reader.check_choice("corner", number, rows)
    return (MIDDLE - row) % WIDTH, (MIDDLE - column) % WIDTH


def hangs_together(places: set[tuple[int, int]]) -> bool:
    """Tell whether all tiles are connected by their sides."""
    reached = [min(places)]
    left = places - set(reached)
    for row, column in reached:
        sides = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        reached += sorted(sides & left)
        left -= sides
    return not left


def restore_supply(reader: Reader, s: Record, seat: int) -> None:
    """Work out the cows in the supply, and compare them with what the document says."""
    on_track = int(cows_on_track(s, s.points[seat]))
    if s.waiting == 1 << seat:
        waiting = s.waiting_bonus[: s.waiting_bonuses]
        on_track += sum(effect_of(s, place) == Effect.COW for place in waiting)
    supply = COWS - on_track - int(s.grazing[seat])
    if supply < 0:
        raise reader.complaint("layout", f"has {-supply} cows more than the player owns")
    reader.whole("supply", supply, supply, supply)
    s.supply[seat] = supply


def restore_tiles(reader: Reader, s: Record) -> None:
    """Read the display and what was set aside; all other tiles are in the stack."""
    for slot, name in enumerate(reader.items("display", TILE_SLOTS, [None] * TILE_SLOTS)):
        s.tile_display[slot] = read_landscape(reader, "display", name)
    aside = reader.inner("aside", {})
    for kind, name in enumerate(LANDSCAPE_NAMES):
        in_game = int(COPIES[kind]) - (FULL_TABLE - int(s.seats))
        s.aside[kind] = aside.whole(name, 0, in_game, 0)
        used = s.aside[kind] + s.laid_count[:, kind].sum() + (s.taken == kind + 1)
        left = in_game - int(used) - int(open_tiles_of(s, kind + 1))
        if left < 0:
            raise reader.complaint("display", f"{-left} too many tiles of {name} in the game")
        s.stack[kind] = left
    aside.close()
    reader.close()


def restore_marks(reader: Reader, s: Record) -> None:
    """Read the tile that may earn a tree and the card being played."""
    placed = reader.take("placed", None)
    names = field_names(s, acting_seat(s)) if s.waiting else ()
    s.placed = NONE if placed is None else reader.check_choice("placed", placed, names)
    playing = reader.take("playing", None)
    s.playing = NONE
    if playing is not None:
        s.playing = read_id(reader, "playing", playing, EQUIPMENT.of(s)["deck"])
