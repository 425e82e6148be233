"""Position documents: good ones come back as they were, bad ones are refused by a field's name."""

import copy
import random
from typing import Any

import pytest

from allmende import from_position, new
from allmende.core.errors import PositionError
from tests.games.kuh_vadis.positions import (
    CIRCLES,
    STRIPES,
    B,
    drawing_of,
    fields_to_mark,
    lines,
    table,
)


def marks(x: str = "", o: str = "") -> list[str]:
    """Draw marks."""
    return drawing_of({"x": x, "o": o})


# Which field is changed, to what, and which field the error must name.
BAD_FIELDS: list[tuple[str, Any, str]] = [
    ("game", "halali", "game"),
    ("rules", 99, "rules"),
    ("seats", 3, "seats"),
    ("options", {"sheet": "Z"}, "options.sheet"),
    ("options", {"sheet": "A"}, "sheet"),  # the lines are those of sheet B
    ("phase", "night", "phase"),
    ("phase", "throw", "position"),  # no throw is left
    ("to_act", [2], "to_act"),
    ("to_act", [], "to_act"),
    ("to_act", [0, 1], "position"),
    ("to_act", [CIRCLES], "position"),  # the last mark was made by the crosses
    ("over", "rain", "over"),
    ("over", "chain", "to_act"),
    ("sides", ["X", "X"], "sides"),
    ("sides", ["X"], "sides"),
    ("sides", "XO", "sides"),
    ("sides", [0, 1], "sides"),
    ("sheet", None, "sheet"),
    ("sheet", lines(B)[:6], "sheet"),
    ("sheet", lines(STRIPES), "sheet"),
    ("sheet", [*lines(B)[:6], "23X3540"], "sheet.6"),
    ("sheet", [*lines(B)[:6], "23X354"], "sheet.6"),
    ("sheet", ["X453X32", *lines(B)[1:]], "sheet"),
    ("marks", None, "marks"),
    ("marks", marks()[:6], "marks"),
    ("marks", ["x" * 8, *marks()[1:]], "marks.0"),
    ("marks", [*marks()[:6], "......X"], "marks.6"),
    ("marks", [*marks()[:6], 7], "marks.6"),
    ("marks", marks("b6 a7"), "position"),  # a7 is a start
    ("marks", marks(), "position"),  # the last mark is none
    ("dice", None, "dice"),
    ("dice", "1234", "dice"),
    ("dice", "12346", "dice"),
    ("dice", [1, 2, 3, 4, 5], "dice"),
    ("throws_left", 3, "throws_left"),
    ("throws_left", -1, "throws_left"),
    ("throws_left", 1, "position"),  # a field is being chosen
    ("last_mark", "h8", "last_mark"),
    ("last_mark", 7, "last_mark"),
    ("last_mark", "c6", "position"),  # not marked
    ("quiet", 41, "quiet"),
    ("quiet", 3, "position"),  # there is a mark in this turn
    ("weather", "rain", "weather"),
]


def complaint(document: Any) -> PositionError:
    """Return the error that a document is refused with."""
    with pytest.raises(PositionError) as refused:
        from_position("kuh_vadis", document)
    assert f"field '{refused.value.field}'" in str(refused.value)
    return refused.value


def further_series() -> dict[str, Any]:
    """Return a good document to be spoilt."""
    return table("1KKKK", x="b6", last="b6").position()


@pytest.mark.parametrize(("field", "value", "named"), BAD_FIELDS)
def test_a_bad_field_is_named(field: str, value: Any, named: str) -> None:
    assert complaint(further_series() | {field: value}).field == named


@pytest.mark.parametrize("field", ["sheet", "dice"])
def test_what_cannot_be_guessed_must_be_there(field: str) -> None:
    document = new("kuh_vadis", seed=1).position()
    del document[field]
    assert complaint(document).field == field
    assert "missing" in complaint(document).reason


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        # All crosses are joined, but nobody has won.
        (table("12345", sheet=STRIPES, x="a6").position() | {"marks": marks("a6 a4")}, "chain"),
        # Both corners are shut.
        (
            table("12345", sheet=STRIPES).position() | {"marks": marks("g6 f6 f7", "a6 b6 b7")},
            "both are blocked",
        ),
        (table("12345").position() | {"quiet": 40}, "nobody marks anything"),
        (table("12345").position() | {"to_act": [], "over": "chain"}, "last mark"),
        (
            table("12345", x="b6").position()
            | {"to_act": [], "over": "both-blocked", "last_mark": "b6"},
            "the game ends exactly when",
        ),
    ],
)
def test_a_missed_or_invented_end_is_refused(document: dict[str, Any], reason: str) -> None:
    assert complaint(document).field == "position"
    assert reason in complaint(document).reason


def test_a_refused_document_is_left_as_it_was() -> None:
    document = further_series() | {"weather": "rain"}
    before = copy.deepcopy(document)
    complaint(document)
    assert document == before


def test_defaults_are_those_of_a_game_that_begins() -> None:
    match = from_position("kuh_vadis", {"options": {"sheet": "B"}, "dice": "KK321"})
    view = match.view()
    assert view["sheet"] == lines(B)
    assert view["marks"] == marks()
    assert view["sides"] == ["X", "O"]
    assert view["dice"] == ["1", "2", "3", "K", "K"]
    assert (view["phase"], view["throws_left"], view["quiet"]) == ("throw", 2, 0)
    assert match.to_act == [0]


@pytest.mark.parametrize("sheet", ["random", "D", "mixed"])
def test_positions_come_back_as_they_were(sheet: str) -> None:
    match = new("kuh_vadis", seed=sheet, options={"sheet": sheet})
    chance = random.Random(sheet)
    while not match.over:
        match.play(chance.choice(match.legal()))
        assert from_position("kuh_vadis", match.position()).digest() == match.digest()


def test_a_position_remembers_the_last_mark() -> None:
    again = from_position("kuh_vadis", further_series())
    assert fields_to_mark(again) == {"a6", "c6", "b5"}
