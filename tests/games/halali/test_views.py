"""What people see and write: moves as notation and data, views, the drawn board, the breakdown."""

from typing import Any

import pytest

from tests.games.halali.positions import BLUE, BROWN, HUNT, OPEN, drawn, placed, play

EXAMPLES = [
    ("flip a1", {"do": "flip", "at": "a1"}),
    ("Bb4-b5", {"do": "move", "from": "b4", "to": "b5"}),
    ("Bb4xb3", {"do": "move", "from": "b4", "to": "b3"}),
    ("Fb6xc6", {"do": "move", "from": "b6", "to": "c6"}),
    ("Fg1-g5", {"do": "move", "from": "g1", "to": "g5"}),
    ("Dd1-d4", {"do": "move", "from": "d1", "to": "d4"}),
    ("Pg6-e6", {"do": "move", "from": "g6", "to": "e6"}),
]


@pytest.mark.parametrize(("notation", "data"), EXAMPLES)
def test_a_move_is_understood_as_notation_and_as_data(notation: str, data: dict[str, Any]) -> None:
    assert drawn(HUNT).play(notation).data == data
    assert str(drawn(HUNT).play(data)) == notation


def test_leaving_and_passing_as_notation_and_as_data() -> None:
    assert drawn(OPEN).play("Fa4-west").data == {"do": "leave", "from": "a4", "by": "west"}
    assert str(drawn(OPEN).play({"do": "leave", "from": "a4", "by": "west"})) == "Fa4-west"
    boxed_in = "Fa1 Ta2 Tb1 H^g7"
    assert placed(boxed_in).play("pass").data == {"do": "pass"}
    assert str(placed(boxed_in).play({"do": "pass"})) == "pass"


@pytest.mark.parametrize("seat", [BLUE, BROWN, None])
def test_a_view_hides_what_lies_face_down(seat: int | None) -> None:
    hidden = placed("Fa1 H>b1 ?Bc1 ?H^d1").view(seat)
    other = placed("Fa1 H>b1 ?Hvc1 ?Bd1").view(seat)
    assert hidden == other
    assert hidden["board"][6] == [
        {"tile": "fox"},
        {"tile": "hunter", "aim": "east"},
        {"tile": "face-down"},
        {"tile": "face-down"},
        None,
        None,
        None,
    ]


def test_a_view_shows_everything_else() -> None:
    match = play(placed("Fa1 Dg7 H^b1 ?Td4 ?Td5"), "Fa1-a3", "Dg7-g5")
    view = match.view()
    assert view["locked"] == "g5"
    assert view["no_return"] == [{"from": "a3", "to": "a1"}, None]
    assert view["face_down"] == 2
    assert view["quiet"] == 2
    assert view["sides"] == ["blue", "brown"]
    assert view["scores"] == match.scores()
    assert view["places"] == match.ranking()


BOARD_OF_HUNT = """\
7  ·  ·  ·  ·  ·  ·  ▒▒
6  ·  F  D  T  ·  ·  P
5  ·  ·  ·  ·  ·  ·  ·
4  ·  B  ·  ·  ·  ·  ·
3  F  H↑ ·  ·  ·  ·  ·
2  ·  T  ·  ·  ·  ·  ·
1  ▒▒ ·  ·  D  ·  ·  F
   a  b  c  d  e  f  g
Seat 1, animals (blue), points: 98 (2 × lumberjack, 7 × hunter, 7 × pheasant, 4 × duck, 12 × tree)
Seat 2, people (brown), points: 25 (1 × bear, 3 × fox)
Seat 1 to move, face down: 2"""

BOARD_OF_OPEN = """\
            ⇑
7  T  ·  ·  D  ·  ·  ·
6  ·  ·  ·  F  ·  ·  ·
5  ·  ·  ·  ·  ·  ·  ·
4⇐ F  ·  ·  B  ·  ·  · ⇒
3  ·  ·  ·  ·  ·  ·  ·
2  ·  ·  ·  ·  ·  ·  ·
1  ·  T  F  ·  ·  ·  H↑
   a  b  c  d  e  f  g
            ⇓
Ada, Tiere (blau), Punkte: 107 (2 × Holzfäller, 7 × Jäger, 8 × Fasan, 6 × Ente, 13 × Baum)
Ben, Menschen (braun), Punkte: 25 (1 × Bär, 3 × Fuchs)
Ada ist am Zug, letzte Züge insgesamt: 3"""


def test_the_board_of_a_hunt() -> None:
    assert str(drawn(HUNT)) == BOARD_OF_HUNT


def test_the_board_of_the_last_turns_shows_the_exits() -> None:
    match = drawn(OPEN, turns_left=3)
    assert match.board(language="de", names=["Ada", "Ben"]) == BOARD_OF_OPEN


def test_the_board_of_a_finished_game_says_how_it_ended() -> None:
    match = play(placed("Fd7 H^g7"), "Fd7-north")
    last_line = str(match).splitlines()[-1]
    assert last_line == "One side has no tile left on the board: the game ends early."


def test_a_breakdown_names_the_species_won() -> None:
    assert drawn(HUNT).breakdown() == [
        [("lumberjack", 10), ("hunter", 35), ("pheasant", 21), ("duck", 8), ("tree", 24)],
        [("bear", 10), ("fox", 15)],
    ]


def test_a_breakdown_of_the_second_game_begins_with_the_first() -> None:
    banked = [{"points": 40, "tiles": 12}, {"points": 33, "tiles": 9}]
    match = placed("Fa1 H^g7 ?Td4", round=2, first_game=banked)
    assert [lines[0] for lines in match.breakdown()] == [("first game", 40), ("first game", 33)]


@pytest.mark.parametrize("round_number", [1, 2])
def test_a_breakdown_adds_up_to_the_score(round_number: int) -> None:
    banked = [{"points": 40, "tiles": 12}, {"points": 33, "tiles": 9}]
    keywords = {"first_game": banked} if round_number == 2 else {}
    match = placed("Fa1 H^g7 ?Td4", round=round_number, **keywords)
    sums = [sum(points for _, points in lines) for lines in match.breakdown()]
    assert sums == match.scores()
    # All but the three tiles on the board, and what the first game brought.
    assert sum(sums) == 168 - 12 + (40 + 33 if round_number == 2 else 0)
