"""One grammar: the same file names for the same ideas in every game, and nothing counted off."""

import ast
from pathlib import Path

import pytest

import allmende.games
from allmende.core.registry import game_named, known_games

GAMES = known_games()
FOLDERS = Path(allmende.games.__file__).parent
GUIDE = Path("docs/write-a-game.md").read_text("utf-8")

REQUIRED = {
    "__init__.py",
    "components.py",
    "state.py",
    "length.py",
    "numbering.py",
    "rules.py",
    "scoring.py",
    "invariants.py",
    "insight.py",
    "words",
    "text",
    "lessons",
    "rulings.md",
    "puzzles.jsonl",
    "coach.jsonl",
}
WORDS = {
    "__init__.py",
    "shapes.py",
    "view.py",
    "moves.py",
    "names.py",
    "position.py",
    "story.py",
    "reasons.py",
    "board.py",
    "picture.py",
}
OWN_WORDS = {"kuh_vadis": {"odds.py"}}
OWN = {
    "halali": set[str](),
    "kuh_vadis": {"chains.py"},
    "kuhfstein": {"cards.py", "landscape.py", "supply.py", "survey.py", "track.py", "weight.py"},
    "mischwald": {
        "cards.py",
        "cave.py",
        "counting.py",
        "deck.py",
        "effects.py",
        "forest.py",
        "hand.py",
        "imagination.py",
        "kinds.py",
        "mushrooms.py",
        "payment.py",
        "queue.py",
        "survey.py",
        "worth.py",
    },
    "stieren_versieren": {"actions.py", "bulls.py", "fight.py", "imagination.py", "places.py"},
}
"""Files named after a game's own things. Each is in the table of the guide, too."""

WITH_DATA = {"kuh_vadis", "kuhfstein", "mischwald", "stieren_versieren"}
WITH_NET = {"halali", "kuh_vadis", "stieren_versieren"}
"""Those whose owl has been trained and was ahead of the fox."""


def entries(folder: Path) -> set[str]:
    """Name what lies in a folder."""
    return {path.name for path in folder.iterdir() if path.name != "__pycache__"}


def wanted(name: str) -> set[str]:
    """Name what the folder of a game must hold, by what the game is."""
    game = game_named(name)
    optional = {
        "secrets.py": game.secrets,
        "equipment.py": game.equipment is not None,
        "data": name in WITH_DATA,
        "owl.npz": name in WITH_NET,
    }
    return REQUIRED | OWN[name] | {file for file, is_wanted in optional.items() if is_wanted}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_same_files(name: str) -> None:
    assert entries(FOLDERS / name) == wanted(name)
    assert entries(FOLDERS / name / "words") == WORDS | OWN_WORDS.get(name, set())


@pytest.mark.parametrize("name", GAMES)
def test_the_guide_names_the_own_files_of_a_game(name: str) -> None:
    for file in OWN[name] | OWN_WORDS.get(name, set()):
        assert f"`{file.removesuffix('.py')}`" in GUIDE, f"{name}: {file}"


@pytest.mark.parametrize("file", sorted(FOLDERS.rglob("*.py")), ids=lambda path: str(path)[-40:])
def test_no_file_counts_off_members_or_numbers(file: Path) -> None:
    """A constant that gets what stands at its place becomes another once something is inserted."""
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            assert not is_counted_off(node.value), f"{file}:{node.lineno}"


def is_counted_off(value: ast.expr) -> bool:
    """Tell whether a value deals out what comes: a range, a generator, or an enum by its name."""
    called = value.func if isinstance(value, ast.Call) else None
    is_range = isinstance(called, ast.Name) and called.id in ("range", "map", "tuple", "list")
    is_enum = isinstance(value, ast.Name) and value.id[:1].isupper() and not value.id.isupper()
    return is_range or is_enum or isinstance(value, ast.GeneratorExp | ast.ListComp)


def test_counting_off_is_noticed() -> None:
    bad = ("A, B = range(2)", "A, B = Zone", "A, B = (int(zone) for zone in Zone)")
    good = ("a, b = draw(s), 2", "A, B = int(Zone.A), int(Zone.B)", "row, column = divmod(3, 2)")
    assert [is_counted_off(value_in(line)) for line in bad] == [True] * 3
    assert [is_counted_off(value_in(line)) for line in good] == [False] * 3


def value_in(line: str) -> ast.expr:
    """Return what a line assigns."""
    (statement,) = ast.parse(line).body
    assert isinstance(statement, ast.Assign)
    return statement.value
