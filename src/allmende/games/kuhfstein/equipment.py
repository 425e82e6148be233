"""The replaceable components: deck, track, bonus tiles and scoring tiles, from a data document.

The document that ships with the game is a reconstruction and says so in its label.
"""

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from allmende.core.data import Equipment, check_label, naming, read_document, refuse
from allmende.core.reader import Reader
from allmende.core.record import Record

from .components import (
    ANY,
    CONDITION_NAMES,
    COWS,
    EFFECT_NAMES,
    FEWEST_CARDS,
    FEWEST_CELLS,
    LANDSCAPE_NAMES,
    LETTERS,
    MOST_AWARD,
    MOST_BONUS_TILES,
    MOST_CARD_POINTS,
    MOST_CARDS,
    MOST_CELLS,
    MOST_GOAL,
    MOST_PLACES,
    MOST_SCORING,
    MOST_SEATS,
    OF_LANDSCAPE,
    PER_SEAT,
    PRINTED,
    ROTATIONS,
    SAME_CARD,
    SIDE_NAMES,
    WIDTH,
    Condition,
    Effect,
)
from .weight import sum_of_components

BACK = "?"
NO_CELL = "."
MOST_ID = 999
FEWEST_SCORING = PER_SEAT * MOST_SEATS


class Cell(NamedTuple):
    """One cell of a card: where it is and which landscape it wants, 0 for any."""

    row: int
    column: int
    want: int


def equip(s: Record, document: Any) -> None:
    """Check a document and write its components into a fresh record."""
    with naming("the document"):
        reader = Reader(document)
        check_label(reader.take("label"))
        deck = reader.items("deck")
        track = reader.take("track")
        scoring = reader.items("scoring")
        reader.close()
    write_deck(s, deck)
    write_track(s, track)
    write_scoring(s, scoring)
    s.component_sum = sum_of_components(s)


def check_count(entry: str, field: str, count: int, fewest: int, most: int) -> int:
    """Demand a number of entries within bounds."""
    if not fewest <= count <= most:
        raise refuse(entry, field, f"has {count} entries, there must be {fewest} to {most}")
    return count


def check_unique(entry: str, field: str, ids: list[Any]) -> None:
    """Demand that nothing is listed twice."""
    for name, count in Counter(ids).items():
        if count > 1:
            raise refuse(entry, field, f"{name!r} is there {count} times")


def write_deck(s: Record, deck: list[Any]) -> None:
    """Write all cards in all rotations."""
    s.cards = check_count("the document", "deck", len(deck), FEWEST_CARDS, MOST_CARDS)
    ids = [write_card(s, at, entry) for at, entry in enumerate(deck)]
    check_unique("the deck", "id", ids)


def write_card(s: Record, at: int, entry: Any) -> int:
    """Write one card and return its id."""
    with naming(f"card number {at + 1} of the deck"):
        reader = Reader(entry)
        card = reader.whole("id", 1, MOST_ID)
    name = f"card {card}"
    with naming(name):
        points = reader.whole("points", 1, MOST_CARD_POINTS)
        grid = reader.items("grid")
        reader.take("shape", "")
        reader.close()
    cells = read_grid(name, grid)
    seen: list[list[tuple[int, int]]] = []
    s.card_points[at] = points
    s.card_cells[at] = len(cells)
    s.card_cows[at] = cows = sum(cell.want != ANY for cell in cells)
    s.card_shows[at] = sum(1 << land for land in {cell.want - 1 for cell in cells} if land >= 0)
    for rotation in range(ROTATIONS):
        turned = seen_from_anchor(cells)
        s.card_offset[at, rotation, : len(cells)] = [offset for offset, _ in turned]
        s.card_want[at, rotation, : len(cells)] = [want for _, want in turned]
        seen.append(turned)
        same_open = next(r for r, other in enumerate(seen) if other[:cows] == turned[:cows])
        s.card_leader[at, rotation] = SAME_CARD if turned in seen[:-1] else same_open
        cells = [Cell(cell.column, -cell.row, cell.want) for cell in cells]
    return card


def seen_from_anchor(cells: list[Cell]) -> list[tuple[int, int]]:
    """List the cells of a card, open ones first, each by its way along the ribbon from the first
    open cell in reading order, and what it wants."""
    ordered = sorted(cells, key=lambda cell: (cell.want == ANY, cell.row, cell.column))
    anchor = ordered[0]
    return [
        ((cell.row - anchor.row) * WIDTH + cell.column - anchor.column, cell.want)
        for cell in ordered
    ]


def read_grid(name: str, grid: list[Any]) -> list[Cell]:
    """Read the picture of a card: rows of letters, `?` for a back and `.` for no cell."""
    known = LETTERS + BACK + NO_CELL
    for row in grid:
        if not isinstance(row, str) or not set(row) <= set(known):
            raise refuse(name, "grid", f"{row!r} is not a row of the signs {known}")
    if len({len(row) for row in grid}) > 1:
        raise refuse(name, "grid", "the rows are not equally long")
    cells = [
        Cell(row, column, LETTERS.find(sign) + 1)
        for row, signs in enumerate(grid)
        for column, sign in enumerate(signs)
        if sign != NO_CELL
    ]
    check_cells(name, cells)
    return cells


