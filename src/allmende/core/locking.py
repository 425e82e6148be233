"""Files that one process at a time can hold, until it lets go or ends, however it ends."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

LOCKED_AT = 1 << 30
"""Where the lock lies on Windows, whose locks keep others from reading: far behind all text."""
GLANCE = 0.05
"""Seconds between two looks at a file that somebody else holds."""

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


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Wait until nobody else holds a file, and hold it."""
    with path.open("a", encoding="utf-8") as file:
        while True:
            try:
                take(file)
                break
            except OSError:
                time.sleep(GLANCE)
        yield
