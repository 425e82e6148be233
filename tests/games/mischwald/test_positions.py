"""Position documents: good ones come back as they were, bad ones are refused by a field's name."""

import random
from typing import Any

import pytest

from allmende import from_position, new
from allmende.core.errors import PositionError
from tests.games.mischwald.positions import NAME, card, play, table

HARE = {"card": "T001", "at": {"left": ["H070"]}}

# Which field is changed, to what, and which field the error must name.
BAD: list[tuple[str, Any, str]] = [
    ("game", "halali", "game"),
    ("seats", 6, "seats"),
    ("options", {"mole_cards": "all"}, "options.mole_cards"),
    ("phase", "night", "phase"),
    ("phase", "pay", "position"),
    ("phase", "choice", "position"),
    ("phase", "mulligan", "position"),
    ("to_act", [2], "to_act"),
    ("to_act", [0, 1], "position"),
    ("over", "rain", "over"),
    ("first", 2, "first"),
    ("turn", 2, "turn"),
    ("turn", 1, "position"),
    ("extra_turns", -1, "extra_turns"),
    ("extra_turns", 99, "position"),
    ("deck", 400, "deck"),
    ("deck", 40, "position"),
    ("winters", 4, "winters"),
    ("winters", 3, "position"),
    ("clearing", ["X1"], "clearing"),
    ("clearing", ["V114", "V114"], "clearing"),
    ("clearing", [f"H0{n}" for n in range(80, 90)], "position"),
    ("gone", ["H071"], "players.0.hand"),
    ("trees", [{}], "trees.0.card"),
    ("trees", [{"card": "T001", "owner": 2}], "trees.0.owner"),
    ("trees", [{"card": "H080"}], "position"),
    ("trees", [{"card": "T001", "sapling": 1}], "trees.0.sapling"),
    ("trees", [{"card": "T001", "at": {"roof": []}}], "trees.0.at.roof"),
    ("trees", [{"card": "T001", "at": {"top": ["H080"]}}], "trees.0.at.top"),
    ("trees", [{"card": "T001", "at": {"left": ["H080", "H081"]}}], "position"),
    ("trees", [{"card": "T001", "at": {"left": ["H070", "H080"]}}], "position"),
    ("trees", [{"card": "T001", "new": ["T002"]}], "trees.0.new"),
    ("trees", [{"card": "T001", "age": 3}], "trees.0.age"),
    ("trees", [{**HARE, "owner": 1, "new": ["H070"]}], "position"),
    ("playing", {"half": "cow"}, "playing.half"),
    ("playing", {"half": "linden"}, "position"),
    ("playing", {"half": "linden", "at": "t9"}, "playing.at"),
    ("playing", {"half": "linden", "owed": 10}, "playing.owed"),
    ("playing", {"half": "linden", "matched": 1}, "playing.matched"),
    ("playing", {"half": "linden", "last_paid": "cow"}, "playing.last_paid"),
    ("queue", [{"half": "cow"}], "queue.0.half"),
    ("queue", [{"half": "linden"}], "position"),
    ("queue", [{"half": "linden", "step": "late"}], "queue.0.step"),
    ("queue", [{"half": "linden", "free": 1}], "queue.0.free"),
    ("queue", [{"half": "linden"}] * 24, "queue"),
    ("reacted", 1, "position"),
    ("through_mole", 1, "position"),
    ("players", [{}], "players"),
    ("players", [{"hand": ["Z1"]}, {}], "players.0.hand"),
    ("players", [{"hand": [f"H0{n}" for n in range(80, 91)]}, {}], "players.0.hand"),
    ("players", [{"known": ["H080"]}, {}], "players.0.known"),
    ("players", [{"hand": ["H080"], "held_back": ["H080"]}, {}], "position"),
    ("players", [{"cave": ["H080"], "stashed": ["H080"]}, {}], "position"),
    ("players", [{"cave_seen": ["H080"]}, {}], "players.0.cave_seen"),
    ("players", [{"exchanged": ["H080"]}, {}], "position"),
    ("players", [{"exchanged": ["linden"] * 6}, {}], "position"),
    ("players", [{"weather": 1}, {}], "players.0.weather"),
    ("weather", "rain", "weather"),
]


def good() -> dict[str, Any]:
    """Return a sound document."""
    document: dict[str, Any] = table(hands=("H071 beech", "H072")).position()
    return document


def complaint(document: Any) -> PositionError:
    """Return the error that a document is refused with."""
    with pytest.raises(PositionError) as refused:
        from_position(NAME, document)
    return refused.value


@pytest.mark.parametrize(("field", "value", "named"), BAD)
def test_a_bad_position_is_refused(field: str, value: Any, named: str) -> None:
    assert complaint({**good(), field: value}).field == named


def test_a_good_position_comes_back() -> None:
    assert from_position(NAME, good()).position() == good()


def test_whole_games_come_back() -> None:
    chooser = random.Random(3)
    for seats in (2, 5):
        match = new(NAME, seats=seats, seed=seats)
        while not match.over:
            match.play(chooser.choice(match.legal()))
            if chooser.random() < 0.1:
                assert from_position(NAME, match.position()).digest() == match.digest()


def test_a_card_that_is_being_played_comes_back() -> None:
    wolf = card("wolf", "left", "sycamore")
    match = table("birch; oak", hands=(f"{wolf} linden linden linden",))
    for move in (f"play {wolf} left", "place t2", "pay linden"):
        play(match, move)
        assert from_position(NAME, match.position()).digest() == match.digest()


def test_trees_go_by_their_species_too() -> None:
    match = from_position(
        NAME,
        {
            "phase": "action",
            "trees": [{"card": "linden"}, {"card": "linden"}],
            "players": [{"hand": ["linden"]}, {}],
        },
    )
    assert match.position()["trees"][1]["card"] == "T002"
    assert match.position()["players"][0]["hand"] == ["T003"]
