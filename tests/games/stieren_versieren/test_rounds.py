"""The end of rounds, the shortage of cows, the end of the game and the score."""

import random
from pathlib import Path

import pytest

import allmende
from allmende import Match
from allmende.core.game import digest
from tests.games.stieren_versieren.positions import (
    COUPLES,
    NAME,
    end_round,
    legal,
    play,
    player,
    table,
    told,
)

RECORDED = Path(__file__).parent / "recorded"
ALL = " ".join(COUPLES)  # eight cows that have found a bull: three are still to come


def short(cows: str = "", *, hands: tuple[str, ...] = ("d4", "h4"), **fields: object) -> Match:
    """Begin the last turn of a round with no cow left at any place but those named."""
    usual = {"first": 1, "round": 3}
    return table(f"{ALL} {cows}", **{"hands": hands, **usual, **fields})  # type: ignore[arg-type]


def random_game(seats: int, seed: int) -> Match:
    """Play a game at random."""
    chance = random.Random(seed)
    match = allmende.new(NAME, seats=seats, seed=seed)
    while not match.over:
        match.play(chance.choice(match.legal(chance.choice(match.to_act))))
    return match


def test_s1_at_most_seven_rounds() -> None:
    for seats in (2, 3, 4):
        match = random_game(seats, 11)
        assert match.view()["round"] == 7
        assert len(match.view()["cows"]) == 11


def test_s1_a_shortage_makes_the_game_shorter() -> None:
    match = short("h4+h3:0", hands=("", ""))  # two to come: one for the shortage, one to peek at
    end_round(match)
    assert (match.view()["round"], match.view()["phase"]) == (3, "shortage")
    play(match, "cow pub", "cow gym")
    while not match.over:
        match.play(
            "pass" if match.view()["phase"] == "action" else legal(match, match.to_act[0])[0],
            match.to_act[0],
        )
    assert (match.view()["round"], match.ending) == (4, "last-cow")


def test_phases_5_and_6_fill_the_hands_and_pass_the_start_on() -> None:
    match = table("?h2@pub", seats=3, first=1, hands=("h1", "h2 h3", ""))
    play(match, "pass")
    assert [len(player(match, seat)["hand"]) for seat in range(3)] == [5, 5, 5]
    assert (match.view()["first"], match.view()["phase"], match.to_act) == (2, "cow", [2])


def test_s32_the_new_start_player_decides() -> None:
    match = end_round(short())
    assert (match.view()["first"], match.to_act, match.view()["phase"]) == (0, [0], "shortage")


def test_s33_the_bulls_of_all_players_count() -> None:
    match = short(players={0: {"at": {"pub": ["d5"], "gym": ["d3"]}}, 1: {"at": {"opera": ["h5"]}}})
    end_round(match)
    assert match.view()["cows"][8]["at"] == "vip_club"
    assert match.view()["phase"] == "cow"


def test_s66_a_single_emptiest_place_is_filled_without_asking() -> None:
    match = short(players={0: {"at": {"pub": ["d5"], "gym": ["d3"], "opera": ["h5"]}}})
    end_round(match)
    assert match.view()["cows"][8]["at"] == "vip_club"
    assert "story.shortage" in told(match)


def test_s66_otherwise_the_new_start_player_chooses_among_the_emptiest_unseen() -> None:
    match = short(players={0: {"at": {"pub": ["d5"]}}, 1: {"at": {"opera": ["h5"]}}})
    end_round(match)
    assert legal(match) == ["cow vip_club", "cow gym"]
    assert match.why_not("cow pub").key == "not.emptiest"  # type: ignore[union-attr]
    assert match.view(0)["cows"][8]["symbol"] is None
    play(match, "cow gym")
    cow = match.view(0)["cows"][8]
    assert (cow["at"], cow["seen_by"], cow["up"]) == ("gym", [], False)
    assert match.view()["phase"] == "cow"


