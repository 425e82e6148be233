"""Running the real command in a process of its own, with or without a terminal."""

import os
import pty
import select
import signal
from collections.abc import Sequence
from pathlib import Path

from tests import forge
from tests.processes import LAST_RESORT

COMMAND = ["-m", "allmende"]
"""What Python is told."""
SECRET_CARDS = str(Path(__file__).with_name("secret_cards.py"))


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "COLUMNS": "80", "LINES": "50", "TERM": "xterm", **more}


class Terminal:
    """A command in a pseudo terminal: type, and read what is on the screen."""

    def __init__(self, arguments: Sequence[str], streams: Sequence[str], **more: str) -> None:
        self.screen = ""
        self.ours, theirs = pty.openpty()
        with open(os.devnull, "r+b") as nothing, open(theirs, "wb", 0) as terminal:
            joined = [terminal if name in streams else nothing for name in forge.STREAMS]
            files = [file.fileno() for file in joined]
            self.process = forge.start([*COMMAND, *arguments], files, environment(**more))

    def type(self, line: str) -> None:
        os.write(self.ours, f"{line}\n".encode())

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def read_until(self, text: str) -> str:
        """Return what has come on the screen since the last call, up to a text."""
        fresh = ""
        while text not in fresh:
            piece = self.read_piece()
            assert piece, f"'{text}' never came, only: {fresh}"
            fresh += piece
        self.screen += fresh
        return fresh

    def read_piece(self) -> str:
        ready, _, _ = select.select([self.ours], [], [], LAST_RESORT)
        try:
            return os.read(self.ours, 65536).decode(errors="replace") if ready else ""
        except OSError:  # Linux says so when the command has ended
            return ""

    def read_to_the_end(self) -> str:
        """Return all that ever was on the screen, once the command has ended."""
        while piece := self.read_piece():
            self.screen += piece
        self.process.wait(LAST_RESORT)
        return self.screen

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)
