"""Backup and restore: everything that a house keeps, in one file.

A copy of the database file alone can miss what still stands in its companions. A backup is asked
from the database itself, so it is whole and consistent even while games are played.
"""

import os
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from allmende.core.errors import AllmendeError

from ..settings import DATABASE, FILES
from .cabinet import ENDING
from .lock import Occupied, lock_folder
from .private import OWN_FILE, companions, make_folder
from .sqlite import SOUND, NoDatabase, open_database

ASIDE = "before-%Y%m%d-%H%M%S"


class NoBackup(AllmendeError):
    """A backup cannot be made, or is none."""


def back_up(data: Path, target: Path, replace: bool = False) -> tuple[int, int]:
    """Write all that a folder keeps into one file; return how many tables and game files it has."""
    database = data / DATABASE
    if not database.is_file():
        raise NoBackup(f"there are no tables in {data}; name their folder with --data")
    if target.exists() and not replace:
        raise NoBackup(f"{target} is there already: choose another name, or say --replace")
    with in_place_of(target) as fresh:
        copy = fresh.with_name(f"{fresh.name}.{DATABASE}")
        try:
            tables = copy_database(database, copy)
            files = sorted((data / FILES).glob(f"*{ENDING}"))
            with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as box:
                box.write(copy, DATABASE)
                for file in files:
                    box.write(file, f"{FILES}/{file.name}")
        finally:
            copy.unlink(missing_ok=True)
    return tables, len(files)


@contextmanager
def in_place_of(target: Path) -> Iterator[Path]:
    """Let a file be written beside its place; it is put there when it is whole and on the disk."""
    fresh = target.with_name(f"{target.name}.new")
    try:
        os.close(os.open(fresh, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, OWN_FILE))
        yield fresh
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
        fresh.replace(target)
    except OSError as trouble:
        raise NoBackup(f"{target} cannot be written: {trouble.strerror}") from None
    finally:
        fresh.unlink(missing_ok=True)


def copy_database(source: Path, target: Path) -> int:
    """Copy a database that may be in use, check the copy, and return how many tables it has."""
    os.close(os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, OWN_FILE))
    try:
        with (
            closing(sqlite3.connect(source)) as database,
            closing(sqlite3.connect(target)) as copy,
        ):
            database.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != SOUND:
                raise NoDatabase(source, " ".join(str(found).split()))
            return int(copy.execute("SELECT count(*) FROM tables").fetchone()[0])
    except sqlite3.Error as trouble:
        raise NoDatabase(source, str(trouble)) from None


def restore(backup: Path, data: Path, replace: bool = False) -> tuple[int, int]:
    """Put a backup into a folder where no server runs; what was there is laid aside. Return how
    many tables and game files came."""
    try:
        with lock_folder(data), zipfile.ZipFile(backup) as box:
            if (data / DATABASE).exists() and not replace:
                raise NoBackup(
                    f"{data} holds tables already: choose another folder with --data, or say "
                    "--replace; then they are laid aside in a folder there"
                )
            return unpack(box, backup, data)
    except Occupied as occupied:
        raise NoBackup(f"the table is open at {occupied.address}: stop it first") from None
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise NoBackup(f"{backup} is not a backup of Allmende, or was cut off") from None
    except OSError as trouble:
        raise NoBackup(f"{backup} cannot be put into {data}: {trouble.strerror}") from None


def taken_out(backup: Path, folder: Path) -> list[str]:
    """Take everything out of a backup into a folder, and return the names of what was in it."""
    try:
        with zipfile.ZipFile(backup) as box:
            return take_all_out(box, backup, folder)
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise NoBackup(f"{backup} is not a backup of Allmende, or was cut off") from None
    except OSError as trouble:
        raise NoBackup(f"{backup} cannot be read: {trouble.strerror}") from None


def take_all_out(box: zipfile.ZipFile, backup: Path, folder: Path) -> list[str]:
    """Take everything out of a backup that is open into a folder."""
    names = box.namelist()
    if DATABASE not in names or not all(is_ours(name) for name in names):
        raise NoBackup(f"{backup} is not a backup of Allmende")
    for name in names:
        take_out(box, name, folder / name)
    return names


def unpack(box: zipfile.ZipFile, backup: Path, data: Path) -> tuple[int, int]:
    """Take everything out of a backup, make sure that it can be used, and only then put it into
    its place."""
    fresh = data / "restoring"
    shutil.rmtree(fresh, ignore_errors=True)
    make_folder(fresh)
    try:
        names = take_all_out(box, backup, fresh)
        engine = open_database(fresh / DATABASE)
        with engine.connect() as connection:
            tables = int(connection.exec_driver_sql("SELECT count(*) FROM tables").scalar_one())
        engine.dispose()
        lay_aside(data)
        for part in (DATABASE, FILES):
            if (fresh / part).exists():
                (fresh / part).replace(data / part)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return tables, len(names) - 1


def is_ours(name: str) -> bool:
    """Tell whether a backup may hold a file of that name: no name leads out of the folder."""
    path = PurePosixPath(name)
    in_files = path.parent == PurePosixPath(FILES) and path.suffix == ENDING and "\\" not in name
    return name == DATABASE or in_files


def take_out(box: zipfile.ZipFile, name: str, target: Path) -> None:
    """Take one file out of a backup."""
    make_folder(target.parent)
    target.touch(OWN_FILE)
    with box.open(name) as packed, target.open("wb") as file:
        shutil.copyfileobj(packed, file)


def lay_aside(data: Path) -> None:
    """Move what a folder keeps into a folder of its own there, if there is anything."""
    found = [path for path in (*companions(data / DATABASE), data / FILES) if path.exists()]
    if found:
        aside = data / datetime.now(UTC).strftime(ASIDE)
        make_folder(aside)
        for path in found:
            path.replace(aside / path.name)
