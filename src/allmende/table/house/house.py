"""The house: what stands from the first moment on. The games move in a little later, because
loading them takes a while and the page need not wait for that."""

import asyncio
import gc
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from ..background import in_background
from ..limits import (
    CODES,
    EXPORTS,
    GLANCES,
    HINTS,
    LOOKS,
    QUESTIONS,
    REPORTS,
    SITTING_DOWN,
    Allowance,
    Buckets,
)
from ..log import Log
from ..metrics import Metrics
from ..refusal import CLOSING, Refusal
from ..settings import Settings
from ..store.place import cabinet_of, database_of
from ..store.scribe import Employ, Scribe
from .side_door import Door

if TYPE_CHECKING:
    from ..wire.socket import Connection
    from .lobby import Lobby


OK = "ok"
FULL_LOOK = 2
LOOK_AFTER = (25_000, 4, 10)
"""After so many new objects the collector of garbage looks at them, and after so many such looks at
those that are older. In a busy house half a thousand moves wait for their commit at a time, some
fifty objects each: looked at more often, all of them would be looked at before they are gone."""
NEEDED_LATER = (
    "house.commands",
    "house.ways",
    "house.persons",
    "library.branch",
    "library.files",
    "library.pictures",
    "library.preview",
    "library.replay",
    "library.shelf",
    "thinkers.hints",
)
SECONDS_TO_TIDY = 6 * 3600.0


def import_the_rest() -> None:
    """Import what nobody has needed yet, so that the first who does holds nobody up."""
    for module in NEEDED_LATER:
        import_module(f"allmende.table.{module}")


def look_at_everything_once() -> None:
    """Let the collector of garbage look at each object once and not again and again: with the games
    loaded a full look takes a twentieth of a second, in which the whole house stands still."""
    gc.set_threshold(*LOOK_AFTER)
    gc.callbacks.append(freeze_after_full_look)
    gc.collect()


def freeze_after_full_look(phase: str, info: dict[str, int]) -> None:
    """Put aside what is still in use after a full look."""
    if phase == "stop" and info["generation"] == FULL_LOOK:
        gc.freeze()


class House:
    """One server with its database, its numbers and its log."""

    def __init__(self, settings: Settings, log: Log, employ: Employ = Scribe) -> None:
        self.settings = settings
        self.log = log
        self.metrics = Metrics()
        self.scribe = employ(database_of(settings), self.metrics)
        self.cabinet = cabinet_of(settings, self.scribe)
        self.requests = Buckets(settings.requests)
        self.messages = Allowance(settings.messages)
        self.questions = Allowance(QUESTIONS)
        self.hints = Allowance(HINTS)
        self.stories = Allowance(LOOKS)
        self.glances = Allowance(GLANCES)
        self.codes = Allowance(CODES, devices=1)
        self.exports = Allowance(EXPORTS)
        self.new_tables = Allowance(settings.new_tables, devices=1)
        self.sitting_down = Allowance(SITTING_DOWN)
        self.reports = Allowance(REPORTS, devices=2)
        self.connections: set[Connection] = set()
        self.door = Door(settings)
        self.closing = False
        self.moving_in: asyncio.Task[Lobby] | None = None
        self.resuming: asyncio.Task[None] | None = None
        self.metrics.watch("sockets", "Open sockets.", lambda: len(self.connections))
        self.metrics.watch("rooms", "Tables in memory.", self.count_rooms)
        self.metrics.watch("thinking", "Bots that think or wait for it.", self.count_thoughts)

    @property
    def status(self) -> str:
        """How the house is, in one word."""
        if self.closing:
            return "closing"
        if not self.scribe.is_saving:
            return "not saving"
        loaded = self.moving_in is not None and self.moving_in.done()
        return OK if not loaded or self.ready_lobby() is not None else "broken"

    def ready_lobby(self) -> "Lobby | None":
        """Return the lobby if it has been loaded."""
        task = self.moving_in
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return None
        return task.result()

    def count_rooms(self) -> int:
        """Count the tables in memory."""
        lobby = self.ready_lobby()
        return 0 if lobby is None else len(lobby.rooms)

    def count_thoughts(self) -> int:
        """Count the bots that think."""
        lobby = self.ready_lobby()
        thoughts = [] if lobby is None else lobby.thinkers.thoughts.values()
        return sum(not thought.elsewhere for thought in thoughts)

    def say(self, sentence: str) -> None:
        """Say something to a person who watches the terminal."""
        if sys.stdout.isatty():
            print(sentence, flush=True)

    async def move_in(self) -> "Lobby":
        """Load the games and the bots, then let bots go on where they were."""
        module = await in_background(lambda: import_module(".lobby", __package__))
        lobby: Lobby = module.Lobby(self)
        self.resuming = asyncio.create_task(self.resume(lobby))
        return lobby

    async def resume(self, lobby: "Lobby") -> None:
        """Forget what is too old, now and from time to time, and let the bots go on."""
        try:
            removing = import_module(".removing", __package__)
            await removing.sweep(lobby)  # first, or bots would bring old tables back to life
            await lobby.resume()
            look_at_everything_once()
            self.log.info("ready")
            await in_background(import_the_rest)
            await asyncio.gather(removing.sweep_from_time_to_time(lobby), self.tidy_now_and_then())
        except Exception as trouble:
            self.metrics.failures_total.add()
            self.log.error("resuming failed", trouble)

    async def tidy_now_and_then(self) -> None:
        """Look at all objects anew from time to time, for what has become garbage since."""
        while True:
            await asyncio.sleep(SECONDS_TO_TIDY)
            gc.unfreeze()
            gc.collect()

    async def lobby(self) -> "Lobby":
        """Return the lobby as soon as it is there."""
        if self.closing:
            raise Refusal("table.closing", CLOSING)
        if self.moving_in is None:
            self.moving_in = asyncio.create_task(self.move_in())
        return await asyncio.shield(self.moving_in)
