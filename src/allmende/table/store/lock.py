"""One server per folder: two would write into each other's games."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from allmende.core.errors import AllmendeError
from allmende.core.locking import take

LOCK = "server.lock"


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
