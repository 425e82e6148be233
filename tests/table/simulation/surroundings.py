"""What a process takes from its machine, replaced by what a world gives: clocks, secrets and
threads. Work in a thread is done in one go, at a moment that is drawn by lot. Memory is that of
the simulation, so no house may tidy it up."""

import asyncio
import gc
import random
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlalchemy import Engine, create_engine

from allmende.bots import guard
from allmende.core.registry import game_in_file, game_named
from allmende.table import background
from allmende.table.store import sqlite
from allmende.table.tables import drawing
from allmende.table.thinkers import workshop
from allmende.table.thinkers.parts import WORK
from allmende.table.wire.socket import Connection

from .world import DAWN, LONGEST_WORK, SHORTEST_WORK, World, running

LOOK_AT_THE_CLOCK = 0.1
"""Seconds that pass between two looks at the fast clock: so bots that think for a while think a
number of thoughts that does not hang on the machine."""
EXAMPLES = Path(__file__).parents[3] / "examples"
SMALL_GAMES = ("four_in_a_row", "poppies")


class Thread:
    """Stands in for a thread: its work is done later, or when somebody waits for it."""

    def __init__(
        self, world: World, target: Callable[..., object], args: tuple[Any, ...] = ()
    ) -> None:
        self.world = world
        self.target = target
        self.args = args
        self.done = False

    def start(self) -> None:
        """Let the work be done at some moment; at once, if this is a thread already."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.join()
        else:
            loop.call_later(self.world.between(SHORTEST_WORK, LONGEST_WORK), self.join)

    def join(self, timeout: float | None = None) -> None:
        """Do the work, unless it is done."""
        if not self.done:
            self.done = True
            with running(None):
                self.target(*self.args)

    def is_alive(self) -> bool:
        """Tell whether there is still something to do."""
        return not self.done


class Threads:
    """Stands in for the module `threading` where threads are begun."""

    def __init__(self, world: World) -> None:
        self.world = world

    def Thread(
        self, target: Callable[..., object], args: tuple[Any, ...] = (), **_: object
    ) -> Thread:
        """Make a thread of this world."""
        return Thread(self.world, target, args)


@cache
def small_games() -> tuple[str, ...]:
    """Load the games from files, and return their names."""
    return tuple(game_in_file(EXAMPLES / f"{name}.py").name for name in SMALL_GAMES)


@cache
def warm_up(name: str) -> None:
    """Compile what a table of a game and its bots need."""
    for use in WORK.values():
        use(game_named(name))


@cache
def first_engine() -> Engine:
    """Return an engine whose compiled statements serve all others."""
    return create_engine("sqlite://")


def quick_engine(*args: Any, **more: Any) -> Engine:
    """Make an engine that need not compile statements that another one has compiled: thousands of
    houses open a database."""
    engine, first = create_engine(*args, **more), first_engine()
    engine.dialect = engine.pool._dialect = first.dialect
    engine._compiled_cache = first._compiled_cache
    return engine


def serial(connection: Connection) -> int:
    """Tell connections apart by the port they come from: addresses in memory would put them in
    another order every time."""
    port: int = connection.socket.scope["client"][1]
    return port


@contextmanager
def surroundings(world: World, seed: str) -> Iterator[None]:
    """Let everything in this process take time, secrets and threads from a world."""
    lot = random.Random(f"secrets {seed}")
    looks = 0

    def fast_clock() -> float:
        nonlocal looks
        looks += 1
        return world.time + looks * LOOK_AT_THE_CLOCK

    threads = Threads(world)
    before, listeners = random.getstate(), list(gc.callbacks)
    random.seed(seed)
    with ExitStack() as stack:
        for place, name, stand_in in (
            (time, "time", lambda: DAWN + world.time),
            (time, "monotonic", lambda: world.time),
            (time, "perf_counter", fast_clock),
            (time, "thread_time", fast_clock),
            (drawing, "PACES", {}),
            (secrets, "token_bytes", lambda count=32: lot.randbytes(count)),
            (background, "threading", threads),
            (guard, "threading", threads),
            (workshop, "is_compiled", lambda stage: True),
            (Connection, "__hash__", serial),
            (sqlite, "create_engine", quick_engine),
            (gc, "set_threshold", lambda *_: None),
            (gc, "collect", lambda *_: 0),
            (gc, "freeze", lambda: None),
            (gc, "unfreeze", lambda: None),
        ):
            stack.enter_context(patch.object(place, name, stand_in))
        yield
    random.setstate(before)
    gc.callbacks[:] = listeners
