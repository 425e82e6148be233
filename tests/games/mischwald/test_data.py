"""The card table: what ships adds up, and a bad one is refused by card, field and reason."""

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import allmende.games.mischwald
from allmende.core.data import DataError
from allmende.core.errors import BadSetup
from allmende.games.mischwald import game
from allmende.games.mischwald.cards import TABLE, read_cards
from allmende.games.mischwald.components import COPIES, HALF_SPECIES, HALVES

SHIPPED = json.loads(
    (Path(allmende.games.mischwald.__file__).parent / "data" / "cards.json").read_text("utf-8")
)


def species(document: Any, name: str) -> Any:
    """Return the entry of a species."""
    return next(entry for entry in document["species"] if entry["id"] == name)


def card(document: Any, name: str) -> Any:
    """Return the entry of a card."""
    return next(entry for entry in document["cards"] if entry["id"] == name)


def spoil(name: str, field: str, value: Any) -> Callable[[Any], None]:
    """Replace a field of a species."""
    return lambda document: species(document, name).__setitem__(field, value)


def spoil_card(name: str, field: str, value: Any) -> Callable[[Any], None]:
    """Replace a field of a card."""
    return lambda document: card(document, name).__setitem__(field, value)


BAD: list[tuple[Callable[[Any], None], str]] = [
    (lambda d: d.pop("tags"), "the document, field 'tags': is missing"),
    (lambda d: d.update(colour=1), "the document, field 'colour': is not a field"),
    (lambda d: d["cards"].pop(), "the document, field 'cards': has 157 entries instead of 158"),
    (lambda d: d["tags"].remove("tree"), "the document, field 'tags': 'tree' is not one of"),
    (lambda d: d["tags"].append("bat"), "the document, field 'tags': 'bat' is not a name"),
    (spoil("oak", "cost", -1), "oak, field 'cost': -1 is not a whole number from 0 to 9"),
    (spoil("oak", "tags", ["stone"]), "oak, field 'tags': 'stone' is not one of tree"),
    (spoil("oak", "copies", {"tree": {"oak": 8}}), "oak, field 'copies.tree.oak': there are 7"),
    (spoil("oak", "copies", {"roof": {}}), "oak, field 'copies.roof': is not a field"),
    (
        spoil("lynx", "copies", {"left": {"oak": 1}}),
        "lynx, field 'copies.left.oak': there are 0 such cards, not 1",
    ),
    (spoil("oak", "effect", {"kind": "sing"}), "oak, field 'effect.kind': 'sing' is not one of"),
    (
        spoil("oak", "bonus", {"kind": "share", "most": 2}),
        "oak, field 'bonus.kind': 'share' is not one of gain",
    ),
    (
        spoil("oak", "bonus", {"kind": "place", "tag": "cow", "any_number": False}),
        "oak, field 'bonus.tag': 'cow' is not one of",
    ),
    (
        spoil("oak", "bonus", {"kind": "place", "tag": "bat", "any_number": 1}),
        "oak, field 'bonus.any_number': 1 is neither true nor false",
    ),
    (
        spoil("wolf", "effect", {"kind": "gain", "cards": 1, "per": "colour", "of": "deer"}),
        "wolf, field 'effect.per': 'colour' is not one of species, tag, side",
    ),
    (
        spoil("wolf", "effect", {"kind": "gain", "cards": 1, "per": "tag", "of": "cow"}),
        "wolf, field 'effect.of': 'cow' is not one of",
    ),
    (
        spoil("common_toad", "effect", {"kind": "share", "most": 1}),
        "common_toad, field 'effect.most': 1 is not a whole number from 2",
    ),
    (
        spoil("birch", "bonus", {"kind": "gain", "cards": 1}),
        "birch, field 'bonus': what costs nothing",
    ),
    (spoil("lynx", "points", {"kind": "luck"}), "lynx, field 'points.kind': 'luck' is not one of"),
    (
        spoil("lynx", "points", {"kind": "per", "points": 1, "count": "stars"}),
        "lynx, field 'points.count': 'stars' is not one of",
    ),
    (
        spoil("lynx", "points", {"kind": "if", "points": 1, "count": "one"}),
        "lynx, field 'points.least': is missing",
    ),
    (
        spoil("fireflies", "points", {"kind": "once", "table": [], "count": "one"}),
        "fireflies, field 'points.table': has 0 entries",
    ),
    (
        spoil("lynx", "points", {"kind": "per", "points": 1, "count": "species", "of": "cow"}),
        "lynx, field 'points.of': 'cow' is not one of",
    ),
    (spoil("lynx", "tags", ["tree"]), "lynx, field 'tags': a tree has a tree symbol"),
    (
        spoil_card("T001", "tree", ["oak", "linden"]),
        "card T001, field 'tree': oak shows the symbol",
    ),
    (spoil_card("T001", "tree", ["lynx", "linden"]), "card T001, field 'tree': only a tree is"),
    (spoil_card("H070", "left", ["oak", "oak"]), "card H070, field 'left': only a tree is"),
    (spoil_card("H070", "left", ["cow", "oak"]), "card H070, field 'left': 'cow' is not one of"),
    (spoil_card("H070", "left", ["lynx"]), "card H070, field 'left': has 1 entries instead of 2"),
    (spoil_card("H070", "back", 1), "card H070, field 'back': is not a field"),
    (spoil_card("V114", "id", "V115"), "the ids of card, field 'id': 'V115' is not a name"),
    (
        spoil_card("H070", "left", ["european_hare", "oak"]),
        "european_hare, field 'copies.left.linden': there are 0 such cards, not 1",
    ),
]


