"""Trying a wheel out: an environment with nothing else in it, outside of the source tree."""

import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .source import Unfit

PATIENCE = 900
"""Seconds after which something hangs; a busy machine may be slow."""


class Environment:
    """A virtual environment with homes of its own for data and caches."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        self.home = home

    @classmethod
    def with_wheel(cls, folder: Path, home: Path, wheel: Path) -> "Environment":
        """Make an environment and install a wheel with what it declares to need."""
        venv.create(folder, with_pip=True)
        environment = cls(folder, home)
        environment.python("-m", "pip", "install", "--quiet", str(wheel))
        environment.python("-m", "pip", "check")
        return environment

    def copied_to(self, folder: Path) -> "Environment":
        """Copy the environment, as somebody who makes an image does, to somebody with an empty
        home."""
        shutil.copytree(self.folder, folder, symlinks=True, copy_function=shutil.copyfile)
        for program in (folder / "bin").iterdir():
            program.chmod(0o755)
        return Environment(folder, folder.with_name(f"{folder.name}-home"))

    def variables(self) -> dict[str, str]:
        """Return the environment variables: nothing leads back to the source tree."""
        ours = ("PYTHONPATH", "NUMBA_CACHE_DIR", "ALLMENDE_CACHE", "ALLMENDE_INTERPRET")
        kept = {name: value for name, value in os.environ.items() if name not in ours}
        own = {"HOME": "", "XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data"}
        return {**kept, **{name: str(self.home / place) for name, place in own.items()}}

    def command(self, *arguments: str) -> list[str]:
        """Return the command that runs Python in this environment. Programs are named as modules:
        those in bin lead to where they were installed first."""
        return [str(self.folder / "bin" / "python"), "-P", *arguments]

    def python(self, *arguments: str) -> str:
        """Run Python to its end and return what it says."""
        self.home.mkdir(exist_ok=True)
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.home,
            env=self.variables(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        if done.returncode:
            raise Unfit(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    @contextmanager
    def server(self, *arguments: str) -> Iterator["RunningServer"]:
        """Run a table server."""
        self.home.mkdir(exist_ok=True)
        log = self.home / "log.jsonl"
        with log.open("w") as lines:
            process = subprocess.Popen(
                self.command("-m", "allmende", "table", "--no-open", "--port", "0", *arguments),
                cwd=self.home,
                env=self.variables(),
                stdout=subprocess.PIPE,
                stderr=lines,
                text=True,
            )
        try:
            yield RunningServer(process, log)
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)

    def compiled_files(self) -> set[str]:
        """Name all compiled code, in the environment and in the caches of its home."""
        return {path.name for place in (self.folder, self.home) for path in place.rglob("*.nbc")}


class RunningServer:
    """A server that has said where it is."""

    def __init__(self, process: "subprocess.Popen[str]", log: Path) -> None:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://\S+(?=/\s)", said)
        if found is None:
            raise Unfit(f"the server does not start: {said}{log.read_text()}")
        self.origin = found[0]
        self.log = log


def check_python() -> None:
    """Refuse to go on with a Python that makes no environments like this."""
    if sys.platform == "win32":
        raise Unfit("releases are made where environments have a folder `bin`")
