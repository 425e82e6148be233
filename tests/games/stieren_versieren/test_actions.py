"""The actions without a fight."""

import pytest

from tests.games.stieren_versieren.positions import (
    at,
    cow,
    end_round,
    kinds,
    legal,
    out,
    paths,
    play,
    player,
    table,
    told,
    why,
)

COURT_TWICE = ("court h2 c4", "court h3 c5")


def test_s10_a_face_down_cow_at_home_can_only_be_talked_to() -> None:
    match = table("?h3@opera", "opera: h2 m5")
    assert kinds(match, "talk") == ["talk h2 c1", "talk m5 c1"]
    assert kinds(match, "chase") == kinds(match, "court") == []
    play(match, "talk h2 c1")
    assert match.view()["cows"][0]["settled"]
    assert kinds(match, "court") == ["court h2 c1"]
    assert kinds(match, "chase") == []
    match = play(table("?h3@opera", "opera: h2"), "move h2 pub")
    assert (at(match, "c1"), match.view()["phase"]) == ("opera", "action")


def test_s11_any_number_may_be_at_a_place() -> None:
    match = table("?h2@pub ?h3@pub ?h4@pub ?m2@pub", "pub: b1 b2 b3 b4 b5 h1 h2 m1", hands=("h3",))
    assert len(kinds(match, "talk")) == 8 * 4


def test_s12_there_are_six_kinds_of_action() -> None:
    match = table("?h3@opera m2@opera h4@opera", "opera: h2 d5", seats=3, hands=("b1",))
    words = {move.split()[0] for move in legal(match)}
    assert words == {"talk", "move", "chase", "extra", "court", "swap", "pass"}


def test_s13_only_cows_that_are_face_up_are_led_chased_or_courted() -> None:
    match = table("?h2@pub ?h3@opera", "pub: h5 m5, opera: h4")
    assert kinds(match, "chase") == kinds(match, "court") == []
    assert why(match, "chase c1 gym") == why(match, "court h4 c2") == "not.face_down"
    assert at(play(match, "move h5 opera"), "c1") == "pub"
    assert match.view()["phase"] == "action"


def test_s14_actions_may_be_left_out() -> None:
    match = table("?h2@pub", "pub: h1")
    assert "pass" in legal(match)
    play(match, "talk h1 c1", "pass")
    assert (match.to_act, match.view()["actions_left"]) == ([1], 2)


def test_s59_a_pass_gives_up_all_actions_that_are_left() -> None:
    match = play(table("?h2@pub", "pub: h1"), "pass")
    assert (match.to_act, match.view()["actions_left"]) == ([1], 2)


def test_s15_an_action_may_be_done_twice() -> None:
    match = play(table("?h2@pub ?h3@pub", "pub: h1", seats=3), "talk h1 c1", "talk h1 c2")
    assert match.to_act == [1]
    match = play(table("", hands=("h1 h2",)), "swap h1", "done", "swap h2", "done")
    assert match.to_act == [1]


@pytest.mark.parametrize(
    "moves", [("move d5 vip_club", "move d5 gym"), ("chase c2 gym", "chase c3 gym"), COURT_TWICE]
)
def test_s15_so_may_moving_chasing_and_courting(moves: tuple[str, str]) -> None:
    cows = "b2@pub m2@pub m3@pub h4@opera"
    match = table(cows + " h5@opera", "pub: h1 d5, opera: h2 h3", seats=3)
    play(match, moves[0])
    assert match.to_act == [0]
    assert play(match, moves[1]).to_act == [1]


def test_s15_only_one_extra_bull_in_a_turn() -> None:
    match = play(table("", seats=3, hands=("h1 h2",)), "extra h1")
    assert out(match) == {"opera": ["h1"]}
    assert kinds(match, "extra") == []
    assert why(match, "extra h2") == "not.extra_once"


