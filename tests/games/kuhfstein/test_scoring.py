"""The scoring tiles, the secret choice between two, the ranking."""

from typing import Any

import pytest

from tests.games.kuhfstein.positions import awards, final, legal, told

Player = dict[str, Any]


def holding(*tiles: str, **fields: Any) -> Player:
    """Return a player with these scoring tiles."""
    return {"scoring": list(tiles), **fields}


OTHER = holding("edge-lakes", "trees")


def award(tile: str, other: Player | None = None, **fields: Any) -> int:
    """Return what a player gets for a scoring tile."""
    spare = "goal" if tile != "goal" else "many-tiles"
    options = fields.pop("options", {})
    opponent = {"scoring": ["cows-at-home", "trees"], **(other or {})}
    if tile in opponent["scoring"]:
        opponent["scoring"] = ["most-hay", "most-meadow"]
    match = final(holding(tile, spare, **fields), opponent, options=options)
    return awards(match, tile, opponent["scoring"][0])[0]


def test_k41_all_choose_at_the_same_time_in_secret() -> None:
    match = final(holding("goal", "most-hay"), OTHER)
    assert match.to_act == [0, 1]
    assert legal(match, 0) == ["keep goal", "keep most-hay"]
    assert legal(match, 1) == ["keep edge-lakes", "keep trees"]
    match.play("keep goal", 0)
    assert match.to_act == [1]
    assert match.view(1)["players"][0]["scoring"] == [None, None]
    assert match.view(1)["players"][0]["chosen"]
    assert told(match, 1) == ["story.chosen"]
    assert told(match, 0) == ["story.chosen", "story.keep"]


def test_k41_the_order_of_the_choices_does_not_matter() -> None:
    one = final(holding("goal", "most-hay"), OTHER)
    two = final(holding("goal", "most-hay"), OTHER)
    one.play("keep most-hay", 0), one.play("keep trees", 1)
    two.play("keep trees", 1), two.play("keep most-hay", 0)
    assert one.digest() == two.digest()


def test_k63_either_tile_may_be_kept_and_the_other_stays_hidden() -> None:
    match = final(holding("goal", "most-hay"), OTHER)
    assert awards(match, "goal", "edge-lakes") == [0, 0]
    assert match.over
    assert match.ending == "shortage"
    shown = match.view(1)["players"][0]["scoring"]
    assert shown == [{"id": "goal", "kept": True, "fulfilled": False}, None]
    assert told(match)[1:] == ["story.reveal", "story.reveal", "story.result"]


def test_k63_nothing_is_revealed_before_all_have_chosen() -> None:
    match = final(holding("goal", "most-hay"), OTHER, holding("most-forest", "many-tiles"))
    match.play("keep goal", 0)
    match.play("keep trees", 1)
    assert all(None in player["scoring"] for player in match.view()["players"])
    match.play("keep many-tiles", 2)
    assert [player["scoring"][0]["id"] for player in match.view()["players"]] == [
        "goal",
        "trees",
        "many-tiles",
    ]


def test_k42_the_points_before_the_tile_count() -> None:
    assert award("goal", points=65) == 3
    assert award("goal", points=64) == 0
    assert award("goal", points=90) == 3


def test_k42_bonuses_have_no_effect_any_more() -> None:
    fields = {"layout": ["H* H"], "points": 42}
    match = final(holding("most-hay", "goal", **fields), OTHER)
    assert awards(match, "most-hay", "trees") == [4, 0]
    assert match.scores()[0] == 46
    assert match.view()["players"][0]["herds"] == [["m13"]]


ENCLOSED = [". H .", "M B F", ". L ."]


def test_k43_a_house_with_tiles_on_four_sides_is_enclosed() -> None:
    assert award("enclosed-house", layout=ENCLOSED) == 5
    assert award("enclosed-house", layout=[". H .", "M B F", ". L L"]) == 5
    assert award("enclosed-house", layout=[". H .", "M B F"]) == 0
    assert award("enclosed-house", layout=["M M M", "M F M", "M M M"]) == 0


