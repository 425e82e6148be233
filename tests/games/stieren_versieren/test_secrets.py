"""What is hidden, what is known, and what a seat may imagine."""

from collections import Counter

import allmende
from allmende.conformance import LAWS
from allmende.core.game import digest
from allmende.games.stieren_versieren import game
from tests.games.stieren_versieren.positions import (
    COUPLES,
    NAME,
    bulls,
    choosing,
    imagined,
    legal,
    play,
    player,
    table,
)
from tests.games.stieren_versieren.twins import TWINS, twins

# All bulls but five lie open, so what is held can be told by elimination.
REST = "opera: h1 h2 h3, vip_club: m1 m2 m3 m4 m5, gym: d1 d2 d3 d4 d5"
KNOWN = {
    1: {"hand": ["h4", "h5"], "known": ["h4", "h5"], "discard": ["b1", "b2", "b3", "b4", "b5"]}
}


def test_hands_are_imagined_among_what_lies_not_open() -> None:
    match = table("", "pub: b1", "pub: b2", hands=("h1 h2", "m1 m2"))
    found = {name for p in imagined(match, 0, 300) for name in p["players"][1]["hand"]}
    assert len(found) == 19
    assert "b2" not in found
    assert all(p["players"][0]["hand"] == ["h1", "h2"] for p in imagined(match, 0))
    assert {len(p["players"][1]["hand"]) for p in imagined(match, 0)} == {2}


def test_s68_a_hand_is_known_when_the_pile_runs_out() -> None:
    match = table(
        "", "", REST, hands=("", "h4 h5"), to_act=1, players={1: {"discard": ["b4", "b5"]}}
    )
    assert player(match, 1)["known"] == []
    play(match, "swap h4", "done")  # draws the three from the pile, then one from the discards
    shown = match.view(0)["players"][1]
    assert (shown["hand_count"], shown["reshuffles"]) == (5, 1)
    faces = [(bull["symbol"], bull["value"]) for bull in shown["known"]]
    assert faces == [("heart", 5), ("beer", 1), ("beer", 2), ("beer", 3)]
    for position in imagined(match, 0):
        assert {"h5", "b1", "b2", "b3"} < set(position["players"][1]["hand"])
    assert len({tuple(p["players"][1]["hand"]) for p in imagined(match, 0)}) == 3


def test_s68_known_cards_stay_known_when_chosen_face_down() -> None:
    players = [
        {"hand": ["h1", "h2"]},
        {**KNOWN[1], "at": {"opera": ["h1", "h2", "h3"], "gym": ["d1", "d2", "d3", "d4", "d5"]}},
        {"hand": ["m1"]},
    ]
    match = choosing("h1", "h4", "m1", players=players)
    match.play("choose h5", 1)
    shown = match.view(0)["players"][1]
    assert [bull["value"] for bull in shown["known"]] == [4, 5]
    found = Counter(p["players"][1]["chosen"][0] for p in imagined(match, 0, 300))
    assert set(found) == {"h4", "h5"}
    assert min(found.values()) > 100
    assert {p["players"][1]["chosen"][0] for p in imagined(match, 1)} == {"h5"}


def test_s68_discards_are_public() -> None:
    match = play(table("", hands=("h1 h2", "")), "swap h1")
    for seat in (1, None):
        assert [bull["id"] for bull in match.view(seat)["players"][0]["discard"]] == ["h1"]


def test_committed_cards_of_a_challenger_may_be_anything() -> None:
    match = table("h5@opera", "opera: h1", "opera: h2", hands=("h3", "m1 b1"))
    play(match, "court h1 c1", "challenge h2", "support m1")
    found = {p["players"][1]["committed"][0] for p in imagined(match, 0, 300)}
    assert len(found) == 19
    assert {p["players"][1]["committed"][0] for p in imagined(match, 1)} == {"m1"}


def test_committed_cards_of_romeo_share_the_symbol() -> None:
    match = table("h5@opera", "opera: h1", "opera: h2", hands=("h3 h4 m1", ""))
    play(match, "court h1 c1", "challenge h2", "done", "support h3")
    found = Counter(p["players"][0]["committed"][0] for p in imagined(match, 1, 400))
    assert set(found) == {"h2", "h3", "h4", "h5"}
    assert min(found.values()) > 60


def test_each_deal_that_fits_is_imagined_equally_often() -> None:
    rest = "opera: h1 h2 h3 h4, vip_club: m1 m2 m3 m4 m5, gym: d1 d2 d3 d4 d5, pub: b1 b2"
    players = [{"hand": ["h1"]}, {"hand": ["h5", "b3"], "known": ["h5"], "at": bulls(rest)}, {}]
    match = choosing("h1", "h5", "", players=players)
    match.play("choose b3", 1)
    found = Counter(
        (*p["players"][1]["chosen"], *p["players"][1]["hand"]) for p in imagined(match, 0, 1800)
    )
    unknown = ("b3", "b4", "b5")  # one of them is held, and h5 is: either may lie face down
    assert set(found) == {pair for b in unknown for pair in (("h5", b), (b, "h5"))}
    assert max(abs(count - 300) for count in found.values()) < 75


def test_each_cow_is_imagined_equally_often() -> None:
    seen = " ".join((*COUPLES, "h4+h3:0"))
    match = table(f"{seen} ?h5@pub ?m4@pub:1", "pub: d5")
    cows = [tuple(cow["card"] for cow in p["cows"][9:]) for p in imagined(match, 1, 1800)]
    assert {peeked for _, peeked in cows} == {"m4"}
    found = Counter(unseen for unseen, _ in cows)
    assert set(found) == {"h5", "m5", "d4", "d5", "b4", "b5"}
    assert max(abs(count - 300) for count in found.values()) < 75


def test_a_spectator_knows_only_what_lies_open() -> None:
    view = allmende.new(NAME, seats=3, seed=4).view()
    assert [shown["hand"] for shown in view["players"]] == [None] * 3
    assert len(view["unseen_cows"]) == 16
    assert [len(shown["pool"]) for shown in view["players"]] == [20] * 3


def test_equal_bulls_are_offered_once() -> None:
    match = table("", "pub: h1 h1b m3", hands=("h2 h2b m1", ""), data=twins())
    moves = legal(match)
    assert "move h1 opera" in moves
    assert not any("h1b" in move or "h2b" in move for move in moves)
    assert legal(play(match, "move h1 opera")) == ["alone", "take h1b"]
    play(match, "take h1b", "swap h2")
    assert legal(match) == ["swap h2b", "swap m1", "done"]


def test_which_of_two_equal_bulls_is_shown_tells_nothing() -> None:
    one = play(table("", hands=("h2 m1", ""), data=twins()), "swap h2")
    other = play(table("", hands=("h2b m1", ""), data=twins()), "swap h2b")
    assert one.view(1) == other.view(1)
    assert digest(game.veiled(one.record, 1, 1)) == digest(game.veiled(other.record, 1, 1))


LAWS_OF_TWINS = {
    "every_legal_move_plays",
    "words_find_their_moves",
    "position_round_trips",
    "concealing_twice_changes_nothing",
    "conceal_is_canonical",
    "conceal_hides_every_secret",
    "veil_keeps_what_is_known",
    "others_know_the_disguise_only",
    "stories_keep_secrets",
}


def test_the_laws_hold_with_equal_bulls() -> None:
    laws = {law.__name__: law for law in LAWS}
    for name in sorted(LAWS_OF_TWINS):
        laws[name](TWINS)
