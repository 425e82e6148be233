"""Processes that have loaded what others need, and become them one by one.

Most of what a short command or the start of a server costs is loading a compiler that it may not
even use, the parts of Allmende and the compiled rules of a game. Here that is done once; each
process is a fork, so that it still begins at `python -m allmende`, has a number of its own, can be
killed, and ends for itself. Commands and servers also start from nothing in some tests, as they do
for people.
"""

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from tempfile import TemporaryFile
from typing import IO, Any, NoReturn, TypeAlias

from tests.processes import LAST_RESORT

FORGE = "from tests.forge import main; main()"
AT_FIRST = dict(os.environ)
"""The settings when the tests begin, which are those of a forge."""
BY_START_ONLY = ("PYTHON", "NUMBA", "ALLMENDE", "LANG", "LC_")
"""Settings with these beginnings are read at a start only: who has others starts from nothing."""
INTERPRET = "ALLMENDE_INTERPRET"
"""The setting that decides what rules are: there is a forge for each."""
STREAMS = ("stdin", "stdout", "stderr")
MOST_BYTES = 200_000
"""So long a wish may be."""

TABLE_PARTS = (
    *("allmende.table.door.app", "allmende.table.door.drain", "allmende.table.door.serve"),
    *("allmende.table.house.house", "allmende.table.library.pictures", "alembic.command"),
    *("uvicorn.lifespan.on", "uvicorn.loops.auto", "uvicorn.protocols.http.auto"),
    *("uvicorn.protocols.websockets.auto", "sqlalchemy.dialects.sqlite.pysqlite"),
)
COMMAND_PARTS = (
    *(
        "numba",
        "numpy",
        "rich.console",
        "rich.progress",
        "rich.table",
        "typer._adapters",
        "typer.main",
    ),
    *("allmende.bots.levels", "allmende.lab.arena", "allmende.lab.simulate"),
    *("allmende.lab.rows", "pyarrow.parquet"),
    *("allmende.cli.report", "matplotlib.backends.backend_svg", "matplotlib.figure"),
)


def load_games() -> None:
    """Load what commands and servers need, and all games with their compiled rules."""
    for name in (*COMMAND_PARTS, *TABLE_PARTS):
        import_module(name)
    from allmende.core.registry import game_named, known_games
    from allmende.core.rule import INTERPRETED
    from allmende.table.thinkers.warm import play_once, think_once

    for name in () if INTERPRETED else known_games():
        play_once(game_named(name))
        think_once(game_named(name))


def load_compiler() -> None:
    """Load the compiler, and nothing of Allmende."""
    import numba

    numba.njit(lambda n: n + 1)(1)


