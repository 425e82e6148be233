"""A process that has loaded what commands need, and becomes them one by one.

Most of what a short command costs is loading a compiler that it may not even use, the parts of
Allmende below the command line and the compiled rules of a game. Here that is done once; each
command is a fork, so that it still begins at `python -m allmende` and ends for itself. Each command
also starts from nothing in some test, or before the tests begin, as it does for people.
"""

import gc
import json
import os
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

LOADED = (
    *("numba", "numpy", "rich.console", "rich.progress", "rich.table", "typer.main"),
    *("allmende.bots.levels", "allmende.lab.arena", "allmende.lab.simulate"),
    *("allmende.lab.rows", "pyarrow.parquet"),
)
GAME = "halali"
"""Most commands of the tests are about it."""
INTERPRET = "ALLMENDE_INTERPRET"
"""The setting that decides what rules are: who has another one needs another forge."""
FORGE = "from tests.cli.forge import main; main()"
STREAMS = ("stdin", "stdout", "stderr")


class Forge:
    """The process, seen from the tests."""

    def __init__(self, folder: Path, interpret: str) -> None:
        self.files = [folder / stream for stream in STREAMS]
        self.process = subprocess.Popen(
            [sys.executable, "-c", FORGE],
            env={**os.environ, INTERPRET: interpret},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(
        self, arguments: list[str], typed: str, env: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        given, said, complained = self.files
        given.write_text(typed, encoding="utf-8")
        wish = {"arguments": arguments, "env": env, "files": [str(file) for file in self.files]}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(wish), file=self.process.stdin, flush=True)
        code = int(self.process.stdout.readline())
        texts = (file.read_text(encoding="utf-8") for file in (said, complained))
        return subprocess.CompletedProcess(arguments, code, *texts)

    def close(self) -> None:
        """Let it end."""
        self.process.communicate()


def main() -> None:
    """Become each command that is asked for, and say with which code it ended."""
    for package in LOADED:
        import_module(package)
    play_a_little()
    gc.freeze()  # else each command would look through all of it once more when it ends
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            become_command(json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def play_a_little() -> None:
    """Load the compiled rules of a game."""
    match = import_module("allmende").new(GAME, seed=1)
    match.play(match.legal()[0])
    match.scores(), match.ranking()


def become_command(wish: dict[str, Any]) -> None:
    """Do what `python -m allmende` does, with the given arguments, settings and streams."""
    for number, (name, file) in enumerate(zip(STREAMS, wish["files"], strict=True)):
        way = os.O_RDONLY if name == "stdin" else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        os.dup2(os.open(file, way), number)
        mode = "r" if name == "stdin" else "w"
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    os.environ.clear()
    os.environ.update(wish["env"])
    sys.argv = ["allmende", *wish["arguments"]]
    runpy.run_module("allmende", run_name="__main__", alter_sys=True)
    sys.exit()