def test_s16_a_bull_with_more_symbols_flees_diagonally() -> None:
    match = play(table("?m2@pub", "pub: h3"), "talk h3 c1")
    assert out(match) == {"gym": ["h3"]}
    assert told(match) == ["story.talk", "story.blunt"]


def test_s16_a_bull_with_as_many_symbols_stays() -> None:
    match = play(table("?m3@pub ?m2@vip_club", "pub: h3, vip_club: h1"), "talk h3 c1", "talk h1 c2")
    assert out(match) == {"pub": ["h3"], "vip_club": ["h1"]}
    assert "story.charming" in told(match)


def test_s17_nobody_talks_to_a_cow_that_is_face_up() -> None:
    match = table("m2@pub", "pub: h3")
    assert kinds(match, "talk") == []
    assert why(match, "talk h3 c1") == "not.talked_already"


def test_s18_any_own_bull_at_her_place_may_talk() -> None:
    match = table("?m2@pub ?h2@gym", "pub: h3 b1, opera: m1", "pub: d1")
    assert kinds(match, "talk") == ["talk h3 c1", "talk b1 c1"]
    assert why(match, "talk m1 c1") == "not.apart"
    assert why(match, "talk d1 c1") == "not.not_out"


def test_s19_a_fleeing_bull_takes_nobody_along() -> None:
    match = play(table("?m2@pub h3@pub", "pub: h3 h1"), "talk h3 c1")
    assert out(match) == {"pub": ["h1"], "gym": ["h3"]}
    assert (at(match, "c1"), at(match, "c2")) == ("pub", "pub")


@pytest.mark.parametrize("bull", ["h1", "h2", "h3", "d5"])
def test_s70_a_cow_that_was_talked_to_stays_face_up(bull: str) -> None:
    match = play(table("?m2@pub", f"pub: {bull}", seats=3), f"talk {bull} c1")
    fled = bull in ("h3", "d5")
    assert out(match) == {"gym" if fled else "pub": [bull]}
    end_round(match)
    for seat in (None, 0, 1, 2):
        shown = match.view(seat)["cows"][0]
        assert (shown["at"], shown["up"]) == ("pub", True)
        assert (shown["symbol"], shown["value"]) == ("money", 2)


def test_s70_a_cow_whose_bull_has_fled_can_be_chased_but_not_talked_to() -> None:
    match = play(table("?m2@pub", "pub: h3 d2"), "talk h3 c1")
    assert out(match) == {"gym": ["h3"], "pub": ["d2"]}
    assert kinds(match, "talk") == []
    assert "chase c1 gym" in kinds(match, "chase")


def test_s20_at_most_one_companion() -> None:
    match = play(table("h3@pub", "pub: h2 h1"), "move h1 opera")
    assert legal(match) == ["alone", "lead c1", "take h2"]
    play(match, "lead c1")
    assert out(match) == {"opera": ["h1"], "pub": ["h2"]}
    assert match.view()["actions_left"] == 1


def test_s21_a_led_cow_shares_the_symbol_and_is_not_at_home() -> None:
    match = table("h5@pub m2@pub b2@pub h2@gym", "pub: h1 b5")
    play(match, "move h1 opera")
    assert legal(match) == ["alone", "lead c1"]
    assert why(match, "lead c2") == "not.other_symbol"
    assert why(match, "lead c4") == "not.apart"
    match = play(table("b2@pub", "pub: b5"), "move b5 opera")
    assert (match.view()["phase"], at(match, "c1")) == ("action", "pub")


def test_s22_a_mate_is_an_own_bull_with_the_same_symbol_at_the_same_place() -> None:
    match = table("", "pub: h1 h2 m1, gym: h3", "pub: h4")
    play(match, "move h1 vip_club")
    assert legal(match) == ["alone", "take h2"]
    assert why(match, "take m1") == "not.mate_symbol"
    assert why(match, "take h3") == why(match, "take h4") == "not.mate_apart"
    assert out(play(match, "take h2")) == {"vip_club": ["h1", "h2"], "pub": ["m1"], "gym": ["h3"]}


