"""Compiled code: found wherever the files lie, by whoever may read them, and never trusted when
it is damaged or for another machine. Each test runs real processes on a small rule."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from allmende.core import compiled
from allmende.core.rule import INTERPRETED
from tests.core.loaded import Script

pytestmark = pytest.mark.skipif(INTERPRETED, reason="rules are interpreted in this run")

NOBODY = 65534
BY_START_ONLY = ("NUMBA",)
"""Settings with these beginnings are read when the compiler is loaded."""
A_DAY = 24 * 3600
RULES = """
from allmende.core.rule import rule

@rule
def half(n):
    return n // 2

@rule
def steps_to_one(n):
    steps = 0
    while n > 1:
        n = half(n) if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps
"""
ASK = """
import json, sys
sys.path.insert(0, sys.argv[1])
{before}
from rules_of_three import half, steps_to_one
answer = steps_to_one(27)
stats = steps_to_one.stats, half.stats
print(json.dumps({{
    "answer": answer,
    "hits": sum(sum(s.cache_hits.values()) for s in stats),
    "misses": sum(sum(s.cache_misses.values()) for s in stats),
}}))
"""
BECOME_NOBODY = f"""
import numba, os
numba.njit(lambda n: n + 1)(1)  # loads what a stranger might not be allowed to read
os.setgroups([])
os.setgid({NOBODY})
os.setuid({NOBODY})
"""
"""Root may write everywhere, whatever the mode of a file says."""
COMPILED = {"answer": 111, "hits": 0, "misses": 2}
FOUND = {"answer": 111, "hits": 1, "misses": 0}
"""What calls nothing but what is compiled into it needs only itself."""


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that everybody may look into, unlike those that pytest makes."""
    folder = Path(tempfile.mkdtemp(prefix="allmende-test-"))
    folder.chmod(0o755)
    yield folder
    for path in folder.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(folder)


def plant(place: Path) -> Path:
    """Write down rules that nobody has compiled yet."""
    folder = place / "tree"
    folder.mkdir()
    (folder / "rules_of_three.py").write_text(RULES)
    return folder


@pytest.fixture
def place() -> Iterator[Path]:
    """Where a test may do as it likes."""
    with open_folder() as folder:
        yield folder


@pytest.fixture
def tree(place: Path) -> Path:
    """A folder with rules that nobody has compiled yet."""
    return plant(place)


@pytest.fixture(scope="module")
def grown() -> Iterator[Path]:
    """A folder with rules that were compiled once for all tests that need no more."""
    with open_folder() as folder:
        tree = plant(folder)
        assert ask(tree, folder) == COMPILED
        yield tree


@pytest.fixture
def compiled_tree(grown: Path, place: Path) -> Path:
    """A folder with rules and their compiled code."""
    folder = place / "tree"
    shutil.copytree(grown, folder)
    return folder


