"""The deal: places, cows, hands, signs and who begins."""

from collections import Counter

import pytest

import allmende
from allmende.core.errors import BadSetup
from allmende.games.stieren_versieren import game
from tests.games.stieren_versieren.positions import (
    NAME,
    choosing,
    end_round,
    imagined,
    legal,
    play,
    table,
)

STANDARD = ["vip_club", "pub", "gym", "opera"]


def names(match: allmende.Match) -> list[str]:
    """Return the places in reading order."""
    return [place["name"] for place in match.view()["locations"]]


def test_s2_two_to_four_can_play() -> None:
    assert [allmende.new(NAME, seats=seats).seats for seats in (2, 3, 4)] == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(BadSetup):
            allmende.new(NAME, seats=seats)


def test_s3_the_places_lie_in_the_usual_order() -> None:
    assert names(allmende.new(NAME, seed=1)) == STANDARD


def test_s3_the_places_can_be_shuffled() -> None:
    found = {
        tuple(names(allmende.new(NAME, seed=seed, options={"layout": "random"})))
        for seed in range(300)
    }
    assert len(found) == 24


def test_s4_cows_come_face_down() -> None:
    view = allmende.new(NAME, seed=3, seats=4).view()
    assert [cow["up"] for cow in view["cows"]] == [False] * 5
    assert all(cow["symbol"] is None for cow in view["cows"])
    assert (view["stack"], view["removed"]) == (6, 5)


def test_s4_every_cow_may_come_anywhere() -> None:
    dealt = Counter(
        allmende.new(NAME, seed=f"cows/{game_number}").position()["cows"][0]["card"]
        for game_number in range(400)
    )
    assert len(dealt) == 16
    assert max(dealt.values()) < 60


def test_s5_nobody_has_seen_the_first_four_cows() -> None:
    match = allmende.new(NAME, seed=5, seats=3)
    for seat in (0, 1, 2, None):
        shown = match.view(seat)["cows"][:4]
        assert [cow["seen_by"] for cow in shown] == [[]] * 4
        assert [cow["symbol"] for cow in shown] == [None] * 4
    assert [cow["at"] for cow in match.view()["cows"][:4]] == STANDARD


def test_s6_the_love_shacks_only_show_a_sign() -> None:
    dealt = {
        tuple(player["sign"] for player in allmende.new(NAME, seed=s, seats=4).view()["players"])
        for s in range(300)
    }
    assert len(dealt) == 24


def test_s6_a_sign_has_no_effect() -> None:
    one, other = (
        table("h5@opera", "opera: h1", "opera: h2", hands=("m1", "m1"), players={0: {"sign": sign}})
        for sign in ("horseshoe", "nose_ring")
    )
    assert legal(one) == legal(other)
    moves = ("court h1 c1", "challenge h2", "support m1", "done", "done")
    assert play(one, *moves).scores() == play(other, *moves).scores() == [0, 10]


def test_s7_chance_decides_who_begins() -> None:
    begins = Counter(allmende.new(NAME, seed=s, seats=4).view()["first"] for s in range(400))
    assert set(begins) == {0, 1, 2, 3}
    assert max(begins.values()) < 140


def test_everybody_draws_five_of_twenty_bulls() -> None:
    view = allmende.new(NAME, seed=7, seats=4).view(2)
    assert [player["hand_count"] for player in view["players"]] == [5] * 4
    assert [player["pile_count"] for player in view["players"]] == [15] * 4
    assert len(view["players"][2]["hand"]) == 5
    assert view["players"][1]["hand"] is None


def test_s58_there_are_no_bonus_cards() -> None:
    deck = allmende.new(NAME, seed=1).view()["deck"]
    assert (len(deck["bulls"]), len(deck["cows"])) == (20, 16)
    assert {bull["symbol"] for bull in deck["bulls"]} == {"heart", "money", "dumbbell", "beer"}


def test_s8_only_who_peeked_knows_the_cow() -> None:
    match = table("?h4:1", seats=3, phase="cow", to_act=1, hands=("h1", "h1", "h1"))
    play(match, "cow gym")
    for seat, face in ((0, None), (1, "heart"), (2, None), (None, None)):
        cow = match.view(seat)["cows"][0]
        assert (cow["symbol"], cow["seen_by"]) == (face, [1])


def test_s8_the_peek_is_never_forgotten() -> None:
    match = table("?h4@gym:1 ?m2@pub", "gym: d1", seats=2)
    assert {position["cows"][0]["card"] for position in imagined(match, 1)} == {"h4"}
    assert len({position["cows"][0]["card"] for position in imagined(match, 0, 300)}) == 16


def test_s8_the_peek_is_known_in_later_rounds_too() -> None:
    match = play(table("?h4:1", phase="cow", to_act=1, round=2), "cow gym")
    end_round(match)
    assert (match.view()["round"], match.view()["first"]) == (3, 0)
    assert [match.view(seat)["cows"][0]["symbol"] for seat in (0, 1, None)] == [None, "heart", None]
    assert [match.view(seat)["cows"][1]["symbol"] is None for seat in (0, 1)] == [False, True]


def test_s9_a_peeked_cow_may_go_to_her_favourite_place() -> None:
    match = table("?h4:0", phase="cow", hands=("h1 h2", "h1"))
    assert [str(move) for move in match.legal()] == [
        "cow opera",
        "cow vip_club",
        "cow gym",
        "cow pub",
    ]
    cow = play(match, "cow opera").view(1)["cows"][0]
    assert (cow["at"], cow["up"], cow["settled"]) == ("opera", False, False)


def test_s50_with_two_players_everybody_chooses_two() -> None:
    match = choosing("h1 h2 m3", "d1 b2")
    assert [str(move) for move in match.legal(0)] == [
        "choose h1 h2",
        "choose h1 m3",
        "choose h2 m3",
    ]
    match.play("choose h1 m3", 0)
    assert match.view(1)["players"][0]["chosen_count"] == 2
    assert match.view()["players"][0]["bulls"] == []
    match.play("choose d1 b2", 1)
    assert [len(player["bulls"]) for player in match.view()["players"]] == [2, 2]


def test_s57_who_has_too_few_plays_what_is_left() -> None:
    match = choosing("h1", "d1 b2")
    assert [str(move) for move in match.legal(0)] == ["choose h1"]


def test_s57_who_has_none_chooses_none() -> None:
    match = choosing("", "d1 d2 d3", "m1")
    assert match.to_act == [1, 2]
    match.play("choose m1", 2)
    match.play("choose d2", 1)
    assert match.view()["phase"] == "action"
    assert game.flaw(match.record) is None


def test_s57_nobody_has_any_bull() -> None:
    match = table("?h4:0", phase="cow")
    assert play(match, "cow pub").view()["phase"] == "action"


def test_any_seat_may_choose_first_and_nobody_learns_what() -> None:
    match = choosing("h1 h2", "d1 d2", "m1 m2")
    match.play("choose m2", 2)
    for seat in (0, 1, None):
        player = match.view(seat)["players"][2]
        assert (player["has_chosen"], player["chosen_count"]) == (True, 1)
        assert (player["hand"], player["face_down"]) == (None, None)
    assert match.view(2)["players"][2]["face_down"][0]["id"] == "m2"
    match.play("choose h1", 0)
    match.play("choose d1", 1)
    assert [p["bulls"][0]["at"] for p in match.view()["players"]] == ["opera", "gym", "vip_club"]
