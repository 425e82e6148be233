"""Arrows between packages point one way: the linter for imports finds each that does not."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace

import pytest
from grimp import ImportGraph, build_graph
from importlinter import configuration
from importlinter.application.app_config import settings
from importlinter.application.use_cases import lint_imports

SOURCE = Path("src/allmende")
GAMES = sorted(folder.parent.name for folder in SOURCE.glob("games/*/rules.py"))
LINTER = Path(sys.executable).with_name("lint-imports")

WRONG_ARROWS = [
    ("core/errors.py", "allmende.bots.player", "Packages know"),
    ("bots/player.py", "allmende.lab.rating", "Packages know"),
    ("bots/player.py", "allmende.conformance.case", "Packages know"),
    ("conformance/case.py", "allmende.bots.player", "Packages know"),
    ("games/halali/rules.py", "allmende.bots.player", "Packages know"),
    ("lab/curve.py", "allmende.table.settings", "Packages know"),
    ("lab/curve.py", "allmende.paper.html", "Packages know"),
    ("paper/html.py", "allmende.cli.columns", "Packages know"),
    ("bots/player.py", "allmende.env.tables", "Packages know"),
    ("env/tables.py", "allmende.lab.rating", "Packages know"),
    ("table/settings.py", "allmende.lab.curve", "Packages know"),
    ("table/settings.py", "allmende.cli.columns", "Packages know"),
    ("table/library/shelf.py", "allmende.games.halali", "A game is known"),
    ("cli/games.py", "allmende.games.halali.rules", "A game is known"),
    ("__init__.py", "allmende.games.halali", "A game is known"),
    ("games/halali/rules.py", "allmende.games.kuh_vadis.state", "A game is known"),
    ("games/halali/state.py", "allmende.games.halali.words.names", "Rules of a game"),
    ("games/mischwald/kinds.py", "allmende.games.mischwald.words", "Rules of a game"),
    ("table/store/facts.py", "allmende.table.tables.room", "The table"),
    ("table/tables/scene.py", "allmende.table.library.shelf", "The table"),
    ("bots/player.py", "allmende.bots.levels", "No arrows go round"),
]


@pytest.fixture(scope="module")
def copied_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy what the linter reads."""
    root = tmp_path_factory.mktemp("arrows")
    shutil.copy("pyproject.toml", root)
    for file in SOURCE.rglob("*.py"):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, root / file)
    return root


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    """Check the arrows of a tree; on wide lines, so that names stay whole."""
    return subprocess.run(
        [LINTER, "--no-cache"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
    )


def broken_contracts(output: str) -> str:
    """Return what the linter says about broken contracts."""
    return output.partition("Broken contracts")[2]


def test_all_arrows_of_a_copied_tree_are_right(copied_tree: Path) -> None:
    done = lint(copied_tree)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_linter_reads_a_wrong_arrow_in_a_file(copied_tree: Path) -> None:
    file, target, contract = WRONG_ARROWS[0]
    planted = copied_tree / SOURCE / file
    right = planted.read_text("utf-8")
    try:
        planted.write_text(f"{right}\nimport {target}\n", "utf-8")
        done = lint(copied_tree)
    finally:
        planted.write_text(right, "utf-8")
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"\n{contract}" in broken_contracts(done.stdout)


@pytest.fixture(scope="module")
def arrows() -> ImportGraph:
    """All arrows as they are: to read them takes longer than to check them."""
    configuration.configure()
    return build_graph("allmende", cache_dir=None)


def planted(arrows: ImportGraph, file: str, target: str) -> ImportGraph:
    """Return all arrows and a wrong one."""
    more = deepcopy(arrows)
    parts = ("allmende", *Path(file).with_suffix("").parts)
    module = ".".join(part for part in parts if part != "__init__")
    assert {module, target} <= more.modules
    more.add_import(importer=module, imported=target)
    return more


@pytest.mark.parametrize(("file", "target", "contract"), WRONG_ARROWS)
def test_linter_finds_a_wrong_arrow(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arrows: ImportGraph,
    file: str,
    target: str,
    contract: str,
) -> None:
    wrong = planted(arrows, file, target)
    reader = SimpleNamespace(build=lambda **_: wrong)
    monkeypatch.setattr(settings, "GRAPH_BUILDER", reader)
    assert not lint_imports(is_debug_mode=True)
    assert f"\n{contract}" in broken_contracts(capsys.readouterr().out)


def strings_of(tree: ast.Module) -> Iterator[str]:
    """Go through the strings of a file that are no sentence on their own, as docstrings are."""
    told = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            yield node.value


def test_no_file_outside_a_game_spells_its_name() -> None:
    assert len(GAMES) >= 5
    for file in SOURCE.rglob("*.py"):
        if file.is_relative_to(SOURCE / "games"):
            continue
        for text in strings_of(ast.parse(file.read_text("utf-8"))):
            assert not any(game in text for game in GAMES), f"{file}: {text}"
