"""A real server in a process of its own, that can be killed and started again."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from allmende.table.settings import Settings
from allmende.table.store.place import database_of
from tests import forge
from tests.processes import LAST_RESORT

HOST = "127.0.0.1"
ANY_PORT = 0
LIMITS = ("--tables-per-minute", "--requests-per-second", "--messages-per-second")
GENEROUS = "100000"
LAZY = "--lazy"
"""For a server that begins where all games are loaded, and gets ready those that are played. The
one that all tests of this folder share starts as it does for people, from nothing."""
COACH_GAMES = 1
"""The coach looks at every move, as briefly as it may: to look as long as it does for people takes
up to twenty seconds of a core for every game that comes to its end."""
FULL_COACH = ("--coach-games", str(Settings().coach_games))
"""For tests about what the coach finds."""

Json = dict[str, Any]


class Server:
    """`python -m allmende.table`, as people start it. One that is `lasting` outlives a test."""

    lasting = False

    def __init__(self, data: Path, *arguments: str, from_nothing: bool = False) -> None:
        self.data = data
        self.arguments = arguments
        self.log = data / "log.jsonl"
        self.from_nothing = from_nothing or LAZY not in arguments
        self.start()

    def start(self, port: int = ANY_PORT) -> None:
        self.data.mkdir(exist_ok=True)
        command = ["-m", "allmende.table", "--no-open", "--port", str(port)]
        limits = [word for limit in LIMITS for word in (limit, GENEROUS)]
        limits += ["--coach-games", str(COACH_GAMES)]
        words = [*command, "--data", str(self.data), *limits, *self.arguments]
        ours, theirs = os.pipe()
        with open(os.devnull) as nothing, self.log.open("a") as log, open(theirs, "w") as saying:
            streams = [file.fileno() for file in (nothing, saying, log)]
            self.process = forge.start(words, streams, from_nothing=self.from_nothing)
        self.said = open(ours, encoding="utf-8")  # noqa: SIM115
        said = self.said.readline()
        assert "http://" in said, (said, self.log.read_text())
        self.port = int(said.rsplit(":", 1)[1].strip().strip("/"))

    @contextmanager
    def looking_in(self) -> Iterator[Connection]:
        """Look at what it keeps, besides it."""
        words = [*self.arguments, "--database", ""]
        address = words[words.index("--database") + 1] or None
        engine = database_of(Settings(data=self.data, database_url=address)).open()
        with engine.begin() as connection:
            yield connection
        engine.dispose()

    @property
    def origin(self) -> str:
        return f"http://{HOST}:{self.port}"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(LAST_RESORT)
        self.said.close()
        return code

    def restart(self) -> None:
        """Start again at the same address, with the same data."""
        self.start(self.port)

    def lines(self) -> list[Json]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def close(self) -> None:
        if self.process.poll() is None:
            self.stop()
