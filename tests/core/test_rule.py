"""Rules: compiled once, found again by other processes, forgotten when anything changes."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

import numba
import numpy as np
import pytest

import allmende
from allmende.bots.search.iteration import searcher
from allmende.core.compiled import CompiledCode
from allmende.core.record import record_type
from allmende.core.rule import (
    COUNTING,
    INTERPRETED,
    RuleError,
    python_of,
    rule,
    rules_below,
    stable_bytes,
)
from allmende.core.sources import all_imported, fingerprint, home_of
from tests.core.loaded import Script
from tests.processes import GLANCE

compiled_only = pytest.mark.skipif(INTERPRETED, reason="rules are interpreted in this run")

FOUR = "examples/four_in_a_row.py"
FIRST_GAME = """
import json, sys, time
sys.path[:0] = sys.argv[2:]
from allmende.core.registry import find_game
from allmende.core.rule import Rule
from allmende.lab.simulate import Plan, play_chunk
import gc
plan = Plan(find_game(sys.argv[1]), 1, 2, "first")
piece = play_chunk(plan, 0, 1)
rules = [found for found in gc.get_objects() if isinstance(found, Rule)]
print(json.dumps({
    "moves": int(piece.games.plies[0]),
    "hits": sum(sum(found.stats.cache_hits.values()) for found in rules),
    "misses": sum(sum(found.stats.cache_misses.values()) for found in rules),
}))
"""
FIRST_MOVE = """
import sys
from allmende.core.match import new
from allmende.core.registry import find_game
match = new(find_game(sys.argv[1]), 2, "first")
match.play(match.legal()[0])
print(match.digest())
"""
TWO_OF_A_KIND = """
from allmende.core.rule import rule

def plus(more):
    @rule
    def add(n):
        return n + more
    return add

ONE, TWO = plus(1), plus(2)

@rule
def both(n):
    return 100 * ONE(n) + TWO(n)
"""
ONE_OF_THEM = """
import sys
from pathlib import Path
sys.path.insert(0, str(Path(sys.argv[1]).parent))
import two_of_a_kind
print(getattr(two_of_a_kind, sys.argv[2])(1))
"""
ONLY_FOUND = "from allmende.core.rule import COMPILED_ONLY; COMPILED_ONLY.set(True)"
ALL_THERE = """
import sys
sys.path[:0] = sys.argv[2:]
from allmende.core.registry import find_game
from allmende.core.rule import NotCompiled, compiled_only
from allmende.lab.simulate import Plan, play_chunk
try:
    with compiled_only():
        play_chunk(Plan(find_game(sys.argv[1]), 1, 2, "first"), 0, 1)
    print("all is there")
except NotCompiled as missing:
    print(missing)
