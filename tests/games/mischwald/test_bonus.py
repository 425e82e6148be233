"""Matching payments, and cards placed for nothing."""

from allmende.games.mischwald.cards import TABLE
from allmende.games.mischwald.kinds import Column, Effect
from tests.games.mischwald.positions import (
    asked,
    card,
    held,
    kinds,
    legal,
    play,
    table,
    told,
    trees,
    why,
)


def test_m13_every_paid_card_must_show_the_symbol() -> None:
    match = play(table(hands=("oak oak oak",)), "play oak", "pay oak", "pay oak")
    assert asked(match) == {
        "step": "bonus",
        "species": "oak",
        "kind": "gain",
        "cards": 0,
        "turns": 1,
    }
    match = play(table(hands=("oak oak linden",)), "play oak", "pay linden", "pay oak")
    assert asked(match) is None
    assert "story.no_bonus" in told(match)
    assert match.to_act == [1]


def test_m13_either_half_of_a_payment_matches() -> None:
    fox = card("red_fox", "right", "oak")  # the left half is a hare with a Silver Fir
    squirrel = card("red_squirrel", symbol="oak")
    match = table(hands=(f"oak {fox} {squirrel}",))
    play(match, "play oak", f"pay {fox}", f"pay {squirrel}")
    assert asked(match) is not None


def test_m13_the_half_that_is_played_gives_the_symbol() -> None:
    badger = card("european_badger", "right", "douglas_fir")
    hare = card("european_hare", "left", "oak")
    match = table("birch", hands=(f"{badger} douglas_fir {hare}",))
    play(match, f"play {badger} right", "pay douglas_fir")
    assert asked(match)["tag"] == "pawed"  # type: ignore[index]
    match = table("birch", hands=(f"{badger} linden {hare}",))
    play(match, f"play {badger} right", "pay linden")
    assert match.to_act == [1]


def test_why_there_is_no_bonus() -> None:
    match = play(table(hands=("oak oak linden",)), "play oak", "pay linden")
    reason = match.why_not("yes")
    assert reason is not None
    assert match.game.speaker("en").say(reason).endswith("show this symbol: Oak.")


def test_m14_what_costs_nothing_has_no_bonus() -> None:
    for species, cost in enumerate(TABLE.cost):
        assert cost > 0 or TABLE.bonus[species][Column.KIND] == Effect.NOTHING


def test_m15_no_card_shows_a_symbol_twice() -> None:
    for face in TABLE.faces:
        symbols = [half.symbol for half in face]
        assert len(set(symbols)) == len(symbols)


def test_m16_each_icon_asks_for_its_own_kind() -> None:
    kinds_of = {
        name: TABLE.tags[row[Column.OF]]
        for name, row in zip(TABLE.species, TABLE.bonus, strict=True)
        if row[Column.KIND] == Effect.PLACE
    }
    assert kinds_of == {
        "silver_fir": "pawed",
        "european_badger": "pawed",
        "fire_salamander": "pawed",
        "red_deer": "deer",
        "stag_beetle": "bird",
    }


def test_m16_placed_for_nothing_without_effect_and_bonus() -> None:
    bear = card("brown_bear")
    match = table(hands=(f"silver_fir silver_fir silver_fir {bear} linden",))
    play(match, "play silver_fir", "pay silver_fir", "pay silver_fir")
    match.play(kinds(match, "play")[0])
    assert match.to_act == [1]
    assert held(match) == 1
    assert len(match.view()["clearing"]) == 3  # the Bear did not take it


def test_m16_only_one_card_is_placed_for_nothing() -> None:
    lynx, hare = card("lynx", "left"), card("european_hare", "left", "oak")
    match = table("birch", hands=(f"silver_fir silver_fir silver_fir {lynx} {hare}",))
    play(match, "play silver_fir", "pay silver_fir", "pay silver_fir", f"play {hare} left")
    play(match, "place t2")
    assert (held(match), match.to_act) == (1, [1])


def test_m16_a_red_deer_brings_a_deer_but_no_boar() -> None:
    deer = card("red_deer", "left", "linden")
    other, boar = card("roe_deer", "right", "birch"), card("wild_boar", "left", "birch")
    match = table("birch; oak", hands=(f"{deer} linden linden {other} {boar}",))
    play(match, f"play {deer} left", "place t1", "pay linden", "pay linden")
    assert all(boar not in move for move in kinds(match, "play"))
    assert f"play {other} right" in legal(match)
    assert why(match, f"play {boar} left") == "not.wrong_tag"


def test_m16_a_gnat_brings_any_number_of_bats() -> None:
    gnat = card("gnat", "right", "oak")
    bats = [card("barbastelle_bat", "left", "silver_fir"), card("bechsteins_bat", "left", "oak")]
    match = table("birch; oak", hands=(f"{gnat} {' '.join(bats)}",))
    play(match, f"play {gnat} right", "place t1", f"play {bats[0]} left", "place t1")
    assert asked(match) == {"step": "effect", "species": "gnat", "kind": "place", "tag": "bat"}
    play(match, f"play {bats[1]} left")
    assert match.to_act == [1]  # there is no third one to ask about
    assert held(match) == 0


def test_m17_the_half_must_carry_the_symbol_and_find_a_slot() -> None:
    bat = card("greater_horseshoe_bat", "left")  # a dormouse on the right
    match = table(
        "birch: lynx@right, red_fox@left", hands=(f"silver_fir silver_fir silver_fir {bat}",)
    )
    play(match, "play silver_fir", "pay silver_fir", "pay silver_fir")
    assert legal(match) == [f"play {bat} right", "no"]
    assert why(match, f"play {bat} left") == "not.wrong_tag"
    assert why(match, f"sapling {bat}") == "not.no_free_sapling"


def test_m17_a_hare_joins_hares() -> None:
    hare = card("european_hare", "left", "oak")
    # The only free left slot is that of the new Fir; the hares of t1 may be joined as well.
    match = table("birch: european_hare@left", hands=(f"silver_fir silver_fir silver_fir {hare}",))
    play(match, "play silver_fir", "pay silver_fir", "pay silver_fir", f"play {hare} left")
    assert legal(match) == ["place t1", "place t2"]
    play(match, "place t1")
    assert len(trees(match)[0]["left"]) == 2


def test_m18_mushrooms_react_to_free_placements() -> None:
    hare = card("european_hare", "left", "oak")
    match = table("birch: fly_agaric", hands=(f"silver_fir silver_fir silver_fir {hare}",))
    play(match, "play silver_fir", "pay silver_fir", "pay silver_fir", f"play {hare} left")
    play(match, "place t2")
    question = asked(match)
    assert question is not None
    assert (question["kind"], question["by"]) == ("react", "fly_agaric")
    play(match, "yes")
    assert held(match) == 1
    assert match.to_act == [1]


def test_m19_standing_rules_hold_for_what_is_placed_for_nothing() -> None:
    hares = [card("european_hare", "left", symbol) for symbol in ("oak", "linden")]
    hand = f"silver_fir silver_fir silver_fir {' '.join(hares)}"
    match = table(hands=(hand, "oak oak"))
    play(match, "play silver_fir", "pay silver_fir", "pay silver_fir", f"play {hares[0]} left")
    play(match, "sapling oak", f"play {hares[1]} left")
    assert len(trees(match)[0]["left"]) == 2


def test_m19_no_icon_places_mushrooms() -> None:
    rows = [*TABLE.effect, *TABLE.bonus]
    tags = {TABLE.tags[row[Column.OF]] for row in rows if row[Column.KIND] == Effect.PLACE}
    assert tags == {"pawed", "deer", "bird", "bat"}
