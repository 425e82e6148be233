"""Who carries out pieces of work: this process, its threads, processes of this machine, a cluster.

Whoever has much to do cuts it into pieces that hang on nothing but what is said in them, and gives
them to a crew. What comes out is the same whoever does which piece, and whenever.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

AWHILE = 0.2
"""Seconds that a piece takes on this machine: short for people, long for a computer."""

Result = TypeVar("Result")


class Crew(Protocol):
    """Those who carry out pieces of work."""

    @property
    def hands(self) -> int:
        """How many pieces are carried out at the same time."""

    @property
    def piece_seconds(self) -> float:
        """How long a piece should take, so that handing it over costs little."""

    def submit(self, work: Callable[..., Result], /, *args: Any) -> Future[Result]:
        """Hand over a piece: a function at the top of a module, and what it is called with."""


class Alone:
    """This process, which carries out each piece as soon as it gets it."""

    hands = 1
    piece_seconds = 0.0

    def submit(self, work: Callable[..., Result], /, *args: Any) -> Future[Result]:
        """Carry out a piece."""
        return finished(work(*args))


class Pool:
    """Threads or processes of this machine."""

    piece_seconds = AWHILE

    def __init__(self, executor: Executor, hands: int) -> None:
        self.executor, self.hands = executor, hands

    def submit(self, work: Callable[..., Result], /, *args: Any) -> Future[Result]:
        """Hand over a piece."""
        return self.executor.submit(work, *args)


@contextmanager
def threads(jobs: int) -> Iterator[Crew]:
    """Yield threads, for work that does without Python's lock."""
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield Pool(pool, jobs)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def finished(result: Result) -> Future[Result]:
    """Return what is there already, as if somebody had carried it out."""
    future: Future[Result] = Future()
    future.set_result(result)
    return future


def in_order(
    crew: Crew,
    pieces: Iterator[Future[Result]],
    ahead: int,
    note: Callable[[Result], None] = lambda result: None,
) -> Iterator[Result]:
    """Yield what comes of pieces in their order. The next piece is asked for, and so handed over,
    when there is room: `ahead` of them for each hand are under way or wait for an earlier one.
    `note` is told of each as soon as it is there, and one that fails ends all."""
    waiting: deque[Future[Result]] = deque()
    done: SimpleQueue[Future[Result]] = SimpleQueue()
    there: set[Future[Result]] = set()

    def take_in() -> None:
        piece = done.get()
        note(piece.result())
        there.add(piece)

    def at_the_front() -> Iterator[Result]:
        while waiting and waiting[0] in there:
            there.remove(waiting[0])
            yield waiting.popleft().result()

    for piece in pieces:
        waiting.append(piece)
        piece.add_done_callback(done.put)
        while not done.empty() or (len(waiting) >= ahead * crew.hands and waiting[0] not in there):
            take_in()
        yield from at_the_front()
    while waiting:
        take_in()
        yield from at_the_front()


class Portion:
    """How many games a piece has: as many as take a while, as far as the last ones tell, and
    fewer towards the end, so that all hands finish together."""

    def __init__(self, crew: Crew, games: int, first: int, most: int) -> None:
        self.crew, self.left = crew, games
        self.size, self.most = first, most

    def take(self) -> int:
        """Take games from those that are left; in the end there are none."""
        fair = -(-self.left // (2 * self.crew.hands))
        taken = min(self.left, max(1, min(self.size, self.most, fair)))
        self.left -= taken
        return taken

    def learn(self, games: int, seconds: float) -> None:
        """Hear how long a piece with some games took."""
        self.size = max(1, int(games * self.crew.piece_seconds / max(seconds, 1e-6)))
