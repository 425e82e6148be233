"""The Mole: pay and place first, then work off."""

from typing import Any

import pytest

from allmende import Match
from tests.games.mischwald.positions import (
    SPLIT_IDS,
    asked,
    card,
    clearing,
    held,
    kinds,
    legal,
    play,
    table,
    trees,
    why,
)

MOLE, SECOND = card("mole"), card("mole", symbol="sycamore")
HARE = card("european_hare", "left", "oak")
JAY = card("eurasian_jay", symbol="birch")
OWL = card("tawny_owl", symbol="beech")
BEAR = card("brown_bear", "left")


def mole(hand: str, forest: str = "birch; oak", **fields: object) -> Match:
    """Play a Mole at the first tree, paid with two Lindens, from a hand."""
    match = table(forest, hands=(f"{MOLE} linden linden {hand}", ""), **fields)  # type: ignore[arg-type]
    play(match, f"play {MOLE} bottom")
    if match.view()["phase"] == "place":
        match.play("place t1")
    return play(match, "pay linden", "pay linden")


def test_m34_cards_are_paid_and_placed_one_by_one() -> None:
    match = mole(f"beech {HARE} oak")
    assert asked(match) == {"step": "effect", "species": "mole", "kind": "play_cards"}
    assert "sapling oak" in legal(match)
    assert "draw" not in legal(match)
    play(match, f"play {HARE} left", "place t1", "play beech", "pay oak")
    assert match.to_act == [0]
    assert len(trees(match)) == 3
    assert len(trees(match)[0]["left"]) == 1


def test_m34_draws_wait_and_come_in_the_order_of_placing() -> None:
    match = mole(f"{OWL} beech beech birch oak")
    play(match, f"play {OWL} top", "place t1", "pay beech", "pay beech", "play birch")
    assert held(match) == 1  # nothing drawn yet
    play(match, "no")
    assert asked(match)["species"] == "tawny_owl"  # type: ignore[index]
    play(match, "yes")
    assert asked(match)["step"] == "bonus"  # type: ignore[index]
    play(match, "yes")
    assert asked(match)["species"] == "birch"  # type: ignore[index]
    play(match, "yes")
    assert held(match) == 1 + 1 + 2 + 1
    assert match.to_act == [1]


def test_m34_extra_turns_add_up() -> None:
    jays = [card("eurasian_jay", symbol=symbol) for symbol in ("sycamore", "horse_chestnut")]
    match = mole(f"{jays[0]} {jays[1]} oak beech H113")
    play(match, f"play {jays[0]} top", "place t1", "pay oak", f"play {jays[1]} top", "pay beech")
    play(match, "no", "yes", "yes")
    assert match.view()["extra_turns"] == 1
    assert match.to_act == [0]
    play(match, "draw", "draw")
    assert match.to_act == [0]
    play(match, "draw", "draw")
    assert match.to_act == [1]


def test_m34_the_mole_may_be_declined() -> None:
    match = play(mole("oak"), "no")
    assert (held(match), match.to_act) == (1, [1])


def test_m34_a_hand_that_runs_out_ends_the_mole() -> None:
    match = play(mole("birch"), "play birch")
    assert asked(match)["species"] == "birch"  # type: ignore[index]


def test_m34_saplings_through_the_mole() -> None:
    match = play(mole("oak beech"), "sapling oak", "sapling beech")
    assert [tree["sapling"] for tree in trees(match)] == [False, False, True, True]
    assert len(clearing(match)) == 4
    assert match.to_act == [1]


def test_m60_mushrooms_react_to_the_mole_at_once() -> None:
    match = mole("oak beech", "birch; oak: fly_agaric")
    assert asked(match)["by"] == "fly_agaric"  # type: ignore[index]
    play(match, "yes")
    assert asked(match)["kind"] == "play_cards"  # type: ignore[index]
    assert held(match) == 3


@pytest.mark.parametrize("how", [{"options": {"mole_cards": "placed"}}, {"rules": 1}])
def test_m59_with_the_option_what_the_mushroom_drew_is_of_no_use(how: dict[str, Any]) -> None:
    match = play(mole("oak oak", "birch; oak: fly_agaric", **how), "yes")
    drawn = match.view(0)["players"][0]["held_back"]
    assert len(drawn) == match.view(1)["held_back"] == 1
    assert kinds(match, "sapling") == ["sapling oak"]
    assert why(match, "play oak") == "not.too_dear"  # the card that was drawn cannot pay
    if drawn[0] != "oak":
        assert why(match, f"sapling {drawn[0]}") == "not.held_back"
    play(match, "no")
    assert match.view(0)["held_back"] == 0


