"""The material, the deck with its winters, the deal and the mulligan."""

from collections import Counter
from itertools import combinations

import pytest

from allmende import Match
from allmende.core.chance import draw, key_of_seed, set_chance
from allmende.core.record import Record
from allmende.games.mischwald import game
from allmende.games.mischwald.cards import TABLE
from allmende.games.mischwald.components import LOWER_THIRD, REMOVED, TREE_CARDS, WINTERS
from allmende.games.mischwald.deck import draw_card
from allmende.games.mischwald.hand import draw_cards
from allmende.games.mischwald.rules import clear_table
from tests.games.mischwald.positions import (
    SPLIT_IDS,
    dealt,
    held,
    imagined,
    legal,
    play,
    player,
    table,
    told,
    why,
)

SEATS = (2, 3, 4, 5)
NO_TREE = " ".join(SPLIT_IDS[:6])


def without_tree(seats: int = 2) -> Match:
    """Return a deal in which the first one to be asked has no tree."""
    for seed in range(200):
        match = dealt(seats, seed)
        if "mulligan" in legal(match):
            return match
    raise AssertionError("no such deal")


def test_m1_there_are_158_forest_cards() -> None:
    kinds = Counter(name[0] for name in TABLE.ids)
    assert kinds == {"T": 66, "H": 44, "V": 48}
    assert len(TABLE.species) == 57
    assert TREE_CARDS == 66
    assert WINTERS == 3


@pytest.mark.parametrize(("seats", "removed"), [(2, 30), (3, 20), (4, 10), (5, 0)])
def test_m2_cards_go_into_the_box_unseen(seats: int, removed: int) -> None:
    view = dealt(seats).view()
    assert view["box"] == removed == REMOVED[seats]
    assert view["deck"] == 158 - removed + 3 - 6 * seats


@pytest.mark.parametrize(("seats", "lower"), [(2, 42), (3, 46), (4, 49), (5, 52)])
def test_m3_the_first_winter_lies_on_the_lower_third(seats: int, lower: int) -> None:
    assert LOWER_THIRD[seats] == lower
    match = table(seats=seats, hands=("",) * seats, deck=lower + 4)
    play(match, "draw")
    assert match.view()["winters"] == 0
    play(match, "draw")  # the winter comes first and is replaced
    assert match.view()["winters"] >= 1
    assert match.view()["deck"] == lower + 2 - match.view()["winters"]
    assert "story.winter" in told(match)


def test_m3_the_other_winters_are_anywhere_below() -> None:
    places: Counter[tuple[int, ...]] = Counter()
    late = table(winters=1, deck=4).record
    for seed in range(1_200):
        s = late.copy()
        set_chance(s, key_of_seed(seed), 0)
        places[winter_places(s)] += 1
    assert set(places) == set(combinations(range(4), 2))
    assert min(places.values()) > 140  # of 200 each


def winter_places(s: Record) -> tuple[int, ...]:
    """Draw the whole deck, and return how many cards lay above each winter."""
    size, found = int(s.deck), list[int]()
    while not s.over:
        deck, winters = int(s.deck), int(s.winters)
        draw_card(s)
        found += [size - deck + k for k in range(int(s.winters) - winters)]
    return tuple(found)


def test_m4_hands_are_dealt_without_a_winter() -> None:
    for seats in SEATS:
        match = dealt(seats)
        assert [held(match, seat) for seat in range(seats)] == [6] * seats
        assert match.view()["winters"] == 0
        above = 158 - REMOVED[seats] - LOWER_THIRD[seats]
        assert above >= 2 * 6 * seats


def test_m5_everybody_is_asked_in_turn() -> None:
    match = dealt(3)
    first = match.view()["first"]
    for k in range(3):
        assert match.to_act == [(first + k) % 3]
        assert match.view()["phase"] == "mulligan"
        assert legal(match)[0] == "keep"
        match.play("keep")
    assert match.view()["phase"] == "action"
    assert match.to_act == [first]


def test_m5_only_a_hand_without_a_tree_is_exchanged_once() -> None:
    match = without_tree()
    seat = match.to_act[0]
    before = player(match, seat)["hand"]
    deck = match.view()["deck"]
    match.play("mulligan")
    after = player(match, seat)
    assert after["exchanged"] == before
    assert len(after["hand"]) == 6
    assert not set(after["hand"]) & set(before)
    assert match.view()["deck"] == deck - 6
    assert match.view()["clearing"] == []
    assert match.to_act != [seat]
    with_tree = dealt(2, next(s for s in range(99) if legal(dealt(2, s)) == ["keep"]))
    assert why(with_tree, "mulligan") == "not.has_tree"


def test_m5_all_know_that_no_tree_was_exchanged() -> None:
    match = without_tree()
    seat = match.to_act[0]
    match.play("mulligan")
    for position in imagined(match, 1 - seat):
        exchanged = position["players"][seat]["exchanged"]
        assert len(exchanged) == 6
        assert all(name[0] != "T" for name in exchanged)


def test_m6_chance_decides_who_begins() -> None:
    firsts = {dealt(5, seed).view()["first"] for seed in range(60)}
    assert firsts == set(range(5))
    assert dealt(5).view()["clearing"] == []


def test_m70_exchanged_cards_are_known_to_their_owner() -> None:
    match = without_tree()
    seat = match.to_act[0]
    match.play("mulligan")
    real = player(match, seat)["exchanged"]
    assert match.view(seat)["players"][seat]["exchanged"] == real
    assert match.view(1 - seat)["players"][seat]["exchanged"] is None
    assert match.view(None)["players"][seat]["has_exchanged"]
    assert all(p["players"][seat]["exchanged"] == real for p in imagined(match, seat))


def test_m74_six_cards_each_from_the_start_player_on() -> None:
    for seed in range(5):
        s = game.prepare(3, {})
        set_chance(s, key_of_seed(seed), 0)
        clear_table(s)
        first = draw(s, 3)
        for k in range(3):
            draw_cards(s, (first + k) % 3, 6, 0)
        same = dealt(3, seed).record
        assert same.first == first
        assert same.hand.tolist() == s.hand.tolist()


def test_m40_the_deck_lasts_until_the_third_winter() -> None:
    for seats in SEATS:
        match = table(seats=seats, winters=2, deck=1)
        play(match, "draw")
        assert match.ending == "third-winter"
    # In a dealt game the third winter is one of the cards of the deck, so it comes first.
    match = dealt(2)
    assert match.view()["deck"] + match.view()["winters"] >= 3


def test_m73_an_empty_deck_ends_the_game() -> None:
    match = play(table(winters=1, deck=0), "draw")
    assert match.ending == "empty-deck"
    assert match.view()["winters"] == 1


def test_no_hand_is_exchanged_later() -> None:
    match = table(hands=(NO_TREE, ""))
    assert why(match, "mulligan") == "not.now.action"
