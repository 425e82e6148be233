"""The workshop: compiles games beside the server, on all cores, and says how far it is.

What is in the cache already is only loaded. The rest is compiled by processes of their own, so that
the tables go on meanwhile, and comes back through the cache.
"""

import asyncio
import os
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal, TypeAlias

from allmende.bots.levels import searches_of
from allmende.core.game import Game
from allmende.core.progress import Progress, rules_of
from allmende.core.registry import game_named, source_of
from allmende.core.rule import NotCompiled, compiled_only, heard_by

from ..background import in_background
from ..log import Log
from ..wire import answers
from .parts import BOTS, JOB_DONE, RULE_JOBS, TABLE, WORK

WAITING: Final = "waiting"
COMPILING: Final = "compiling"
READY: Final = "ready"
FAILED: Final = "failed"
State: TypeAlias = Literal["waiting", "compiling", "ready", "failed"]
MOST_PROCESSES = 4
"""More would only compile the same rules twice."""


class Stage:
    """What has to be there for one purpose: the rules of a table, or the search of its bots."""

    def __init__(self, game: Game, purpose: str) -> None:
        self.game = game
        self.purpose = purpose
        self.state: State = WAITING
        self.progress = Progress(rules_of(game) if purpose == TABLE else searches_of(game))
        self.jobs = RULE_JOBS if purpose == TABLE else ()
        self.trouble: Exception | None = None
        self.task: asyncio.Task[None] | None = None

    def work(self) -> None:
        """Use all that the purpose needs, once."""
        WORK[self.purpose](self.game)

    def as_data(self) -> answers.Stage:
        """Say how far it is."""
        done = self.progress.of if self.state == READY else self.progress.done
        return {"state": self.state, "done": done, "of": self.progress.of}


class Workshop:
    """Gets the games of a server ready, each once, for all who wait for it."""

    def __init__(self, log: Log, say: Callable[[str], None]) -> None:
        self.log = log
        self.say = say
        self.stages: dict[tuple[str, str], Stage] = {}
        self.processes: set[asyncio.subprocess.Process] = set()
        self.loading = asyncio.Lock()
        """Held while a game is loaded: two threads that import its modules at the same time may
        each find those of the other half done."""

    async def table(self, name: str, in_a_hurry: bool = True) -> Game:
        """Return a game that is ready to be played."""
        return await self.finished(await self.stage(name, TABLE), in_a_hurry)

    async def bots(self, name: str) -> Game:
        """Return a game that bots are ready to think about."""
        return await self.finished(await self.stage(name, BOTS), in_a_hurry=True)

    async def begin_with_bots(self, name: str) -> None:
        """Begin to get the bots ready; nobody waits for them yet."""
        self.begin(await self.stage(name, BOTS), in_a_hurry=True)

    async def stage(self, name: str, purpose: str) -> Stage:
        """Return how far a game is for a purpose."""
        if (name, purpose) not in self.stages:
            async with self.loading:
                fresh = await in_background(lambda: Stage(game_named(name), purpose))
            self.stages.setdefault((name, purpose), fresh)
        return self.stages[name, purpose]

    async def finished(self, stage: Stage, in_a_hurry: bool) -> Game:
        """Wait until a stage is ready."""
        await asyncio.shield(self.begin(stage, in_a_hurry))
        if stage.trouble is not None:
            raise stage.trouble
        return stage.game

    def begin(self, stage: Stage, in_a_hurry: bool) -> asyncio.Task[None]:
        """Begin with a stage, once; what has failed is tried again."""
        if stage.task is None or (stage.task.done() and stage.state != READY):
            stage.task = asyncio.create_task(self.get_ready(stage, in_a_hurry))
        return stage.task

    async def get_ready(self, stage: Stage, in_a_hurry: bool) -> None:
        """Load what a stage needs, and compile it if it is not there."""
        stage.state, stage.trouble = COMPILING, None
        try:
            if not await in_background(lambda: is_compiled(stage)):
                await self.make(stage, in_a_hurry)
            stage.state = READY
        except Exception as trouble:
            stage.state, stage.trouble = FAILED, trouble

    async def make(self, stage: Stage, in_a_hurry: bool) -> None:
        """Compile what a stage needs, and say so in the log and at the terminal."""
        name, purpose, begin = stage.game.name, stage.purpose, time.perf_counter()
        self.log.info("compiling", game=name, purpose=purpose, rules=stage.progress.of)
        self.say(f"Compiling {name} for {purpose_in_words(purpose)}, once and for all")
        await self.compile(stage, in_a_hurry)
        await in_background(lambda: finish(stage))
        seconds = round(time.perf_counter() - begin, 1)
        self.log.info("compiled", game=name, purpose=purpose, seconds=seconds)
        self.say(f"{name} is ready for {purpose_in_words(purpose)} after {seconds} s")

    async def compile(self, stage: Stage, in_a_hurry: bool) -> None:
        """Compile the parts of a stage in several processes; the last one at work compiles what
        they left over. What a process fails at is left to this one, which finds out why."""
        jobs = deque(stage.jobs)
        count = max(1, min(os.cpu_count() or 1, len(jobs), MOST_PROCESSES))
        processes = [await self.employ(stage.game, in_a_hurry) for _ in range(count)]
        at_work = set(processes)

        async def work(process: asyncio.subprocess.Process) -> None:
            while jobs and await self.order(process, jobs.popleft(), stage.progress):
                pass
            at_work.discard(process)
            if not at_work:
                await self.order(process, stage.purpose, stage.progress)
            await self.dismiss(process)

        await asyncio.gather(*map(work, processes))

    async def employ(self, game: Game, in_a_hurry: bool) -> asyncio.subprocess.Process:
        """Start a process that compiles."""
        process = await asyncio.create_subprocess_exec(
            *(
                sys.executable,
                "-m",
                "allmende.table.thinkers.parts",
                source_of(game),
                str(in_a_hurry),
            ),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self.processes.add(process)
        return process

    async def dismiss(self, process: asyncio.subprocess.Process) -> None:
        """End a process."""
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
        self.processes.discard(process)

    async def order(
        self, process: asyncio.subprocess.Process, job: str, progress: Progress
    ) -> bool:
        """Let a process do a job and listen to what it says; tell whether it was done."""
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(ConnectionError):
            process.stdin.write(f"{job}\n".encode())
            await process.stdin.drain()
            async for line in process.stdout:
                if (said := line.decode().strip()) == JOB_DONE:
                    return True
                progress.note(said)
        return False

    def about(self, name: str) -> answers.Readiness:
        """Say how far a game is, as far as anybody has asked for it."""
        return {"table": self.how_far(name, TABLE), "bots": self.how_far(name, BOTS)}

    def how_far(self, name: str, purpose: str) -> answers.Stage:
        """Say how far a game is for a purpose."""
        stage = self.stages.get((name, purpose))
        return stage.as_data() if stage else {"state": WAITING, "done": 0, "of": 0}

    def close(self) -> None:
        """End all processes."""
        for process in list(self.processes):
            with suppress(ProcessLookupError):
                process.terminate()


def purpose_in_words(purpose: str) -> str:
    """Say whom a stage is for."""
    return "the table" if purpose == TABLE else "the bots"


def is_compiled(stage: Stage) -> bool:
    """Load what a stage needs; tell whether all of it was there."""
    try:
        with compiled_only():
            stage.work()
    except NotCompiled:
        return False
    return True


def finish(stage: Stage) -> None:
    """Load what was compiled elsewhere, and compile what was not."""
    with heard_by(stage.progress.hear):
        stage.work()
