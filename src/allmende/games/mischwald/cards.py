"""The cards: reads the table of species and cards, and refuses one that does not add up."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from allmende.core.data import naming, read_document, refuse
from allmende.core.reader import Reader

from .kinds import (
    EFFECT_NAMES,
    INSTANT_NAMES,
    MEASURE_NAMES,
    PAY_NAMES,
    SIDE_NAMES,
    SIDES,
    By,
    Column,
    Effect,
    Measure,
    Pay,
    PointColumn,
    Side,
)

CARDS = 158
TREE_TAG = "tree"
MOST_COST = 9
MOST_COPIES = CARDS
MOST_AMOUNT = 9
MOST_POINTS = 99
TABLE_LENGTH = 8
ANY_NUMBER = 0

PAIRS_OF_SIDES = (("left", "right"), ("top", "bottom"))
ROW_OF_NOTHING = [0] * len(Column)

Copies = Counter[tuple[str, str, str]]
"""How many halves there are of each species, side and symbol."""


@dataclass(frozen=True)
class Half:
    """One half of a split card, or a whole tree."""

    species: int
    symbol: int
    side: int


@dataclass(frozen=True)
class Cards:
    """The table as the rules read it. A face is what a card looks like; cards of one face are
    numbered in a row, and so are the halves of a face."""

    symbols: tuple[str, ...]
    tags: tuple[str, ...]
    species: tuple[str, ...]
    ids: tuple[str, ...]
    face_of_card: tuple[int, ...]
    faces: tuple[tuple[Half, ...], ...]
    cost: np.ndarray
    tag_mask: np.ndarray
    effect: np.ndarray
    bonus: np.ndarray
    points: np.ndarray
    tables: np.ndarray


def read_cards(document: Any) -> Cards:
    """Check a document and turn it into tables."""
    with naming("the document"):
        reader = Reader(document)
        symbols, tags = read_names(reader, "symbols"), read_names(reader, "tags")
        listed, cards = reader.items("species"), reader.items("cards", CARDS)
        reader.close()
        reader.check_choice("tags", TREE_TAG, tags)
    species = read_ids(listed, "species")
    kinds = SpeciesReader(symbols, tags, species)
    for at, entry in enumerate(listed):
        kinds.read(at, entry)
    ids = read_ids(cards, "card")
    faces = [read_card(kinds, ids[at], entry) for at, entry in enumerate(cards)]
    check_copies(kinds, faces)
    ordered = distinct(ids, faces)
    return Cards(
        symbols,
        tags,
        species,
        ids,
        tuple(ordered.index(face) for face in faces),
        tuple(ordered),
        np.array(kinds.cost),
        np.array(kinds.tag_mask),
        np.array(kinds.effect),
        np.array(kinds.bonus),
        np.array(kinds.points),
        np.array(kinds.tables),
    )


def read_names(reader: Reader, field: str) -> tuple[str, ...]:
    """Read a list of different names."""
    names = reader.items(field)
    for name in names:
        if not isinstance(name, str) or not name or names.count(name) > 1:
            raise reader.complaint(field, f"{name!r} is not a name, or not the only one")
    return tuple(names)


def read_ids(entries: list[Any], kind: str) -> tuple[str, ...]:
    """Read the different ids of entries."""
    with naming(f"the ids of {kind}"):
        ids = [Reader(entry, f"{kind}.{at}").take("id") for at, entry in enumerate(entries)]
        return read_names(Reader({"id": ids}), "id")


class SpeciesReader:
    """Reads species one after the other into columns."""

    def __init__(
        self, symbols: tuple[str, ...], tags: tuple[str, ...], species: tuple[str, ...]
    ) -> None:
        self.symbols, self.tags, self.species = symbols, tags, species
        self.copies: Copies = Counter()
        self.cost: list[int] = []
        self.tag_mask: list[int] = []
        self.effect: list[list[int]] = []
        self.bonus: list[list[int]] = []
        self.points: list[list[int]] = []
        self.tables: list[list[int]] = []

    def read(self, at: int, entry: Any) -> None:
        """Read one species."""
        name = self.species[at]
        with naming(name):
            reader = Reader(entry)
            reader.take("id")
            self.cost.append(reader.whole("cost", 0, MOST_COST))
            self.tag_mask.append(self.mask(reader, "tags"))
            self.read_copies(name, reader.inner("copies"))
            self.effect.append(self.read_effect(reader, "effect", EFFECT_NAMES))
            self.bonus.append(self.read_effect(reader, "bonus", INSTANT_NAMES))
            points, table = self.read_points(reader)
            self.points.append(points)
            self.tables.append(table)
            reader.close()
        if self.bonus[at][Column.KIND] and not self.cost[at]:
            raise refuse(name, "bonus", "what costs nothing cannot be paid in matching symbols")
        if self.is_tree(at) and name not in self.symbols:
            raise refuse(name, "tags", "a tree has a tree symbol of its own name")

    def is_tree(self, species: int) -> bool:
        """Tell whether a species is a tree."""
        return bool(self.tag_mask[species] >> self.tags.index(TREE_TAG) & 1)

    def mask(self, reader: Reader, field: str) -> int:
        """Read tags into a bit mask."""
        found = {reader.check_choice(field, tag, self.tags) for tag in reader.items(field)}
        return sum(1 << tag for tag in found)

    def read_copies(self, name: str, reader: Reader) -> None:
        """Read how many there are by side and symbol."""
        for side in SIDE_NAMES:
            inner = reader.inner(side, {})
            for symbol in self.symbols:
                copies = inner.whole(symbol, 0, MOST_COPIES, 0)
                if copies:
                    self.copies[name, side, symbol] = copies
            inner.close()
        reader.close()

    def read_effect(self, reader: Reader, field: str, kinds: tuple[str, ...]) -> list[int]:
        """Read an effect or a bonus, or null for none."""
        row = list(ROW_OF_NOTHING)
        value = reader.take(field)
        if value is None:
            return row
        inner = Reader(value, field)
        name = kinds[inner.choice("kind", kinds)]
        row[Column.KIND] = kind = EFFECT_NAMES.index(name)
        if kind == Effect.GAIN:
            row[Column.AMOUNT] = inner.whole("cards", 0, MOST_AMOUNT, 0)
            row[Column.TURNS] = inner.whole("turns", 0, 1, 0)
            if "per" in inner.left:
                self.read_by(inner, "per", row)
        elif kind == Effect.PLACE:
            row[Column.AMOUNT] = ANY_NUMBER if inner.flag("any_number") else 1
            row[Column.BY] = By.TAG
            row[Column.OF] = inner.choice("tag", self.tags)
        elif kind == Effect.REACT:
            row[Column.AMOUNT] = inner.whole("cards", 1, MOST_AMOUNT)
            self.read_by(inner, "to", row)
        elif kind == Effect.SHARE:
            most = inner.take("most")
            row[Column.AMOUNT] = (
                ANY_NUMBER if most is None else inner.check_whole("most", most, 2, MOST_AMOUNT)
            )
        inner.close()
        return row

    def read_by(self, reader: Reader, field: str, row: list[int]) -> None:
        """Read what an effect goes by: a species, a tag or a side."""
        names = {"species": self.species, "tag": self.tags, "side": SIDE_NAMES[:SIDES]}
        by = reader.take(field)
        row[Column.BY] = 1 + reader.check_choice(field, by, list(names))
        row[Column.OF] = reader.choice("of", names[by])

    def read_points(self, reader: Reader) -> tuple[list[int], list[int]]:
        """Read a points rule and its table, or null for no points."""
        row, table = [0] * len(PointColumn), [0] * TABLE_LENGTH
        value = reader.take("points")
        if value is None:
            return row, table
        inner = Reader(value, "points")
        row[PointColumn.KIND] = kind = 1 + inner.choice("kind", PAY_NAMES[Pay.PER :])
        if kind in (Pay.ONCE, Pay.SETS):
            table = read_table(inner)
        else:
            row[PointColumn.VALUE] = inner.whole("points", 0, MOST_POINTS)
        if kind == Pay.SETS:
            row[PointColumn.OF] = 1 << inner.choice("of", self.tags)
        else:
            self.read_measure(inner, row)
        if kind == Pay.IF:
            row[PointColumn.LEAST] = inner.whole("least", 1, CARDS)
        if kind == Pay.MOST:
            row[PointColumn.OTHERWISE] = inner.whole("otherwise", 0, MOST_POINTS)
        inner.close()
        return row, table

    def read_measure(self, reader: Reader, row: list[int]) -> None:
        """Read what is counted."""
        row[PointColumn.MEASURE] = measure = reader.choice("count", MEASURE_NAMES)
        if measure == Measure.TAGS:
            row[PointColumn.OF] = self.mask(reader, "of")
        elif measure in (Measure.SPECIES, Measure.ON_TREE):
            row[PointColumn.OF] = reader.choice("of", self.species)
        elif measure in (Measure.DISTINCT, Measure.BESIDE):
            row[PointColumn.OF] = 1 << reader.choice("of", self.tags)
        elif measure == Measure.SIDE:
            row[PointColumn.OF] = reader.choice("of", SIDE_NAMES[:SIDES])


def read_table(reader: Reader) -> list[int]:
    """Read points for one, two and so on; beyond the last entry they stay the same."""
    listed = reader.items("table")
    if not 1 <= len(listed) < TABLE_LENGTH:
        raise reader.complaint("table", f"has {len(listed)} entries, at most {TABLE_LENGTH - 1}")
    points = [reader.check_whole("table", entry, 0, MOST_POINTS) for entry in listed]
    return [0, *points, *[points[-1]] * (TABLE_LENGTH - 1 - len(points))]


def read_card(kinds: SpeciesReader, name: str, entry: Any) -> tuple[Half, ...]:
    """Read the face of a card: a tree, or two halves that lie opposite each other."""
    with naming(f"card {name}"):
        reader = Reader(entry)
        reader.take("id")
        sides = next((pair for pair in PAIRS_OF_SIDES if pair[0] in reader.left), ("tree",))
        face = tuple(read_half(kinds, reader, side) for side in sides)
        reader.close()
    return face


def read_half(kinds: SpeciesReader, reader: Reader, side: str) -> Half:
    """Read species and symbol of a half."""
    species, symbol = reader.items(side, 2)
    half = Half(
        reader.check_choice(side, species, kinds.species),
        reader.check_choice(side, symbol, kinds.symbols),
        SIDE_NAMES.index(side),
    )
    if (half.side == Side.TREE) != kinds.is_tree(half.species):
        raise reader.complaint(side, "only a tree is a card of its own, and a tree always is one")
    if half.side == Side.TREE and species != symbol:
        raise reader.complaint(side, f"{species} shows the symbol {symbol}")
    return half


def check_copies(kinds: SpeciesReader, faces: list[tuple[Half, ...]]) -> None:
    """Demand as many halves of each species, side and symbol as the species says."""
    found: Copies = Counter()
    for face in faces:
        for half in face:
            side, symbol = SIDE_NAMES[half.side], kinds.symbols[half.symbol]
            found[kinds.species[half.species], side, symbol] += 1
    for key in {**kinds.copies, **found}:
        if kinds.copies[key] != found[key]:
            species, side, symbol = key
            reason = f"there are {found[key]} such cards, not {kinds.copies[key]}"
            raise refuse(species, f"copies.{side}.{symbol}", reason)


def distinct(ids: tuple[str, ...], faces: list[tuple[Half, ...]]) -> list[tuple[Half, ...]]:
    """List the different faces; trees come first, and equal cards one after the other."""
    ordered: list[tuple[Half, ...]] = []
    for name, face in zip(ids, faces, strict=True):
        if ordered and face == ordered[-1]:
            continue
        if face in ordered or (len(face) == 1 and ordered and len(ordered[-1]) > 1):
            raise refuse(f"card {name}", "id", "trees come first, and equal cards in a row")
        ordered.append(face)
    return ordered


TABLE = read_cards(read_document(Path(__file__).parent / "data" / "cards.json"))
"""The cards that the game is played with."""
