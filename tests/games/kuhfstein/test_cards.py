"""Cards: taking and exchanging them, where they fit, and what playing one does."""

from random import Random

import pytest

from allmende.core.match import new
from allmende.games.kuhfstein import game
from allmende.games.kuhfstein.cards import fits_on_one_of, fits_somewhere
from allmende.games.kuhfstein.components import ROTATIONS, SAME_CARD
from tests.games.kuhfstein.positions import (
    EXAMPLE,
    cows,
    ids,
    legal,
    mirrored,
    play,
    player,
    small_deck,
    table,
    told,
    turned,
)

LAKES = [1, 4, 7, 9]  # four cards that show a lake


def test_k22_the_exchange_of_cards_needs_four_open_ones() -> None:
    assert "exchange cards" in legal(play(table("H", cards=LAKES), "card"))
    assert "exchange cards" not in legal(play(table("H", cards=[1, 4, 7, None]), "card"))


def test_k22_four_old_cards_are_discarded_and_four_new_ones_come() -> None:
    match = play(table("H", cards=LAKES), "card", "exchange cards")
    assert match.view()["cards"]["discard"] == LAKES
    display = ids(match.view()["cards"]["display"])
    assert None not in display
    assert not set(display) & set(LAKES)
    assert match.view()["phase"] == "card"
    assert "story.exchange_cards" in told(match)


@pytest.mark.parametrize(
    ("cards", "offered"),
    [
        (LAKES, True),
        ([1, 6, 8, 11], True),  # all show hay
        ([1, 4, 2, 5], False),  # each shares one with the next, none is on all
        ([1, 4, 7, 10], False),  # three lakes
    ],
)
def test_k23_all_four_must_show_the_same_landscape(cards: list[int], offered: bool) -> None:
    assert ("exchange cards" in legal(play(table("H", cards=cards), "card"))) == offered


TWELVE = small_deck(1, 4, 7, 9, 2, 3, 5, 6, 8, 10, 16, 12)
REST = [2, 3, 5, 6, 8, 10, 12]  # without the four lakes and card 16


def test_k24_played_and_exchanged_cards_are_discarded() -> None:
    match = table(EXAMPLE, hand=[16], cards=LAKES)
    play(match, "play 16", "cows m13 n15")
    assert match.view()["cards"]["discard"] == [16]
    play(match, "card", "exchange cards")
    assert match.view()["cards"]["discard"] == [1, 4, 7, 9, 16]


def test_k24_the_discard_pile_is_the_new_draw_pile() -> None:
    others = {1: {"hand": REST}}
    match = table(EXAMPLE, hand=[16], cards=LAKES, others=others, data=TWELVE)
    assert match.view()["cards"]["pile"] == 0
    play(match, "play 16", "cows m13 n15", "card", "take 1")
    # The only card that could fill the gap is the one just played.
    assert ids(match.view()["cards"]["display"]) == [16, 4, 7, 9]
    assert match.view()["cards"]["discard"] == []


def test_k24_with_both_piles_empty_the_display_stays_short() -> None:
    others = {1: {"hand": [*REST, 16]}}
    match = table("H", cards=LAKES, others=others, data=TWELVE, actions_left=1)
    play(match, "card", "take 1")
    assert ids(match.view()["cards"]["display"]) == [None, 4, 7, 9]
    assert match.to_act == [1]


def test_k25_there_is_no_hand_limit() -> None:
    hand = list(range(1, 41))
    match = play(table("H", hand=hand), "card", "take 55")
    assert ids(player(match)["hand"]) == [*hand, 55]


def test_k26_the_shape_may_be_part_of_a_larger_landscape() -> None:
    match = table("M L M M\nF M F F\nM F H M\nF M F M", hand=[16])
    play(match, "play 16")
    assert legal(match) == ["cows n13 o15"]


def test_k27_open_tiles_must_be_without_a_cow() -> None:
    assert "play 16" in legal(table("L .\nM .\nF H", hand=[16]))
    assert "play 16" not in legal(table("L* .\nM .\nF H", hand=[16]))
    assert "play 16" not in legal(table("L .\nM .\nF H*", hand=[16]))


def test_k28_under_a_back_lies_any_tile_with_or_without_a_cow() -> None:
    assert "play 16" in legal(table("L .\nM* .\nF* H", hand=[16]))
    assert "play 16" in legal(table("L .\nL .\nH H", hand=[16]))
    # Without a tile under the second back the shape is not there.
    assert "play 16" not in legal(table("L M H\nM . H\n. . H", hand=[16]))


@pytest.mark.parametrize("quarter_turns", range(4))
def test_k29_a_card_may_be_turned(quarter_turns: int) -> None:
    match = table(turned(EXAMPLE, quarter_turns), hand=[16])
    play(match, "play 16")
    assert len(legal(match)) == 1
    assert match.legal()[0].data["turn"] == quarter_turns


@pytest.mark.parametrize("quarter_turns", range(4))
def test_k29_a_card_may_not_be_mirrored(quarter_turns: int) -> None:
    match = table(turned(mirrored(EXAMPLE), quarter_turns), hand=[16])
    assert "play 16" not in legal(match)
    reason = match.why_not("play 16")
    assert reason is not None
    assert reason.key == "not.mirrored"