def test_s23_a_cow_may_be_led_home() -> None:
    match = play(table("h5@pub", "pub: h1"), "move h1 opera", "lead c1")
    assert match.view()["cows"][0]["settled"]
    assert "story.settled" in told(match)
    assert why(match, "chase c1 pub") == "not.settled"


def test_s24_only_bulls_at_her_place_can_chase_her() -> None:
    match = table("m3@pub", "pub: h2, gym: d5", "pub: h5")
    assert kinds(match, "chase") == []
    assert why(match, "chase c1 gym") == "not.too_weak"


def test_s25_bulls_of_all_other_symbols_add_up() -> None:
    match = table("m4@pub", "pub: h2 b1 d1 m5")
    assert kinds(match, "chase") == ["chase c1 opera", "chase c1 vip_club", "chase c1 gym"]
    assert kinds(table("m4@pub", "pub: h2 b1 m5"), "chase") == []


def test_s26_a_chased_cow_goes_to_any_other_place() -> None:
    for place in ("opera", "gym", "vip_club"):
        match = play(table("m2@pub", "pub: h2"), f"chase c1 {place}")
        assert at(match, "c1") == place
    assert match.view()["cows"][0]["settled"]
    assert why(table("m2@pub", "pub: h2"), "chase c1 pub") == "not.there_already"


def test_s27_the_bulls_stay_after_a_chase() -> None:
    match = play(table("m2@pub", "pub: h2 b1"), "chase c1 gym")
    assert out(match) == {"pub": ["h2", "b1"]}


def test_s62_a_chase_names_the_cow_and_the_place_only() -> None:
    match = table("m2@pub", "pub: h2 d3 b4")
    assert match.legal()[-4].data == {"do": "chase", "cow": "c1", "to": "opera"}
    assert len(kinds(match, "chase")) == 3


def test_s63_two_mates_together_are_one_move() -> None:
    match = play(table("", "pub: h1 h2"), "move h2 opera")
    assert match.view()["phase"] == "action"
    match = play(table("", "pub: h1 h2"), "move h1 opera")
    assert legal(match) == ["alone", "take h2"]
    match = play(table("h3@pub", "pub: h1 h2"), "move h2 opera")
    assert why(match, "take h1") == "not.mate_order"


def test_a_bull_moves_to_the_two_places_next_to_its_own() -> None:
    match = table("", "pub: h1")
    assert kinds(match, "move") == ["move h1 opera", "move h1 vip_club"]
    assert why(match, "move h1 gym") == "not.not_adjacent"


def test_s28_bull_cow_and_place_share_a_symbol() -> None:
    match = table("h5@opera m5@opera h4@pub", "opera: h1 m1, pub: h2")
    assert kinds(match, "court") == ["court h1 c1"]
    assert why(match, "court m1 c1") == "not.other_symbol"
    assert why(match, "court h1 c3") == "not.cow_not_home"
    assert why(match, "court h2 c1") == "not.bull_not_home"


def test_s29_without_a_challenge_they_are_a_couple() -> None:
    match = play(table("h5@opera", "opera: h2", "opera: m1"), "court h2 c1")
    assert (match.view()["cows"][0]["shack"], match.scores()) == (0, [10, 0])
    assert match.view()["players"][0]["married"] == ["h2"]
    assert match.view()["actions_left"] == 1
    assert player(match)["discard"] == []


def test_s29_the_bull_of_a_couple_never_comes_back() -> None:
    rest = "opera: h3 h4 h5, vip_club: m1 m2 m3 m4 m5, gym: d1 d2 d3 d4 d5, pub: b1 b2 b3 b4 b5"
    match = table("h5+h2:0", rest, hands=("h1",), players={0: {"known": ["h1"]}})
    play(match, "swap h1", "done")
    assert (player(match)["hand"], player(match)["reshuffles"]) == (["h1"], 1)
    assert match.view()["players"][0]["married"] == ["h2"]


