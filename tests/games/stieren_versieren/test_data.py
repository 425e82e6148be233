"""Own cards: good documents are played with, bad ones refused by card, field and reason."""

import json
from pathlib import Path
from typing import Any

import pytest

import allmende
from allmende.core.data import DataError
from tests.games.stieren_versieren.positions import NAME, own_document, table

FIVE = [1, 2, 3, 4, 5]
BULLS = {"heart": FIVE, "money": FIVE, "dumbbell": FIVE, "beer": FIVE}
HOMES = {"vip_club": "money", "pub": "beer", "gym": "dumbbell", "opera": "heart"}

# What is replaced in the document, and what the error must say.
BAD: list[tuple[dict[str, Any], str]] = [
    ({"label": ""}, "the document, field 'label': must be a text"),
    ({"label": {"en": "mine"}}, "the document, field 'label': must be a text"),
    ({"colour": "red"}, "the document, field 'colour': is not a field"),
    ({"bulls_per_player": 7}, "bulls_per_player: 7 is not an object"),
    ({"bulls_per_player": {**BULLS, "tea": [1]}}, "bulls_per_player, field 'tea': is not a field"),
    ({"bulls_per_player": {"heart": FIVE}}, "bulls_per_player, field 'money': is missing"),
    (
        {"bulls_per_player": {**BULLS, "heart": [1, 2, 0, 4, 5]}},
        "bull number 3 of heart, field 'value': 0 is not a whole number from 1 to 9",
    ),
    (
        {"bulls_per_player": {**BULLS, "beer": [1, 2, 3, 4, "5"]}},
        "bull number 5 of beer, field 'value': '5' is not a whole number from 1 to 9",
    ),
    (
        {"bulls_per_player": {**BULLS, "beer": [1]}},
        "the document, field 'bulls_per_player': has 16 cards instead of 20",
    ),
    ({"cows": BULLS}, "the document, field 'cows': has 20 cards instead of 16"),
    (
        {"cows": {**BULLS, "money": [10]}},
        "cow number 1 of money, field 'value': 10 is not a whole number from 1 to 9",
    ),
    ({"locations": {**HOMES, "zoo": "heart"}}, "locations, field 'zoo': is not a field"),
    ({"locations": {**HOMES, "pub": "tea"}}, "locations, field 'pub': 'tea' is not one of heart"),
    (
        {"locations": {**HOMES, "pub": "heart"}},
        "the document, field 'locations': heart belongs to 2 places, not one",
    ),
    ({"layout": []}, "the document, field 'layout': has 0 entries instead of 2"),
    (
        {"layout": [["pub", "pub"], ["gym", "opera"]]},
        "the document, field 'layout': pub is there 2 times",
    ),
    (
        {"layout": [["zoo", "pub"], ["gym", "opera"]]},
        "the document, field 'layout': 'zoo' is not one of vip_club",
    ),
]


def refusal(document: Any) -> str:
    """Return the error that a document is refused with."""
    with pytest.raises(DataError) as refused:
        allmende.new(NAME, data=document)
    return str(refused.value)


@pytest.mark.parametrize(("change", "said"), BAD)
def test_a_bad_document_is_refused(change: dict[str, Any], said: str) -> None:
    assert said in refusal(own_document(**change))


def test_the_document_must_be_complete() -> None:
    assert refusal([]) == "the document: [] is not an object with named fields"
    for part in ("label", "bulls_per_player", "cows", "locations", "layout"):
        document = own_document()
        del document[part]
        assert refusal(document) == f"the document, field '{part}': is missing"


def test_own_cards_are_played_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    document = own_document(label="mine", bulls_per_player={**BULLS, "heart": [9, 9, 9, 9, 9]})
    path.write_text(json.dumps(document), encoding="utf-8")
    match = allmende.new(NAME, data=path, seed=1)
    assert match.view()["label"] == "mine"
    assert [bull["id"] for bull in match.view()["deck"]["bulls"]][:3] == ["h9", "h9b", "h9c"]
    match.save(tmp_path / "evening.allmende")
    assert allmende.load(tmp_path / "evening.allmende").digest() == match.digest()


def test_symbols_can_have_other_homes() -> None:
    homes = {"vip_club": "heart", "pub": "money", "gym": "dumbbell", "opera": "beer"}
    match = table("h2@vip_club", "vip_club: h1", data=own_document(locations=homes))
    assert "court h1 c1" in [str(move) for move in match.legal()]


def test_the_reconstruction_says_what_it_is() -> None:
    match = allmende.new(NAME, seed=1)
    assert match.view()["label"]["en"].startswith("Reconstruction")
    assert "Reconstruction" in str(match)
    assert "Rekonstruktion" in match.board(language="de")
    assert "Reconstructie" in match.board(language="nl")