def check_cells(name: str, cells: list[Cell]) -> None:
    """Demand a connected shape of a few cells with at least one of them open."""
    if not FEWEST_CELLS <= len(cells) <= MOST_CELLS:
        reason = f"{len(cells)} cells, there must be {FEWEST_CELLS} to {MOST_CELLS}"
        raise refuse(name, "grid", reason)
    if all(cell.want == ANY for cell in cells):
        raise refuse(name, "grid", "no cell shows a landscape")
    reached, left = [cells[0]], cells[1:]
    for cell in reached:
        near = [c for c in left if abs(c.row - cell.row) + abs(c.column - cell.column) == 1]
        left = [c for c in left if c not in near]
        reached += near
    if left:
        raise refuse(name, "grid", "the cells do not hang together")


class Slot(NamedTuple):
    """A bonus place on the track with what is on it; tile 0 is the printed cow."""

    at: int
    tile: int = PRINTED
    side: int = 0


def write_track(s: Record, track: Any) -> None:
    """Write the end of the track, the bonus places and the bonus tiles."""
    name = "the track"
    with naming(name):
        reader = Reader(track)
        s.goal = reader.whole("end", 1, MOST_GOAL)
        cow_fields, slots = reader.items("fixed_cow_fields"), reader.items("slots")
        tiles, default = reader.items("tiles"), reader.items("default")
        reader.close()
        for field, scores in (("fixed_cow_fields", cow_fields), ("slots", slots)):
            for score in scores:
                reader.check_whole(field, score, 1, MOST_GOAL)
    check_unique(name, "slots", cow_fields + slots)
    s.bonus_tiles = check_count(name, "tiles", len(tiles), 0, MOST_BONUS_TILES)
    s.tile_effect[PRINTED] = Effect.COW
    ids = [write_bonus_tile(s, at, entry) for at, entry in enumerate(tiles, start=1)]
    check_unique(name, "tiles", ids)
    places = sorted([*map(Slot, cow_fields), *read_default(slots, ids, default)])
    s.places = check_count(name, "slots", len(places), 0, MOST_PLACES)
    for at, place in enumerate(places):
        s.place_at[at], s.place_tile[at], s.place_side[at] = place
    most_cows = len(cow_fields) + sum((s.tile_effect[1:] == Effect.COW).any(axis=1)[: len(ids)])
    if most_cows > COWS:
        raise refuse(name, "tiles", f"{most_cows} cows would stand on the track, there are {COWS}")


def write_bonus_tile(s: Record, at: int, entry: Any) -> int:
    """Write both sides of a bonus tile and return its id."""
    with naming(f"bonus tile number {at}"):
        reader = Reader(entry)
        tile = reader.whole("id", 1, MOST_ID)
    with naming(f"bonus tile {tile}"):
        s.tile_effect[at] = [reader.choice(side, EFFECT_NAMES) for side in SIDE_NAMES]
        reader.close()
    return tile


def read_default(slots: list[int], ids: list[int], default: list[Any]) -> list[Slot]:
    """Read which tile lies in which slot, and with which side up, unless chance decides."""
    found = []
    for at, entry in enumerate(default, start=1):
        with naming(f"set-up number {at} of the track"):
            reader = Reader(entry)
            slot = slots[one_of(reader, "slot", slots)]
            tile = 1 + one_of(reader, "tile", ids)
            found.append(Slot(slot, tile, reader.choice("side", SIDE_NAMES)))
            reader.close()
    for field, used, there in (
        ("slots", [slot.at for slot in found], slots),
        ("tiles", [ids[slot.tile - 1] for slot in found], ids),
    ):
        if sorted(used) != sorted(there):
            raise refuse("the track", "default", f"does not use each of the {field} exactly once")
    return found


def one_of(reader: Reader, field: str, numbers: list[int]) -> int:
    """Take one of the given numbers and return its index."""
    return reader.check_choice(field, str(reader.take(field)), [str(number) for number in numbers])


def write_scoring(s: Record, scoring: list[Any]) -> None:
    """Write the scoring tiles."""
    name = "the document"
    s.scoring_tiles = check_count(name, "scoring", len(scoring), FEWEST_SCORING, MOST_SCORING)
    ids = [write_scoring_tile(s, at, entry) for at, entry in enumerate(scoring)]
    check_unique("the scoring tiles", "id", ids)


def write_scoring_tile(s: Record, at: int, entry: Any) -> str:
    """Write one scoring tile and return its id."""
    with naming(f"scoring tile number {at + 1}"):
        reader = Reader(entry)
        tile = reader.take("id")
        if not isinstance(tile, str) or not tile or " " in tile:
            raise reader.complaint("id", f"{tile!r} is not a word")
    with naming(f"scoring tile {tile}"):
        kind = s.scoring_kind[at] = reader.choice("condition", CONDITION_NAMES)
        if kind in OF_LANDSCAPE:
            s.scoring_land[at] = 1 + reader.choice("landscape", LANDSCAPE_NAMES)
        if kind != Condition.MOST:
            s.scoring_need[at] = reader.whole("need", 1, MOST_GOAL)
        s.scoring_points[at] = reader.whole("points", 1, MOST_AWARD)
        reader.close()
    return tile


EQUIPMENT = Equipment(
    read_document(Path(__file__).parent / "data" / "components.json"),
    equip,
)
