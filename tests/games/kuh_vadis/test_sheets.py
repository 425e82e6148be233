"""The sheets: which one is played on, what the printed ones are like, and own ones from a file."""

import json
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from allmende import from_position, load, new
from allmende.core.data import DataError
from allmende.core.errors import PositionError
from allmende.games.kuh_vadis import game
from allmende.games.kuh_vadis.equipment import EQUIPMENT
from tests.games.kuh_vadis.positions import CORNER, STRIPES, B, lines, table

DOCUMENT = EQUIPMENT.document
SHEETS = {sheet["id"]: sheet["rows"] for sheet in DOCUMENT["sheets"]}
COMPOSITION = {"1": 6, "2": 6, "3": 6, "4": 6, "5": 6, "K": 13, "X": 3, "O": 3}
OWN = {"sheets": [{"id": "stripes", "rows": lines(STRIPES)}, {"id": "B", "rows": lines(CORNER)}]}


def test_v19_lots_decide_who_plays_the_crosses_and_who_begins() -> None:
    seen: Counter[tuple[str, int]] = Counter()
    for seed in range(400):
        match = new("kuh_vadis", seed=f"lots {seed}")
        seen[match.view()["sides"][0], match.to_act[0]] += 1
    assert set(seen) == {("X", 0), ("X", 1), ("O", 0), ("O", 1)}
    assert all(70 < count < 130 for count in seen.values())


@pytest.mark.parametrize("letter", "ABCDEF")
def test_v22_players_choose_the_sheet(letter: str) -> None:
    view = new("kuh_vadis", seed=1, options={"sheet": letter}).view()
    assert view["sheet"] == SHEETS[letter]
    assert view["sheet_id"] == letter


def test_v22_without_a_choice_it_is_any_of_them() -> None:
    views = [new("kuh_vadis", seed=f"any {seed}").view() for seed in range(300)]
    seen = Counter(view["sheet_id"] for view in views)
    assert set(seen) == set("ABCDEF")
    assert all(25 < count < 80 for count in seen.values())
    assert all(view["sheet"] == SHEETS[view["sheet_id"]] for view in views)


def starts_of(sheet: list[str]) -> str:
    """Blot out all of a sheet but the starts."""
    return "".join(symbol if symbol in "XO" else "." for symbol in "".join(sheet))


def test_v22_a_mixed_sheet_has_the_starts_of_a_printed_one_and_the_same_faces() -> None:
    printed = {starts_of(sheet) for sheet in SHEETS.values()}
    seen: set[str] = set()
    first_faces: Counter[str] = Counter()
    for seed in range(300):
        view = new("kuh_vadis", seed=f"mixed {seed}", options={"sheet": "mixed"}).view()
        assert view["sheet_id"] is None
        assert Counter("".join(view["sheet"])) == COMPOSITION
        seen.add(starts_of(view["sheet"]))
        first_faces[view["sheet"][3][3]] += 1  # the centre is no start on any sheet
    assert seen == printed
    # Thirteen cows in forty-three fields would be about 91, six of a number about 42.
    assert 60 < first_faces["K"] < 125
    assert all(20 < first_faces[number] < 68 for number in "12345")


def test_the_printed_sheets_are_the_reconstruction() -> None:
    assert DOCUMENT["label"].startswith("Reconstruction, not the publisher's data.")
    assert list(SHEETS) == list("ABCDEF")
    assert SHEETS["B"] == lines(B)
    for sheet in SHEETS.values():
        symbols = "".join(sheet)
        assert Counter(symbols) == COMPOSITION
        # Turned by half a turn, with the sides swapped, a sheet looks the same.
        assert symbols[::-1].translate(str.maketrans("XO", "OX")) == symbols
        for row, line in enumerate(sheet):
            for column, symbol in enumerate(line):
                beside = line[column + 1 : column + 2]
                below = sheet[row + 1][column] if row + 1 < len(sheet) else ""
                assert symbol not in "12345" or symbol not in (beside, below)


@pytest.mark.parametrize("letter", "ABCDEF")
@pytest.mark.parametrize("side", "XO")
def test_on_a_printed_sheet_a_chain_takes_at_least_five_marks(letter: str, side: str) -> None:
    symbols = "".join(SHEETS[letter])
    starts = [field for field, symbol in enumerate(symbols) if symbol == side]
    ways = [marks_between(symbols, side, start) for start in starts]
    # The three ways meet in a start or in a field that all three of them count.
    fewest = min(
        sum(way[field] for way in ways) - (0 if field in starts else 2)
        for field in range(49)
        if all(field in way for way in ways)
    )
    assert fewest >= 5


def marks_between(symbols: str, side: str, start: int) -> dict[int, int]:
    """Return how many marks it takes from a start to each field, that field included."""
    marks, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for there in range(49):
            rows, columns = abs(here // 7 - there // 7), abs(here % 7 - there % 7)
            if max(rows, columns) == 1 and there not in marks and symbols[there] in "12345K" + side:
                marks[there] = marks[here] + (symbols[there] != side)
                edge.insert(0 if symbols[there] == side else len(edge), there)
    return marks


def test_own_sheets_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(OWN), encoding="utf-8")
    views = [new("kuh_vadis", seed=seed, data=path).view() for seed in range(20)]
    assert {view["sheet_id"] for view in views} == {"stripes", "B"}
    assert {tuple(view["sheet"]) for view in views} == {
        tuple(sheet["rows"]) for sheet in OWN["sheets"]
    }


