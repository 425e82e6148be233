"""Bonus places: what they give, in which order, and what happens in the middle of a turn."""

from typing import Any

from tests.games.kuhfstein.positions import (
    EXAMPLE,
    cows,
    ids,
    legal,
    own_document,
    own_track,
    play,
    player,
    table,
    told,
)

LAKES: list[int | None] = [1, 4, 7, 9]  # four cards that show a lake
PLAY_16 = ("play 16", "cows m13 n15")
BIG = "H M\nF L\nB ."  # fits card 54: four cows, 13 points
PLAY_54 = ("play 54", "cows m13 n13 m14 n14")


def with_bonuses(*effects: tuple[int, str]) -> dict[str, Any]:
    """Return a document with these bonuses on the track."""
    return own_document(track=own_track(*effects))


def test_k16_points_of_a_tree_reach_bonuses_too() -> None:
    match = table("H H\nH .", points=12)
    play(match, "tile", "take hay", "place n14", "tree nw")
    assert player(match)["points"] == 17
    assert player(match)["supply"] == 5
    assert "story.bonus.cow" in told(match)


def test_k16_a_bonus_place_counts_when_it_is_reached_exactly() -> None:
    assert player(play(table(EXAMPLE, hand=[16], points=7), *PLAY_16))["supply"] == 3
    assert player(play(table(EXAMPLE, hand=[16], points=6), *PLAY_16))["supply"] == 2


def test_k19_a_tile_from_a_bonus_comes_without_an_exchange() -> None:
    data = with_bonuses((15, "place_tile"))
    match = play(table(EXAMPLE, hand=[16], points=10, tiles="HHHHM", data=data), *PLAY_16)
    assert match.view()["phase"] == "bonus-tile"
    assert legal(match) == ["take hay", "take meadow"]


def test_k19_an_extra_action_may_exchange_tiles() -> None:
    match = play(table(EXAMPLE, hand=[16], points=30, tiles="HHHHM"), *PLAY_16, "tile")
    assert "exchange tiles" in legal(match)


def test_k31_all_cows_home_takes_the_cows_just_set_too() -> None:
    match = table("L B*\nM .\nF H", hand=[16], points=40)
    assert player(match)["supply"] == 5
    play(match, *PLAY_16)
    assert cows(match) == set()
    assert player(match)["supply"] == 6
    assert told(match)[-1] == "story.bonus.all_cows_home"


def test_k32_bonuses_of_one_move_come_in_the_order_of_the_track() -> None:
    # From 34 to 47: an extra action on 35, and after it all cows home on 45.
    match = play(table(BIG, hand=[54], points=34), *PLAY_54)
    assert match.view()["phase"] == "extra-action"
    assert match.view()["waiting_bonuses"] == [45]
    assert len(cows(match)) == 4
    play(match, "card", "take 55")
    assert cows(match) == set()
    assert match.view()["phase"] == "action"


def test_k32_each_bonus_is_complete_before_the_next() -> None:
    data = with_bonuses((35, "place_tile"), (45, "take_card"))
    match = play(table(BIG, hand=[54], points=34, data=data, tiles="HHMFB"), *PLAY_54)
    assert match.view()["phase"] == "bonus-tile"
    play(match, "take hay")
    assert match.view()["phase"] == "place"
    play(match, "place l13")
    assert match.view()["phase"] == "bonus-card"
    play(match, "take 55")
    assert match.view()["phase"] == "action"


def test_k33_an_extra_action_does_not_use_up_one_of_the_two() -> None:
    match = play(table(EXAMPLE, hand=[16], points=30), *PLAY_16)
    assert match.view()["phase"] == "extra-action"
    assert match.view()["actions_left"] == 1
    play(match, "card", "take 55")
    assert match.view()["phase"] == "action"
    assert match.view()["actions_left"] == 1
    play(match, "card", "take 54")
    assert match.to_act == [1]


def test_k34_a_bonus_that_is_not_possible_is_lost() -> None:
    data = with_bonuses((15, "take_card"))
    match = table(EXAMPLE, hand=[16], points=10, cards=[None] * 4, data=data)
    play(match, *PLAY_16)
    assert match.view()["phase"] == "action"
    assert told(match)[-1] == "story.bonus_lost"


