"""Scripts in processes that have loaded the compiler, and know nothing of Allmende yet.

To load the compiler and to compile a first function takes longer than what the scripts of tests do
with it. They leave no bytecode behind.
"""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from tests.forge import forge_of, load_compiler, whole

NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}


class Script:
    """What `python -c` does, in a folder and with settings of its own."""

    def __init__(
        self, script: str, arguments: list[str], env: Mapping[str, str], place: Path
    ) -> None:
        self.said: Any = TemporaryFile()  # noqa: SIM115
        forge = forge_of(load_compiler, **NO_BYTECODE)
        with open("/dev/null", "r+b") as nothing:
            streams = [nothing.fileno(), self.said.fileno(), nothing.fileno()]
            self.process = forge.start(["-c", script, *arguments], streams, env, place)

    def answer(self) -> str:
        """Wait for its end, and return what it wrote."""
        assert self.process.wait() == 0
        with self.said:
            return whole(self.said)
