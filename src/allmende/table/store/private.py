"""Files for nobody else on this machine: games hold secrets, and so do cookies."""

import os
from pathlib import Path

OWN_FILE = 0o600
OWN_FOLDER = 0o700
COMPANIONS = ("", "-wal", "-shm", "-journal")
"""What SQLite puts beside a database; it gives new ones the rights of the database itself."""


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner can look into; one that is there already stays as it is."""
    folder.mkdir(parents=True, exist_ok=True, mode=OWN_FOLDER)


def make_private(database: Path) -> None:
    """Make an empty database if there is none, and close it and its companions to others."""
    make_folder(database.parent)
    os.close(os.open(database, os.O_CREAT | os.O_RDWR, OWN_FILE))
    for companion in companions(database):
        if companion.exists():
            companion.chmod(OWN_FILE)


def companions(database: Path) -> list[Path]:
    """List a database and the files that belong to it, whether they are there or not."""
    return [database.with_name(f"{database.name}{ending}") for ending in COMPANIONS]
