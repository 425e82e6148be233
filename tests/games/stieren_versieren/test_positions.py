"""Position documents: good ones come back as they were, bad ones are refused by a field's name."""

import random
from typing import Any

import pytest

from allmende import from_position, new
from allmende.core.errors import PositionError
from tests.games.stieren_versieren.positions import NAME, play, table

# Which field is changed, to what, and which field the error must name.
BAD: list[tuple[str, Any, str]] = [
    ("game", "halali", "game"),
    ("seats", 5, "seats"),
    ("options", {"fight": "fair"}, "options.fight"),
    ("phase", "night", "phase"),
    ("phase", "pick", "position"),
    ("phase", "swap", "position"),
    ("phase", "companion", "position"),
    ("to_act", [2], "to_act"),
    ("to_act", [0, 1], "position"),
    ("over", "rain", "over"),
    ("round", 13, "round"),
    ("round", 8, "position"),  # a cow would have come in every round
    ("round", 0, "round"),
    ("no_peek", 1, "no_peek"),
    ("no_peek", True, "position"),
    ("first", 2, "first"),
    ("turn", 3, "turn"),
    ("turn", None, "position"),
    ("actions_left", 3, "actions_left"),
    ("actions_left", 0, "position"),
    ("extra_done", True, "position"),
    ("layout", [["pub", "gym"]], "layout"),
    ("layout", [["pub", "gym"], ["pub", "zoo"]], "layout"),
    ("layout", [["pub", "gym"], ["pub", "opera"]], "position"),
    ("cows", [{}] * 12, "cows"),
    ("cows", [{"card": "x9"}], "cows.0.card"),
    ("cows", [{"card": "h2", "at": "zoo"}], "cows.0.at"),
    ("cows", [{"card": "h2"}], "position"),
    ("cows", [{"card": "h2", "at": "pub"}, {"card": "h2", "at": "pub"}], "position"),
    ("cows", [{"card": "h2", "at": "pub", "up": "yes"}], "cows.0.up"),
    ("cows", [{"card": "h2", "at": "pub", "seen_by": [4]}], "cows.0.seen_by"),
    ("cows", [{"card": "h2", "at": "pub", "seen_by": [0, 1]}], "position"),
    ("cows", [{"card": "h2", "shack": 0}], "cows.0.bull"),
    ("cows", [{"card": "h2", "shack": 2, "bull": "h1"}], "cows.0.shack"),
    ("cows", [{"card": "h2", "shack": 0, "bull": "m2"}], "position"),
    ("cows", [{"card": "h2", "shack": 0, "bull": "h1", "at": "pub"}], "cows.0.at"),
    ("cows", [{"card": "h2", "at": "pub", "mood": 1}], "cows.0.mood"),
    ("players", [{}], "players"),
    ("players", [{"hand": ["z1"]}, {}], "players.0.hand"),
    ("players", [{"hand": ["h1"], "discard": ["h1"]}, {}], "players.0.discard"),
    ("players", [{"hand": ["h1", "h2", "h3", "h4", "h5", "m1"]}, {}], "position"),
    ("players", [{}, {"at": {"zoo": []}}], "players.1.at.zoo"),
    ("players", [{}, {"known": ["h1"]}], "players.1.known"),
    ("players", [{}, {"chosen": ["h1"]}], "position"),
    ("players", [{}, {"committed": ["h1"]}], "position"),
    ("players", [{}, {"champion": "h1"}], "position"),
    ("players", [{}, {"mates": ["h1"]}], "position"),
    ("players", [{}, {"support": ["h1"]}], "position"),
    ("players", [{}, {"strength": 4}], "position"),
    ("players", [{}, {"strength": -1}], "players.1.strength"),
    ("players", [{"sign": "moon"}, {}], "players.0.sign"),
    ("players", [{"sign": "tail"}, {"sign": "tail"}], "position"),
    ("players", [{"weather": 1}, {}], "players.0.weather"),
    ("moving", {"bull": "h1", "to": "zoo"}, "moving.to"),
    ("moving", {"bull": "h1", "to": "pub"}, "position"),
    ("talked", "x", "talked"),
    ("swapped", "h1", "position"),
    ("fight", "c9", "fight"),
    ("fight", "c1", "position"),
    ("spare_signs", [], "spare_signs"),
    ("weather", "rain", "weather"),
]


def complaint(document: Any) -> PositionError:
    """Return the error that a document is refused with."""
    with pytest.raises(PositionError) as refused:
        from_position(NAME, document)
    assert f"field '{refused.value.field}'" in str(refused.value)
    return refused.value


@pytest.mark.parametrize(("field", "value", "named"), BAD)
def test_a_bad_field_is_named(field: str, value: Any, named: str) -> None:
    good = table("h2@pub", "pub: m1", hands=("h1", "m1")).position()
    del good["spare_signs"]
    assert complaint(good | {field: value}).field == named


def test_a_hand_of_an_empty_pile_is_known() -> None:
    rest = "opera: h2 h3 h4 h5, vip_club: m1 m2 m3 m4 m5, gym: d1 d2 d3 d4 d5, pub: b1 b2 b3 b4 b5"
    with pytest.raises(PositionError, match="hidden bull"):
        table("", rest, hands=("h1",))


def test_a_late_round_with_few_cows_is_refused() -> None:
    early = table("h2@pub m2@gym", "pub: m1", hands=("h1", "m1"), round=3).position()
    assert "does not fit the cows" in complaint(early | {"round": 4}).reason


def test_nobody_places_a_cow_that_is_not_there() -> None:
    placing = table("?h2:0", phase="cow", hands=("h1", "m1")).position()
    assert complaint(placing | {"cows": []}).field == "position"


def test_reshuffles_are_counted_as_far_as_one_can_count() -> None:
    many = {0: {"discard": ["h5"], "known": ["h4"], "reshuffles": 127}}
    rest = "vip_club: m1 m2 m3 m4 m5, gym: d1 d2 d3 d4 d5, pub: b1 b2 b3 b4 b5, opera: h1 h2 h3"
    match = table("h2@pub", rest, hands=("h4",), players=many)
    match = play(match, "swap h4", "done")
    assert match.view()["players"][0]["reshuffles"] == 127


def test_romeo_cannot_have_bluffed() -> None:
    match = table("h5@opera", "opera: h1", "opera: h2", hands=("h3 m1", ""))
    document = play(match, "court h1 c1", "challenge h2", "done", "support h3").position()
    document["players"][0] |= {"committed": ["m1"], "hand": ["h3"]}
    assert complaint(document).field == "position"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_positions_come_back_as_they_were(seats: int) -> None:
    chance = random.Random(seats)
    match = new(NAME, seats=seats, seed=seats, options={"fight": "tactical", "layout": "random"})
    while not match.over:
        match.play(chance.choice(match.legal(chance.choice(match.to_act))))
        assert from_position(NAME, match.position()).digest() == match.digest()


def test_what_is_not_said_is_as_at_the_start() -> None:
    match = from_position(NAME, {"phase": "action"})
    view = match.view()
    assert (view["round"], view["turn"], view["actions_left"]) == (1, 0, 2)
    assert [player["pile_count"] for player in view["players"]] == [20, 20]
    assert [place["name"] for place in view["locations"]] == ["vip_club", "pub", "gym", "opera"]
