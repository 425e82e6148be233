"""A game is a folder: one here, one of the page, and nothing outside them knows it by name."""

import re
import tomllib
from pathlib import Path

import pytest

SOURCES = Path("src/allmende")
FOLDERS = sorted(path.parent.name for path in (SOURCES / "games").glob("*/__init__.py"))
DRAWN = Path("web/src/games")


def test_every_folder_is_registered() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    registered = project["entry-points"]["allmende.games"]
    expected = {name: f"allmende.games.{name}:game" for name in FOLDERS}
    assert registered == expected, "pyproject.toml: one entry point for each folder of games/"


@pytest.mark.parametrize("name", FOLDERS)
def test_every_game_is_drawn(name: str) -> None:
    assert (DRAWN / name / "cover.ts").is_file()
    assert (DRAWN / name / "index.ts").is_file()


@pytest.mark.parametrize("name", FOLDERS)
def test_no_shared_module_knows_a_game(name: str) -> None:
    spelled = re.compile(name.replace("_", "[-_ ]?"), re.IGNORECASE)
    shared = [path for path in SOURCES.rglob("*.py") if SOURCES / "games" not in path.parents]
    assert len(shared) > 50
    assert [str(path) for path in shared if spelled.search(path.read_text("utf-8"))] == []
