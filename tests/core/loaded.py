"""A process that has loaded the compiler, and becomes others that run a script.

To load the compiler and to compile a first function takes longer than what the scripts of tests do
with it. Here that is done once; each script is a fork that knows nothing of Allmende yet.
"""

import atexit
import gc
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tests.processes import LAST_RESORT

LOADED = "from tests.core.loaded import main; main()"
BY_START_ONLY = ("NUMBA",)
"""Settings with these beginnings are read when the compiler is loaded."""


class Loaded:
    """The process, seen from the tests. Scripts that it becomes leave no bytecode behind."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", LOADED],
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, script: str, arguments: list[str], env: dict[str, str], place: Path) -> str:
        """Run a script in a folder to its end, and return what it wrote."""
        said = place / "said"
        wish = {"script": script, "arguments": arguments, "env": env, "place": str(place)}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps({**wish, "said": str(said)}), file=self.process.stdin, flush=True)
        assert int(self.process.stdout.readline()) == 0
        return said.read_text(encoding="utf-8")

    def close(self) -> None:
        """Let it end."""
        self.process.communicate(timeout=LAST_RESORT)


@cache
def loaded() -> Loaded:
    """Start the process, one for all who ask."""
    process = Loaded()
    atexit.register(process.close)
    return process


def main() -> None:
    """Become each script that is asked for, and say with which code it ended."""
    import numba

    numba.njit(lambda n: n + 1)(1)
    gc.freeze()  # else each script would look through all of it once more when it ends
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            become_script(json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def become_script(wish: dict[str, Any]) -> None:
    """Do what `python -c` does, with the given arguments, settings and folder."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(wish["said"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.environ.clear()
    os.environ.update(wish["env"])
    os.chdir(wish["place"])
    sys.argv = ["-c", *wish["arguments"]]
    exec(compile(wish["script"], "<string>", "exec"), {"__name__": "__main__"})
    sys.exit()