class Forged:
    """A process that came out of a forge, to be treated like one of `subprocess`."""

    def __init__(self, status: int) -> None:
        self.status = os.fdopen(status, encoding="utf-8")
        self.pid = int(self.status.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Say with which code it ended, if it has."""
        return self.look(0)

    def wait(self, timeout: float = LAST_RESORT) -> int:
        """Wait for its end, and say with which code that was."""
        code = self.look(timeout)
        assert code is not None, f"process {self.pid} has not ended in {timeout} s"
        return code

    def look(self, seconds: float) -> int | None:
        """Listen for its end, for so long at most."""
        if self.returncode is None:
            ready, _, _ = select.select([self.status], [], [], seconds)
            if ready:
                self.returncode = int(self.status.readline())
                self.status.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)


Process: TypeAlias = "subprocess.Popen[bytes] | Forged"


class Forge:
    """The process that becomes others, seen from the tests."""

    def __init__(self, load: Callable[[], None], **more: str) -> None:
        self.wishes, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-c", FORGE, str(theirs.fileno()), load.__name__],
                env=AT_FIRST | more,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )

    def start(
        self,
        command: Sequence[str],
        streams: Sequence[int],
        env: Mapping[str, str] | None = None,
        place: str | os.PathLike[str] = ".",
    ) -> Forged:
        """Start what `python` with these words would start, with these streams, in a folder."""
        wish = {"command": command, "env": dict(env or os.environ), "place": os.path.abspath(place)}
        ours, theirs = os.pipe()
        try:
            socket.send_fds(self.wishes, [json.dumps(wish).encode()], [*streams, theirs])
        finally:
            os.close(theirs)
        return Forged(ours)

    def close(self) -> None:
        """Let it end."""
        self.wishes.close()
        self.process.wait(LAST_RESORT)


@cache
def forge_of(load: Callable[[], None], **more: str) -> Forge:
    """Start a forge, one for all who ask for the same."""
    forge = Forge(load, **more)
    atexit.register(forge.close)
    return forge


def start(
    command: Sequence[str],
    streams: Sequence[int],
    env: Mapping[str, str] | None = None,
    from_nothing: bool = False,
) -> Process:
    """Start what `python` with these words would start: in a forge that has loaded all games where
    that can be, or from nothing."""
    env = env or os.environ
    if not from_nothing and settings_of_a_start(env) == settings_of_a_start(AT_FIRST):
        forge = forge_of(load_games, **{INTERPRET: env.get(INTERPRET, "0")})
        return forge.start(command, streams, env)
    given: dict[str, Any] = dict(zip(STREAMS, streams, strict=True))
    return subprocess.Popen([sys.executable, *command], env=env, **given)


@contextmanager
def piped(
    command: Sequence[str],
    *streams: str,
    env: Mapping[str, str] | None = None,
    from_nothing: bool = False,
) -> Iterator[tuple[Process, list[IO[str]]]]:
    """Start a process and read what it writes to some of its streams; it ends before this does."""
    pipes = {name: os.pipe() for name in streams}
    with open(os.devnull, "r+b") as nothing:
        files = [pipes[name][1] if name in pipes else nothing.fileno() for name in STREAMS]
        process = start(command, files, env, from_nothing)
    for _, theirs in pipes.values():
        os.close(theirs)
    with ExitStack() as opened:
        opened.callback(process.kill)  # nothing of it outlives a test that fails
        yield process, [opened.enter_context(open(ours)) for ours, _ in pipes.values()]
        process.wait(LAST_RESORT)


def run(
    command: Sequence[str],
    typed: bytes = b"",
    env: Mapping[str, str] | None = None,
    from_nothing: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run what `python` with these words would run to its end."""
    with TemporaryFile() as given, TemporaryFile() as said, TemporaryFile() as complained:
        given.write(typed)
        given.seek(0)
        streams = [file.fileno() for file in (given, said, complained)]
        code = start(command, streams, env, from_nothing).wait(LAST_RESORT)
        return subprocess.CompletedProcess(command, code, whole(said), whole(complained))


def whole(file: IO[bytes]) -> str:
    """Read all that a process wrote into a file."""
    file.seek(0)
    return file.read().decode()


def settings_of_a_start(env: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that matter only to a process that starts from nothing."""
    return {
        name: value
        for name, value in env.items()
        if name.startswith(BY_START_ONLY) and name != INTERPRET
    }


def main() -> None:
    """Become each process that is asked for, and say with which code it ended."""
    number, load = sys.argv[1:]
    globals()[load]()
    gc.freeze()  # else each process would look through all of it once more when it ends
    Hearth(socket.socket(fileno=int(number))).tend()


class Hearth:
    """The wishes that come to a forge, and those of its processes that are still alive."""

    def __init__(self, wishes: socket.socket) -> None:
        self.wishes = wishes
        self.alive: dict[int, tuple[int, int]] = {}
        """For each process, by the file that tells of its end: its number, and who waits for it."""

    def tend(self) -> None:
        """Fulfil wishes until nobody has any more."""
        while True:
            ready, _, _ = select.select([self.wishes.fileno(), *self.alive], [], [])
            for file in ready:
                if file in self.alive:
                    self.tell_the_end(file)
                elif not self.fulfil():
                    return

    def fulfil(self) -> bool:
        """Become what is wished for; tell whether there was a wish."""
        wish, files, _, _ = socket.recv_fds(self.wishes, MOST_BYTES, len(STREAMS) + 1)
        if not wish:
            return False
        child = os.fork()
        if child == 0:
            self.leave()
            become(json.loads(wish), files[:-1], files[-1])
        os.write(files[-1], f"{child}\n".encode())
        for file in files[:-1]:
            os.close(file)
        self.alive[os.pidfd_open(child)] = (child, files[-1])
        return True

    def tell_the_end(self, file: int) -> None:
        """Say with which code a process ended."""
        child, status = self.alive.pop(file)
        _, ended = os.waitpid(child, 0)
        with open(status, "w") as told:
            print(os.waitstatus_to_exitcode(ended), file=told)
        os.close(file)

    def leave(self) -> None:
        """Let go of everything here, in a process that has become another."""
        self.wishes.close()
        for file, (_, status) in self.alive.items():
            os.close(file)
            os.close(status)
        self.alive.clear()


def become(wish: dict[str, Any], files: Sequence[int], status: int) -> None:
    """Do what `python` does, with the given words, settings, streams and folder."""
    os.close(status)
    for number, (name, file) in enumerate(zip(STREAMS, files, strict=True)):
        os.dup2(file, number)
        os.close(file)
        setattr(sys, name, stream(number))
    os.environ.clear()
    os.environ.update(wish["env"])
    os.chdir(wish["place"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    end(code_of(wish["command"]))


def code_of(command: Sequence[str]) -> int:
    """Run a command, and say with which code it wants to end. What else it throws ends it as it
    ends every process of Python."""
    way, what, *arguments = command
    sys.argv = [what if way == "-m" else way, *arguments]
    try:
        if way == "-m":
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
    except SystemExit as wish:
        if isinstance(wish.code, str):
            raise
        return int(wish.code or 0)
    return 0


def end(code: int) -> NoReturn:
    """End as Python does: wait for threads, do what was asked for at the end, write what is not
    written yet. Only nothing is taken apart: that would copy all that a forge has loaded, a quarter
    of a second for each process."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def stream(number: int) -> Any:
    """Open a standard stream as Python does."""
    if number == 0:
        return open(number, encoding="utf-8", closefd=False)
    return open(number, "w", encoding="utf-8", closefd=False, buffering=1 if number == 2 else -1)
