"""A house at work: the real application on a loop of the world, which can be killed between any
two of its callbacks."""

import asyncio
import io
import json
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import Receive, Scope, Send

from allmende.table.door.app import Application
from allmende.table.door.drain import Server
from allmende.table.house.house import House
from allmende.table.log import ERROR, Log
from allmende.table.metrics import Metrics
from allmende.table.settings import Notices, Settings
from allmende.table.store.database import Database
from allmende.table.store.notice_facts import Letter

from .disk import Disk, DiskScribe
from .neighbours import SharedFile, Street
from .office import EVERYBODY_IS_CALLED, ORIGIN, Office
from .world import World, running

EXPECTED_ON_A_BAD_DISK = (
    *("not saved", "not read", "wish failed", "request failed", "resuming failed", "bot failed"),
    *("database away", "lease not given back", "game file not kept"),
    *("outbox away", "letter not noted", "call not noted"),
)
"""What a house may log as an error when a write has failed, together with the kind of failure."""
OF_THE_DATABASE = "OperationalError"

NOBODY_IS_CALLED = Notices(push=False)
"""There is no push service in a world without an office."""


class Process:
    """One life of a house, alone or in a street of several."""

    def __init__(
        self,
        world: World,
        number: int,
        data: Path,
        disk: Disk,
        street: Street | None = None,
        office: Office | None = None,
    ) -> None:
        self.world = world
        self.number = number
        self.name = f"house {number}"
        self.disk = disk
        self.street = street
        self.loop = world.new_loop(self.name)
        self.loop.after_step = self.burn
        self.fuse: int | None = None
        """After so many callbacks it dies."""
        self.is_dead = False
        self.office = office
        self.letters: dict[str, list[Letter]] = {}
        """What is being sent, by browser or mailbox."""
        self.claimed: dict[str, float] = {}
        """When it took letters upon itself, by their stamps."""
        self.on_death: Callable[[], None] = lambda: None
        self.lines = io.StringIO()
        self.read = 0
        with running(self.loop):
            settings = Settings(
                data=data,
                thinkers=2,
                lazy=True,
                open_browser=False,
                public_url=ORIGIN,
                notices=NOBODY_IS_CALLED if office is None else EVERYBODY_IS_CALLED,
            )
            self.file = settings.database
            self.house = House(settings, Log(self.lines), self.employ)
            self.app = Application(self.house).asgi()
            self.server = Server(uvicorn.Config(self.app, log_config=None), self.house)
            self.server.servers = []  # it listens nowhere
        self.loop.start(self.live())
        world.note(self.name, "opens")

    def employ(self, database: Database, metrics: Metrics) -> DiskScribe:
        """Open the database on the disk of this world."""
        if self.street is not None:
            database = SharedFile(self.file, self.street, self.loop)
        scribe = DiskScribe(database, metrics, self.loop, self.disk, self.kill)
        scribe.process = self
        return scribe

    async def live(self) -> None:
        """Tell the application that it runs, as a server in front of it does."""
        wishes: list[MutableMapping[str, Any]] = [{"type": "lifespan.startup"}]

        async def receive() -> MutableMapping[str, Any]:
            if not wishes:
                await asyncio.get_running_loop().create_future()
            return wishes.pop()

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "lifespan.startup.failed":
                self.world.fail(f"{self.name} does not start: {message}")

        await self.app({"type": "lifespan", "asgi": {"version": "3.0"}}, receive, send)

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or talk over a socket."""
        await self.app(scope, receive, send)

    def burn(self) -> None:
        """Look at the log after each callback, and die if the time has come."""
        self.look_at_log()
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse <= 0:
                self.world.note(self.name, "is killed between two steps")
                self.kill()

    def look_at_log(self) -> None:
        """Demand that the house reports no failure of its own."""
        if self.lines.tell() == self.read:
            return
        self.lines.seek(self.read)
        fresh = self.lines.read()
        self.read = self.lines.tell()
        for line in map(json.loads, fresh.splitlines()):
            self.world.note(self.name, f"log: {line['event']}")
            if line["level"] == ERROR:
                self.hear_of_failure(line)

    def hear_of_failure(self, line: dict[str, Any]) -> None:
        """Demand that a failure is that of the disk."""
        bad_disk = self.disk.is_excused and line["kind"] == OF_THE_DATABASE
        if bad_disk and line["event"] in EXPECTED_ON_A_BAD_DISK:
            self.disk.failures += 1
        else:
            self.world.fail(f"{self.name} reports a failure: {line}")

    def kill(self) -> None:
        """End at once. What is committed stays; all else is gone."""
        if self.is_dead:
            return
        self.is_dead = True
        self.loop.die()
        self.house.scribe.close()
        self.on_death()

    async def drain(self) -> None:
        """End in good order, as after a signal."""
        await self.server.drain()
        self.world.note(self.name, "has drained")
        self.loop.call_soon(self.kill)

    def hold_thinkers(self) -> None:
        """Let bots think without end from now on."""
        self.loop.holds_back = self.is_thinking

    def hold_flags(self) -> None:
        """Let no flag fall from now on: nobody could say who has seen it already."""
        lobby = self.house.ready_lobby()
        if lobby is not None:
            lobby.timekeeper.closing = True

    def is_thinking(self, executor: object) -> bool:
        """Tell whether some work is that of a bot."""
        lobby = self.house.ready_lobby()
        return lobby is not None and executor is lobby.thinkers.threads
