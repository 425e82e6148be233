"""The crew: whoever does which piece whenever, the same comes out, and little of it waits."""

import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allmende.core.errors import AllmendeError
from allmende.lab.crew import Alone, Portion, finished, in_order
from allmende.lab.processes import processes
from tests.processes import LAST_RESORT


class AnyOrder:
    """A crew that carries out, of the pieces it has, any next: one that lags behind."""

    piece_seconds = 1.0

    def __init__(self, hands: int, seed: int) -> None:
        self.hands = hands
        self.given: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None]
        self.given = SimpleQueue()
        self.handed_over = 0
        self.thread = threading.Thread(target=self.work, args=(random.Random(seed),))
        self.thread.start()

    def work(self, chance: random.Random) -> None:
        open_pieces: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        ended = False
        while open_pieces or not ended:
            while not ended and (not open_pieces or not self.given.empty()):
                came = self.given.get()
                ended = came is None
                open_pieces += [] if came is None else [came]
            if open_pieces:
                future, work, args = open_pieces.pop(chance.randrange(len(open_pieces)))
                try:
                    future.set_result(work(*args))
                except ArithmeticError as trouble:
                    future.set_exception(trouble)

    def submit(self, work: Callable[..., Any], /, *args: Any) -> Future[Any]:
        self.handed_over += 1
        future: Future[Any] = Future()
        self.given.put((future, work, args))
        return future

    def end(self) -> None:
        self.given.put(None)
        self.thread.join()


@given(st.integers(0, 60), st.integers(1, 4), st.integers(1, 4), st.integers(0, 99))
def test_pieces_come_in_order_and_few_of_them_wait(
    count: int, hands: int, ahead: int, seed: int
) -> None:
    crew, noted, came = AnyOrder(hands, seed), list[int](), list[int]()
    pieces = (crew.submit(lambda number: number * number, number) for number in range(count))
    try:
        for result in in_order(crew, pieces, ahead, noted.append):
            came.append(result)
            assert crew.handed_over - len(came) <= ahead * hands
    finally:
        crew.end()
    assert came == [number * number for number in range(count)]
    assert sorted(noted) == came


def test_a_piece_that_fails_ends_all() -> None:
    crew = AnyOrder(2, 0)
    pieces = (crew.submit(divmod, 6, number) for number in (3, 2, 1, 0, 1, 2))
    try:
        with pytest.raises(ZeroDivisionError):
            list(in_order(crew, pieces, 2))
    finally:
        crew.end()


def test_alone_every_piece_is_told_of_before_the_next_begins() -> None:
    told: list[str] = []

    def pieces() -> Iterator[Future[int]]:
        for number in range(3):
            told.append(f"begin {number}")
            yield Alone().submit(int, number)

    for number in in_order(Alone(), pieces(), 8):
        told.append(f"end {number}")
    assert told == [f"{what} {number}" for number in range(3) for what in ("begin", "end")]


class Hands:
    """A crew that only says how many it is."""

    def __init__(self, hands: int, piece_seconds: float) -> None:
        self.hands, self.piece_seconds = hands, piece_seconds

    def submit(self, work: Callable[..., Any], /, *args: Any) -> Future[Any]:
        return finished(work(*args))


@given(
    st.integers(0, 10**6),
    st.integers(1, 3000),
    st.lists(st.floats(1e-9, 1e3), min_size=1, max_size=9),
)
def test_portions_are_all_games_whatever_is_learned(
    games: int, hands: int, seconds: list[float]
) -> None:
    portion, taken = Portion(Hands(hands, 1.0), games, first=16, most=50_000), 0
    for at in range(100):
        taken += (piece := portion.take())
        assert piece <= 50_000
        assert (piece > 0) == (taken - piece < games)
        portion.learn(max(1, piece), seconds[at % len(seconds)])
    assert taken + portion.left == games


def test_portions_are_long_in_the_middle_and_short_in_the_end() -> None:
    portion = Portion(Hands(2, 1.0), 10_000, first=16, most=5000)
    assert portion.take() == 16
    portion.learn(16, 0.016)
    assert portion.take() == 1000
    sizes = []
    while portion.left:
        sizes.append(portion.take())
    assert sizes[0] == 1000
    assert sizes[-4:] == [1, 1, 1, 1]
    assert sizes == sorted(sizes, reverse=True)


def test_a_process_that_is_gone_is_one_line() -> None:
    with (
        pytest.raises(AllmendeError, match="a worker process ended before its game did"),
        processes(2) as crew,
    ):
        list(in_order(crew, iter([crew.submit(os._exit, 1)]), 1))


RULE = """
from allmende.core.rule import rule

@rule
def slow(n: int) -> int:
    found = 0
    for a in range(n):
        for b in range(a):
            found += a * b
    return found
"""
USING = """
from allmende.lab.loading import load
from slow_rule import slow

load(lambda: slow(3))
print(sum(slow._cache_misses.values()))
"""


def test_many_processes_that_need_new_code_compile_it_once(tmp_path: Path) -> None:
    (tmp_path / "slow_rule.py").write_text(RULE)
    places = {"ALLMENDE_CACHE": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    environment = {**os.environ, **places, "PYTHONPATH": str(tmp_path), "ALLMENDE_INTERPRET": "0"}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", USING],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    said = [process.communicate(timeout=LAST_RESORT)[0] for process in started]
    assert sorted(said) == ["0\n", "0\n", "1\n"]


def test_nobody_knows_ray_but_the_crew_of_a_cluster() -> None:
    sources = {str(file): file.read_text("utf-8") for file in Path("src/allmende").rglob("*.py")}
    importing = {name for name, text in sources.items() if re.search(r"\bimport ray\b", text)}
    folder = "src/allmende/lab/cluster"
    assert importing == {f"{folder}/crew.py", f"{folder}/ray_settings.py"}