def test_k30_one_cow_goes_on_each_open_tile_and_no_other() -> None:
    match = play(table(EXAMPLE, hand=[16]), "play 16", "cows m13 n15")
    assert cows(match) == {"m13", "n15"}
    assert player(match)["supply"] == 2
    assert ids(player(match)["hand"]) == []


def test_k30_without_enough_cows_a_card_cannot_be_played() -> None:
    assert "play 16" in legal(table("L H* .\nM H* .\nF H .", hand=[16]))
    match = table("L H* H*\nM H* .\nF H .", hand=[16])
    assert player(match)["supply"] == 1
    assert "play 16" not in legal(match)


def test_k30_a_card_that_is_shown_must_be_laid() -> None:
    match = play(table(EXAMPLE, hand=[16]), "play 16")
    assert legal(match) == ["cows m13 n15"]
    assert match.view(1)["playing"]["id"] == 16


def test_k52_the_card_of_the_example_gives_8_points_and_reaches_a_bonus() -> None:
    match = play(table(EXAMPLE, hand=[16], points=10), "play 16", "cows m13 n15")
    assert player(match)["points"] == 18
    assert told(match)[:3] == ["story.lay", "story.bonus_reached", "story.bonus.cow"]


def test_k54_cows_may_stand_on_tiles_that_bear_a_tree() -> None:
    match = table("H H\nH H\nL L", trees=["m13"], hand=[1], points=5)
    play(match, "play 1", "cows m14 m15")
    assert cows(match) == {"m14", "m15"}
    assert player(match)["trees"] == ["m13"]


def test_k55_the_discards_are_shuffled_at_once_when_the_last_card_is_turned_up() -> None:
    others = {1: {"hand": REST[2:]}}
    discard = [REST[0]]
    match = table(
        "H", cards=LAKES, others=others, data=TWELVE, discard=discard, hand=[16], actions_left=1
    )
    assert match.view()["cards"]["pile"] == 1
    play(match, "card", "take 1")
    assert ids(match.view()["cards"]["display"]) == [3, 4, 7, 9]
    assert match.view()["cards"]["pile_cards"] == [2]
    assert match.view()["cards"]["discard"] == []
    assert "story.cards_reshuffled" in told(match)


def test_k55_if_nothing_was_discarded_then_the_next_card_needed_comes_from_later_discards() -> None:
    others = {1: {"hand": REST[1:]}}
    match = table(EXAMPLE, cards=LAKES, others=others, data=TWELVE, hand=[16])
    play(match, "card", "take 1")
    assert match.view()["cards"]["pile"] == 1
    play(match, "card", "take 4")
    # One card was left and nothing discarded: one gap remains, and no pile.
    assert match.view()["cards"]["pile"] == 0
    assert ids(match.view()["cards"]["display"]).count(None) == 1
    match = table(
        EXAMPLE, cards=[2, None, 7, 9], others=others, data=TWELVE, hand=[16, 1, 4], actions_left=1
    )
    play(match, "play 16", "cows m13 n15")
    assert ids(match.view()["cards"]["display"]) == [2, 16, 7, 9]


def test_k57_a_played_card_is_discarded_before_its_bonuses() -> None:
    # No pile is left. The extra action exchanges the display: the played card is shuffled in.
    others = {1: {"hand": REST}}
    match = table(EXAMPLE, cards=LAKES, others=others, data=TWELVE, hand=[16], points=30)
    play(match, "play 16", "cows m13 n15")
    assert match.view()["phase"] == "extra-action"
    play(match, "card", "exchange cards")
    cards = match.view()["cards"]
    assert cards["discard"] == []
    assert 16 in [*ids(cards["display"]), *cards["pile_cards"]]
    assert cards["pile"] == 1


def test_k65_a_symmetric_card_is_one_move() -> None:
    match = play(table("H M F H", hand=[26]), "play 26")
    assert legal(match) == ["cows m13 p13"]


def test_k65_two_ways_with_the_same_cows_are_one_move() -> None:
    # Card 27 needs a tile above or below the middle; here are both.
    match = play(table(". H .\nM F M\n. L .", hand=[27]), "play 27")
    assert legal(match) == ["cows l14 n14"]
    above = play(table(". H .\nM F M", hand=[27]), "play 27")
    assert legal(above) == ["cows l14 n14"]
    below = play(table("M F M\n. L .", hand=[27]), "play 27")
    assert legal(below) == ["cows m13 o13"]


def test_k65_ways_with_other_cows_are_other_moves() -> None:
    match = play(table("H L H", hand=[1]), "play 1")
    assert sorted(legal(match)) == ["cows m13 n13", "cows n13 o13"]


def test_a_card_fits_where_it_is_found_tile_by_tile_and_at_a_glance() -> None:
    chance, fitting = Random("glance"), 0
    for seed in range(3):
        match = new(game, seed=seed)
        while not match.over:
            seat = match.to_act[0]
            match.play_in_numbers(seat, chance.choice(game.legal_moves(match.record, seat)))
            s, card = match.record, chance.randrange(int(match.record.cards))
            for rotation in range(ROTATIONS):
                if s.card_leader[card, rotation] != SAME_CARD:
                    kind = int(s.card_want[card, rotation, 0]) - 1
                    by_tile = fits_on_one_of(s, seat, card, rotation, kind)
                    assert fits_somewhere(s, seat, card, rotation) == by_tile
                    fitting += by_tile
    assert fitting > 100