def test_m59_what_the_mushroom_drew_is_of_use_for_the_mole() -> None:
    match = play(mole("oak oak", "birch; oak: fly_agaric"), "yes")
    assert match.view(0)["players"][0]["held_back"] == []
    assert held(match) == 3
    assert "play oak" in legal(match)


def test_m59_a_mole_placed_for_nothing_holds_nothing_back() -> None:
    match = table(
        "birch; oak: fly_agaric", hands=(f"silver_fir silver_fir silver_fir {MOLE} H113", "")
    )
    play(match, "play silver_fir", "pay silver_fir", "pay silver_fir", f"play {MOLE} bottom")
    play(match, "place t1", "yes")
    assert match.to_act == [1]  # its effect is not asked for
    assert match.view()["held_back"] == 0
    play(match, "draw", "draw")
    assert len(kinds(match, "sapling")) == 2


def test_m61_a_second_mole_may_play_the_whole_hand() -> None:
    match = mole(f"{SECOND} beech beech birch", "birch; oak; beech: fly_agaric")
    play(match, "no")  # the Agaric does not draw for the first Mole
    play(match, f"play {SECOND} bottom", "pay beech", "pay beech", "no")
    assert asked(match)["by"] == "fly_agaric"  # type: ignore[index]
    play(match, "yes")
    assert asked(match) == {"step": "effect", "species": "mole", "kind": "play_cards"}
    assert match.view(0)["held_back"] == 0
    assert len(kinds(match, "sapling")) in (1, 2)
    assert held(match) == 2


def test_m34_cards_of_a_second_mole_are_finished_first() -> None:
    match = mole(f"{SECOND} beech beech birch {OWL} oak oak oak"[:-4], "birch; oak; linden")
    play(match, f"play {SECOND} bottom", "place t2", "pay oak", "pay beech")
    play(match, "play birch", "no")
    assert asked(match)["kind"] == "play_cards"  # type: ignore[index]
    assert [entry["species"] for entry in match.view()["queue"]] == ["mole", "birch"]
    play(match, f"play {OWL} top", "place t1", "pay oak", "pay beech")
    assert [entry["species"] for entry in match.view()["queue"]] == ["tawny_owl", "birch"]


def test_m38_the_clearing_is_not_checked_inside_a_mole() -> None:
    nine = " ".join(SPLIT_IDS[20:29])
    match = play(mole("oak beech H113", clearing=nine), "sapling oak")
    assert len(clearing(match)) == 9 + 2 + 1
    play(match, "no")
    assert clearing(match) == []


def test_m62_a_tree_through_the_mole_turns_its_card_at_once() -> None:
    match = play(mole("oak beech H113"), "sapling oak")
    assert len(clearing(match)) == 3
    assert asked(match)["kind"] == "play_cards"  # type: ignore[index]
    match = play(mole("birch beech H113"), "play birch")
    assert len(clearing(match)) == 3
    assert asked(match)["kind"] == "play_cards"  # type: ignore[index]
    ended = play(mole("oak beech H113", winters=2, deck=1), "sapling oak")
    assert ended.ending == "third-winter"
    assert len(trees(ended)) == 3


def test_m63_reactions_then_effect_then_bonus_for_each_card() -> None:
    match = mole(f"{BEAR} beech oak oak birch", "birch; oak: fly_agaric; beech")
    play(match, "no", f"play {BEAR} left", "place t1", "pay oak", "pay oak", "pay beech")
    play(match, "play birch")
    assert asked(match)["by"] == "fly_agaric"  # type: ignore[index]
    play(match, "no")
    assert asked(match)["kind"] == "clearing_to_cave"  # type: ignore[index]
    before = len(clearing(match))
    assert before == 2 + 3 + 1  # what was turned over for the Birch, too
    play(match, "yes")
    assert clearing(match) == []
    assert asked(match)["species"] == "birch"  # type: ignore[index]
