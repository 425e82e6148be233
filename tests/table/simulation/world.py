"""Time and order: event loops that share one clock and one thread, and take turns by lot.

Each process of a simulation has a loop of its own. Whatever is ready in any of them is done one
callback after the other; the clock moves only when nothing is ready. A process that is killed
never gets another turn.
"""

import asyncio
import heapq
from asyncio import events
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextlib import suppress
from contextvars import Context
from hashlib import sha256
from random import Random
from typing import Any, TypeVar

Result = TypeVar("Result")
SHORTEST_WORK, LONGEST_WORK = 0.001, 1.5
"""Seconds that work in another thread takes."""
MOST_STEPS = 400_000
"""An evening with more callbacks than this goes round in circles."""
MOST_WAITS_ON_THE_WAY_OUT = 10
DAWN = 1_900_000_000.0
"""What the clock on the wall shows at the beginning."""


class Trouble(Exception):
    """Something that must not happen has happened."""


class World:
    """A clock, a lot, and what is to be done next."""

    def __init__(
        self, seed: str, disorder: float = 0.0, on_note: Callable[[str], None] | None = None
    ) -> None:
        self.chance = Random(seed)
        self.disorder = disorder
        """How often a callback is drawn by lot where the first in the row would have its turn."""
        self.time = 0.0
        self.ready: list[asyncio.Handle] = []
        self.timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self.count = 0
        self.steps = 0
        self.on_note = on_note
        self.print = sha256()
        self.failures: list[str] = []

    def note(self, who: str, what: str) -> None:
        """Write down what happens; the print of a world is the same for the same seed."""
        line = f"{self.time:10.4f} {self.steps:6d} {who:12} {what}"
        self.print.update(line.encode())
        if self.on_note is not None:
            self.on_note(line)

    def fail(self, what: str) -> None:
        """Note that something went wrong, where an exception would be swallowed."""
        self.note("TROUBLE", what)
        self.failures.append(what)

    def between(self, shortest: float, longest: float) -> float:
        """Draw a time, mostly a short one."""
        return shortest + (longest - shortest) * self.chance.random() ** 4

    def happens(self, probability: float) -> bool:
        """Draw whether something happens."""
        return self.chance.random() < probability

    def enqueue(self, handle: asyncio.Handle) -> None:
        """Let something be done soon."""
        self.ready.append(handle)

    def enqueue_at(self, handle: asyncio.TimerHandle) -> None:
        """Let something be done at its time."""
        self.count += 1
        heapq.heappush(self.timers, (handle.when(), self.count, handle))

    def step(self) -> None:
        """Do the next thing."""
        while not self.ready:
            self.time = max(self.time, self.timers[0][0])
            while self.timers and self.timers[0][0] <= self.time:
                self.ready.append(heapq.heappop(self.timers)[2])
        by_lot = self.disorder and len(self.ready) > 1 and self.happens(self.disorder)
        handle = self.ready.pop(self.chance.randrange(len(self.ready)) if by_lot else 0)
        loop = handle._loop  # type: ignore[attr-defined]
        if not handle.cancelled() and not loop.is_closed():
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Trouble(f"no end after {MOST_STEPS} steps")
            with running(loop):
                handle._run()
            loop.after_step()

    def has_work_before(self, end: float) -> bool:
        """Tell whether there is anything to be done until then."""
        return bool(self.ready) or (bool(self.timers) and self.timers[0][0] <= end)

    def new_loop(self, name: str) -> "Loop":
        """Return the loop of a new process. It has what asyncio asks of a loop that has no sockets
        and no signals."""
        return Loop(self, name)  # type: ignore[abstract]

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Let time pass until something is so, or for some seconds; tell whether it came so."""
        end = self.time + seconds
        while not done():
            if self.time >= end or not self.has_work_before(end):
                self.time = end
                return done()
            self.step()
            if self.failures:
                raise Trouble(self.failures[0])
        return True


class running:
    """Makes a loop the one that runs, or none, for a while."""

    def __init__(self, loop: "Loop | None") -> None:
        self.loop = loop
        self.before: asyncio.AbstractEventLoop | None = None

    def __enter__(self) -> None:
        self.before = events._get_running_loop()
        events._set_running_loop(self.loop)

    def __exit__(self, *_: object) -> None:
        events._set_running_loop(self.before)


class Loop(asyncio.AbstractEventLoop):
    """The event loop of one process."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.dead = False
        self.begun: set[asyncio.Task[Any]] = set()
        """What was begun from outside; a loop itself does not keep its tasks from being lost."""
        self.after_step: Callable[[], None] = nothing
        self.holds_back: Callable[[Executor | None], bool] = never

    # What asyncio asks of a loop

    def time(self) -> float:
        return self.world.time

    def get_debug(self) -> bool:
        return False

    def is_closed(self) -> bool:
        return self.dead

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        if not self.dead:
            self.world.enqueue(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.dead:
            self.world.enqueue_at(handle)
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.world.time + delay, callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """A timer that was called off stays in the row and is skipped."""

    def create_future(self) -> "asyncio.Future[Any]":
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self, coro: Coroutine[Any, Any, Result], *, name: str | None = None, **more: Any
    ) -> "asyncio.Task[Result]":
        return asyncio.Task(coro, loop=self, name=name, **more)

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., Result], *args: Any
    ) -> "asyncio.Future[Result]":
        """Do some work at one moment that is drawn by lot."""
        future = self.create_future()

        def work() -> None:
            if future.done():
                return
            if self.holds_back(executor):
                self.call_later(LONGEST_WORK, work)
                return
            try:
                with running(None):
                    result = func(*args)
            except Exception as trouble:
                future.set_exception(trouble)
            else:
                future.set_result(result)

        self.call_later(self.world.between(SHORTEST_WORK, LONGEST_WORK), work)
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.dead:
            at = context.get("task", context.get("future"))
            self.world.fail(
                f"{self.name}: {context.get('message')}: {context.get('exception')!r} in {at!r}"
            )

    # Life and death

    def start(self, work: Coroutine[Any, Any, Result]) -> "asyncio.Task[Result]":
        """Begin a task from outside."""
        task = self.create_task(work)
        self.begun.add(task)
        task.add_done_callback(self.begun.discard)
        return task

    def die(self) -> None:
        """End without a word: nothing that was begun is finished."""
        self.dead = True
        buried: set[asyncio.Task[Any]] = set()
        with running(self):
            while left := asyncio.all_tasks(self) - buried:  # some begin another on the way out
                for task in left:
                    task._log_destroy_pending = False  # type: ignore[attr-defined]
                    bury(task)
                buried |= left


def bury(task: "asyncio.Task[Any]") -> None:
    """Throw the frames of a task away. What they do on the way out reaches nobody: nothing of a
    dead loop has another turn."""
    work: Any = task.get_coro()
    for _ in range(MOST_WAITS_ON_THE_WAY_OUT):
        if work.cr_frame is None:
            return
        with suppress(BaseException):
            work.close()


def nothing() -> None:
    """Do nothing after a step."""


def never(executor: Executor | None) -> bool:
    """Hold no work back."""
    return False
