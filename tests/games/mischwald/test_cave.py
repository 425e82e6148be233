"""The Bear, the Raccoon and the cave."""

from tests.games.mischwald.positions import (
    SPLIT_IDS,
    asked,
    card,
    clearing,
    held,
    imagined,
    kinds,
    legal,
    play,
    player,
    table,
    told,
    why,
)

BEAR = card("brown_bear", "left")  # with a Linden
RACCOON = card("raccoon", "left", "douglas_fir")


def test_m32_a_bear_takes_the_clearing_with_its_payment() -> None:
    match = table("birch", hands=(f"{BEAR} linden beech birch",), clearing="oak V114")
    play(match, f"play {BEAR} left", "pay linden", "pay birch", "pay beech")
    assert asked(match)["kind"] == "clearing_to_cave"  # type: ignore[index]
    play(match, "yes")
    assert clearing(match) == []
    assert match.view()["players"][0]["cave_count"] == 5
    assert match.view()["gone"] == []
    assert told(match)[0] == "story.bear"


def test_m32_no_clearing_check_follows() -> None:
    nine = " ".join(SPLIT_IDS[30:39])
    match = table("birch", hands=(f"{BEAR} linden beech birch",), clearing=nine)
    play(match, f"play {BEAR} left", "pay linden", "pay birch", "pay beech", "yes")
    assert match.view()["players"][0]["cave_count"] == 12
    assert match.view()["gone"] == []


def test_m32_a_bear_that_takes_nothing_leaves_the_clearing_to_be_checked() -> None:
    nine = " ".join(SPLIT_IDS[30:39])
    match = table("birch", hands=(f"{BEAR} linden beech birch",), clearing=nine)
    play(match, f"play {BEAR} left", "pay linden", "pay birch", "pay beech", "no")
    assert len(match.view()["gone"]) == 12


def test_m64_the_bonus_of_a_bear_is_one_choice() -> None:
    match = table("birch", hands=(f"{BEAR} linden linden linden", ""))
    play(match, f"play {BEAR} left", "pay linden", "pay linden", "pay linden", "yes")
    assert asked(match) == {
        "step": "bonus",
        "species": "brown_bear",
        "kind": "gain",
        "cards": 1,
        "turns": 1,
    }
    play(match, "yes")
    assert (held(match), match.to_act) == (1, [0])


def test_m64_with_a_full_hand_the_turn_stays() -> None:
    full = SPLIT_IDS[30:40]
    match = table(
        f"birch: {BEAR}@left",
        hands=(" ".join(full), ""),
        phase="choice",
        queue=[{"half": f"{BEAR} left", "step": "bonus", "matched": True}],
    )
    play(match, "yes")
    assert (held(match), match.to_act) == (10, [0])


def test_m33_a_raccoon_trades_hand_cards() -> None:
    match = table("birch", hands=(f"{RACCOON} linden oak beech H113", ""))
    play(match, f"play {RACCOON} left", "pay linden")
    assert legal(match) == ["cave oak", "cave beech", "cave H113", "no"]
    play(match, "cave oak", "cave H113")
    assert legal(match) == ["no"]  # what was passed over is not offered again


def test_m33_the_cards_are_named_in_one_order() -> None:
    match = table("birch", hands=(f"{RACCOON} linden oak beech H113", ""))
    play(match, f"play {RACCOON} left", "pay linden", "cave beech")
    assert legal(match) == ["cave H113", "no"]
    assert why(match, "cave oak") == "not.rising"


def test_m33_none_is_allowed() -> None:
    match = table("birch", hands=(f"{RACCOON} linden oak", ""))
    play(match, f"play {RACCOON} left", "pay linden", "no")
    assert (held(match), match.view()["players"][0]["cave_count"]) == (1, 0)


def test_m65_then_drawing_as_many_is_compulsory() -> None:
    match = table("birch", hands=(f"{RACCOON} linden oak beech H113", ""))
    play(match, f"play {RACCOON} left", "pay linden", "cave oak", "cave beech", "no")
    assert player(match)["cave"] == ["T010", "T033"]
    assert held(match) == 3
    assert match.to_act == [1]
    assert "story.drew" in told(match)


def test_m65_the_last_card_ends_it() -> None:
    match = table("birch", hands=(f"{RACCOON} linden oak", ""))
    play(match, f"play {RACCOON} left", "pay linden", "cave oak")
    assert (held(match), match.to_act) == (1, [1])


def test_m69_the_owner_may_look_into_the_cave() -> None:
    match = table("birch", hands=(f"{RACCOON} linden oak beech", ""))
    play(match, f"play {RACCOON} left", "pay linden", "cave oak")
    assert match.view(0)["players"][0]["cave"] == ["oak"]
    shown = match.view(1)["players"][0]
    assert (shown["cave"], shown["cave_count"], shown["cave_seen"]) == (None, 1, [])
    assert len({tuple(p["players"][0]["cave"]) for p in imagined(match, 1)}) > 20
    assert {tuple(p["players"][0]["cave"]) for p in imagined(match, 0)} == {("T010",)}
    assert "story.your_stash" in told(match, 0)
    assert "story.your_stash" not in told(match, 1)


def test_m69_everybody_saw_what_the_bear_took() -> None:
    match = table("birch", hands=(f"{BEAR} linden beech birch",), clearing="oak V114")
    play(match, f"play {BEAR} left", "pay linden", "pay birch", "pay beech", "yes")
    assert match.view(1)["players"][0]["cave_seen"] == ["linden", "oak", "birch", "beech", "V114"]
    assert kinds(match, "cave") == []
