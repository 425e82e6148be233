"""Placing tiles, planting trees, exchanging the tile display."""

import pytest

from allmende.core.errors import PositionError
from tests.games.kuhfstein.positions import all_tiles_but, legal, play, player, table, told


def places(drawing: str, **keywords: object) -> set[str]:
    """Return where a tile may go."""
    match = play(table(drawing, **keywords), "tile", "take hay")  # type: ignore[arg-type]
    return {move.removeprefix("place ") for move in legal(match)}


def test_k10_the_first_tile_goes_to_the_middle() -> None:
    assert places("") == {"m13"}


def test_k10_further_tiles_share_a_side_with_one_that_lies_there() -> None:
    assert places("H") == {"m12", "l13", "n13", "m14"}
    assert places("H M\n. F") == {"m12", "n12", "l13", "o13", "m14", "o14", "n15"}


def test_k10_a_hole_may_be_filled() -> None:
    assert "n14" in places("H H H\nH . H\nH H H")


def test_k10_the_landscape_grows_in_any_direction_without_being_shifted() -> None:
    match = table("H")
    for column in "lkjihgfe":
        if match.to_act == [1]:
            for _ in range(2):
                match.play("card")
                match.play(match.legal()[0])
        match.play("tile")
        match.play(match.legal()[0])
        match.play(f"place {column}13")
    tiles = player(match)["tiles"]
    assert [tile["at"] for tile in tiles] == [f"{column}13" for column in "efghijklm"]
    assert tiles[-1]["landscape"] == "hay"


def test_k11_any_landscapes_may_touch() -> None:
    for landscape in ("hay", "meadow", "forest", "lake", "house"):
        match = play(table("H L\nF B"), "tile", f"take {landscape}")
        assert len(legal(match)) == 8


def test_k12_a_square_of_four_equal_tiles_bears_a_tree() -> None:
    match = play(table("H H\nH ."), "tile", "take hay", "place n14")
    assert legal(match) == ["no tree", "tree nw"]
    play(match, "tree nw")
    assert player(match)["trees"] == ["m13"]
    assert player(match)["points"] == 5
    assert match.view()["trees_left"] == 3


def test_k12_a_square_of_four_different_tiles_bears_a_tree() -> None:
    match = play(table("H M\nF ."), "tile", "take lake", "place n14", "tree nw")
    assert player(match)["points"] == 5


@pytest.mark.parametrize("drawing", ["H M\nH .", "M M\nF .", "H M\nM ."])
def test_k12_other_squares_bear_none(drawing: str) -> None:
    match = play(table(drawing), "tile", "take lake", "place n14")
    assert match.view()["phase"] == "action"


def test_k12_larger_squares_do_not_count() -> None:
    match = table("H M H\nM F M\nH M .", tiles="HLFBM")
    play(match, "tile", "take hay", "place o15")
    assert match.view()["phase"] == "action"


def test_k13_a_tree_is_no_duty() -> None:
    match = play(table("H H\nH ."), "tile", "take hay", "place n14", "no tree")
    assert player(match)["trees"] == []
    assert player(match)["points"] == 0
    assert match.view()["trees_left"] == 4


def test_k14_each_tile_serves_for_one_tree() -> None:
    match = table("H H H\nH H .", trees=["m13"], tiles="HMFLB")
    play(match, "tile", "take hay", "place o14")
    assert match.view()["phase"] == "action"


def test_k14_one_placement_earns_one_tree() -> None:
    # The new tile completes two squares; both contain it, so only one can bear a tree.
    match = play(table("H H H\nH . H"), "tile", "take hay", "place n14")
    assert legal(match) == ["no tree", "tree nw", "tree ne"]
    play(match, "tree ne")
    assert player(match)["trees"] == ["n13"]
    assert match.view()["phase"] == "action"


def test_k15_a_square_without_the_new_tile_bears_no_tree() -> None:
    # The square of four hay was left without a tree before.
    match = table("H H .\nH H .")
    play(match, "tile", "take meadow", "place o13")
    assert match.view()["phase"] == "action"


def test_without_trees_in_the_supply_none_is_planted() -> None:
    forest = {1: {"layout": ["H H H H", "H H H H", "M M M M", "M M M M"]}}
    forest[1]["trees"] = ["m13", "o13", "m15", "o15"]
    match = table("F F\nF .", others=forest)
    assert match.view()["trees_left"] == 0
    play(match, "tile", "take forest", "place n14")
    assert match.view()["phase"] == "action"


@pytest.mark.parametrize(
    ("display", "offered"),
    [
        ("HHHHM", True),
        ("HHHHH", True),
        ("HHHMM", False),
        ("HHHH-", True),
        ("HHHM-", False),
        ("HHH--", False),
    ],
)
def test_k17_four_equal_tiles_may_be_exchanged(display: str, offered: bool) -> None:
    match = play(table("F", tiles=display, actions_left=1), "tile")
    assert ("exchange tiles" in legal(match)) == offered