def test_k43_the_option_asks_for_the_corners_too() -> None:
    corners = {"enclosed": "8"}
    assert award("enclosed-house", layout=ENCLOSED, options=corners) == 0
    full = ["H H H", "M B F", "L L L"]
    assert award("enclosed-house", layout=full, options=corners) == 5
    assert award("enclosed-house", layout=["H H H", "M B F", "L L ."], options=corners) == 0


def test_k44_two_lakes_with_a_free_side() -> None:
    assert award("edge-lakes", layout=["L L"]) == 4
    assert award("edge-lakes", layout=["L M"]) == 0
    surrounded = [". H H .", "M L L F", ". H H ."]
    assert award("edge-lakes", layout=surrounded) == 0


def test_k44_a_hole_is_a_free_side() -> None:
    ring = [". M M M .", "M L L L M", "M L . L M", "M L L L M", ". M M M ."]
    assert award("edge-lakes", layout=ring) == 4


@pytest.mark.parametrize(
    ("tile", "letter", "points"),
    [("most-hay", "H", 4), ("most-meadow", "M", 5), ("most-forest", "F", 5)],
)
def test_k45_hay_meadows_and_forests_are_three_tiles(tile: str, letter: str, points: int) -> None:
    mine, fewer, more = [f"{letter} {letter}"], [letter], [f"{letter} {letter} {letter}"]
    assert award(tile, layout=mine) == points
    assert award(tile, {"layout": fewer}, layout=mine) == points
    assert award(tile, {"layout": mine}, layout=mine) == points
    assert award(tile, {"layout": more}, layout=mine) == 0


def test_k46_none_is_enough_if_nobody_has_any() -> None:
    assert award("most-hay", {"layout": ["M M"]}, layout=["F"]) == 4
    assert award("most-hay", {"layout": ["H"]}, layout=["F"]) == 0


def test_k47_four_cows_in_the_supply() -> None:
    assert award("cows-at-home") == 4
    assert award("cows-at-home", layout=["H* M"]) == 0


def test_k47_cows_on_the_track_do_not_count() -> None:
    # Five cows are not on the landscape, but two of them still wait on the track.
    assert award("cows-at-home", layout=["H* M"], points=14) == 0
    assert award("cows-at-home", layout=["H* M"], points=15) == 4


def test_thirteen_tiles() -> None:
    assert award("many-tiles", layout=["H H H H H H", "M M M M M M"]) == 0
    assert award("many-tiles", layout=["H H H H H H H", "M M M M M M"]) == 7


def test_three_trees() -> None:
    rows = ["H H M M F F", "H H M M F F"]
    assert award("trees", layout=rows, trees=["m13", "o13"]) == 0
    assert award("trees", layout=rows, trees=["m13", "o13", "q13"]) == 6


def places(*players: Player) -> list[int]:
    """Return the places of a finished game in which scoring tiles gave nothing."""
    tiles = [["goal", "most-hay"], ["trees", "most-meadow"], ["enclosed-house", "many-tiles"]]
    held = [{**player, "scoring": pair} for player, pair in zip(players, tiles, strict=False)]
    match = final(*held)
    assert awards(match, *(pair[0] for pair in tiles[: len(players)])) == [0] * len(players)
    return match.ranking()


def test_k48_more_points_win() -> None:
    assert places({"points": 40}, {"points": 41, "layout": ["H"]}) == [2, 1]


def test_k48_with_equal_points_more_tiles_win() -> None:
    assert places({"points": 40, "layout": ["H H"]}, {"points": 40, "layout": ["H"]}) == [1, 2]


def test_k48_with_equal_tiles_too_the_win_is_shared() -> None:
    two = {"points": 40, "layout": ["H H"]}
    assert places(two, two) == [1, 1]
    assert places(two, two, {"points": 39, "layout": ["F F F"]}) == [1, 1, 3]


def test_the_points_of_a_scoring_tile_count_for_the_win() -> None:
    match = final(
        holding("most-hay", "goal", points=38), holding("trees", "most-meadow", points=40)
    )
    assert awards(match, "most-hay", "trees") == [4, 0]
    assert match.scores() == [42, 40]
    assert match.ranking() == [1, 2]
    assert match.breakdown()[0][-1][1] == 4
