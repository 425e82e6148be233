"""The third winter, wherever it strikes, and the recorded games of it."""

from pathlib import Path
from typing import Any

import pytest

import allmende
from allmende import Match
from tests.games.mischwald.positions import (
    card,
    clearing,
    held,
    play,
    table,
    told,
    trees,
)

RECORDED = Path(__file__).parent / "recorded"
LAST: dict[str, Any] = {"winters": 2, "deck": 1}
HARE = card("european_hare", "left", "oak")
MOLE, BEAR = card("mole"), card("brown_bear", "left")
OWL = card("tawny_owl", symbol="beech")


def draw_action() -> Match:
    """End with a card drawn as an action."""
    return play(table(hands=("linden", ""), **LAST), "draw")


def tree() -> Match:
    """End with the card turned over after a tree."""
    return play(table(hands=("birch", ""), **LAST), "play birch")


def sapling() -> Match:
    """End with the card turned over after a sapling."""
    return play(table("oak", hands=("H070", ""), **LAST), "sapling H070")


def mushroom() -> Match:
    """End with the draw of a mushroom."""
    match = table("birch: fly_agaric", hands=(f"{BEAR} linden beech oak", ""), **LAST)
    return play(match, f"play {BEAR} left", "pay linden", "pay oak", "pay beech", "yes")


def effect() -> Match:
    """End with an effect, the bonus still to come."""
    match = table("birch", hands=(f"{OWL} beech beech", ""), **LAST)
    return play(match, f"play {OWL} top", "pay beech", "pay beech", "yes")


def bonus() -> Match:
    """End with a bonus."""
    match = table("birch", hands=(f"{OWL} beech beech", ""), **LAST)
    return play(match, f"play {OWL} top", "pay beech", "pay beech", "no", "yes")


def mole() -> Match:
    """End with a sapling played through a Mole."""
    match = table("birch", hands=(f"{MOLE} linden linden oak beech", ""), **LAST)
    return play(match, f"play {MOLE} bottom", "pay linden", "pay linden", "sapling oak")


def raccoon() -> Match:
    """End with the cards that replace those under the cave."""
    name = card("raccoon", "left", "douglas_fir")
    match = table("birch", hands=(f"{name} linden oak beech", ""), **LAST)
    return play(match, f"play {name} left", "pay linden", "cave oak", "no")


def empty_deck() -> Match:
    """End because nothing is left to draw."""
    return play(table(hands=("linden", ""), winters=2, deck=0), "draw")


ENDS = {
    "draw": draw_action,
    "tree": tree,
    "sapling": sapling,
    "mushroom": mushroom,
    "effect": effect,
    "bonus": bonus,
    "mole": mole,
    "raccoon": raccoon,
    "empty_deck": empty_deck,
}


@pytest.mark.parametrize("name", ENDS)
def test_m39_the_third_winter_ends_the_game_on_the_spot(name: str) -> None:
    match = ENDS[name]()
    assert match.ending == ("empty-deck" if name == "empty_deck" else "third-winter")
    assert match.legal(0) == match.legal(1) == []
    assert told(match)[-1] == "story.result"


@pytest.mark.parametrize("name", ENDS)
def test_m39_each_end_is_recorded(name: str) -> None:
    recorded = allmende.load(RECORDED / f"{name}.allmende")
    assert recorded.digest() == ENDS[name]().digest()


def test_m39_a_winter_is_replaced_at_once() -> None:
    match = table(hands=("", ""), winters=1, deck=44)
    seen = 1
    while not match.over:
        before = match.view()
        match.play("draw" if "draw" in [str(move) for move in match.legal()] else match.legal()[0])
        after = match.view()
        came = after["winters"] - before["winters"]
        if came and not match.over and len(match.moves):
            seat = before["turn"]
            grown = held(match, seat) - before["players"][seat]["hand_count"]
            planted = len(after["players"][seat]["forest"]) - len(before["players"][seat]["forest"])
            assert grown == 1 or planted == 1
        seen += came
    assert seen == 3


def test_m39_the_card_that_was_played_stays_and_scores() -> None:
    match = tree()
    assert trees(match)[0]["species"] == "birch"
    assert match.scores() == [1, 0]
    assert held(match) == 0  # no effect
    assert clearing(match) == []


def test_m39_a_mushroom_draw_costs_the_bear_its_effect() -> None:
    match = mushroom()
    assert match.view()["players"][0]["cave_count"] == 0
    assert len(clearing(match)) == 3


def test_m39_the_bonus_is_lost_after_an_effect() -> None:
    match = effect()
    assert held(match) == 0
    assert match.scores() == [6, 0]


def test_m39_the_third_winter_leaves_no_extra_turn() -> None:
    match = table("birch", hands=(f"{BEAR} linden linden linden", ""), **LAST)
    play(match, f"play {BEAR} left", "pay linden", "pay linden", "pay linden", "no", "yes")
    assert match.over
    assert match.view()["extra_turns"] == 0
    assert "story.extra_turn" not in told(match)


def test_m39_what_is_under_the_cave_scores() -> None:
    assert raccoon().scores()[0] == 2  # the Birch and one card
    assert held(raccoon()) == 1


def test_m39_what_a_mole_has_placed_scores_without_its_effects() -> None:
    hand = f"{MOLE} linden linden {OWL} beech beech oak oak oak"
    match = table("birch; linden", hands=(hand, ""), winters=2, deck=2)
    play(match, f"play {MOLE} bottom", "place t1", "pay linden", "pay linden")
    play(match, f"play {OWL} top", "place t1", "pay beech", "pay beech")
    play(match, "play oak", "pay oak", "pay oak")
    while not match.over:  # a card is turned over for the Oak, or the winter comes
        play(match, "yes" if "yes" in [str(move) for move in match.legal()] else "no")
    assert match.scores() == [1 + 3 + 5, 0]  # Birch, Linden, Owl
    assert match.view()["extra_turns"] == 0
    assert len(trees(match)) == 3


def test_m39_hands_never_score() -> None:
    match = draw_action()
    assert match.scores() == [0, 0]


def test_m39_no_clearing_check() -> None:
    nine = " ".join(f"H0{n}" for n in range(80, 89))
    match = table(hands=("linden beech", ""), clearing=nine, **LAST)
    play(match, "play linden", "pay beech")
    assert match.over
    assert len(clearing(match)) == 10
