"""Every ruling of every game has its proof: a test whose name begins with the id of the ruling."""

import ast
import re
from pathlib import Path

import pytest

from allmende.core.registry import find_game, known_games
from allmende.core.rule import python_of
from allmende.core.sources import home_of
from tests.conformance.subjects import folder_of


def rulings_of(name: str) -> list[str]:
    """List the ids in the rulings file of a game."""
    text = (home_of(python_of(find_game(name).rules.deal)) / "rulings.md").read_text("utf-8")
    return re.findall(r"^\| ([A-Z]\d+) \|", text, re.MULTILINE)


def names_of_tests(folder: Path) -> list[str]:
    """List the names of the tests of a game."""
    return [
        node.name
        for path in sorted(folder.glob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


@pytest.mark.parametrize("name", known_games())
def test_rulings_are_numbered_without_a_gap(name: str) -> None:
    rulings = rulings_of(name)
    letter = rulings[0][0]
    assert rulings == [f"{letter}{number}" for number in range(1, len(rulings) + 1)]


@pytest.mark.parametrize("name", known_games())
def test_every_ruling_is_proved(name: str) -> None:
    ids = re.compile(r"test_([a-z]\d+)_")
    named = (ids.match(test) for test in names_of_tests(folder_of(find_game(name))))
    proved = {match[1].upper() for match in named if match}
    assert proved == set(rulings_of(name))
