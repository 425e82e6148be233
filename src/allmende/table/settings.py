"""How a server is set up."""

import os
import sys
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from .limits import (
    MESSAGES,
    NEW_TABLES,
    REQUESTS,
    SECONDS_TO_ARRIVE,
    SOCKETS_PER_ADDRESS,
    Rate,
)

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8420
DATABASE = "tables.sqlite"
DATABASE_VARIABLE = "ALLMENDE_DATABASE"
"""The variable that holds the address of a database; unlike arguments nobody else can read it."""
FILES = "files"
LOOPBACK = ("127.0.0.0/8", "::1/128")


def data_folder() -> Path:
    """Return where this user's programs keep their data."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "allmende"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "allmende"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "allmende"


def database_named(given: str | None) -> str | None:
    """Return the address of a database that was given, or that stands in the variable for it."""
    return given or os.environ.get(DATABASE_VARIABLE) or None


Security: TypeAlias = Literal["starttls", "tls", "none"]
DEFAULT_SMTP_PORTS: dict[Security, int] = {"starttls": 587, "tls": 465, "none": 25}


@dataclass(frozen=True)
class Mail:
    """The mail server that sends for a house."""

    host: str
    port: int
    sender: str
    security: Security = "starttls"
    user: str | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Notices:
    """How people may be called who are not at their table."""

    push: bool = True
    push_after: float = 15.0
    """Seconds in which somebody may come by themselves."""
    push_networks: tuple[str, ...] = ()
    """Addresses or networks where push services may be, besides those with public addresses."""
    mail: Mail | None = None
    mail_after: float = 600.0
    """Seconds in which news are gathered into one mail."""
    trust: Path | None = None
    """A file with certificates that are trusted besides those of the system."""


@dataclass(frozen=True)
class Settings:
    """What can be set when a server starts."""

    data: Path = field(default_factory=data_folder)
    database_url: str | None = field(default=None, repr=False)
    """The address of a PostgreSQL database, with its password; None is SQLite, in the folder."""
    workers: int = 1
    """How many processes serve the tables together; only with PostgreSQL."""
    host: str = DEFAULT_HOST
    port: int | None = None
    """None takes the default, or a free one if that is taken."""
    names: tuple[str, ...] = ()
    """Names under which browsers reach this server, besides addresses and localhost."""
    public_url: str | None = None
    """The address under which others know this server, as behind a proxy; invitations name it."""
    house_addresses: tuple[str, ...] = ()
    """Addresses of this machine in the network of the house; none given, they are looked for."""
    open_browser: bool = True
    thinkers: int = field(default_factory=lambda: max(1, os.cpu_count() or 1))
    """How many bots think at the same time."""
    coach_games: int = 250_000
    """How many games the coach imagines when it looks back at one, shared among its moves: three to
    twenty seconds of one core, by game."""
    games: tuple[Path, ...] = ()
    """Files with games of one's own, to be played besides the installed ones."""
    keep: timedelta | None = None
    """How long tables and game files are kept after something last happened; None is for ever."""
    lobby: bool = False
    """Whether people who do not know each other may meet here: a list of open seats."""
    refused_names: Path | None = None
    """A list of names that are refused where strangers meet; None is our own short one."""
    lazy: bool = False
    """Compile a game when it is first asked for, instead of all games from the start."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies in front of this server. Only what these say is believed
    about where a request comes from; by default nobody is."""
    metrics_for: tuple[str, ...] = LOOPBACK
    """Addresses or networks that may see the numbers at /metrics."""
    sockets_per_address: int = SOCKETS_PER_ADDRESS
    seconds_to_arrive: float = SECONDS_TO_ARRIVE
    requests: Rate = REQUESTS
    new_tables: Rate = NEW_TABLES
    messages: Rate = MESSAGES
    notices: Notices = Notices()

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names under which browsers reach this server."""
        public = urlsplit(self.public_url or "").hostname
        return self.names if public is None else (*self.names, public)

    @property
    def database(self) -> Path:
        """The file that holds all tables."""
        return self.data / DATABASE

    @property
    def files(self) -> Path:
        """The folder of the game files that people brought."""
        return self.data / FILES
