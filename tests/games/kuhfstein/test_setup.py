"""Set-up: tiles, trees, cows, cards, scoring tiles, the fox, bonus tiles and the two variants."""

from collections import Counter

import pytest

from allmende import Match, new
from allmende.games.kuhfstein.equipment import EQUIPMENT
from allmende.games.kuhfstein.state import Place
from allmende.games.kuhfstein.supply import draw_secret_card
from tests.games.kuhfstein.positions import COUNTS, ids, legal, play

SEEDS = range(60)


def effects(match: Match) -> dict[int, str]:
    """Return what is on the track."""
    return {place["at"]: place["effect"] for place in match.view()["track"]["places"]}


def test_k1_the_basic_set_up_of_the_track_is_data() -> None:
    match = new("kuhfstein", seed=1)
    assert effects(match) == {15: "cow", 25: "cow", 35: "extra_action", 45: "all_cows_home"}
    places = match.view()["track"]["places"]
    assert [place["tile"] for place in places] == [None, 1, 2, 3]
    assert "Reconstruction" in match.view()["label"]["en"]
    assert match.view()["track"]["end"] == 65


def test_k1_chance_puts_tiles_and_sides_anywhere() -> None:
    found = set()
    for seed in range(400):
        match = new("kuhfstein", seed=seed, options={"bonus": "random"})
        places = match.view()["track"]["places"]
        assert [place["at"] for place in places] == [15, 25, 35, 45]
        assert sorted(place["tile"] for place in places[1:]) == [1, 2, 3]
        found.add(tuple((place["tile"], place["side"]) for place in places[1:]))
    assert len(found) == 48


def test_k2_two_cows_wait_on_15_and_25() -> None:
    match = new("kuhfstein", seats=4, seed=1)
    assert [at for at, effect in effects(match).items() if effect == "cow"] == [15, 25]
    assert [player["supply"] for player in match.view()["players"]] == [4, 4, 4, 4]


def test_k3_without_a_cow_side_up_one_starts_with_five_cows() -> None:
    found = set()
    for seed in SEEDS:
        match = new("kuhfstein", seed=seed, options={"bonus": "random"})
        waiting = list(effects(match).values()).count("cow")
        supplies = {player["supply"] for player in match.view()["players"]}
        assert supplies == {6 - waiting}
        found.add(waiting)
    assert found == {1, 2}


@pytest.mark.parametrize(("seats", "tiles"), [(2, 61), (3, 66), (4, 71)])
def test_k4_tiles_of_each_landscape_stay_in_the_box(seats: int, tiles: int) -> None:
    shown = new("kuhfstein", seats=seats, seed=1).view()["tiles"]
    found = Counter(shown["display"]) + Counter(shown["stack"])
    assert found.total() == tiles
    assert sorted(found.values()) == sorted(count - (4 - seats) for count in COUNTS.values())
    assert len(shown["display"]) == 5
    assert not shown["aside"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_k5_two_trees_for_each_player(seats: int) -> None:
    assert new("kuhfstein", seats=seats, seed=1).view()["trees_left"] == 2 * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_k6_four_cards_lie_open_and_everybody_has_one(seats: int) -> None:
    match = new("kuhfstein", seats=seats, seed=1)
    display = ids(match.view()["cards"]["display"])
    hands = [ids(match.view(seat)["players"][seat]["hand"]) for seat in range(seats)]
    assert None not in display
    assert [len(hand) for hand in hands] == [1] * seats
    assert len({*display, *(card for hand in hands for card in hand)}) == 4 + seats
    assert match.view()["cards"]["pile"] == 55 - 4 - seats


def test_k6_the_display_does_not_depend_on_who_gets_a_card_later() -> None:
    # The display is laid out first, so it is the same however the start cards are handed out.
    for seed in SEEDS:
        drawn = new("kuhfstein", seats=4, seed=seed)
        chosen = new("kuhfstein", seats=4, seed=seed, options={"start_card": "chosen"})
        assert drawn.view()["cards"]["display"] == chosen.view()["cards"]["display"]


def test_k7_chance_decides_who_begins() -> None:
    first = Counter(new("kuhfstein", seats=3, seed=seed).to_act[0] for seed in range(300))
    assert set(first) == {0, 1, 2}
    assert min(first.values()) > 60
    match = new("kuhfstein", seats=3, seed=5)
    assert match.to_act == [match.view()["first"]]


def test_k51_start_cards_are_chosen_against_the_clock_and_the_fox_is_last() -> None:
    match = new("kuhfstein", seats=4, seed=3, options={"start_card": "chosen"})
    first = match.view()["first"]
    display = ids(match.view()["cards"]["display"])
    order = []
    for left in (4, 3, 2, 1):
        order.append(match.to_act[0])
        assert len(legal(match)) == left
        assert match.view()["phase"] == "start-card"
        match.play(legal(match)[0])
    assert order == [(first - step) % 4 for step in (1, 2, 3, 4)]
    assert match.to_act == [first]
    taken = {card for player in match.view()["players"] for card in ids(player["hand"])}
    assert taken == set(display)
    refilled = ids(match.view()["cards"]["display"])
    assert None not in refilled
    assert not taken & set(refilled)


def test_k51_the_display_is_refilled_only_when_all_have_chosen() -> None:
    match = new("kuhfstein", seats=2, seed=3, options={"start_card": "chosen"})
    match.play(legal(match)[0])
    assert ids(match.view()["cards"]["display"]).count(None) == 1
    assert match.to_act == [match.view()["first"]]


def test_k66_start_cards_are_dealt_from_the_start_player_on() -> None:
    for seed in SEEDS:
        dealt = new("kuhfstein", seats=4, seed=seed)
        # The same set-up up to here, without the start cards: deal them by hand.
        s = new("kuhfstein", seats=4, seed=seed, options={"start_card": "chosen"}).record
        for step in range(4):
            seat = (int(s.first) + step) % 4
            draw_secret_card(s, seat)
            hand = dealt.view(seat)["players"][seat]["hand"]
            cards = [entry["id"] for entry in EQUIPMENT.document["deck"]]
            mine = [cards[at] for at in range(55) if s.card_place[at] == Place.HAND + seat]
            assert ids(hand) == mine


def test_everybody_has_two_scoring_tiles_that_only_the_owner_sees() -> None:
    match = new("kuhfstein", seats=4, seed=2)
    own = [match.view(seat)["players"][seat]["scoring"] for seat in range(4)]
    assert len({tile["id"] for pair in own for tile in pair}) == 8
    for seat in range(4):
        for other in range(4):
            shown = match.view(seat)["players"][other]["scoring"]
            assert (None in shown) == (seat != other)


def test_a_game_can_be_played_from_the_first_move() -> None:
    match = new("kuhfstein", seed=11)
    play(match, "tile", f"take {match.view()['tiles']['display'][0]}", "place m13")
    assert match.view()["actions_left"] == 1
