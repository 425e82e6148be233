"""What people see and write: moves as notation and data, the view, the drawn board."""

from typing import Any

import pytest

from allmende import from_position, new
from tests.games.kuhfstein.positions import EXAMPLE, final, own_document, play, table

MOVES: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({}, "tile", {"do": "tile"}),
    ({}, "card", {"do": "card"}),
    ({"hand": [16]}, "play 16", {"do": "play", "card": 16}),
    ({"phase": "tile"}, "take lake", {"do": "take", "tile": "lake"}),
    ({"phase": "tile", "tiles": "LLLLH"}, "exchange tiles", {"do": "exchange", "what": "tiles"}),
    ({"phase": "place", "taken": "hay"}, "place n13", {"do": "place", "at": "n13"}),
    ({"phase": "card"}, "take 55", {"do": "take", "card": 55}),
    (
        {"phase": "card", "cards": [1, 4, 7, 9]},
        "exchange cards",
        {"do": "exchange", "what": "cards"},
    ),
    (
        {"phase": "lay", "hand": [16], "playing": 16},
        "cows m13 n15",
        {"do": "lay", "turn": 0, "at": "m13", "cows": ["m13", "n15"]},
    ),
]


@pytest.mark.parametrize(("fields", "notation", "data"), MOVES)
def test_a_move_is_understood_as_notation_and_as_data(
    fields: dict[str, Any], notation: str, data: dict[str, Any]
) -> None:
    assert table(EXAMPLE, **fields).play(notation).data == data
    assert str(table(EXAMPLE, **fields).play(data)) == notation


def test_trees_herds_and_scoring_tiles_as_notation_and_as_data() -> None:
    tree = table("H H\nH H", phase="tree", placed="n14")
    assert tree.play("tree nw").data == {"do": "tree", "square": "nw"}
    assert table("H H\nH H", phase="tree", placed="n14").play("no tree").data == {"do": "no tree"}
    assert table("H*").play("home m13").data == {"do": "home", "at": "m13"}
    match = final({"scoring": ["trees", "goal"]}, {})
    assert match.play("keep trees", 0).data == {"do": "keep", "tile": "trees"}


def test_a_view_shows_the_landscape_field_by_field() -> None:
    shown = table("H M*\n. F", points=25).view()["players"][0]
    assert shown["tiles"] == [
        {"at": "m13", "row": 0, "column": 0, "landscape": "hay", "cow": False},
        {"at": "n13", "row": 0, "column": 1, "landscape": "meadow", "cow": True},
        {"at": "n14", "row": 1, "column": 1, "landscape": "forest", "cow": False},
    ]
    assert shown["herds"] == [["n13"]]
    assert shown["supply"] == 5
    assert "m14" in shown["free"]


def test_a_view_shows_the_faces_of_cards() -> None:
    view = table(EXAMPLE, hand=[16], cards=[1, 2, None, 3]).view(0)
    assert view["cards"]["display"][0] == {"id": 1, "grid": ["HL"], "points": 6}
    assert view["cards"]["display"][2] is None
    assert view["players"][0]["hand"] == [
        {"id": 16, "grid": ["L.", "?.", "?H"], "points": 8, "secret": False}
    ]


BOARD = """\
Track to 65: 15 own cow, 25 own cow, 35 extra action, 45 all cows home
Tiles  H  M  -  L  B   (51 in the stack, 0 set aside; 3 trees left)
Cards (49 in the pile, 0 discarded), each with its points:
16:8   1:6    54:13
L.     HL     HM
?.            FL
?H            ?.

Seat 1: 28 points         Seat 2: 0 points
5 cows at home, 6 tiles   4 cows at home, 0 tiles
hand: 2 ?                 hand: ?
   l  m  n  o                m
12    ·  ·                13 ·
13 ·  H ♣H  ·
14 ·  H  H• ·
15 ·  M  F  ·
16    ·  ·
H hay, M meadow, F forest, L lake, B house, ? any tile; • cow, ♣ tree in the
square to the right and below
Reconstruction, not the publisher's data. The rulebook shows these components
only in pictures. Replace it with your own data file if you own the game.
Round 7, Seat 1: choose an action (actions left: 2)"""


def drawn_table() -> Any:
    """Return the match of the drawing above."""
    return table(
        "H H\nH H*\nM F",
        trees=["m13"],
        points=28,
        tiles="HM-LB",
        cards=[16, 1, None, 54],
        round=7,
        others={0: {"hand": [2], "secret": 5}, 1: {"secret": 3}},
    )


def test_the_board_as_a_spectator_sees_it() -> None:
    assert str(drawn_table()) == BOARD


def test_the_board_of_a_seat_shows_its_secrets() -> None:
    drawn = drawn_table().board(0)
    assert "hand: 2 5" in drawn
    assert "2:6    5:6\nMB     BF" in drawn
    assert "enclosed-house: house, at least 1 fully enclosed: 5 points" in drawn


def test_the_board_speaks_the_language_of_the_reader() -> None:
    drawn = drawn_table().board(None, "de", ["Ada", "Ben"])
    assert "Ada: 28 Punkte" in drawn
    assert "Rekonstruktion, keine Daten des Verlags." in drawn
    assert "Reconstructie, geen gegevens" in drawn_table().board(None, "nl")


def test_the_board_is_80_columns_wide_at_most() -> None:
    for seed in range(6):
        match = new("kuhfstein", seats=4, seed=seed)
        while not match.over and len(match.moves) < 150:
            moves = match.legal(match.to_act[0])
            match.play(moves[-1 - seed % min(2, len(moves))])
        for seat in (0, None):
            assert max(len(line) for line in match.board(seat).splitlines()) <= 80


def test_the_label_of_own_data_is_shown() -> None:
    match = new("kuhfstein", data=own_document(label="My own cards"))
    assert match.view()["label"] == "My own cards"
    assert "My own cards" in str(match)
    assert "Reconstruction" not in str(match)


def test_the_state_of_the_end_is_said() -> None:
    match = final({}, {})
    assert str(match).splitlines()[-1] == "Everybody chooses a scoring tile."
    match.play(match.legal(0)[0])
    match.play(match.legal(1)[0])
    last = str(match).splitlines()[-1]
    assert last == "The tile display cannot be filled any more: the game ends early."


def test_a_breakdown_names_cards_trees_and_the_scoring_tile() -> None:
    match = drawn_table()
    assert match.breakdown()[0] == [("cards", 23), ("trees (1)", 5)]
    assert from_position("kuhfstein", match.position()).breakdown() == match.breakdown()
    over = final({"scoring": ["most-hay", "goal"], "points": 9}, {})
    over.play("keep most-hay", 0)
    over.play(over.legal(1)[0])
    assert [points for _, points in over.breakdown()[0]] == [9, 0, 4]
    play(drawn_table(), "tile")


def test_a_view_tells_what_cards_would_bring_and_only_to_players() -> None:
    match = table(EXAMPLE, hand=[16], points=14, cards=[55, 54, 53, 52])
    prospects = {it["card"]: it for it in match.view(0)["prospects"]}
    assert list(prospects) == [16, 55, 54, 53, 52]
    assert prospects[16] == {"card": 16, "fits": True, "points": 22, "bonuses": [15]}
    assert prospects[55]["fits"] is False
    assert prospects[55]["bonuses"] == [15, 25]
    assert match.view(0)["players"][0]["points"] == 14, "looking changes nothing"
    assert match.view(None)["prospects"] == []
    assert 16 not in {it["card"] for it in match.view(1)["prospects"]}