def test_k34_gaps_from_bonuses_are_refilled_at_the_end_of_the_turn() -> None:
    data = with_bonuses((15, "take_card"))
    match = table(EXAMPLE, hand=[16], points=10, data=data, cards=[1, 2, 3, 4])
    play(match, *PLAY_16, "take 2")
    assert ids(match.view()["cards"]["display"]) == [1, None, 3, 4]
    play(match, "tile", "take hay", "place l13")
    assert None not in match.view()["cards"]["display"]


def test_k35_a_tile_from_a_bonus_may_earn_a_tree() -> None:
    data = with_bonuses((15, "place_tile"))
    match = table("L F\nM .\nF H", hand=[16], points=10, data=data)
    play(match, *PLAY_16, "take house", "place n14")
    assert legal(match) == ["no tree", "tree nw", "tree sw"]
    play(match, "tree nw")
    assert player(match)["points"] == 23


def test_k36_on_a_second_lap_there_are_no_bonuses() -> None:
    # 65 + 15 lies between 75 and 83.
    match = play(table(EXAMPLE, hand=[16], points=75), *PLAY_16)
    assert told(match) == ["story.lay"]
    assert player(match)["supply"] == 4


def test_k36_a_bonus_is_not_given_again() -> None:
    match = play(table(EXAMPLE, hand=[16], points=15), *PLAY_16)
    assert player(match)["points"] == 23
    assert player(match)["supply"] == 3
    assert told(match) == ["story.lay"]


def test_k56_bonuses_inside_an_extra_action_come_before_those_that_wait() -> None:
    data = with_bonuses((30, "extra_action"), (33, "all_cows_home"), (40, "take_card"))
    match = table("L B\nM .\nF H", hand=[16, 2], points=28, data=data)
    play(match, *PLAY_16)
    assert player(match)["points"] == 36
    assert match.view()["phase"] == "extra-action"
    assert match.view()["waiting_bonuses"] == [33]
    match = table("L B M\nM .\nF H", hand=[16, 2], points=28, data=data)
    play(match, *PLAY_16, "play 2", "cows n13 o13")
    # The card of the extra action has reached 40, which is served before 33.
    assert match.view()["phase"] == "bonus-card"
    assert match.view()["waiting_bonuses"] == [33]
    assert len(cows(match)) == 4
    play(match, "take 55")
    assert cows(match) == set()
    assert match.view()["phase"] == "action"


def test_k56_the_marker_moves_its_full_distance_first() -> None:
    match = play(table(BIG, hand=[54], points=34), *PLAY_54)
    assert player(match)["points"] == 47


def test_k58_a_card_from_a_bonus_comes_without_an_exchange() -> None:
    data = with_bonuses((15, "take_card"))
    match = play(table(EXAMPLE, hand=[16], points=10, cards=LAKES, data=data), *PLAY_16)
    assert match.view()["phase"] == "bonus-card"
    assert legal(match) == ["take 1", "take 4", "take 7", "take 9"]


def test_k58_an_extra_action_may_exchange_cards() -> None:
    match = play(table(EXAMPLE, hand=[16], points=30, cards=LAKES), *PLAY_16, "card")
    assert "exchange cards" in legal(match)


def test_k61_a_possible_bonus_must_be_carried_out() -> None:
    data = with_bonuses((15, "take_card"))
    match = play(table(EXAMPLE, hand=[16], points=10, data=data), *PLAY_16)
    assert all(move.startswith("take ") for move in legal(match))
    match = play(table(EXAMPLE, hand=[16], points=30), *PLAY_16)
    assert set(legal(match)) == {"tile", "card", "home m13", "home n15"}


def test_k61_an_impossible_bonus_passes_by_itself() -> None:
    data = with_bonuses((15, "place_tile"))
    match = table(EXAMPLE, hand=[16], points=10, tiles="-----", data=data)
    play(match, *PLAY_16)
    assert match.view()["phase"] == "action"
    assert match.view()["waiting_bonuses"] == []