def settings_of(place: Path, env: dict[str, str] | None = None) -> dict[str, str]:
    """Return the environment of a process that asks."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NUMBA_CACHE_DIR", "NUMBA_CPU_NAME", "ALLMENDE_CACHE", "HOME")
    }
    environment |= {"XDG_CACHE_HOME": str(place / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    return environment | (env or {})


def start(tree: Path, place: Path, before: str = "", env: dict[str, str] | None = None) -> Script:
    """Start a process that asks a rule of a tree."""
    return Script(ASK.format(before=before), [str(tree)], settings_of(place, env), place)


def ask_from_nothing(tree: Path, place: Path, env: dict[str, str]) -> str:
    """Ask a rule of a tree in a process that has loaded nothing."""
    command = [sys.executable, "-c", ASK.format(before=""), str(tree)]
    return subprocess.check_output(command, env=settings_of(place, env), cwd=place, text=True)


def ask(
    tree: Path, place: Path, before: str = "", env: dict[str, str] | None = None
) -> dict[str, int]:
    """Ask a rule of a tree, and count how much was compiled for that."""
    if env and any(name.startswith(BY_START_ONLY) for name in env):
        output = ask_from_nothing(tree, place, env)
    else:
        output = start(tree, place, before, env).answer()
    counts: dict[str, int] = json.loads(output)
    return counts


def kept_in(folder: Path) -> list[Path]:
    """List the compiled code below a folder."""
    return sorted(folder.rglob("*.nbc"))


def as_reader(tree: Path) -> dict[str, Any]:
    """Lock a tree, and say how to ask as somebody who may read but not write it."""
    for path in [tree, *tree.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    return {"before": BECOME_NOBODY} if os.getuid() == 0 else {}


def test_code_lies_beside_its_source_and_is_found_again(tree: Path, place: Path) -> None:
    assert ask(tree, place) == COMPILED
    assert len(kept_in(tree / "__pycache__")) == 2
    assert ask(tree, place) == FOUND
    assert not kept_in(place / "cache")


def test_a_copy_without_times_is_as_compiled_as_the_original(tree: Path, place: Path) -> None:
    ask(tree, place)
    copy = place / "a" / "copy"
    shutil.copytree(tree, copy, copy_function=shutil.copyfile)
    shutil.rmtree(tree)
    assert ask(copy, place) == FOUND


def test_what_one_compiled_serves_all_who_may_only_read(compiled_tree: Path, place: Path) -> None:
    assert ask(compiled_tree, place, **as_reader(compiled_tree)) == FOUND


def test_who_cannot_write_beside_the_source_has_a_folder_of_his_own(
    tree: Path, place: Path
) -> None:
    reader = as_reader(tree)
    cache = place / "cache"
    cache.mkdir()
    if reader:
        os.chown(cache, NOBODY, NOBODY)
    assert ask(tree, place, **reader) == COMPILED
    assert ask(tree, place, **reader) == FOUND
    assert not kept_in(tree)
    assert len(kept_in(cache)) == 2
    moved = place / "moved" / tree.name
    shutil.copytree(tree, moved)
    assert ask(moved, place, **reader) == FOUND


def test_who_can_write_nowhere_compiles_every_time(tree: Path, place: Path) -> None:
    (place / "cache").touch()  # a file where a folder is wanted
    reader = as_reader(tree)
    assert ask(tree, place, **reader) == COMPILED
    assert ask(tree, place, **reader) == COMPILED


@pytest.mark.parametrize("variable", ["ALLMENDE_CACHE", "NUMBA_CACHE_DIR"])
def test_a_chosen_folder_is_the_only_one(compiled_tree: Path, place: Path, variable: str) -> None:
    chosen: dict[str, Any] = {"env": {variable: str(place / "chosen")}}
    assert ask(compiled_tree, place, **chosen) == COMPILED
    assert ask(compiled_tree, place, **chosen) == FOUND
    assert len(kept_in(place / "chosen")) == 2


def test_code_for_another_processor_is_left_alone(compiled_tree: Path, place: Path) -> None:
    other: dict[str, Any] = {"env": {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}}
    assert ask(compiled_tree, place, **other) == COMPILED
    assert ask(compiled_tree, place, **other) == FOUND
    assert ask(compiled_tree, place) == FOUND


def test_code_of_another_compiler_is_left_alone(compiled_tree: Path, place: Path) -> None:
    newer = "import numba; numba.__version__ = '99.0'"
    assert ask(compiled_tree, place, before=newer) == COMPILED


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1],
        lambda content: content[:40] + bytes([content[40] ^ 1]) + content[41:],
        lambda content: b"\0" * len(content),
    ],
    ids=["empty", "half", "short", "one bit", "zeros"],
)
def test_damage_is_noticed(tmp_path: Path, damage: Any) -> None:
    path = tmp_path / "rule.nbc"
    compiled.write(path, b"code" * 99)
    assert compiled.read(path) == b"code" * 99
    path.write_bytes(damage(path.read_bytes()))
    assert compiled.read(path) is None


def test_damaged_code_is_compiled_anew_and_repaired(compiled_tree: Path, place: Path) -> None:
    for path in kept_in(compiled_tree):
        path.write_bytes(path.read_bytes()[:-1000])
    assert ask(compiled_tree, place) == COMPILED
    assert ask(compiled_tree, place) == FOUND


def test_whole_code_that_cannot_be_read_is_compiled_anew(compiled_tree: Path, place: Path) -> None:
    for path in kept_in(compiled_tree):
        compiled.write(path, b"cno_such_module\nno_such_name\n.")
    assert ask(compiled_tree, place) == COMPILED


def test_processes_that_compile_at_the_same_time_leave_whole_files(tree: Path, place: Path) -> None:
    many = [start(tree, place) for _ in range(4)]
    answers = [json.loads(process.answer())["answer"] for process in many]
    assert answers == [111] * 4
    assert not list(tree.rglob("*.new"))
    assert ask(tree, place) == FOUND


def age(path: Path, days: float) -> None:
    """Let a file look as if it was used long ago."""
    then = time.time() - days * A_DAY
    os.utime(path, (then, then))


def test_code_of_former_versions_is_removed_when_it_is_unused_for_long(
    compiled_tree: Path, place: Path
) -> None:
    former = kept_in(compiled_tree)
    source = compiled_tree / "rules_of_three.py"
    age(former[0], 100)
    source.write_text(RULES.replace("n // 2", "n >> 1"))
    assert ask(compiled_tree, place) == COMPILED
    assert not former[0].exists()
    assert former[1].exists()
    assert len(kept_in(compiled_tree)) == 3


def test_code_that_is_used_stays(compiled_tree: Path, place: Path) -> None:
    used = next(path for path in kept_in(compiled_tree) if path.name.startswith("steps_to_one"))
    age(used, 100)
    assert ask(compiled_tree, place) == FOUND
    assert used.stat().st_mtime > time.time() - A_DAY


def test_code_of_rules_that_are_there_stays_however_old_it_is(
    compiled_tree: Path, place: Path
) -> None:
    helper = next(path for path in kept_in(compiled_tree) if path.name.startswith("half"))
    age(helper, 100)
    next(path for path in kept_in(compiled_tree) if path.name.startswith("steps_to_one")).unlink()
    ask(compiled_tree, place)
    assert helper.exists()


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"HOME": "/h"}, "/h/.cache/allmende"),
        ("linux", {"HOME": "/h", "XDG_CACHE_HOME": "/x"}, "/x/allmende"),
        ("darwin", {"HOME": "/h", "XDG_CACHE_HOME": "/x"}, "/h/Library/Caches/allmende"),
        ("win32", {"HOME": "/h", "LOCALAPPDATA": "/l"}, "/l/allmende/cache"),
    ],
)
def test_the_folder_of_a_user_is_where_the_platform_wants_it(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert compiled.user_folder.__wrapped__() == Path(expected)
