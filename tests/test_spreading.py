"""Tests are spread over processes so that nothing is made twice and nobody waits for the last."""

from tests.spreading import BUNDLE, COMPILING, ROOT, pieces_of, rank

TOGETHER = [f"tests/browser/test_replay.py::test_{name}" for name in "ab"]
ALONE = [f"tests/table/test_table_undo.py::test_{name}" for name in "ab"]
MANY = [f"tests/games/test_lessons.py::test_lesson[{at}]" for at in range(2 * BUNDLE)]


def test_tests_that_share_a_fixture_go_together() -> None:
    assert set(pieces_of(TOGETHER).values()) == {"tests/browser/test_replay.py"}


def test_tests_that_compile_the_same_go_together() -> None:
    assert all((ROOT / file).exists() for file in COMPILING)
    tests = [f"{file}::test_{name}" for file in COMPILING for name in "ab"]
    assert len(set(pieces_of([*tests, *MANY]).values())) == 1 + len(MANY) // BUNDLE


def test_tests_that_wait_go_one_by_one_and_others_in_bundles() -> None:
    pieces = pieces_of([*ALONE, *MANY])
    assert [pieces[test] for test in ALONE] == ALONE
    assert len({pieces[test] for test in MANY}) == 2
    assert pieces[MANY[0]] == pieces[MANY[BUNDLE - 1]] != pieces[MANY[BUNDLE]]


def test_the_shortest_come_last_and_those_that_wait_most_first() -> None:
    files = ("tests/games/test_lessons.py", "tests/test_arrows.py", TOGETHER[0], ALONE[0])
    assert sorted(files, key=rank) == [TOGETHER[0], ALONE[0], files[1], files[0]]