"""


def script(cache: Path, text: str, game: str, source: Path | None = None) -> Script:
    """Start a process that knows nothing of Allmende yet and keeps compiled code in a folder."""
    environment = {**os.environ, "ALLMENDE_CACHE": str(cache), "ALLMENDE_INTERPRET": "0"}
    arguments = [str(Path(game).absolute()), *([str(source)] if source else [])]
    return Script(text, arguments, environment, cache.parent)


def first_game(cache: Path, game: str) -> dict[str, int]:
    """Play a first random game in such a process."""
    counts: dict[str, int] = json.loads(script(cache, FIRST_GAME, game).answer())
    return counts


def is_all_there(cache: Path, game: str, source: Path | None = None) -> bool:
    """Tell whether such a process finds the code of everything in a folder: it compiles nothing."""
    return script(cache, ALL_THERE, game, source).answer() == "all is there\n"


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, int]]:
    """A folder with the compiled code of an example, and how it went to compile it."""
    cache = tmp_path_factory.mktemp("compiled") / "cache"
    first = first_game(cache, FOUR)
    assert first["misses"] > 0
    return cache, first


@pytest.fixture
def cache(compiled_once: tuple[Path, dict[str, int]], tmp_path: Path) -> Path:
    """A copy of that folder."""
    return Path(shutil.copytree(compiled_once[0], tmp_path / "cache"))


def test_second_process_finds_everything_compiled(
    compiled_once: tuple[Path, dict[str, int]],
) -> None:
    folder, first = compiled_once
    second = first_game(folder, FOUR)
    assert second == {"moves": first["moves"], "hits": second["hits"], "misses": 0}
    assert second["hits"] > 0


@rule(long=True)
def wait_for_another(begun: np.ndarray, answered: np.ndarray, left: np.ndarray) -> None:
    """Wait until somebody answers, but not for ever."""
    begun[0] = 1
    while answered[0] == 0 and left[0] > 0:
        left[0] -= 1


@compiled_only
def test_other_threads_work_while_a_long_rule_does() -> None:
    begun, answered, left = np.zeros((3, 1), np.int64)
    wait_for_another(begun, answered, left)  # compiled from here on
    begun[0], left[0] = 0, 10**10
    thread = Thread(target=wait_for_another, args=(begun, answered, left))
    thread.start()
    while begun[0] == 0:
        time.sleep(GLANCE)
    answered[0] = 1
    thread.join()
    assert left[0] > 0, "nobody could answer before it had ended by itself"


@compiled_only
@pytest.mark.parametrize("name", allmende.known_games())
def test_what_factories_close_over_names_no_place(name: str) -> None:
    places = [bytes(Path(module.__file__ or "").parent) for module in (allmende, numba)]
    for found in rules_below([searcher(allmende.find_game(name))]).values():
        for cell in found.py_func.__closure__ or ():
            written = stable_bytes(cell.cell_contents)
            assert not [place for place in places if place in written]


def test_a_change_in_a_rule_is_never_missed(tmp_path: Path, cache: Path) -> None:
    game = tmp_path / Path(FOUR).name
    shutil.copy(FOUR, game)
    assert is_all_there(cache, str(game))
    game.write_text(game.read_text().replace("finish(s, FOUR)", "finish(s, FULL)"))
    assert not is_all_there(cache, str(game))


def test_a_change_in_core_is_never_missed(tmp_path: Path, cache: Path) -> None:
    source = tmp_path / "src"
    needless = shutil.ignore_patterns("*.nbc", "page")
    shutil.copytree("src/allmende", source / "allmende", ignore=needless)
    assert is_all_there(cache, FOUR, source)
    quick = source / "allmende" / "core" / "quick.py"
    quick.write_text(quick.read_text().replace(">> 19", ">> 18"))
    assert not is_all_there(cache, FOUR, source)


def test_processes_that_compile_at_the_same_time_agree(tmp_path: Path) -> None:
    both = [script(tmp_path / "cache", FIRST_MOVE, FOUR) for _ in range(2)]
    first, second = (process.answer() for process in both)
    assert first == second
    assert not list(tmp_path.rglob("*.new"))
    assert script(tmp_path / "cache", f"{ONLY_FOUND}{FIRST_MOVE}", FOUR).answer() == first


@compiled_only
def test_functions_compiled_by_different_processes_are_not_mixed_up(tmp_path: Path) -> None:
    """Two processes each compile one of two functions of the same name; then both are linked."""
    cache, file = tmp_path / "cache", tmp_path / "two_of_a_kind.py"
    file.write_text(TWO_OF_A_KIND)
    said = [
        script(cache, ONE_OF_THEM, str(file), Path(name)).answer()
        for name in ("ONE", "TWO", "both")
    ]
    assert said == ["2\n", "3\n", "203\n"]


@compiled_only
def test_error_names_the_rule_and_the_reason() -> None:
    @rule
    def uses_a_dictionary_of_lists(n: int) -> object:
        return {n: [object()]}

    with pytest.raises(RuleError) as caught:
        uses_a_dictionary_of_lists(1)
    text = str(caught.value)
    assert "test_rule.py" in text
    assert "uses_a_dictionary_of_lists" in text
    assert "object" in text


@compiled_only
def test_error_names_the_innermost_rule() -> None:
    @rule
    def inner(n: int) -> object:
        return open(n)

    @rule
    def outer(n: int) -> object:
        return inner(n)

    with pytest.raises(RuleError, match=r"'.*inner' cannot be compiled"):
        outer(1)


def nothing_but_a_list(n: int) -> int:
    parts = [n, n]
    return parts[0]


def nothing_but_a_fraction(n: int) -> int:
    return int(n / 2)


def nothing_but_a_new_array(n: int) -> int:
    return int(np.zeros(n, np.int64)[0])


@compiled_only
@pytest.mark.parametrize(
    ("function", "refused"),
    [
        (nothing_but_a_list, "a list"),
        (nothing_but_a_fraction, "a fraction"),
        (nothing_but_a_new_array, "a new array"),
    ],
)
def test_what_no_rule_may_make_is_refused(function: Any, refused: str) -> None:
    line = function.__code__.co_firstlineno + 1
    for _ in range(2):  # a second call finds nothing that the first one left, nor what is allowed
        with pytest.raises(RuleError, match=rf"\(line {line}: {refused}") as caught:
            rule(function)(4)
        assert "\n" not in str(caught.value)
        assert rule(exact=False)(function)(4) == function(4)


@compiled_only
def test_only_a_rule_that_copies_a_whole_row_counts_who_holds_arrays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CompiledCode, "load_overload", lambda *_: None)  # as if nothing were kept

    @rule
    def copy_row(one: np.ndarray, other: np.ndarray) -> None:
        other[:] = one

    @rule
    def copy_all(rows: np.ndarray) -> None:
        for i in range(1, len(rows)):
            copy_row(rows[0], rows[i])

    rows = np.arange(6).reshape(3, 2)
    copy_all(rows)
    assert rows.tolist() == [[0, 1]] * 3
    both: list[Any] = [copy_row, copy_all]
    assert [it._compiler.targetoptions[COUNTING] for it in both] == [True, False]


@compiled_only
def test_a_mistyped_field_is_one_line_that_says_what_was_meant() -> None:
    @rule
    def mark(s: Any) -> None:
        s.boardd[0] = 1

    @rule
    def play(s: Any) -> None:
        mark(s)

    with pytest.raises(RuleError) as caught:
        play(np.zeros(1, record_type([("board", "i1", (3,))]))[0])
    where = f"{__file__}:{python_of(mark).__code__.co_firstlineno}"
    line = python_of(mark).__code__.co_firstlineno + 2
    assert str(caught.value) == (
        f"{where}: the rule '{python_of(mark).__qualname__}' cannot be compiled; line {line}: "
        "the record has no field 'boardd'; did you mean 'board'?"
    )


def test_python_of_a_rule_is_the_function_as_written() -> None:
    @rule
    def double(n: int) -> int:
        return 2 * n

    assert python_of(double)(np.int64(4)) == double(4) == 8


def test_interpreted_mode_compiles_nothing() -> None:
    script = (
        "from allmende.core.rule import Rule, rule\n"
        "import allmende\n"
        "match = allmende.new('halali', seed=1)\n"
        "assert not isinstance(match.game.rules.play, Rule)\n"
        "match.play(match.legal()[0])\n"
    )
    subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "ALLMENDE_INTERPRET": "1"},
        check=True,
    )


def test_home_is_the_whole_package_or_one_of_our_own_parts(tmp_path: Path) -> None:
    def home(path: Path) -> Path:
        code = compile("def f(): pass", str(path), "exec")
        names: dict[str, Any] = {}
        exec(code, names)
        return home_of(names["f"])

    package = tmp_path / "theirs"
    (package / "rules").mkdir(parents=True)
    assert home(package / "rules" / "moves.py") == package / "rules" / "moves.py"
    for folder in (package, package / "rules"):
        (folder / "__init__.py").touch()
    assert home(package / "rules" / "moves.py") == package
    ours = Path(allmende.__file__).parent
    assert home(ours / "games" / "halali" / "words" / "view.py") == ours / "games" / "halali"
    assert home(ours / "core" / "chance.py") == ours / "core"


@pytest.mark.parametrize(
    ("changed", "compiles_anew"),
    [
        ("rules.py", True),
        ("state.py", True),
        ("parts/deck.py", True),
        ("data/cards.json", True),
        ("words/view.py", False),
        ("text/en.json", False),
        ("lessons/first_steps.json", False),
    ],
)
def test_only_what_rules_hang_on_is_in_the_fingerprint(
    tmp_path: Path, changed: str, compiles_anew: bool
) -> None:
    sources = {
        "__init__.py": "from .rules import play\nfrom .words.view import view\n",
        "rules.py": "from .state import RECORD\nfrom theirs.parts import deck\n",
        "state.py": "RECORD = 1\n",
        "parts/__init__.py": "",
        "parts/deck.py": "from ..state import RECORD\n",
        "words/__init__.py": "",
        "words/view.py": "from ..rules import play\n",
        "data/cards.json": "{}",
        "text/en.json": "{}",
        "lessons/first_steps.json": "{}",
    }
    prints = []
    for folder, addition in (("before", ""), ("after", "\n")):
        for name, source in sources.items():
            path = tmp_path / folder / "theirs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source + addition * (name == changed))
        prints.append(fingerprint(tmp_path / folder / "theirs" / "rules.py"))
    assert (prints[0] != prints[1]) == compiles_anew


def test_rules_of_our_games_hang_on_core_and_not_on_their_words() -> None:
    ours = Path(allmende.__file__).parent
    found = all_imported(ours / "games" / "mischwald" / "rules.py")
    assert {ours / "core" / "chance.py", ours / "games" / "mischwald" / "cards.py"} <= found
    assert not [path for path in found if "words" in path.parts or path.name == "match.py"]
