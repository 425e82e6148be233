"""How tests are spread over processes, so that no core waits and nothing is made twice.

Tests of pages, servers and commands wait for other processes much of their time; the others work.
So some processes begin with those that wait and the others with those that work: there is always
something to do, and fewer have to start browsers and servers. Tests that share something that takes
long to make, a fixture for their whole file or rules that nobody has compiled yet, go to one
process together.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
WAITING = ("browser", "table", "cli")
"""The folders whose tests wait, those that wait most first."""
SHORTEST = ("conformance", "games")
"""The folders whose tests are many and short: so no process is left alone with a long one in the
end."""
ONE_IN = 3
"""So many processes have one among them that begins with tests that work."""
BUNDLE = 8
"""So many tests that work are handed to a process at once."""
SHARED = ('scope="module"', 'scope="session"')
COMPILING = (
    "tests/core/test_observation.py",
    "tests/env/test_tables.py",
    "tests/bots/test_nets.py",
)
"""The files whose tests need the same rules, which `make warm` does not compile: in a fresh clone
several processes would compile them at the same time."""


def file_of(test: str) -> str:
    """Return the file of a test, from its id."""
    return test.partition("::")[0]


def folder_of(test: str) -> str:
    """Return the folder below `tests` that a test is in, from its id."""
    return test.split("/")[1]


def waits(test: str) -> bool:
    """Tell whether a test waits for other processes."""
    return folder_of(test) in WAITING


@cache
def shares(file: str) -> bool:
    """Tell whether the tests of a file share something that is made for all of them."""
    written = (ROOT / file).read_text(encoding="utf-8")
    return file in COMPILING or any(scope in written for scope in SHARED)


def rank(test: str) -> tuple[int, bool]:
    """Say how late a test has its turn: by its folder, and those that go together first. Within a
    file all stays as it is."""
    order = [*WAITING, "", *SHORTEST]
    folder = folder_of(test)
    return order.index(folder if folder in order else ""), not shares(file_of(test))


def pieces_of(tests: Sequence[str]) -> dict[str, str]:
    """Name for each test the piece that it is handed out with: its file, if it shares something
    with the others there, or all files that compile the same; itself, if it waits; else a bundle of
    those that work."""
    pieces: dict[str, str] = {}
    bundled = 0
    for test in tests:
        if file_of(test) in COMPILING:
            pieces[test] = COMPILING[0]
        elif shares(file_of(test)):
            pieces[test] = file_of(test)
        elif waits(test):
            pieces[test] = test
        else:
            pieces[test] = f"bundle {bundled // BUNDLE}"
            bundled += 1
    return pieces
