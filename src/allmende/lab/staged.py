"""Files that are there whole or not at all: written beside their place under another name, and put
there when everything else has gone well too."""

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


@contextmanager
def staged_file(path: Path, ending: str, force: bool) -> Iterator[BinaryIO]:
    """Yield a file to write to; it gets its name at the end, and vanishes if something fails."""
    if path.suffix != ending:
        raise BadSetup(f"{path}: the name of this file must end in {ending}")
    if path.is_dir():
        raise BadSetup(f"{path} is a folder, not a file")
    if path.exists() and not force:
        raise BadSetup(f"{path} is there already: replace it with --force, or name another file")
    unfinished = path.with_name(path.name + UNFINISHED)
    with writing(path):
        file = unfinished.open("wb")
    try:
        yield file
        with writing(path):
            file.flush()
            os.fsync(file.fileno())
            file.close()
            unfinished.replace(path)
    except BaseException:
        file.close()
        unfinished.unlink(missing_ok=True)
        raise


@contextmanager
def staged_folder(path: Path, force: bool) -> Iterator[Path]:
    """Yield a folder for game files, as `staged_file` does; of a folder that is there already game
    files alone are replaced."""
    check_folder(path, force)
    unfinished = path.with_name(path.name + UNFINISHED)
    with writing(path):
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
    try:
        yield unfinished
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    with writing(path):
        if path.exists():
            shutil.rmtree(path)
        unfinished.replace(path)


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
