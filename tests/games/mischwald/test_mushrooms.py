"""Mushrooms: what they react to, and when."""

import pytest

from tests.games.mischwald.positions import asked, card, half_of, held, legal, play, table

HARE = card("european_hare", "left", "oak")


@pytest.mark.parametrize(
    ("mushroom", "species", "reacts"),
    [
        ("chanterelle", "linden", True),
        ("chanterelle", "red_squirrel", False),
        ("fly_agaric", "lynx", True),
        ("fly_agaric", "red_squirrel", True),
        ("fly_agaric", "hedgehog", True),
        ("fly_agaric", "mole", True),
        ("fly_agaric", "wild_boar", False),
        ("penny_bun", "red_squirrel", True),
        ("penny_bun", "camberwell_beauty", True),
        ("penny_bun", "moss", False),
        ("parasol_mushroom", "moss", True),
        ("parasol_mushroom", "goshawk", False),
    ],
)
def test_m30_what_a_mushroom_reacts_to(mushroom: str, species: str, reacts: bool) -> None:
    name = "linden" if species == "linden" else card(species)
    match = table(f"birch: {mushroom}; oak", hands=(f"{name} linden linden linden linden",))
    moves = [move for move in legal(match) if move.startswith("play")]
    wanted = [move for move in moves if species == "linden" or played_species(move) == species]
    match.play(wanted[0])
    if match.view()["phase"] == "place":
        match.play("place t2")
    while match.view()["phase"] == "pay":
        match.play(legal(match)[0])
    question = asked(match)
    by = question.get("by") if question else None
    assert (by == mushroom) == reacts


def played_species(move: str) -> str:
    """Return the species that a move plays."""
    words = move.split()
    return half_of(words[1], words[2])[0] if len(words) == 3 else words[1]


def test_m30_one_card_can_set_off_several() -> None:
    mole = card("mole")
    match = table(
        "birch: fly_agaric; oak: parasol_mushroom; beech", hands=(f"{mole} linden linden",)
    )
    play(match, f"play {mole} bottom", "pay linden", "pay linden")
    first = asked(match)
    play(match, "no")
    second = asked(match)
    assert first is not None
    assert second is not None
    assert {first["by"], second["by"]} == {"fly_agaric", "parasol_mushroom"}


def test_m29_active_from_the_next_turn_on() -> None:
    first, second = card("parasol_mushroom"), card("parasol_mushroom", symbol="silver_fir")
    assert first != second
    match = table("birch; oak", hands=(f"{first} {second} linden linden linden linden", ""))
    play(match, f"play {first} bottom", "place t1", "pay linden", "pay linden")
    assert match.to_act == [1]  # it does not react to itself
    play(match, "draw", "draw", f"play {second} bottom", "pay linden", "pay linden")
    assert asked(match)["by"] == "parasol_mushroom"  # type: ignore[index]
    play(match, "yes")
    assert match.to_act == [1]  # one draw, from the first


def test_m29_an_extra_turn_is_the_next_turn() -> None:
    mushroom = card("penny_bun")
    jay = card("eurasian_jay", symbol="birch")
    squirrel = card("red_squirrel")
    match = table("birch; oak", hands=(f"{mushroom} {jay} {squirrel} linden linden linden", ""))
    play(match, f"play {mushroom} bottom", "place t1", "pay linden", "pay linden", "draw", "draw")
    play(match, f"play {jay} top", "place t1", "pay linden", "yes", "yes")
    assert match.to_act == [0]
    play(match, f"play {squirrel} top")
    assert asked(match)["by"] == "penny_bun"  # type: ignore[index]


def test_m29_not_yet_inside_the_mole_turn_that_placed_it() -> None:
    mole, mushroom = card("mole"), card("fly_agaric")
    cards = f"{mole} {mushroom} {HARE} linden linden linden linden"
    match = table("birch; oak", hands=(cards,))
    play(match, f"play {mole} bottom", "place t1", "pay linden", "pay linden")
    play(match, f"play {mushroom} bottom", "pay linden", "pay linden")
    play(match, f"play {HARE} left", "place t1")
    assert match.to_act == [1]  # nothing reacted to the hare


def test_m29_two_copies_give_two_draws() -> None:
    match = table("birch: fly_agaric; oak: fly_agaric", hands=(HARE,))
    play(match, f"play {HARE} left", "place t1", "yes", "yes")
    assert held(match) == 2


def test_m67_the_second_question_comes_after_the_first_draw() -> None:
    match = table("birch: fly_agaric; oak: fly_agaric", hands=(HARE,))
    play(match, f"play {HARE} left", "place t1", "yes")
    assert held(match) == 1
    assert asked(match)["kind"] == "react"  # type: ignore[index]
    play(match, "no")
    assert (held(match), match.to_act) == (1, [1])


def test_m31_the_third_winter_stops_the_draws() -> None:
    match = table("birch: fly_agaric; oak: fly_agaric", hands=(HARE,), winters=2, deck=1)
    play(match, f"play {HARE} left", "place t1", "yes")
    assert match.ending == "third-winter"
    assert held(match) == 0
    owl = card("tawny_owl", symbol="beech")
    match = table("birch", hands=(f"{owl} beech beech",), winters=2, deck=1)
    play(match, f"play {owl} top", "pay beech", "pay beech", "no", "yes")
    assert match.ending == "third-winter"  # the second of two draws is not tried any more


def test_a_full_hand_is_not_asked() -> None:
    hand = " ".join([card("red_squirrel"), *[f"H0{n}" for n in range(80, 90)]][:10])
    match = table("birch: penny_bun; oak", hands=(hand,))
    play(match, f"play {card('red_squirrel')} top", "place t1")
    assert asked(match) is not None  # nine cards: one may come
