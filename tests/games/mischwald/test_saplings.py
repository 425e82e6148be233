"""Saplings, and slots that are shared."""

from tests.games.mischwald.positions import (
    asked,
    card,
    clearing,
    held,
    imagined,
    kinds,
    legal,
    play,
    table,
    told,
    trees,
    why,
)

WAIT = {"share_same_turn": "no"}
TOADS_WAIT = {"toads_share_same_turn": "no"}  # under rules 1
TOADS = [card("common_toad", symbol=symbol) for symbol in ("oak", "horse_chestnut", "beech")]
HARES = [card("european_hare", "left", symbol) for symbol in ("linden", "oak", "silver_fir")]


def test_m20_any_card_becomes_a_sapling_for_nothing() -> None:
    match = table(hands=("linden H070 V114", ""))
    assert kinds(match, "sapling") == ["sapling linden", "sapling H070", "sapling V114"]
    play(match, "sapling linden")
    tree = trees(match)[0]
    assert tree["sapling"]
    assert tree["species"] is None
    assert [tree[side] for side in ("top", "bottom", "left", "right")] == [[]] * 4
    assert match.to_act == [1]  # no effect, no bonus


def test_m20_a_sapling_has_four_slots() -> None:
    match = table("sapling", hands=("H070 V114 linden linden beech",))
    assert {"play H070 left", "play H070 right", "play V114 top", "play V114 bottom"} <= set(
        legal(match)
    )


def test_m23_a_sapling_turns_over_a_card() -> None:
    match = play(table(hands=("H070", "")), "sapling H070")
    assert len(clearing(match)) == 1
    assert told(match, 1)[:2] == ["story.sapling", "story.turned_over"]


def test_m24_a_chanterelle_reacts_to_saplings() -> None:
    match = play(table("birch: chanterelle", hands=("H070", "")), "sapling H070")
    question = asked(match)
    assert question is not None
    assert (question["by"], question["species"]) == ("chanterelle", None)
    play(match, "yes")
    assert held(match) == 1


def test_m70_a_sapling_is_known_to_its_owner() -> None:
    match = play(table(hands=("H070", "")), "sapling H070")
    assert match.view(0)["players"][0]["forest"][0]["card"] == "H070"
    assert match.view(1)["players"][0]["forest"][0]["card"] is None
    assert {p["trees"][0]["card"] for p in imagined(match, 0)} == {"H070"}
    assert len({p["trees"][0]["card"] for p in imagined(match, 1)}) > 20
    assert told(match, 0)[1] == "story.your_sapling"
    assert "story.your_sapling" not in told(match, 1)


def test_m25_only_hares_and_toads_share() -> None:
    match = table(
        "oak: european_hare@left, common_toad",
        hands=(f"{HARES[2]} {TOADS[2]} H109 V117 linden", ""),
    )
    moves = legal(match)
    assert f"play {HARES[2]} left" in moves
    assert f"play {TOADS[2]} bottom" in moves
    assert "play V117 bottom" not in moves  # a stag beetle is no toad
    dormice = table("oak: european_fat_dormouse@left", hands=("H095 linden",))
    assert why(dormice, "play H095 left") == "not.no_slot.left"
    butterflies = table("oak: purple_emperor", hands=(card("purple_emperor", symbol="linden"),))
    assert kinds(butterflies, "play") == []


def test_m25_a_slot_of_hares_takes_only_hares() -> None:
    lynx = card("lynx", "left", "horse_chestnut")
    match = table("oak: european_hare@left", hands=(f"{lynx} linden",))
    assert why(match, f"play {lynx} left") == "not.no_slot.left"


def test_m25_at_most_two_toads() -> None:
    match = table("oak: common_toad, common_toad", hands=(TOADS[2],))
    assert why(match, f"play {TOADS[2]} bottom") == "not.no_slot.bottom"


def test_m25_a_third_toad_finds_no_room() -> None:
    match = table("oak", hands=(" ".join(TOADS), "linden linden"))
    play(match, f"play {TOADS[0]} bottom", "draw", "draw", f"play {TOADS[1]} bottom")
    play(match, "draw", "draw")
    assert why(match, f"play {TOADS[2]} bottom") == "not.no_slot.bottom"


def test_m25_any_number_of_hares() -> None:
    match = table("oak: " + ", ".join(["european_hare@left"] * 4), hands=(HARES[0], ""))
    play(match, f"play {HARES[0]} left")
    assert len(trees(match)[0]["left"]) == 5


def test_m25_others_go_where_nobody_is() -> None:
    lynx = card("lynx", "left", "horse_chestnut")
    match = table("oak: european_hare@left; oak; oak", hands=(f"{lynx} linden",))
    assert legal(play(match, f"play {lynx} left")) == ["place t2", "place t3"]


def test_m26_hares_keep_their_side() -> None:
    right = card("european_hare", "right", "birch")
    match = table("oak: european_hare@left, lynx@right", hands=(f"{right} linden",))
    assert why(match, f"play {right} right") == "not.no_slot.right"


def test_m27_two_toads_in_one_mole_turn() -> None:
    mole = card("mole")
    for options, may in (({}, True), (WAIT, False)):
        hand = f"{mole} linden linden {TOADS[0]} {TOADS[1]}"
        match = table("oak; birch", hands=(hand,), options=options)
        play(match, f"play {mole} bottom", "place t1", "pay linden", "pay linden")
        play(match, f"play {TOADS[0]} bottom")
        assert (f"play {TOADS[1]} bottom" in legal(match)) == may


def test_m72_hares_wait_as_toads_do() -> None:
    mole = card("mole")
    for options, may in (({}, True), (WAIT, False)):
        hand = f"{mole} linden linden {HARES[0]} {HARES[1]}"
        match = table("oak", hands=(hand,), options=options)
        play(match, f"play {mole} bottom", "pay linden", "pay linden", f"play {HARES[0]} left")
        assert (f"play {HARES[1]} left" in legal(match)) == may


def test_m72_who_came_earlier_keeps_nobody_waiting() -> None:
    for first, second, side in ((*TOADS[:2], "bottom"), (*HARES[:2], "left")):
        match = table("oak", hands=(f"{first} {second} linden", "linden linden"), options=WAIT)
        play(match, f"play {first} {side}", "draw", "draw", f"play {second} {side}")
        assert len(trees(match)[0][side]) == 2


def test_m72_under_rules_1_hares_may_always_join() -> None:
    mole = card("mole")
    for pair, side, may in ((HARES, "left", True), (TOADS, "bottom", False)):
        hand = f"{mole} linden linden {pair[0]} {pair[1]}"
        match = table("oak; birch", hands=(hand,), options=TOADS_WAIT, rules=1)
        play(match, f"play {mole} bottom", "place t1", "pay linden", "pay linden")
        play(match, f"play {pair[0]} {side}")
        if match.view()["phase"] == "place":
            match.play("place t2")
        assert (f"play {pair[1]} {side}" in legal(match)) == may