def test_a_letter_chooses_an_own_sheet_of_that_id() -> None:
    view = new("kuh_vadis", seed=1, options={"sheet": "B"}, data=OWN).view()
    assert view["sheet"] == lines(CORNER)


def test_own_sheets_are_saved_with_the_game(tmp_path: Path) -> None:
    match = new("kuh_vadis", seed=3, data=OWN)
    match.play("stop")
    match.save(tmp_path / "own.allmende")
    assert load(tmp_path / "own.allmende").view()["sheet"] == match.view()["sheet"]
    again = from_position("kuh_vadis", match.position())
    assert again.digest() == match.digest()


def test_the_pad_is_put_away_once_a_sheet_is_chosen() -> None:
    s = new("kuh_vadis", seed=1).record
    assert not s.pad.any()
    assert s.pad_size == 0


JOINED = """
    XX1O23O
    X123451
    1234512
    12O4512
    1234512
    1234512
    1234512
"""
CUT_OFF = """
    XO12345
    OO12345
    1234X12
    1234512
    12345X2
    1234512
    1234512
"""


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        (JOINED, "the three X are joined before the game has begun"),
        (JOINED.translate(str.maketrans("XO", "OX")), "the three O are joined before"),
        (CUT_OFF, "the O cut the three X off from each other"),
        (STRIPES.replace("X12345O", "112345O", 1), "there are 2 X instead of 3"),
        (STRIPES.replace("X12345O", "X12345X", 1), "there are 4 X instead of 3"),
        (STRIPES.replace("X12345O", "X123451", 1), "there are 2 O instead of 3"),
    ],
)
def test_v25_bad_starts_are_refused_with_the_reason(sheet: str, reason: str) -> None:
    document = {"sheets": [OWN["sheets"][0], {"id": "bad", "rows": lines(sheet)}]}
    with pytest.raises(DataError) as refused:
        new("kuh_vadis", data=document)
    assert str(refused.value).startswith("sheet 'bad': ")
    assert reason in str(refused.value)


def rows(**changes: Any) -> dict[str, Any]:
    """Return own sheets in which some rows of the second one are changed."""
    document: dict[str, Any] = deepcopy(OWN)
    for name, row in changes.items():
        document["sheets"][1]["rows"][int(name.removeprefix("row"))] = row
    return document


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        (rows(row1="X12345"), "sheet 'B', row 2 from the top: 'X12345' is not a text of 7 symbols"),
        (rows(row6="KKKKKKKK"), "sheet 'B', row 7 from the top: 'KKKKKKKK' is not a text of 7"),
        (rows(row4="1234567"), "sheet 'B', row 5 from the top: '6' is not one of 1 2 3 4 5 K X O"),
        (rows(row4="12345k1"), "sheet 'B', row 5 from the top: 'k' is not one of"),
        (rows(row0=None), "sheet 'B', row 1 from the top: None is not a text"),
        ({"sheets": [{"id": "A", "rows": lines(B)[:6]}]}, "sheet 'A': a sheet is a list of 7"),
        ({"sheets": [{"id": "A"}]}, "sheet 'A': a sheet is a list of 7"),
        ({"sheets": [{"id": "A", "rows": "X"}]}, "sheet 'A': a sheet is a list of 7"),
        ({"sheets": [{"id": "A", "row": []}]}, "sheet number 1: 'row' is not one of id, rows"),
        ({"sheets": [{"rows": lines(B)}]}, "sheet number 1: None is not an id of its own"),
        ({"sheets": [OWN["sheets"][0]] * 2}, "sheet number 2: 'stripes' is not an id of its own"),
        ({"sheets": ["A"]}, "sheet number 1: 'A' is not an object with named fields"),
        ({"sheets": []}, "sheets: must be a list of 1 to 12 sheets"),
        ({"sheets": [OWN["sheets"][0]] * 13}, "sheets: must be a list of 1 to 12 sheets"),
        ({"sheets": "A"}, "sheets: must be a list of 1 to 12 sheets"),
        ({}, "sheets: must be a list of 1 to 12 sheets"),
        ({"sheet": []}, "the file: 'sheet' is not one of label, sheets"),
        ([], "the file: [] is not an object with named fields"),
    ],
)
def test_a_bad_file_is_refused_with_sheet_row_and_reason(document: Any, complaint: str) -> None:
    with pytest.raises(DataError) as refused:
        new("kuh_vadis", data=document)
    assert complaint in str(refused.value)


def test_the_option_must_fit_the_file() -> None:
    with pytest.raises(DataError, match="sheet 'A': is wanted, but this file has stripes, B"):
        new("kuh_vadis", options={"sheet": "A"}, data=OWN)


@pytest.mark.parametrize("options", [{"sheet": "A"}, {"sheet": "random"}])
def test_a_position_must_fit_the_option(options: dict[str, str]) -> None:
    document = table("12345", sheet=STRIPES).position() | {"options": options}
    with pytest.raises(PositionError) as refused:
        from_position("kuh_vadis", document)
    assert refused.value.field == "sheet"


def test_the_data_of_the_game_is_what_it_ships_with() -> None:
    assert game.own_data(new("kuh_vadis", seed=1).record) is None