def test_s30_a_swap_discards_at_least_one_and_fills_the_hand() -> None:
    match = table("", hands=("h1 h2 m3",))
    assert kinds(match, "done") == []
    play(match, "swap h1")
    assert legal(match) == ["swap h2", "swap m3", "done"]
    assert player(match)["discard"] == ["h1"]
    play(match, "swap m3", "done")
    assert len(player(match)["hand"]) == 5
    assert "h2" in player(match)["hand"]
    assert player(match)["discard"] == ["h1", "m3"]


def test_s30_every_set_of_bulls_is_swapped_in_one_way() -> None:
    match = table("", hands=("h1 h2 m3 d4 b5",))
    sets = [frozenset(path) - {"done"} for path in paths(match, "swap") if "pass" not in path]
    assert len(sets) == len(set(sets)) == 2**5 - 1


def test_s31_an_empty_pile_is_made_of_the_discards() -> None:
    rest = "opera: h2 h3 h4 h5, vip_club: m1 m2 m3 m4 m5, gym: d1 d2 d3 d4 d5, pub: b1"
    discards = {0: {"discard": ["b2", "b3", "b4", "b5"], "known": ["h1"]}}
    match = play(table("", rest, hands=("h1",), players=discards), "swap h1", "done")
    assert len(player(match)["hand"]) == 5
    assert player(match)["reshuffles"] == 1
    assert "story.reshuffled" in told(match)


def test_s31_without_discards_the_hand_stays_smaller() -> None:
    rest = "opera: h2 h3 h4 h5, vip_club: m1 m2 m3 m4 m5, gym: d1 d2 d3 d4 d5, pub: b1 b2 b3 b4 b5"
    known = {0: {"known": ["h1"]}}
    match = play(table("", rest, hands=("h1",), players=known), "swap h1", "done")
    assert player(match)["hand"] == ["h1"]


def test_s61_cards_just_swapped_away_are_shuffled_in() -> None:
    rest = "opera: h3 h4 h5, vip_club: m1 m2 m3 m4 m5, gym: d1 d2 d3 d4 d5, pub: b1 b2 b3 b4 b5"
    known = {0: {"known": ["h1", "h2"]}}
    match = table("", rest, hands=("h1 h2",), players=known)
    play(match, "swap h1", "swap h2", "done")
    assert player(match)["hand"] == ["h1", "h2"]


def test_s61_discards_stay_as_long_as_the_pile_lasts() -> None:
    match = table("", hands=("h1",), players={0: {"discard": ["m1", "m2"]}})
    play(match, "swap h1", "done")
    assert player(match)["discard"] == ["h1", "m1", "m2"]


def test_s51_with_two_players_there_is_no_extra_bull() -> None:
    match = table("h2@opera", "opera: h1", hands=("m1",))
    assert kinds(match, "extra") == []
    assert why(match, "extra m1") == "not.extra_two"
    assert kinds(match, "court") == ["court h1 c1"]
    assert kinds(match, "swap") == ["swap m1"]


def test_s52_a_settled_cow_is_neither_chased_nor_led() -> None:
    match = table("h2@opera", "opera: h1 m5")
    assert kinds(match, "chase") == []
    play(match, "move h1 pub")
    assert (at(match, "c1"), match.view()["phase"]) == ("opera", "action")


def test_s67_face_down_cows_at_one_place_stay_apart() -> None:
    match = table("?h4@pub:1 ?m2@pub", "pub: b1")
    assert kinds(match, "talk") == ["talk b1 c1", "talk b1 c2"]
    play(match, "talk b1 c2")
    assert [shown["up"] for shown in match.view()["cows"]] == [False, True]
    assert cow("?h4@pub:1")["seen_by"] == match.view()["cows"][0]["seen_by"]
