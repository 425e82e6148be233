"""Two actions a turn, refills at its end, and how the game ends."""

from tests.games.kuhfstein.positions import (
    EXAMPLE,
    all_tiles_but,
    ids,
    legal,
    own_document,
    play,
    table,
    told,
)

TAKE_HAY = ("tile", "take hay", "place n13")


def test_k8_both_actions_are_taken() -> None:
    match = play(table("H"), "card", "take 55")
    assert match.to_act == [0]
    assert match.view()["actions_left"] == 1
    assert set(legal(match)) == {"tile", "card"}
    play(match, *TAKE_HAY)
    assert match.to_act == [1]
    assert match.view()["actions_left"] == 2


def test_k8_the_same_action_may_be_taken_twice() -> None:
    match = play(table("H"), "card", "take 55", "card", "take 54")
    assert ids(match.view()["players"][0]["hand"]) == [54, 55]
    assert match.to_act == [1]


def test_k8_what_cannot_be_completed_is_forfeited() -> None:
    empty = table("H* M", tiles="-----", cards=[None] * 4)
    assert legal(empty) == ["home m13"]
    play(empty, "home m13")
    assert empty.to_act == [1]
    assert empty.view()["actions_left"] == 2


def test_k9_gaps_stay_until_the_turn_ends() -> None:
    match = play(table("H", tiles="HMFLL"), *TAKE_HAY)
    assert match.view()["tiles"]["display"] == [None, "meadow", "forest", "lake", "lake"]
    play(match, "tile")
    assert "take hay" not in legal(match)
    play(match, "take meadow", "place l13")
    assert None not in match.view()["tiles"]["display"]
    assert match.view()["tiles"]["display"][2:] == ["forest", "lake", "lake"]


def test_k9_a_second_card_comes_from_the_three_that_are_left() -> None:
    match = play(table("H", cards=[1, 2, 3, 4]), "card", "take 2", "card")
    assert legal(match) == ["take 1", "take 3", "take 4"]
    play(match, "take 4")
    assert ids(match.view()["cards"]["display"])[::2] == [1, 3]
    assert None not in ids(match.view()["cards"]["display"])


def test_k9_actions_from_bonuses_come_before_the_refill() -> None:
    match = table(EXAMPLE, hand=[16], points=30, tiles="HMFLL", actions_left=1)
    play(match, "play 16", "cows m13 n15")
    assert match.view()["phase"] == "extra-action"
    play(match, "tile", "take hay", "place l13")
    assert match.to_act == [1]
    assert None not in match.view()["tiles"]["display"]


def test_k39_reaching_65_is_noticed_at_the_end_of_the_turn() -> None:
    match = table(EXAMPLE, hand=[16], points=60)
    play(match, "play 16", "cows m13 n15")
    assert match.scores()[0] == 68
    assert not match.view()["last_round"]
    play(match, "card", "take 55")
    assert match.view()["last_round"]
    assert "story.last_round" in told(match)


def test_k39_the_round_is_played_out() -> None:
    match = table(EXAMPLE, hand=[16], points=60, seats=3, first=2, others={2: {}})
    play(match, "play 16", "cows m13 n15", "card", "take 55")
    assert match.to_act == [1]
    play(match, "card", "take 54", "card", "take 53")
    assert match.view()["phase"] == "scoring"
    assert match.to_act == [0, 1, 2]


def test_k40_if_the_last_player_reaches_65_the_game_ends_at_once() -> None:
    match = table(EXAMPLE, hand=[16], points=60, to_act=1, first=0)
    play(match, "play 16", "cows m13 n15", "card", "take 55")
    assert match.view()["phase"] == "scoring"
    assert told(match)[-2:] == ["ending.goal", "story.choose_scoring"]


def test_k49_a_display_that_cannot_be_filled_ends_the_game() -> None:
    match = table("H", others={1: {"layout": all_tiles_but("HHMFLB")}}, seats=2, actions_left=1)
    assert not match.view()["tiles"]["stack"]
    play(match, *TAKE_HAY)
    assert match.view()["phase"] == "scoring"
    assert told(match)[-2:] == ["ending.shortage", "story.choose_scoring"]
    for seat in (0, 1):
        match.play(legal(match, seat)[0], seat)
    assert match.ending == "shortage"


def test_k49_the_game_does_not_wait_for_the_end_of_the_round() -> None:
    crowd = {1: {"layout": all_tiles_but("HHMFLB", seats=3)}}
    match = table("H", others=crowd, seats=3, actions_left=1, first=0)
    play(match, *TAKE_HAY)
    assert match.to_act == [0, 1, 2]


def test_k50_after_65_points_a_short_display_does_not_end_the_round() -> None:
    crowd = {1: {"layout": all_tiles_but("HHMFLB"), "points": 70}}
    match = table("H", others=crowd, to_act=0, first=1, last_round=True, actions_left=1, seats=2)
    play(match, *TAKE_HAY)
    assert match.view()["phase"] == "scoring"
    assert match.position()["finale"] == "goal"
    crowd = {2: {"layout": all_tiles_but("HHMFLB", seats=3), "points": 70}}
    match = table("H", others=crowd, seats=3, first=2, last_round=True, actions_left=1)
    play(match, *TAKE_HAY)
    assert match.view()["phase"] == "action"
    assert match.to_act == [1]


def test_k59_in_the_last_round_displays_are_filled_as_far_as_tiles_last() -> None:
    crowd = {2: {"layout": all_tiles_but("HHMFLBM", seats=3), "points": 70}}
    match = table("H", others=crowd, seats=3, first=2, last_round=True)
    play(match, *TAKE_HAY, "tile", "take forest", "place l13")
    assert match.view()["tiles"]["display"] == ["meadow", "meadow", None, "lake", "house"]
    assert match.to_act == [1]


def test_k59_65_points_in_the_turn_of_the_shortage_prevent_the_early_end() -> None:
    crowd = {1: {"layout": all_tiles_but("HMFLB" + "LMFH")}}
    match = table(EXAMPLE, hand=[16], points=60, others=crowd, first=0)
    play(match, "play 16", "cows m13 n15", "tile", "take lake", "place l13")
    assert match.view()["tiles"]["display"].count(None) == 1
    assert match.view()["last_round"]
    assert match.to_act == [1]


def test_k61_nobody_is_asked_where_nothing_can_be_decided() -> None:
    # Seat 1 has nothing at all and no tile is left: its last turn passes without a decision.
    deck = [card["id"] for card in own_document()["deck"]]
    crowd = {2: {"layout": all_tiles_but("H", seats=3), "points": 70, "hand": deck}}
    match = table(
        "H*", others=crowd, seats=3, first=2, last_round=True, tiles="-----", cards=[None] * 4
    )
    play(match, "home m13")
    assert match.view()["phase"] == "scoring"


def test_k62_displays_are_refilled_before_the_end_is_tested() -> None:
    match = table(EXAMPLE, points=65, to_act=1, first=0, actions_left=1)
    play(match, "card", "take 55")
    assert match.view()["phase"] == "scoring"
    assert None not in ids(match.view()["cards"]["display"])
    keys = told(match)
    assert keys.index("story.cards_refilled") < keys.index("ending.goal")


def test_k62_tiles_are_refilled_before_cards() -> None:
    match = table("H", cards=[1, 2, 3, 4], tiles="HMFL-", actions_left=1)
    play(match, "card", "take 1")
    keys = told(match)
    assert keys.index("story.tiles_refilled") < keys.index("story.cards_refilled")
