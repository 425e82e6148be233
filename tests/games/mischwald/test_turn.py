"""Drawing, playing, paying, and the end of a turn."""

import pytest

from tests.games.mischwald.positions import (
    SPLIT_IDS,
    card,
    clearing,
    held,
    kinds,
    legal,
    play,
    player,
    table,
    told,
    trees,
    why,
)

TEN = " ".join(SPLIT_IDS[:10])
NINE = " ".join(SPLIT_IDS[:9])


def test_m7_a_turn_is_one_action() -> None:
    match = table("birch", hands=("linden oak", "linden"))
    assert {move.split()[0] for move in legal(match)} == {"draw", "play", "sapling"}
    play(match, "draw", "draw")
    assert match.to_act == [1]
    play(match, "sapling linden")
    assert match.to_act == [0]
    assert why(match, "no") == "not.now.action"


def test_m8_two_draws_from_deck_or_clearing() -> None:
    match = table(hands=("linden",), clearing="oak oak V114")
    assert kinds(match, "take") == ["take oak", "take V114"]
    play(match, "draw")
    assert match.view()["phase"] == "draw"
    assert legal(match) == ["draw", "take oak", "take V114"]
    assert why(match, "play linden") == "not.now.draw"
    play(match, "take V114")
    assert "V114" in player(match)["hand"]
    assert held(match) == 3
    assert clearing(match) == ["oak", "oak"]
    assert match.to_act == [1]


def test_m8_nine_cards_draw_once_and_ten_must_play() -> None:
    match = play(table(hands=(NINE,)), "draw")
    assert held(match) == 10
    assert match.to_act == [1]
    full = table(hands=(TEN,), clearing="oak")
    assert kinds(full, "draw") == kinds(full, "take") == []
    assert why(full, "draw") == why(full, "take oak") == "not.hand_full"


def test_m8_own_payments_can_be_taken_back() -> None:
    match = play(table(hands=("linden V114", "")), "play linden", "pay V114", "draw", "draw")
    assert "take V114" in legal(match)


@pytest.mark.parametrize("hand", [8, 9, 10])
def test_m9_draws_stop_at_ten_cards(hand: int) -> None:
    cards = [card("wolf", "left"), "linden", "linden", "linden", *SPLIT_IDS[:8]][: hand + 4]
    match = table(
        "birch: roe_deer@right; birch: red_deer; birch: red_deer; birch: fallow_deer@right",
        hands=(" ".join(cards[:10]),),
    )
    play(match, f"play {cards[0]} left")
    if match.view()["phase"] == "place":
        match.play(legal(match)[0])
    play(match, "pay linden", "pay linden", "pay linden")
    before = held(match)
    play(match, "yes")
    assert held(match) == min(10, before + 4)


def test_m9_nothing_is_ever_discarded() -> None:
    match = table("birch: fly_agaric", hands=(TEN,))
    play(match, next(move for move in legal(match) if move.startswith("sapling")))
    assert held(match) == 9


def test_m10_the_order_of_a_play() -> None:
    squirrel = card("red_squirrel")
    match = table("birch; oak", hands=(f"{squirrel} linden beech oak", ""))
    play(match, f"play {squirrel} top")
    assert match.view()["phase"] == "place"
    play(match, "place t2")
    assert trees(match)[1]["top"][0]["species"] == "red_squirrel"
    owl = card("tawny_owl")
    match = table("birch; oak", hands=(f"{owl} linden beech oak",))
    play(match, f"play {owl} top", "place t1")
    assert match.view()["phase"] == "pay"
    assert clearing(match) == []
    play(match, "pay linden")
    assert (trees(match)[0]["top"], clearing(match)) == ([], ["linden"])
    play(match, "pay beech")
    assert trees(match)[0]["top"][0]["species"] == "tawny_owl"
    assert match.view()["phase"] == "choice"