@pytest.mark.parametrize(("display", "aside"), [("HHHHM", {"hay": 4, "meadow": 1}), ("HHHH-", 4)])
def test_k17_all_open_tiles_are_set_aside_and_five_new_ones_come(
    display: str, aside: object
) -> None:
    match = play(table("F", tiles=display), "tile", "exchange tiles")
    tiles = match.view()["tiles"]
    assert tiles["aside"] == (aside if isinstance(aside, dict) else {"hay": aside})
    assert None not in tiles["display"]
    assert "story.exchange_tiles" in told(match)


def test_k18_who_exchanges_must_place_a_tile() -> None:
    match = play(table("F", tiles="HHHHM", hand=[1]), "tile", "exchange tiles")
    assert match.view()["phase"] == "tile"
    assert all(move.startswith(("take ", "exchange ")) for move in legal(match))
    assert match.view()["actions_left"] == 1


def test_k20_the_tiles_set_aside_are_the_new_stack_at_once() -> None:
    # Two tiles are left in the stack, so three of the five just set aside come back.
    crowd = {1: {"layout": all_tiles_but("HHHHM" + "FL" + "B")}}
    match = table("B", tiles="HHHHM", others=crowd)
    assert match.view()["tiles"]["stack"] == {"forest": 1, "lake": 1}
    play(match, "tile", "exchange tiles")
    tiles = match.view()["tiles"]
    assert tiles["aside"] == {}
    assert sorted(tiles["display"][:2]) == ["forest", "lake"]
    assert sum(tiles["stack"].values()) == 2
    assert "story.tiles_reshuffled" in told(match)


def test_k20_with_exactly_five_left_the_old_ones_are_restacked() -> None:
    crowd = {1: {"layout": all_tiles_but("HHHHM" + "FLMMB" + "B")}}
    match = play(table("B", tiles="HHHHM", others=crowd), "tile", "exchange tiles")
    assert match.view()["tiles"]["stack"] == {"hay": 4, "meadow": 1}


def test_k21_tiles_set_aside_count_for_the_refill() -> None:
    crowd = {1: {"layout": all_tiles_but("HMFLB" + "F" + "HHH" + "B")}}
    match = table("B", others=crowd, aside={"hay": 3})
    assert match.view()["tiles"]["stack"] == {"forest": 1}
    play(match, "tile", "take meadow", "place n13", "tile", "take lake", "place l13")
    assert match.view()["phase"] == "action"
    assert match.view()["tiles"]["display"] == ["hay", "forest", "forest", "hay", "house"]
    assert match.view()["tiles"]["stack"] == {"hay": 2}


def test_k21_no_tiles_lie_aside_beside_an_empty_stack() -> None:
    crowd = {1: {"layout": all_tiles_but("HMFLB" + "HHH" + "B")}}
    with pytest.raises(PositionError, match="set aside beside an empty stack"):
        table("B", others=crowd, aside={"hay": 3})


def test_k60_ten_exchanges_are_enough() -> None:
    assert "exchange tiles" in legal(table("F", tiles="HHHHH", phase="tile", exchanges=9))
    assert "exchange tiles" not in legal(table("F", tiles="HHHHH", phase="tile", exchanges=10))
    lakes = [1, 4, 7, 9]
    assert "exchange cards" in legal(table("F", cards=lakes, phase="card", exchanges=9))
    assert "exchange cards" not in legal(table("F", cards=lakes, phase="card", exchanges=10))


def test_k60_every_action_counts_its_own_exchanges() -> None:
    match = play(table("F", tiles="HHHHM"), "tile", "exchange tiles")
    assert match.view()["exchanges"] == 1
    play(match, legal(match)[0], "place n13")
    assert match.view()["exchanges"] == 0


WIDE = " ".join("HM" * 12)  # 24 columns


def test_a_landscape_of_24_columns_meets_the_edge() -> None:
    assert {"l13", "k13"} <= places(WIDE[:-2], tiles="HLLLL")  # the 24th column, on either side
    beyond = places(WIDE, tiles="HLLLL")
    assert len(beyond) == 48
    assert not any(name.endswith("13") for name in beyond)


def test_a_landscape_of_24_rows_meets_the_edge() -> None:
    beyond = places("\n".join(WIDE.split()), tiles="HLLLL")
    assert len(beyond) == 48
    assert not any(name.startswith("m") for name in beyond)


def test_the_edge_is_explained() -> None:
    match = play(table(WIDE, tiles="HLLLL"), "tile", "take hay")
    reason = match.why_not("place l13")
    assert reason is not None
    assert reason.key == "not.too_wide"


def test_the_ends_of_a_wide_landscape_do_not_touch() -> None:
    # On the ring of fields the two ends are one field apart; no herd, card or tree spans the gap.
    wide = "H* . " + ". " * 21 + "H*"
    bridge = wide + "\n" + " ".join("MF" * 12)
    match = table(bridge, cards=[None] * 4)
    assert [len(herd) for herd in player(match)["herds"]] == [1, 1]
    assert [move for move in legal(match) if move.startswith("home")] == ["home m13", "home k13"]
