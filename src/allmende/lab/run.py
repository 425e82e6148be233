"""A run that can be stopped: every finished game is kept in a file, and whoever goes on with it
plays only those that are missing."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from allmende.core.errors import BadSetup

from .contest import Plan
from .entrants import FromFile
from .luggage import game_of
from .outcome import Outcome

TABLES = (
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE games (number INTEGER PRIMARY KEY, outcome TEXT NOT NULL)",
)


class Run:
    """The finished games of a plan. Each is safe as soon as it is noted, whoever kills the process;
    a power cut may cost the last ones."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database

    def finished(self, number: int) -> Outcome | None:
        """Return what came out of a game, or None if it has not been played."""
        asked = self.database.execute("SELECT outcome FROM games WHERE number = ?", (number,))
        row = asked.fetchone()
        return None if row is None else Outcome.from_text(row[0])

    def note(self, outcome: Outcome) -> None:
        """Keep what came out of a game."""
        row = (outcome.sitting.number, outcome.as_text())
        self.database.execute("INSERT INTO games VALUES (?, ?)", row)


def settings_of(plan: Plan) -> dict[str, str]:
    """Write down all that the games of a plan hang on; the number of processes is none of it."""
    game = game_of(plan.game)
    return {
        "game": game.name,
        "rules": str(game.version),
        "players": ",".join(entrant.name for entrant in plan.entrants()),
        "seats": str(plan.table),
        "games": str(plan.games),
        "swiss": str(plan.swiss or "no"),
        "seed": plan.seed,
        "options": ",".join(f"{name}={choice}" for name, choice in sorted(plan.options.items())),
        "pace": f"{plan.pace:g}",
        "limit": "no" if plan.limit is None else f"{plan.limit:g}",
        "bots": ",".join(fingerprint(text) for text in plan.bots),
        "decisions": "noted" if plan.logged else "not noted",
    }


def fingerprint(bot: str) -> str:
    """Name a player of one's own and what its file holds."""
    maker = FromFile.from_text(bot)
    digest = hashlib.sha256(maker.path.read_bytes()).hexdigest()[:8]
    return f"{maker.path.name}:{maker.class_name} {digest}"


def seed_in(path: Path) -> str:
    """Return the seed that a run was begun with."""
    with opened(path) as database:
        return stored_settings(path, database).get("seed", "")


@contextmanager
def kept_run(path: Path, plan: Plan, resume: bool, force: bool = False) -> Iterator[Run]:
    """Begin a run in a file, or go on with it; all that is finished by the end is kept."""
    if resume and not path.exists():
        raise BadSetup(f"there is no run {path} to go on with: leave out --resume to begin it")
    if path.exists() and not resume:
        if not force:
            raise BadSetup(
                f"{path} is there already: go on with it with --resume, or replace it with --force"
            )
        remove(path)
    with opened(path) as database:
        if resume:
            compare(path, stored_settings(path, database), settings_of(plan))
        else:
            begin(database, settings_of(plan))
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        yield Run(database)


def remove(path: Path) -> None:
    """Delete a run, and nothing that is none. Opening it takes in what a kill left beside it."""
    with opened(path) as database:
        stored_settings(path, database)
    path.unlink()


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the file of a run for this process alone."""
    database = None
    try:
        database = sqlite3.connect(path, timeout=0, isolation_level=None)
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("COMMIT")  # the lock stays
        yield database
    except sqlite3.Error as trouble:
        busy = getattr(trouble, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
        reason = "another process is writing to it" if busy else str(trouble)
        raise BadSetup(f"the run {path} cannot be used: {reason}") from None
    finally:
        if database is not None:
            database.close()


def begin(database: sqlite3.Connection, settings: dict[str, str]) -> None:
    """Write down what is going to be played."""
    database.execute("BEGIN")
    for table in TABLES:
        database.execute(table)
    database.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
    database.execute("COMMIT")


def stored_settings(path: Path, database: sqlite3.Connection) -> dict[str, str]:
    """Read what was to be played."""
    try:
        return dict(database.execute("SELECT name, value FROM settings"))
    except sqlite3.Error:
        raise BadSetup(f"{path} is not a run of an arena") from None


def compare(path: Path, before: dict[str, str], now: dict[str, str]) -> None:
    """Make sure that the same games are asked for as when the run was begun."""
    for name, value in now.items():
        if before.get(name) != value:
            raise BadSetup(
                f"{path} was begun with {name} {before.get(name) or 'none'}, not "
                f"{value or 'none'}: a run goes on with the settings that it was begun with"
            )
