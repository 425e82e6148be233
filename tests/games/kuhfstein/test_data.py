"""Own components: good documents are played with, bad ones refused by card, field and reason."""

import json
from pathlib import Path
from typing import Any

import pytest

import allmende
from allmende.core.data import DataError
from allmende.games.kuhfstein.equipment import EQUIPMENT
from tests.games.kuhfstein.positions import own_document, own_track, play, table

# What is changed in the first card, and what the error must say.
BAD_CARDS: list[tuple[dict[str, Any], str]] = [
    ({"grid": ["H"]}, "card 1, field 'grid': 1 cells, there must be 2 to 5"),
    ({"grid": ["HLMFBH"]}, "card 1, field 'grid': 6 cells, there must be 2 to 5"),
    ({"grid": ["H.L"]}, "card 1, field 'grid': the cells do not hang together"),
    ({"grid": ["H.", ".L"]}, "card 1, field 'grid': the cells do not hang together"),
    ({"grid": ["??"]}, "card 1, field 'grid': no cell shows a landscape"),
    ({"grid": ["HX"]}, "card 1, field 'grid': 'HX' is not a row of the signs HMFLB?."),
    ({"grid": ["HL", "M"]}, "card 1, field 'grid': the rows are not equally long"),
    ({"grid": "HL"}, "card 1, field 'grid': 'HL' is not a list"),
    ({"grid": [7]}, "card 1, field 'grid': 7 is not a row"),
    ({"points": 0}, "card 1, field 'points': 0 is not a whole number from 1 to 60"),
    ({"points": "6"}, "card 1, field 'points': '6' is not a whole number"),
    ({"id": 0}, "card number 1 of the deck, field 'id': 0 is not a whole number"),
    ({"id": 2}, "the deck, field 'id': 2 is there 2 times"),
    ({"colour": "red"}, "card 1, field 'colour': is not a field"),
]
SLOTS = own_track((25, "cow"), (35, "extra_action"))
BAD_TRACKS: list[tuple[dict[str, Any], str]] = [
    ({"end": 0}, "the track, field 'end': 0 is not a whole number"),
    ({"slots": [25, 25]}, "the track, field 'slots': 25 is there 2 times"),
    ({"slots": [25, -1]}, "the track, field 'slots': -1 is not a whole number"),
    ({"slots": [25]}, "set-up number 2 of the track, field 'slot': '35' is not one of 25"),
    ({"fixed_cow_fields": [25]}, "the track, field 'slots': 25 is there 2 times"),
    ({"fixed_cow_fields": list(range(1, 7))}, "7 cows would stand on the track, there are 6"),
    ({"fixed_cow_fields": list(range(1, 9))}, "the track, field 'slots': has 10 entries"),
    ({"default": []}, "the track, field 'default': does not use each of the slots exactly once"),
    ({"tiles": [{"id": 1, "front": "cow"}]}, "bonus tile 1, field 'back': is missing"),
    (
        {"tiles": [{"id": 1, "front": "cow", "back": "milk"}]},
        "bonus tile 1, field 'back': 'milk' is not one of cow, extra_action",
    ),
    ({"weather": 1}, "the track, field 'weather': is not a field"),
]
BAD_SCORING: list[tuple[dict[str, Any], str]] = [
    ({"id": "two words"}, "scoring tile number 1, field 'id': 'two words' is not a word"),
    ({"condition": "luck"}, "scoring tile enclosed-house, field 'condition': 'luck' is not one of"),
    ({"landscape": "moon"}, "scoring tile enclosed-house, field 'landscape': 'moon'"),
    ({"need": 0}, "scoring tile enclosed-house, field 'need': 0 is not a whole number"),
    ({"points": 999}, "scoring tile enclosed-house, field 'points': 999 is not a whole number"),
    ({"id": "trees"}, "the scoring tiles, field 'id': 'trees' is there 2 times"),
]


def refusal(document: Any) -> str:
    """Return the error that a document is refused with."""
    with pytest.raises(DataError) as refused:
        allmende.new("kuhfstein", data=document)
    return str(refused.value)


@pytest.mark.parametrize(("change", "said"), BAD_CARDS)
def test_a_bad_card_is_named(change: dict[str, Any], said: str) -> None:
    document = own_document()
    document["deck"][0].update(change)
    assert said in refusal(document)


@pytest.mark.parametrize(("change", "said"), BAD_TRACKS)
def test_a_bad_track_is_named(change: dict[str, Any], said: str) -> None:
    assert said in refusal(own_document(track={**SLOTS, **change}))


@pytest.mark.parametrize(("change", "said"), BAD_SCORING)
def test_a_bad_scoring_tile_is_named(change: dict[str, Any], said: str) -> None:
    document = own_document()
    document["scoring"][0].update(change)
    assert said in refusal(document)


def test_the_document_must_be_complete() -> None:
    assert refusal([]) == "the document: [] is not an object with named fields"
    for part in ("label", "deck", "track", "scoring"):
        document = own_document()
        del document[part]
        assert refusal(document) == f"the document, field '{part}': is missing"
    assert "field 'label': must be a text" in refusal(own_document(label=""))
    assert "field 'label': must be a text" in refusal(own_document(label={"en": "mine"}))
    assert "field 'deck': has 0 entries, there must be 12 to 60" in refusal(own_document(deck=[]))
    assert "field 'scoring': has 0 entries" in refusal(own_document(scoring=[]))
    assert "card number 2 of the deck: 5 is not" in refusal(
        own_document(deck=[own_document()["deck"][0], 5, *own_document()["deck"][2:]])
    )


def test_own_cards_are_played_with() -> None:
    document = own_document(label="my deck")
    document["deck"][15] = {"id": 16, "grid": ["BB"], "points": 9}
    match = play(table("B B", hand=[16], data=document), "play 16", "cows m13 n13")
    assert match.scores()[0] == 9


def test_own_scoring_tiles_and_another_end_are_played_with() -> None:
    document = own_document()
    document["track"]["end"] = 20
    document["scoring"][8]["need"] = 1
    match = table("L .\nM .\nF H", hand=[16], points=12, data=document, actions_left=1)
    play(match, "play 16", "cows m13 n15")
    assert match.view()["last_round"]
    assert match.view()["track"]["end"] == 20


def test_a_data_file_travels_with_the_game_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(own_document(label="mine")), encoding="utf-8")
    match = allmende.new("kuhfstein", seed=1, data=path)
    for _ in range(12):
        match.play(match.legal()[0])
    match.save(tmp_path / "evening.allmende")
    again = allmende.load(tmp_path / "evening.allmende")
    assert again.view()["label"] == "mine"
    assert again.digest() == match.digest()


def test_the_shipped_deck_keeps_its_promises() -> None:
    deck = EQUIPMENT.document["deck"]
    assert len(deck) == 55
    for card in deck:
        signs = "".join(card["grid"]).replace(".", "")
        open_cells = len(signs) - signs.count("?")
        assert card["points"] == len(signs) + 2 * open_cells
        assert open_cells <= 4
    shown = "".join("".join(card["grid"]) for card in deck)
    assert [shown.count(letter) for letter in "HMFLB"] == [30, 28, 28, 24, 23]
