"""The Bull Fight with one challenger."""

from allmende import Match
from tests.games.stieren_versieren.positions import (
    legal,
    out,
    paths,
    play,
    player,
    table,
    told,
    why,
)

COW = "h5@opera"


def fight(romeo: str, rival: str, hands: tuple[str, ...] = ("m1", "m1"), seats: int = 2) -> Match:
    """Begin with the bulls of Romeo's owner and of a rival in the opera."""
    match = table(COW, f"opera: {romeo}", f"opera: {rival}", hands=hands, seats=seats)
    return play(match, f"court {romeo.split()[0]} c1")


def shack(match: Match) -> int | None:
    """Return in whose Love Shack the cow is."""
    seat: int | None = match.view()["cows"][0]["shack"]
    return seat


def test_s36_a_bull_of_her_symbol_on_the_spot_may_challenge() -> None:
    match = fight("h2", "h1 m4 h3")
    assert (match.to_act, match.view()["phase"]) == ([1], "challenge")
    assert legal(match) == ["decline", "challenge h1", "challenge h3"]
    assert why(match, "challenge m4") == "not.no_rival"


def test_s36_bulls_of_other_symbols_or_elsewhere_are_no_rivals() -> None:
    match = table(COW, "opera: h2", "opera: m4, pub: h5")
    assert shack(play(match, "court h2 c1")) == 0


def test_s37_players_are_asked_clockwise_and_the_first_to_accept_fights() -> None:
    match = table(COW, "opera: h1", "opera: h2", "opera: h3", "opera: h4", seats=4, to_act=2)
    play(match, "court h3 c1")
    assert match.to_act == [3]
    play(match, "decline")
    assert match.to_act == [0]
    play(match, "challenge h1")
    assert (match.to_act, match.view()["phase"]) == ([0], "commit")
    play(match, "done")
    assert match.to_act == [2]


def test_s37_if_all_decline_they_are_a_couple() -> None:
    match = table(COW, "opera: h1", "opera: h2", "opera: h3", seats=3)
    play(match, "court h1 c1", "decline", "decline")
    assert (shack(match), match.to_act) == (0, [0])


def test_s38_mates_have_the_symbol_of_the_cow() -> None:
    match = play(fight("h2 h1 m5", "h3 h4 d5"), "challenge h3")
    assert legal(match) == ["join h4", "support m1", "done"]
    assert why(match, "join d5") == "not.no_mate"
    play(match, "done")
    assert legal(match) == ["join h1", "done"]


def test_s69_there_is_no_bluff_with_bulls_on_the_spot() -> None:
    match = play(fight("h2", "h3 d5 m2"), "challenge h3")
    assert [move for move in legal(match) if move.startswith("join")] == []


def test_s39_the_champions_count() -> None:
    match = play(fight("h2", "h3"), "challenge h3", "done", "done")
    assert [seen["strength"] for seen in match.view()["players"]] == [2, 3]
    assert shack(match) == 1


def test_s40_the_challenger_puts_in_first_then_romeo_then_all_is_shown() -> None:
    match = play(fight("h2", "h3 h1", ("h4", "m1 h5")), "challenge h3")
    play(match, "join h1", "support h5")
    assert match.view()["players"][1]["strength"] == 0
    play(match, "done")
    assert match.to_act == [0]
    play(match, "support h4", "done")
    assert [seen["strength"] for seen in match.view()["players"]] == [6, 9]
    assert [seen["support"] for seen in match.view()["players"]] == [["h4"], ["h5"]]


def test_s40_any_set_of_bulls_has_one_order() -> None:
    match = play(fight("h2", "h3 h1 h4", ("", "m1 m2 d1")), "challenge h3", "join h4")
    assert legal(match) == ["support m1", "support m2", "support d1", "done"]
    assert why(match, "join h1") == "not.rising"
    play(match, "support m2")
    assert legal(match) == ["support d1", "done"]
    assert why(match, "support m1") == "not.rising"


def test_s40_every_set_of_bulls_is_put_in_in_one_way() -> None:
    match = play(fight("h2", "h3 h1 h4 h5", ("", "m1 m2 h2 d1")), "challenge h3")
    sets = [frozenset(path) - {"done"} for path in paths(match, "commit")]
    assert len(sets) == len(set(sets)) == 2 ** (3 + 4)


