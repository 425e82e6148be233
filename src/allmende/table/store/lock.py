"""One server per folder: two would write into each other's games."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from allmende.core.errors import AllmendeError

LOCK = "server.lock"
LOCKED_AT = 1 << 30
"""Where the lock lies on Windows, whose locks keep others from reading: far behind the address."""


if sys.platform == "win32":
    import msvcrt

    def take(file: IO[str]) -> None:
        """Lock a file until it is closed, or raise an error."""
        file.seek(LOCKED_AT)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def take(file: IO[str]) -> None:
        """Lock a file until it is closed, or raise an error."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Occupied(AllmendeError):
    """Another server uses this folder."""

    def __init__(self, address: str) -> None:
        super().__init__(f"another server uses this folder: {address}")
        self.address = address


class Lock:
    """A locked folder; the lock goes when the process ends, however it ends."""

    def __init__(self, file: IO[str]) -> None:
        self.file = file

    def note(self, address: str) -> None:
        """Write down where the server is found."""
        self.file.seek(0)
        self.file.truncate()
        self.file.write(address)
        self.file.flush()


class NoFolder(AllmendeError):
    """Nothing can be written where the tables are to be kept."""


def open_lock(folder: Path) -> IO[str]:
    """Make the folder, and open the file whose lock keeps other servers out."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return (folder / LOCK).open("a+", encoding="utf-8")
    except OSError as trouble:
        raise NoFolder(f"{folder}: {trouble.strerror}; choose another folder with --data") from None


@contextmanager
def lock_folder(folder: Path) -> Iterator[Lock]:
    """Keep other servers out of a folder."""
    with open_lock(folder) as file:
        try:
            take(file)
        except OSError:
            file.seek(0)
            raise Occupied(file.read() or os.fspath(folder)) from None
        yield Lock(file)
