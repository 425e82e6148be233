"""The drawing of chances: a sound SVG that can be read in grey and aloud."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from allmende.lab.curve import COLOURS, DASHES, HEIGHT, WIDTH, Labels, Mark, draw_curve

SVG = "{http://www.w3.org/2000/svg}"
LABELS = Labels("Cows & <foxes>", "What happened", "Moves", "Chance", ("A", "B", "C"), "turn")
CURVE = [(0.2, 0.3, 0.5), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)]


def drawn(
    curve: Sequence[Sequence[float]] = CURVE, marks: Sequence[Mark] = ()
) -> ElementTree.Element:
    return ElementTree.fromstring(draw_curve(curve, marks, LABELS))


def test_it_speaks() -> None:
    root = drawn()
    assert root.get("role") == "img"
    named = {child.get("id"): child.text for child in root if child.get("id")}
    assert named == {"title": "Cows & <foxes>", "desc": "What happened"}
    assert root.get("aria-labelledby", "").split() == list(named)


def test_every_player_has_a_colour_and_a_dash_of_their_own() -> None:
    lines = drawn().findall(f"{SVG}polyline")
    assert len(lines) == 3
    assert len({line.get("stroke") for line in lines}) == 3
    assert len({line.get("stroke-dasharray") for line in lines}) == 3
    assert len(set(COLOURS)) == len(set(DASHES)) == len(COLOURS)


def test_turning_points_are_marked_with_their_move() -> None:
    marked, plain = drawn(marks=[Mark(1, 0)]), drawn()
    assert len(marked.findall(f"{SVG}circle")) == 2  # one on the line, one in the legend
    assert plain.findall(f"{SVG}circle") == []
    assert "turn" in [text.text for text in marked.findall(f"{SVG}text")]


@pytest.mark.parametrize("moves", [0, 1, 7, 430, 5000])
def test_everything_stays_on_the_paper(moves: int) -> None:
    root = drawn([(0.5, 0.25, 0.25)] * (moves + 1), [Mark(moves, 2)])
    for element in root.iter():
        for name, most in (("x", WIDTH), ("x1", WIDTH), ("x2", WIDTH), ("y", HEIGHT)):
            assert 0 <= float(element.get(name, 0)) <= most
    numbers = [text.text for text in root.findall(f"{SVG}text") if (text.text or "").isdecimal()]
    assert len(numbers) <= 13
