"""Files that are there whole or not at all: written beside their place under another name, and put
there together when everything has gone well."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from allmende.core.errors import BadSetup

GAME_ENDING = ".allmende"
UNFINISHED = ".new"
"""Behind the name of what is being written. What a kill leaves behind is written over next time."""


class Stage:
    """What a command writes, until it is put in its place."""

    def __init__(self) -> None:
        self.claimed: set[Path] = set()
        self.files: dict[Path, BinaryIO] = {}
        self.folders: list[Path] = []

    def claim(self, path: Path) -> None:
        """Make sure that nothing else of this command is written to a place."""
        place = path.resolve()
        if place in self.claimed:
            raise BadSetup(f"{path} is named twice: each thing needs a place of its own")
        self.claimed.add(place)

    def file(self, path: Path, ending: str, force: bool) -> BinaryIO:
        """Begin a file; one that is there already is only replaced by force."""
        self.claim(path)
        if path.suffix != ending:
            raise BadSetup(f"{path}: the name of this file must end in {ending}")
        if path.is_dir():
            raise BadSetup(f"{path} is a folder, not a file")
        if path.exists() and not force:
            raise BadSetup(f"{path} is there already: replace it with --force, or name another")
        with writing(path):
            self.files[path] = unfinished(path).open("wb")
        return self.files[path]

    def folder(self, path: Path, force: bool) -> Path:
        """Begin a folder for game files and return where to write them."""
        self.claim(path)
        check_folder(path, force)
        with writing(path):
            shutil.rmtree(unfinished(path), ignore_errors=True)
            unfinished(path).mkdir()
        self.folders.append(path)
        return unfinished(path)

    def put_in_place(self) -> None:
        """Give everything its name, once all of it is safely written."""
        for path, file in self.files.items():
            with writing(path):
                file.flush()
                os.fsync(file.fileno())
                file.close()
        for path in (*self.files, *self.folders):
            with writing(path):
                if path.is_dir():
                    shutil.rmtree(path)
                unfinished(path).replace(path)

    def clear(self) -> None:
        """Leave nothing of it."""
        for path, file in self.files.items():
            file.close()
            unfinished(path).unlink(missing_ok=True)
        for path in self.folders:
            shutil.rmtree(unfinished(path), ignore_errors=True)


@contextmanager
def staging() -> Iterator[Stage]:
    """Yield a stage whose files are there at the end, or none of them if something fails."""
    stage = Stage()
    try:
        yield stage
        stage.put_in_place()
    except BaseException:
        stage.clear()
        raise


def unfinished(path: Path) -> Path:
    """Return where something is written until it is whole."""
    return path.with_name(path.name + UNFINISHED)


def check_folder(path: Path, force: bool) -> None:
    """Make sure that nothing is lost that is not to be replaced."""
    if path.exists() and not path.is_dir():
        raise BadSetup(f"{path} is a file, not a folder")
    inside = sorted(path.iterdir()) if path.exists() else []
    if inside and not force:
        raise BadSetup(f"{path} is not empty: replace its games with --force, or name another")
    for other in inside:
        if other.suffix != GAME_ENDING or not other.is_file():
            raise BadSetup(f"{path} holds {other.name}, which is no game: name another folder")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in one line if something cannot be written."""
    try:
        yield
    except OSError as trouble:
        raise BadSetup(f"{path} cannot be written: {trouble.strerror or trouble}") from None
