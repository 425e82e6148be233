"""Single effects, extra turns, and questions that are not asked."""

from tests.games.mischwald.positions import (
    SPLIT_IDS,
    asked,
    card,
    held,
    legal,
    play,
    table,
    told,
    why,
)

WOLF, FOX = card("wolf", "left", "sycamore"), card("red_fox", "left", "beech")
JAY = card("eurasian_jay", symbol="sycamore")


def test_m35_fox_and_wolf_count_the_forest_as_it_is() -> None:
    match = table(
        "birch: european_hare@right, european_hare@right; oak: european_hare@left",
        hands=(f"{FOX} linden linden", ""),
    )
    play(match, f"play {FOX} left", "pay linden", "pay linden")
    assert asked(match)["cards"] == 3  # type: ignore[index]
    assert held(play(match, "yes")) == 3
    match = table("birch: roe_deer@right; oak: wild_boar", hands=(f"{WOLF} linden linden linden",))
    play(match, f"play {WOLF} left", "pay linden", "pay linden", "pay linden")
    assert asked(match)["cards"] == 1  # type: ignore[index]


def test_m35_without_hares_a_fox_is_not_asked() -> None:
    match = table("birch", hands=(f"{FOX} linden linden", ""))
    play(match, f"play {FOX} left", "pay linden", "pay linden")
    assert match.to_act == [1]


def test_m36_the_turn_of_a_jay_needs_no_matching_payment() -> None:
    match = table("birch", hands=(f"{JAY} linden", ""))
    play(match, f"play {JAY} top", "pay linden")
    assert asked(match) == {
        "step": "effect",
        "species": "eurasian_jay",
        "kind": "gain",
        "cards": 0,
        "turns": 1,
    }
    play(match, "yes")
    assert match.to_act == [0]
    assert told(match)[-1] == "story.again"


def test_m36_the_turns_of_oak_fir_and_wolf_do() -> None:
    for tree in ("oak", "douglas_fir"):
        match = play(table(hands=(f"{tree} linden linden", "")), f"play {tree}")
        play(match, "pay linden", "pay linden")
        assert match.to_act == [1]
        match = play(table(hands=(f"{tree} {tree} {tree}", "")), f"play {tree}")
        play(match, f"pay {tree}", f"pay {tree}", "yes")
        assert match.to_act == [0]
    match = table("birch", hands=(f"{WOLF} sycamore sycamore sycamore", ""))
    play(match, f"play {WOLF} left", "pay sycamore", "pay sycamore", "pay sycamore", "yes")
    assert match.to_act == [0]


def test_m37_an_extra_turn_is_a_full_turn() -> None:
    match = table("birch", hands=(f"{JAY} linden oak", ""))
    play(match, f"play {JAY} top", "pay linden", "yes")
    assert {move.split()[0] for move in legal(match)} == {"draw", "take", "sapling"}
    play(match, "draw", "draw")
    assert match.to_act == [1]


def test_m66_an_extra_turn_may_be_declined() -> None:
    match = table("birch", hands=(f"{JAY} linden oak", ""))
    play(match, f"play {JAY} top", "pay linden", "no")
    assert match.to_act == [1]
    assert told(match)[0] == "story.no"


def test_m68_a_question_without_a_point_is_not_asked() -> None:
    fir = table(hands=("silver_fir silver_fir silver_fir linden", ""))
    play(fir, "play silver_fir", "pay silver_fir", "pay silver_fir")
    assert fir.to_act == [1]  # no pawed animal in hand
    full = table("birch: chanterelle", hands=(f"birch {' '.join(SPLIT_IDS[30:39])}", ""))
    play(full, "play birch", "yes")
    assert full.to_act == [1]  # ten cards: the Birch has nothing to offer
    raccoon = card("raccoon", "left", "douglas_fir")
    empty = table("birch", hands=(f"{raccoon} linden", ""))
    play(empty, f"play {raccoon} left", "pay linden")
    assert empty.to_act == [1]


def test_m68_only_the_one_who_is_asked_sees_the_question() -> None:
    match = table("birch", hands=(f"{JAY} linden", ""))
    play(match, f"play {JAY} top", "pay linden")
    assert match.view(0)["asked"] is not None
    assert match.view(1)["asked"] is None
    assert match.view(None)["asked"] is None
    assert match.view(1)["phase"] == "choice"
    assert "another turn" in match.board(0)
    assert "another turn" not in match.board(1)


def test_a_question_is_answered_first() -> None:
    match = table("birch", hands=(f"{JAY} linden oak", ""))
    play(match, f"play {JAY} top", "pay linden")
    assert why(match, "draw") == "not.now.choice"
    assert why(match, "sapling oak") == "not.yes_or_no"
    assert why(match, "play oak") == "not.yes_or_no"
    assert why(match, "cave oak") == "not.yes_or_no"
