"""The cabinet: where the game files lie that people brought, each under its name.

Alone in a house they lie in a folder. Processes that share a database keep them there, so that a
link to a file leads to it at every process.
"""

import os
import threading
import time
from abc import ABC, abstractmethod
from pathlib import Path

from sqlalchemy import Engine, delete, select, text, update

from ..limits import FILES_KEPT
from .private import OWN_FILE, make_folder
from .schema import FILES

ENDING = ".allmende"
KEEP = text(
    "INSERT INTO files (name, content, seen) VALUES (:name, :content, :seen) "
    "ON CONFLICT (name) DO UPDATE SET seen = excluded.seen"
)


class Cabinet(ABC):
    """Keeps files. Its methods wait for a disk, so they belong into a thread."""

    @abstractmethod
    def put(self, name: str, content: bytes) -> None:
        """Keep a file; those that nobody has looked at for longest make room."""

    @abstractmethod
    def take(self, name: str) -> bytes | None:
        """Return a file, and note that somebody looks at it; None if there is no such file."""

    @abstractmethod
    def forget(self, before: float) -> int:
        """Throw away the files that nobody has looked at since a time, and return how many."""


class Folder(Cabinet):
    """Files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.Lock()

    def path(self, name: str) -> Path:
        """Return where a file is kept."""
        return self.folder / f"{name}{ENDING}"

    def put(self, name: str, content: bytes) -> None:
        """Keep a file; those that nobody has looked at for longest make room."""
        make_folder(self.folder)
        fresh = self.folder / f"{name}.{os.getpid()}.{threading.get_ident()}.new"
        fresh.touch(OWN_FILE)
        fresh.write_bytes(content)
        fresh.replace(self.path(name))
        with self.lock:
            kept = sorted(self.folder.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime)
            for path in kept[:-FILES_KEPT]:
                path.unlink()

    def take(self, name: str) -> bytes | None:
        """Return a file, and note that somebody looks at it; None if there is no such file."""
        try:
            content = self.path(name).read_bytes()
            os.utime(self.path(name))
        except FileNotFoundError:
            return None
        return content

    def forget(self, before: float) -> int:
        """Throw away the files that nobody has looked at since a time, and return how many."""
        old = [p for p in self.folder.glob(f"*{ENDING}") if p.stat().st_mtime < before]
        for path in old:
            path.unlink(missing_ok=True)
        return len(old)


class Drawer(Cabinet):
    """Files in a database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def put(self, name: str, content: bytes) -> None:
        """Keep a file; those that nobody has looked at for longest make room."""
        kept = select(FILES.c.name).order_by(FILES.c.seen.desc()).limit(FILES_KEPT)
        with self.engine.begin() as c:
            c.execute(KEEP, {"name": name, "content": content, "seen": time.time()})
            c.execute(delete(FILES).where(FILES.c.name.not_in(kept)))

    def take(self, name: str) -> bytes | None:
        """Return a file, and note that somebody looks at it; None if there is no such file."""
        looked_at = update(FILES).where(FILES.c.name == name).values(seen=time.time())
        with self.engine.begin() as c:
            content: bytes | None = c.execute(looked_at.returning(FILES.c.content)).scalar()
        return content

    def forget(self, before: float) -> int:
        """Throw away the files that nobody has looked at since a time, and return how many."""
        with self.engine.begin() as c:
            return c.execute(delete(FILES).where(FILES.c.seen < before)).rowcount