def test_m10_a_tree_turns_over_a_card_first() -> None:
    match = play(table("birch: chanterelle", hands=("birch",)), "play birch")
    assert len(clearing(match)) == 1
    assert match.view(0)["asked"]["kind"] == "react"
    play(match, "yes")
    assert match.view(0)["asked"]["step"] == "effect"
    assert told(match, 0) == ["story.react", "story.drew", "story.you_drew"]


def test_m10_the_payment_is_exact_and_has_one_order() -> None:
    match = table(hands=("oak oak linden beech",))
    play(match, "play oak")
    assert legal(match) == ["pay linden", "pay oak"]  # behind the Beech nothing is left to go on
    assert why(match, "pay beech") == "not.too_few_left"
    play(match, "pay oak")
    assert legal(match) == ["pay beech"]
    assert why(match, "pay linden") == "not.rising"
    play(match, "pay beech")
    assert sorted(clearing(match))[:2] == ["beech", "oak"] or len(clearing(match)) == 3


def test_m10_a_card_cannot_pay_for_itself() -> None:
    match = table(hands=("oak linden",))
    assert "play oak" not in legal(match)
    assert why(match, "play oak") == "not.too_dear"
    assert "play linden" in legal(match)


def test_m10_a_half_needs_a_slot_at_its_side() -> None:
    lynx = card("lynx", "left")
    empty = table(hands=(f"{lynx} linden",))
    assert why(empty, f"play {lynx} left") == "not.no_slot.left"
    match = table("birch: red_fox@left; oak", hands=(f"{lynx} linden beech",))
    play(match, f"play {lynx} left")
    assert match.view()["playing"]["at"] == "t2"  # the only place
    several = table("birch: red_fox@left; oak; beech", hands=(f"{lynx} linden beech",))
    play(several, f"play {lynx} left")
    assert legal(several) == ["place t2", "place t3"]
    assert why(several, "place t1") == "not.slot_taken.left"
    assert why(several, "place t9") == "not.not_your_tree"


def test_m11_effect_and_bonus_are_optional_each_on_its_own() -> None:
    owl = card("tawny_owl", symbol="beech")
    for effect in ("yes", "no"):
        for bonus in ("yes", "no"):
            match = table("birch", hands=(f"{owl} beech beech linden",))
            play(match, f"play {owl} top", "pay beech", "pay beech", effect)
            assert match.view(0)["asked"]["step"] == "bonus"
            play(match, bonus)
            assert held(match) == 1 + (effect == "yes") + 2 * (bonus == "yes")
            assert match.to_act == [1]


def test_m11_two_cards_are_drawn_or_none() -> None:
    deer = card("fallow_deer", symbol="linden")
    match = table("birch", hands=(f"{deer} linden linden",))
    play(match, f"play {deer} left", "pay linden", "pay linden")
    assert legal(match) == ["yes", "no"]
    assert match.view(0)["asked"]["cards"] == 2
    assert held(play(match, "yes")) == 2


def test_m38_a_clearing_of_ten_is_cleared_at_the_end_of_a_turn() -> None:
    eight = " ".join(SPLIT_IDS[20:28])
    match = play(table(hands=("linden beech",), clearing=eight), "play linden", "pay beech")
    assert clearing(match) == []
    assert len(match.view()["gone"]) == 10
    assert "story.cleared" in told(match)
    match = play(table(hands=("birch",), clearing=eight), "play birch", "no")
    assert len(clearing(match)) == 9


def test_m38_the_clearing_is_checked_before_an_extra_turn() -> None:
    eight = " ".join(SPLIT_IDS[20:28])
    match = table(hands=("oak oak oak linden",), clearing=eight)
    play(match, "play oak", "pay oak", "pay oak")
    assert len(clearing(match)) == 11  # it may grow during the turn
    play(match, "yes")
    assert match.to_act == [0]
    assert clearing(match) == []


def test_m42_there_is_always_something_to_do() -> None:
    assert "draw" in legal(table())
    full = table(hands=(TEN,))
    assert len(kinds(full, "sapling")) == 10