@pytest.mark.parametrize(("change", "complaint"), BAD, ids=[text for _, text in BAD])
def test_a_bad_table_is_refused(change: Callable[[Any], None], complaint: str) -> None:
    document = copy.deepcopy(SHIPPED)
    change(document)
    with pytest.raises(DataError) as refused:
        read_cards(document)
    assert str(refused.value).startswith(complaint)


def test_equal_cards_stand_together() -> None:
    document = copy.deepcopy(SHIPPED)
    cards = document["cards"]
    cards[0], cards[-1] = cards[-1], cards[0]
    with pytest.raises(DataError, match="trees come first, and equal cards in a row"):
        read_cards(document)


def test_the_table_that_ships_adds_up() -> None:
    table = read_cards(copy.deepcopy(SHIPPED))
    assert table.ids == TABLE.ids
    assert len(table.faces) == 8 + 92
    assert COPIES.tolist()[:8] == [9, 7, 6, 10, 10, 6, 7, 11]
    assert HALVES == 8 + 2 * 92
    assert sorted(set(HALF_SPECIES.tolist())) == list(range(-1, 57))


def test_a_new_card_of_a_known_kind_needs_no_rule() -> None:
    document = copy.deepcopy(SHIPPED)
    for entry in document["cards"]:
        for side, half in entry.items():
            if side != "id" and half[0] == "mole":
                half[0] = "shrew"
    changed = {"effect": {"kind": "gain", "cards": 3, "per": "tag", "of": "bat", "turns": 1}}
    species(document, "mole").update(id="shrew", cost=3, **changed)
    assert "shrew" in read_cards(document).species


OTHER_CARDS = """
import json, sys
from allmende.core import data
document = json.load(sys.stdin)
data.read_document = lambda path: document
from tests.games.mischwald.positions import asked, card, held, play, table

squirrel, fox = card("red_squirrel"), card("red_fox", "left", "beech")
match = table("birch: tree_frog", hands=(squirrel, ""))
play(match, f"play {squirrel} top")
assert (asked(match)["by"], asked(match)["cards"]) == ("tree_frog", 2)
assert held(play(match, "yes")) == 2
match = table("birch; oak: lynx@left; oak: lynx@right", hands=(f"{fox} linden linden", ""))
play(match, f"play {fox} left", "place t1", "pay linden", "pay linden")
assert asked(match)["cards"] == 2
"""


def test_effects_go_by_species_tag_or_side_alike() -> None:
    document = copy.deepcopy(SHIPPED)
    to_squirrels = {"kind": "react", "cards": 2, "to": "species", "of": "red_squirrel"}
    per_left_card = {"kind": "gain", "cards": 1, "per": "side", "of": "left"}
    species(document, "tree_frog").update(effect=to_squirrels)
    species(document, "red_fox").update(effect=per_left_card)
    command = [sys.executable, "-c", OTHER_CARDS]
    interpreted = {**os.environ, "ALLMENDE_INTERPRET": "1"}
    subprocess.run(command, input=json.dumps(document), text=True, env=interpreted, check=True)


def test_the_cards_cannot_be_replaced() -> None:
    with pytest.raises(BadSetup, match="no data that could be replaced"):
        game.prepare(2, {}, SHIPPED)
