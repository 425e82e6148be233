"""On which terms a table is played: its pace and its clock, and whether strangers sit there."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .clock import Clock, Pace


@dataclass(frozen=True)
class Opening:
    """A table whose free seats are open to everybody: for people who speak a language, and play
    about as well."""

    owner: str
    address: str
    language: str
    level: str


@dataclass(frozen=True)
class Terms:
    """What a table was opened on, and how its clock stands."""

    pace: Pace | None = None
    clock: Clock | None = None
    ticks: Mapping[int, Clock] = field(default_factory=dict)
    """The clock at each version of the game."""
    opening: Opening | None = None
    talks: frozenset[int] = frozenset()
    """The seats whose players want to talk, where strangers sit."""
