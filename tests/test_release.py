"""The wheel: what is in it, and that it plays where it is installed. `make release` tries more."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from allmende.core.rule import INTERPRETED
from release import source
from release.archive import check_wheel
from release.source import ROOT, Unfit, check_changelog, version
from release.trial import Environment
from release.visit import Visitor

GAME = "kuh_vadis"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the tree as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [built] = folder.glob("*.whl")
    return built


class Installed(Environment):
    """A wheel that lies in a folder of its own and borrows this Python with what it needs."""

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-P", *arguments]

    def variables(self) -> dict[str, str]:
        return {**super().variables(), "PYTHONPATH": str(self.folder)}


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Installed:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    return Installed(tmp_path / "site", tmp_path / "home")


def test_the_wheel_holds_all_it_needs_and_nothing_else(wheel: Path) -> None:
    assert check_wheel(wheel) > 300


A_HOME = "/".join(("", "home", "anna", ""))  # put together, since no file here names such a place


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("allmende/core/__pycache__/rule.nbc", "", "rule.nbc has no place here"),
        ("tests/test_rule.py", "", "tests/test_rule.py has no place here"),
        ("allmende/where.txt", f"see {A_HOME}allmende/src", f"holds the path {A_HOME}"),
        ("allmende/here.txt", f"see {ROOT}", "holds the path"),
    ],
)
def test_a_wheel_with_too_much_is_refused(
    wheel: Path, tmp_path: Path, name: str, content: str, reason: str
) -> None:
    bad = Path(shutil.copy(wheel, tmp_path))
    with zipfile.ZipFile(bad, "a") as archive:
        archive.writestr(name, content)
    with pytest.raises(Unfit, match=reason):
        check_wheel(bad)


def test_a_wheel_without_its_page_is_refused(wheel: Path, tmp_path: Path) -> None:
    bad = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(bad, "w") as archive:
        for name in whole.namelist():
            if "/page/" not in name:
                archive.writestr(name, whole.read(name))
    with pytest.raises(Unfit, match=r"page/index.html is missing"):
        check_wheel(bad)


@pytest.mark.skipif(INTERPRETED, reason="rules are interpreted in this run")
def test_an_installed_wheel_plays_with_code_that_was_compiled_elsewhere(
    installed: Installed,
) -> None:
    where = installed.python("-c", "import allmende; print(allmende.__file__)")
    assert Path(where.strip()).is_relative_to(installed.folder)
    for path in (ROOT / "src").rglob("*.nbc"):
        copy = installed.folder / path.relative_to(ROOT / "src")
        copy.parent.mkdir(exist_ok=True)
        shutil.copyfile(path, copy)
    with installed.server("--lazy") as server:
        visitor = Visitor(server)
        assert visitor.load_page() > 50
        table, _ = visitor.open_table(GAME)
        visitor.play(table)
        assert '"event": "compiling"' not in server.log.read_text()


def test_the_version_is_the_same_everywhere() -> None:
    assert version().count(".") == 2


@pytest.mark.parametrize(
    ("told", "is_fit"),
    [
        ("# Changes\n\n## 1.2.3\n\n* Cows can swim.\n\n## 1.2.2\n", True),
        ("## [1.2.3] - 2026-11-16\n\n* Cows can swim.\n", True),
        ("## 1.2.3\n\n## 1.2.2\n\n* Cows can swim.\n", False),
        ("## 1.2.30\n\n* Cows can swim.\n", False),
        ("", False),
    ],
)
def test_a_version_needs_its_section_in_the_changelog(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: str, is_fit: bool
) -> None:
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text(told)
    monkeypatch.setattr(source, "CHANGELOG", changelog)
    if is_fit:
        check_changelog("1.2.3")
    else:
        with pytest.raises(Unfit, match=r"no section '## 1\.2\.3'"):
            check_changelog("1.2.3")
