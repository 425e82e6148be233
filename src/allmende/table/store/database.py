"""The seam between SQLite and PostgreSQL: all that differs between them, and nothing else does.

SQLite is one file for one process. PostgreSQL is shared: any process serves any table. What the
processes tell each other goes through here as well; with SQLite there is nobody to tell.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from sqlalchemy import ColumnElement, Connection, Engine

Hear = Callable[[str], None]
"""Takes in what another process has told, in a thread of its own."""
ANYTHING = "*"
"""What is heard when something may have been missed."""


class Listening(ABC):
    """Hears what other processes tell, until it is closed."""

    @abstractmethod
    def close(self) -> None:
        """Hear no more."""


class Database(ABC):
    """A place where tables are kept."""

    is_shared: ClassVar[bool]
    """Whether other processes may write here at the same time."""
    longest_pause: ClassVar[float]
    """Seconds after which a database that took nothing is tried again at the latest."""
    speaker = ""
    """Who tells the others something."""

    @abstractmethod
    def open(self) -> Engine:
        """Open it and bring its schema up to date, or say in a sentence why not."""

    @abstractmethod
    def begin(self, c: Connection) -> None:
        """Begin a transaction of the driver, of which SQLAlchemy knows nothing."""

    @abstractmethod
    def mark(self, c: Connection) -> int:
        """Note where a connection stands before a transaction, for `wrote_since`."""

    @abstractmethod
    def wrote_since(self, c: Connection, mark: int) -> bool:
        """Tell whether the transaction that is open has changed anything."""

    @abstractmethod
    def recover(self, c: Connection) -> None:
        """Make a connection fit for the next transaction, after one that failed as a whole."""

    @abstractmethod
    def probe(self, c: Connection) -> None:
        """Write something that changes nothing, to see whether that works."""

    @abstractmethod
    def tidy(self, c: Connection) -> None:
        """Do what is good for a database before it is closed."""

    @abstractmethod
    def got_in_each_others_way(self, trouble: Exception | None) -> bool:
        """Tell whether something failed only because two transactions waited for each other."""

    @abstractmethod
    def tell(self, c: Connection, what: Sequence[str]) -> None:
        """Tell the other processes something, outside of any transaction."""

    @abstractmethod
    def listen(self, hear: Hear) -> Listening:
        """Hear what other processes tell. Some of it may be lost; then `ANYTHING` is heard."""

    @abstractmethod
    def clock(self) -> ColumnElement[float]:
        """Return the time in seconds, by a clock that all processes share."""
