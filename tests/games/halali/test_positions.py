"""Position documents: good ones come back as they were, bad ones are refused by a field's name."""

import copy
import random
from typing import Any

import pytest

from allmende import from_position, new
from allmende.core.errors import PositionError
from tests.games.halali.positions import HUNT, OPEN, drawn, placed, play, targets

# Which field is changed, to what, and which field the error must name.
BAD_FIELDS: list[tuple[str, Any, str]] = [
    ("game", "chess", "game"),
    ("rules", 99, "rules"),
    ("seats", 3, "seats"),
    ("options", {"match": "triple"}, "options.match"),
    ("options", {"moon": "full"}, "options.moon"),
    ("phase", "night", "phase"),
    ("to_act", [2], "to_act"),
    ("to_act", [], "to_act"),
    ("to_act", 0, "to_act"),
    ("to_act", [0, 1], "position"),
    ("ply", -1, "ply"),
    ("over", "rain", "over"),
    ("over", "last-turns", "to_act"),
    ("chance", {"key": "abc"}, "chance.key"),
    ("round", 3, "round"),
    ("round", "1", "round"),
    ("round", 2, "position"),  # a single game has no second
    ("board", None, "board"),
    ("board", ["."] * 6, "board"),
    ("board", ". . . . . . .", "board"),
    ("bags", {}, "bags"),
    ("bags", [{}], "bags"),
    ("bags", [{}, {"wolf": 1}], "bags.1.wolf"),
    ("bags", [{"bear": 3}, {}], "bags.0.bear"),
    ("bags", [{"bear": -1}, {}], "bags.0.bear"),
    ("bags", [{"bear": True}, {}], "bags.0.bear"),
    ("bags", [{"bear": 1.0}, {}], "bags.0.bear"),
    ("bags", [{}, {}], "position"),  # most tiles are nowhere
    ("first_game", [{"points": 1}, {}], "position"),  # this is the first game
    ("first_game", [{"points": 169}, {}], "first_game.0.points"),
    ("first_game", [{}, {"tiles": "many"}], "first_game.1.tiles"),
    ("first_game", [{}], "first_game"),
    ("locked", "h8", "locked"),
    ("locked", 7, "locked"),
    ("locked", "d5", "locked"),  # nothing is there
    ("locked", "b6", "locked"),  # a fox
    ("locked", "a1", "locked"),  # a duck, but face down
    ("no_return", {}, "no_return"),
    ("no_return", [None], "no_return"),
    ("no_return", [0, None], "no_return.0"),
    ("no_return", [{"from": "a1"}, None], "no_return.0.to"),
    ("no_return", [None, {"from": "a9", "to": "a2"}], "no_return.1.from"),
    ("no_return", [None, {"from": "a1", "to": "a2", "by": "f"}], "no_return.1.by"),
    ("no_return", [None, {"from": "a1", "to": None}], "position"),
    ("quiet", 61, "quiet"),
    ("quiet", 60, "position"),  # the game would be over
    ("turns_left", 11, "turns_left"),
    ("turns_left", "5", "turns_left"),
    ("turns_left", 5, "position"),  # tiles are still face down
    ("weather", "rain", "weather"),
]


def complaint(document: Any) -> PositionError:
    """Return the error that a document is refused with."""
    with pytest.raises(PositionError) as refused:
        from_position("halali", document)
    assert f"field '{refused.value.field}'" in str(refused.value)
    return refused.value


def hunt() -> dict[str, Any]:
    """Return a good document to be spoilt."""
    return drawn(HUNT).position()


@pytest.mark.parametrize(("field", "value", "named"), BAD_FIELDS)
def test_a_bad_field_is_named(field: str, value: Any, named: str) -> None:
    assert complaint(hunt() | {field: value}).field == named


@pytest.mark.parametrize("field", ["board", "bags"])
def test_what_cannot_be_guessed_must_be_there(field: str) -> None:
    document = hunt()
    del document[field]
    assert complaint(document).field == field
    assert "missing" in complaint(document).reason


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (0, ". . . . . ."),
        (2, ". . . . . . . ."),
        (3, ". . . . . . X"),
        (4, ". . . . . . H"),  # a hunter without an aim
        (5, ". . . . . . F^"),  # a fox with one
        (6, ". . . . . . ?."),  # nothing cannot be face down
        (1, 5),
        (1, None),
    ],
)
def test_a_bad_line_of_the_board_is_named(line: int, text: Any) -> None:
    document = hunt()
    document["board"][line] = text
    assert complaint(document).field == f"board.{line}"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (4, "F . . . . . ."),  # a hunter too few
        (4, "F H^ H^ . . . ."),  # a hunter too many
        (4, "F L . . . . ."),  # a lumberjack in its place
    ],
)
def test_the_tiles_must_be_those_of_the_game(line: int, text: str) -> None:
    document = hunt()
    document["board"][line] = text
    assert "48" in complaint(document).reason


def test_the_phase_must_fit_the_face_down_tiles() -> None:
    assert "last turns" in complaint(hunt() | {"phase": "last-turns"}).reason
    open_wood = drawn(OPEN).position() | {"phase": "hunt", "turns_left": 0}
    assert "last turns" in complaint(open_wood).reason


def test_h5_no_last_turn_is_quieter_than_the_last_turns_are_long() -> None:
    open_wood = drawn(OPEN).position()
    assert from_position("halali", open_wood | {"turns_left": 7, "quiet": 3}).to_act
    for quiet in (4, 59):
        document = open_wood | {"turns_left": 7, "quiet": quiet}
        assert "quiet" in complaint(document).reason


@pytest.mark.parametrize("tiles", ["Fd4 Ba1 Ta2", "H^d4 La1 Ta2", "Ta2"])
def test_h22_the_last_turns_do_not_go_on_without_a_side(tiles: str) -> None:
    with pytest.raises(PositionError, match="a side is gone"):
        placed(tiles)
    assert placed("Fd4 H^a1").to_act


@pytest.mark.parametrize("document", [None, [], "board", 7])
def test_a_document_must_be_an_object(document: Any) -> None:
    assert "not an object" in complaint(document).reason


def test_a_refused_document_is_left_as_it_was() -> None:
    document = hunt() | {"weather": "rain"}
    before = copy.deepcopy(document)
    complaint(document)
    assert document == before


def test_defaults_are_those_of_a_match_that_begins() -> None:
    dealt = new("halali", seed=3).position()
    short = from_position("halali", {"board": dealt["board"], "bags": [{}, {}]}).position()
    for field in set(dealt) - {"chance"}:
        assert short[field] == dealt[field]


@pytest.mark.parametrize("seed", range(4))
def test_positions_come_back_as_they_were(seed: int) -> None:
    match = new("halali", seed=seed)
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal()))
        assert from_position("halali", match.position()).digest() == match.digest()


def test_a_position_remembers_the_ban_and_the_lock() -> None:
    match = play(placed("Fa1 Dg7 H^b1 ?Td4"), "Fa1-a3", "Dg7-g5")
    again = from_position("halali", match.position())
    assert targets(again, "a3") == targets(match, "a3")
    assert "a1" not in targets(again, "a3")
    assert targets(again, "g5") == set()