def test_s34_the_game_is_over_if_the_stack_is_empty() -> None:
    match = end_round(short("h4+h3:0 h5+h4:0 m4+m3:0", hands=("", "")))
    assert (match.over, match.ending) == (True, "last-cow")


def test_s34_the_last_cow_by_shortage_gives_one_more_round_without_a_peek() -> None:
    match = end_round(
        short("h4+h3:0 h5+h4:0", hands=("", ""), players={0: {"at": {"pub": ["d5"]}}})
    )
    assert match.view()["phase"] == "shortage"
    play(match, "cow gym")
    view = match.view()
    assert (view["phase"], view["no_peek"], view["stack"], view["round"]) == ("choose", True, 0, 4)
    assert "story.no_peek" in told(match)
    for seat in (0, 1):
        match.play(legal(match, seat)[0], seat)
    end_round(match)
    assert match.ending == "extra-round"


def test_s35_the_round_of_the_last_peeked_cow_is_the_last() -> None:
    match = short("h4+h3:0 ?h5@pub", hands=("", ""))
    end_round(match)
    assert (match.view()["stack"], match.view()["phase"]) == (0, "cow")
    play(match, "cow pub")
    for seat in (0, 1):
        match.play(legal(match, seat)[0], seat)
    end_round(match)
    assert match.ending == "last-cow"


def test_s60_the_last_round_fills_no_hands_and_passes_nothing_on() -> None:
    match = end_round(short("h4+h3:0 h5+h4:0 ?m4@pub", hands=("m5", "h4")))
    assert match.over
    assert [player(match, seat)["hand"] for seat in (0, 1)] == [["m5"], ["h4"]]
    assert match.view()["first"] == 1


def test_s60_cows_on_the_table_do_not_prolong_the_game() -> None:
    match = end_round(short("h4+h3:0 h5@opera ?m4@pub", hands=("", "")))
    assert match.over


@pytest.mark.parametrize(
    ("name", "rounds", "ending"),
    [
        ("last_cow_2", 7, "last-cow"),
        ("last_cow_4", 7, "last-cow"),
        ("last_cow_early_3", 5, "last-cow"),
        ("extra_round_2", 7, "extra-round"),
        ("extra_round_3", 6, "extra-round"),
    ],
)
def test_s60_each_ending_is_reached_from_the_deal(name: str, rounds: int, ending: str) -> None:
    match = allmende.load(RECORDED / f"{name}.allmende")
    view = match.view()
    fresh = allmende.new(NAME, seats=match.seats, seed=match.seed, options=view["options"])
    assert digest(match.record_at(0)) == fresh.digest()
    assert (view["round"], match.ending) == (rounds, ending)


def test_s53_what_is_left_on_the_table_is_worth_nothing() -> None:
    match = table("h5@opera ?m5@vip_club", "opera: h5, vip_club: m5", "opera: h4")
    assert match.scores() == [0, 0]


def test_the_rulebook_examples_of_points() -> None:
    match = table("h4+h3:0 d5+d2:1")
    assert match.scores() == [12, 10]
    assert match.ranking() == [1, 2]
    assert match.breakdown() == [
        [("heart cow 4 (c1) and heart bull 3", 12)],
        [("dumbbell cow 5 (c2) and dumbbell bull 2", 10)],
    ]


def test_s54_with_equal_points_more_couples_win() -> None:
    match = table("h4+h3:0 d3+d2:1 b3+b2:1")
    assert (match.scores(), match.ranking()) == ([12, 12], [2, 1])


def test_s54_with_equal_couples_the_place_is_shared() -> None:
    match = table("h4+h3:0 d4+d3:1 b5+b1:2", seats=3)
    assert (match.scores(), match.ranking()) == ([12, 12, 5], [1, 1, 3])


def test_s55_couples_are_public() -> None:
    for seat in (0, 1, None):
        cow = table("h4+h3:0").view(seat)["cows"][0]
        assert (cow["shack"], cow["bull"], cow["value"], cow["points"]) == (0, "h3", 4, 12)
