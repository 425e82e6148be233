"""A PostgreSQL server of one's own, from the programs that Debian installs, without its service."""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import closing
from functools import cached_property
from pathlib import Path

from tests.processes import LAST_RESORT

PROGRAMS = Path("/usr/lib/postgresql")
USER = "allmende"
NOBODY_ELSE = "postgres"
"""Whom the package has made for it: PostgreSQL refuses to run as root."""
QUICK = ("fsync=off", "full_page_writes=off")
"""For tests that are not about a machine that loses its power."""


def program(name: str) -> str:
    """Return the path of a program of the newest PostgreSQL that is installed."""
    found = sorted(PROGRAMS.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    assert found, f"{name} is not here: run the tests with `make test`"
    return str(found[-1])


def as_nobody_else(*command: str) -> list[str]:
    """Run a command as somebody who is not root, and end it with whoever started it."""
    who = ["--reuid", NOBODY_ELSE, "--regid", NOBODY_ELSE, "--clear-groups"]
    return ["setpriv", *(who if os.getuid() == 0 else []), "--pdeathsig", "INT", *command]


class Postgres:
    """A server that is started, killed and started again."""

    def __init__(self, *settings: str) -> None:
        self.settings = settings
        self.folder = Path(tempfile.mkdtemp(prefix="allmende-postgres-"))
        if os.getuid() == 0:
            shutil.chown(self.folder, NOBODY_ELSE, NOBODY_ELSE)
        self.data, self.log = self.folder / "data", self.folder / "log"
        self.port = free_port()
        self.count = 0
        initdb = [program("initdb"), "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8"]
        prepared = subprocess.run(
            as_nobody_else(*initdb, "--locale", "C.UTF-8", "--no-sync", "--no-instructions"),
            capture_output=True,
            encoding="utf-8",
            cwd=self.folder,
            check=False,
        )
        assert prepared.returncode == 0, prepared.stderr
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers. After a kill what belonged to it may still be there
        for a moment; then it is tried again."""
        end = time.monotonic() + LAST_RESORT
        self.launch()
        while not self.answers():
            assert time.monotonic() < end, self.log.read_text()
            if self.process.poll() is not None:
                self.launch()
            time.sleep(0.02)

    def launch(self) -> None:
        """Start its process."""
        settings = ["listen_addresses=127.0.0.1", "max_connections=100", *self.settings]
        words = [word for setting in settings for word in ("-c", setting)]
        place = ["-D", str(self.data), "-k", str(self.folder), "-p", str(self.port)]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                as_nobody_else(program("postgres"), *place, *words),
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )

    def answers(self) -> bool:
        """Tell whether it takes connections."""
        asked = subprocess.run(
            [program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False
        )
        return asked.returncode == 0

    def address(self, name: str = "postgres") -> str:
        """Return the address of a database."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{name}"

    @cached_property
    def with_schema(self) -> str:
        """The name of an empty database that is up to date, to be copied."""
        from allmende.table.store.postgres import PostgreSQL

        self.run("CREATE DATABASE empty")
        PostgreSQL(self.address("empty")).open().dispose()
        return "empty"

    def new_database(self) -> str:
        """Create a database, and return its address."""
        self.count += 1
        name = f"house{self.count}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {self.with_schema}")
        return self.address(name)

    def run(self, statement: str, name: str = "postgres") -> list[tuple[object, ...]]:
        """Carry out a statement outside of any transaction, and return what it returns."""
        import psycopg

        with closing(psycopg.connect(self.address(name), autocommit=True)) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def kill(self) -> None:
        """End it without any warning."""
        self.process.kill()
        self.process.wait(LAST_RESORT)

    def stop(self) -> None:
        """End it in good order, and whoever is connected."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(LAST_RESORT)

    def close(self) -> None:
        """End it and forget what it kept."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def name_in(address: str) -> str:
    """Return the name of the database at an address."""
    found = re.search(r"/([^/]+)$", address)
    assert found is not None
    return found[1]
