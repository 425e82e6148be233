"""Neighbours: houses that share a database, and what they tell each other.

The database is a file of the one disk there is. A transaction is done in one go, so that no two
ever overlap; between any two of them another house may have its turn. A notice comes late, or not
at all, and nobody learns that it is missing.
"""

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, literal

from allmende.table.store.database import ANYTHING, Hear, Listening
from allmende.table.store.postgres import PostgreSQL, packed
from allmende.table.store.sqlite import SQLite

from .world import DAWN, Loop, World

SOONEST, LATEST = 0.0005, 0.5
VERY_LATE = 12.0
"""Seconds that a notice takes at worst."""


class Neighbour(Listening):
    """One house that listens."""

    def __init__(self, street: "Street", loop: Loop, hear: Hear) -> None:
        self.street = street
        self.loop = loop
        self.hear = hear

    def close(self) -> None:
        """Hear no more."""
        self.street.listening.remove(self)


class Street:
    """Carries notices from house to house; it outlives them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.lateness = 0.0
        """How often a notice takes long."""
        self.losses = 0.0
        """How often a notice does not reach somebody."""
        self.listening: list[Neighbour] = []
        self.told = 0
        self.lost = 0

    def delay(self) -> float:
        """Draw how long a notice is under way."""
        longest = VERY_LATE if self.world.happens(self.lateness) else LATEST
        return self.world.between(SOONEST, longest)

    def tell(self, notice: str) -> None:
        """Tell everybody something; the dead hear nothing."""
        self.listening = [one for one in self.listening if not one.loop.is_closed()]
        for one in self.listening:
            self.told += 1
            if self.world.happens(self.losses):
                self.lost += 1
                self.world.note(one.loop.name, f"does not hear {notice}")
            else:
                one.loop.call_later(self.delay(), one.hear, notice)

    def listen(self, loop: Loop, hear: Hear) -> Neighbour:
        """Let a house hear what the others tell from now on."""
        one = Neighbour(self, loop, hear)
        self.listening.append(one)
        loop.call_later(self.delay(), hear, ANYTHING)
        return one


class SharedFile(SQLite):
    """A database that several houses of a street use, as they would use PostgreSQL."""

    is_shared = True
    longest_pause = PostgreSQL.longest_pause

    def __init__(self, path: Path, street: Street, loop: Loop) -> None:
        super().__init__(path)
        self.street = street
        self.loop = loop

    def tell(self, c: Connection, what: Sequence[str]) -> None:
        """Tell the other houses something."""
        for notice in packed(self.speaker, what):
            self.street.tell(notice)

    def listen(self, hear: Hear) -> Listening:
        """Hear what other houses tell."""
        return self.street.listen(self.loop, hear)

    def clock(self) -> ColumnElement[float]:
        """Return the time of this world."""
        return literal(DAWN + self.street.world.time)