def test_s40_mates_come_before_hand_cards() -> None:
    match = play(fight("h2", "h3 h1", ("", "m1")), "challenge h3", "support m1")
    assert why(match, "join h1") == "not.mates_first"


def test_s41_the_challenger_may_bluff() -> None:
    match = play(fight("h3", "h2", ("", "m5 b5")), "challenge h2", "support m5", "support b5")
    play(match, "done", "done")
    assert [seen["strength"] for seen in match.view()["players"]] == [3, 2]
    assert shack(match) == 0


def test_s41_romeo_may_not_bluff() -> None:
    match = play(fight("h3", "h2", ("h1 m5", "")), "challenge h2", "done")
    assert legal(match) == ["support h1", "done"]
    assert why(match, "support m5") == "not.romeo_bluffs"


def test_s42_romeo_wins_a_tie() -> None:
    assert shack(play(fight("h3", "h3"), "challenge h3", "done", "done")) == 0


def test_s43_the_winner_loses_the_mates_that_took_part() -> None:
    match = play(fight("h3 h1 h2", "h4"), "challenge h4", "done", "join h1", "done")
    assert shack(match) == 0
    assert out(match) == {"opera": ["h2"]}
    assert player(match)["discard"] == ["h1"]
    assert match.scores() == [15, 0]


def test_s43_a_winning_challenger_too() -> None:
    match = play(fight("h3", "h2 h4"), "challenge h2", "join h4", "done", "done")
    assert (shack(match), match.scores()) == (1, [0, 10])
    assert (out(match, 1), player(match, 1)["discard"]) == ({}, ["h4"])


def test_s44_a_beaten_challenger_leaves_and_his_mates_stay() -> None:
    match = play(fight("h5", "h1 h2"), "challenge h1", "join h2", "done", "done")
    assert shack(match) == 0
    assert out(match, 1) == {"opera": ["h2"]}
    assert player(match, 1)["discard"] == ["h1"]


def test_s45_a_beaten_romeo_and_his_mates_stay() -> None:
    match = play(fight("h2 h1", "h5"), "challenge h5", "done", "join h1", "done")
    assert shack(match) == 1
    assert out(match) == {"opera": ["h1", "h2"]}
    assert "story.romeo_beaten" in told(match)


def test_s46_hand_cards_are_discarded_whoever_wins() -> None:
    match = play(fight("h2", "h3", ("h1", "h4 m5")), "challenge h3", "support h4", "support m5")
    play(match, "done", "support h1", "done")
    assert player(match)["discard"] == ["h1"]
    assert player(match, 1)["discard"] == ["h4", "m5"]
    assert player(match, 1)["hand"] == []


def test_s47_a_lost_fight_costs_one_action() -> None:
    match = play(fight("h2", "h5"), "challenge h5", "done", "done")
    assert (match.to_act, match.view()["actions_left"], match.view()["phase"]) == ([0], 1, "action")


def test_s56_nobody_challenges_himself() -> None:
    match = table(COW, "opera: h1 h2 h3")
    assert shack(play(match, "court h1 c1")) == 0


def test_s65_mates_and_the_number_of_hand_cards_are_open_at_once() -> None:
    match = play(fight("h2", "h3 h1", ("h4", "m1 h5")), "challenge h3", "join h1", "support h5")
    for seat in (0, None):
        seen = match.view(seat)["players"][1]
        assert (seen["champion"], seen["mates"], seen["committed_count"]) == ("h3", ["h1"], 1)
        assert (seen["face_down"], seen["support"]) == (None, [])
    assert match.view(1)["players"][1]["face_down"][0]["id"] == "h5"
    play(match, "done", "done")
    assert match.view()["players"][1]["support"] == ["h5"]


def test_what_was_shown_is_taken_off_the_table_with_the_next_decision() -> None:
    match = play(fight("h2", "h3", ("h4", "h5")), "challenge h3", "support h5", "done", "done")
    play(match, "pass")
    assert [seen["strength"] for seen in match.view()["players"]] == [0, 0]
    assert [seen["support"] for seen in match.view()["players"]] == [[], []]
