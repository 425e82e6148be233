"""Position documents: good ones come back as they were, bad ones are refused by a field's name."""

import copy
import random
from typing import Any

import pytest

from allmende import from_position, new
from allmende.core.errors import PositionError
from tests.games.kuhfstein.positions import own_document, own_track, table

# Which field is changed, to what, and which field the error must name.
BAD_FIELDS: list[tuple[str, Any, str]] = [
    ("phase", "night", "phase"),
    ("to_act", [0, 1], "position"),
    ("round", 0, "round"),
    ("first", 2, "first"),
    ("last_round", 1, "last_round"),
    ("last_round", True, "position"),  # nobody has 65 points
    ("finale", "rain", "finale"),
    ("finale", "shortage", "position"),  # it is not yet time to choose
    ("actions_left", 3, "actions_left"),
    ("actions_left", 0, "position"),  # but an action is to be chosen
    ("exchanges", 11, "exchanges"),
    ("exchanges", 1, "position"),
    ("taken", "desert", "taken"),
    ("taken", "hay", "position"),
    ("placed", "z9", "placed"),
    ("placed", "m13", "position"),
    ("playing", 99, "playing"),
    ("playing", 16, "position"),
    ("waiting_bonuses", [26], "waiting_bonuses"),
    ("waiting_bonuses", [15] * 9, "waiting_bonuses"),
    ("waiting_bonuses", [35], "position"),  # not reached
    ("bonus", [], "bonus"),
    ("bonus", [{"at": 25, "tile": 1, "side": "top"}, {}, {}], "bonus.0.side"),
    ("bonus", [{"at": 26, "tile": 1, "side": "front"}, {}, {}], "bonus.0.at"),
    ("bonus", [{"at": 25, "tile": 4, "side": "front"}, {}, {}], "bonus.0.tile"),
    ("tiles", [], "tiles"),
    ("tiles", {"display": ["hay"]}, "tiles.display"),
    ("tiles", {"display": ["hay", "desert", None, None, None]}, "tiles.display"),
    ("tiles", {"aside": {"hay": 15}}, "tiles.aside.hay"),
    ("tiles", {"aside": {"hay": 14}}, "tiles.display"),  # one lies in the landscape
    ("cards", {"display": [1, 2, 3]}, "cards.display"),
    ("cards", {"display": [1, 2, 3, 99]}, "cards.display"),
    ("cards", {"display": [1, 1, 3, 4]}, "cards.display"),
    ("cards", {"discard": [True]}, "cards.discard"),
    ("cards", {"pile_seen": 1}, "cards.pile_seen"),
    ("players", [{}], "players"),
    ("weather", "rain", "weather"),
]
BAD_PLAYERS: list[tuple[str, Any, str]] = [
    ("points", -1, "points"),
    ("points", "many", "points"),
    ("award", 3, "position"),  # before the end
    ("supply", 6, "supply"),
    ("hand", [0], "hand"),
    ("hand", [16, 16], "hand"),
    ("secret", 99, "secret"),
    ("scoring", ["gold"], "scoring"),
    ("scoring", ["trees", "trees"], "scoring"),
    ("kept", "trees", "position"),  # before the end
    ("layout", ["H X"], "layout.0"),
    ("layout", ["H . M"], "layout"),
    ("layout", ["H* H* H* H* H*"], "layout"),  # two of six cows are on the track
    ("layout", ["H* H* H* H* H* H* H*"], "layout"),
    ("layout", [" ".join("HM" * 12 + "H")], "layout"),
    ("layout", [" ".join("H" * 17)], "layout"),
    ("layout", [" ".join("B" * 11)], "tiles.display"),
    ("corner", "m14", "corner"),
    ("corner", "z1", "corner"),
    ("corner", "m99", "corner"),
    ("corner", 5, "corner"),
    ("trees", ["m13"], "trees"),
    ("trees", ["q99"], "trees"),
    ("colour", "red", "players.0.colour"),
]


def complaint(document: Any) -> PositionError:
    """Return the error that a document is refused with."""
    with pytest.raises(PositionError) as refused:
        from_position("kuhfstein", document)
    assert f"field '{refused.value.field}'" in str(refused.value)
    return refused.value


def good() -> dict[str, Any]:
    """Return a good document to be spoilt."""
    return table("H M\n. F", hand=[16], cards=[1, 2, 3, 4]).position()


@pytest.mark.parametrize(("field", "value", "named"), BAD_FIELDS)
def test_a_bad_field_is_named(field: str, value: Any, named: str) -> None:
    assert complaint(good() | {field: value}).field == named


@pytest.mark.parametrize(("field", "value", "named"), BAD_PLAYERS)
def test_a_bad_field_of_a_player_is_named(field: str, value: Any, named: str) -> None:
    document = good()
    if field == "layout":
        del document["players"][0]["corner"], document["players"][0]["supply"]
    document["players"][0][field] = value
    apart = named == "position" or ("." in named and not named.startswith("layout"))
    assert complaint(document).field == (named if apart else f"players.0.{named}")


@pytest.mark.parametrize("options", [{}, {"bonus": "random", "start_card": "chosen"}])
@pytest.mark.parametrize("seats", [2, 4])
def test_positions_of_a_game_come_back_as_they_were(seats: int, options: dict[str, str]) -> None:
    chooser = random.Random(seats)
    match = new("kuhfstein", seats=seats, seed=9, options=options)
    while not match.over:
        match.play(chooser.choice(match.legal(chooser.choice(match.to_act))))
        again = from_position("kuhfstein", copy.deepcopy(match.position()))
        assert again.digest() == match.digest()


def test_a_landscape_around_the_ring_comes_back_as_it_was() -> None:
    # The first tile is the last of twenty, so the landscape reaches beyond column a.
    wide = table(" ".join("HM" * 10), corner="s13")
    names = [tile["at"] for tile in wide.view()["players"][0]["tiles"]]
    assert names[0] == "s13"
    assert names[-1] == "m13"
    assert from_position("kuhfstein", wide.position()).digest() == wide.digest()


def test_own_data_travels_in_the_position() -> None:
    data = own_document(track=own_track((20, "take_card")))
    match = table("H", data=data)
    document = match.position()
    assert document["data"] == data
    again = from_position("kuhfstein", document)
    assert again.view()["track"]["places"] == [
        {"at": 20, "effect": "take_card", "tile": 1, "side": "front"}
    ]


def test_somebody_to_act_must_have_something_to_decide() -> None:
    playing = {"phase": "lay", "playing": 16, "actions_left": 1}
    for changes in (playing, {"phase": "action", "tiles": {}, "cards": {}}):
        document = {**good(), **changes}
        if changes != playing:
            document["players"][0] |= {"hand": []}
        assert complaint(document).field == "phase"


def test_what_is_not_said_is_as_at_the_start() -> None:
    display = {"display": ["hay", None, None, None, None]}
    match = from_position("kuhfstein", {"phase": "action", "tiles": display})
    view = match.view()
    assert view["cards"]["pile"] == 55
    assert sum(view["tiles"]["stack"].values()) == 60
    assert [player["supply"] for player in view["players"]] == [4, 4]
