"""Files of one's own that travel with the work: games and players that the machines of a cluster do
not have. They are laid down there by what they hold, so what is compiled of them stays so."""

import hashlib
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from allmende.bots.calibration import FILE
from allmende.core.beside import file_beside
from allmende.core.compiled import KEPT_UNUSED, user_folder
from allmende.core.game import Game
from allmende.core.registry import find_game

LAID_DOWN: dict[str, Path] = {}
"""Where files lie that came from elsewhere, by the path that they have there."""
FOLDER = "from-elsewhere"
DIGEST_DIGITS = 32


def here(path: str) -> str:
    """Return where a file lies on this machine; mostly that is where it was said to lie."""
    return str(LAID_DOWN.get(path, path))


@cache
def game_of(where: str) -> Game:
    """Return the game of a name or file; looking it up takes longer than a decision."""
    return find_game(here(where))


@dataclass(frozen=True)
class Package:
    """A file, with those that belong to it."""

    paths: tuple[str, ...]
    """How it is called in what is to be done; the last of them is its whole path."""
    name: str
    contents: Mapping[str, bytes]
    """What it and the files beside it hold, by their names."""

    @property
    def digest(self) -> str:
        """A name for what is in it."""
        digest = hashlib.sha256()
        for name, content in sorted(self.contents.items()):
            digest.update(f"{name} {len(content)} ".encode() + content)
        return digest.hexdigest()[:DIGEST_DIGITS]

    def lay_down(self) -> None:
        """Write the files where they are needed, and remember where they lie."""
        folder = self.place()
        for path in self.paths:
            LAID_DOWN[path] = folder / self.name

    def place(self) -> Path:
        """Return the folder with the files: their own where this machine has them too, with what
        is compiled of them, or one on a shelf."""
        own = Path(self.paths[-1]).parent
        with suppress(OSError):
            if all((own / name).read_bytes() == content for name, content in self.contents.items()):
                return own
        folder = shelf() / self.digest
        folder.mkdir(exist_ok=True)
        os.utime(folder)
        for name, content in self.contents.items():
            write_whole(folder / name, content)
        return folder


@dataclass(frozen=True)
class Luggage:
    """All files that work needs."""

    games: tuple[str, ...]
    """Which games are played, by name or by the path of a file."""
    packages: tuple[Package, ...] = field(default=())

    def lay_down(self) -> None:
        """Put all files where they are found on this machine."""
        for package in self.packages:
            package.lay_down()


@cache
def shelf() -> Path:
    """Return the folder for files from elsewhere, without those that nobody has used for long;
    where nothing can be kept, that is one for this process."""
    kept = Path(os.environ.get("ALLMENDE_CACHE") or user_folder()) / FOLDER
    try:
        kept.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="allmende-"))
    for old in kept.iterdir():
        with suppress(OSError):  # another process was quicker
            if old.stat().st_mtime < time.time() - KEPT_UNUSED:
                shutil.rmtree(old)
    return kept


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that appears whole or not at all, unless it is there."""
    if path.exists() and path.read_bytes() == content:
        return
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    fresh.write_bytes(content)
    fresh.replace(path)


def packed(games: Iterable[str], bots: Iterable[Path] = ()) -> Luggage:
    """Pack what machines need that have no more than Allmende: games in files of their own, with
    how to read their coach, and players of one's own."""
    packages = [game_package(where) for where in games if where.endswith(".py")]
    packages += [package_of((str(path),), path) for path in bots]
    return Luggage(tuple(games), tuple(packages))


def game_package(where: str) -> Package:
    """Pack a game in a file."""
    path = Path(where)
    beside = file_beside(find_game(where), FILE)
    return package_of((where, str(path.resolve())), path, *([beside] if beside.exists() else []))


def package_of(called: tuple[str, ...], path: Path, *beside: Path) -> Package:
    """Pack a file and some that lie beside it."""
    return Package(called, path.name, {file.name: file.read_bytes() for file in (path, *beside)})
