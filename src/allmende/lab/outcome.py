"""What came out of one game between players, ready to travel and to be written down."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from allmende.bots.guard import Incident

from .schedule import Sitting


class Decision(NamedTuple):
    """One move of a game, and what is known about how it was found."""

    seat: int
    phase: str
    legal: int
    """How many moves were legal."""
    move: int
    notation: str
    iterations: int | None = None
    """How many games the player imagined, if it is one that does."""
    value: float | None = None
    """The chance to win that the player saw in its move, if it says so."""
    incident: str | None = None
    """What went wrong, if the move was drawn by lot in place of the player's own."""


@dataclass(frozen=True)
class Outcome:
    """What came out of one game, seat by seat."""

    sitting: Sitting
    places: tuple[int, ...]
    points: tuple[int, ...]
    decisions: tuple[int, ...]
    """How often each seat could choose between several moves."""
    seconds: tuple[float, ...]
    plies: int
    ending: int
    branching: tuple[tuple[int, int], ...]
    """How many moves were legal, and how often."""
    incidents: tuple[tuple[Incident, ...], ...]
    log: tuple[Decision, ...] = ()
    """Every decision, if the plan wants them noted."""

    @property
    def legal(self) -> int:
        """How many moves were legal, summed up over all decisions."""
        return sum(found * times for found, times in self.branching)

    def incidents_as_data(self) -> list[dict[str, Any]]:
        """Return all that went wrong in this game as JSON-ready data."""
        game = {"game": self.sitting.number, "deal": self.sitting.deal}
        return [game | incident.as_data() for mine in self.incidents for incident in mine]

    def as_text(self) -> str:
        """Write it down in one line."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Outcome:
        """Read what was written down."""
        read = json.loads(text)
        number, round, deal, players = read["sitting"]
        tuples = ("places", "points", "decisions", "seconds")
        return cls(
            sitting=Sitting(number, round, deal, tuple(players)),
            **{name: tuple(read[name]) for name in tuples},
            plies=read["plies"],
            ending=read["ending"],
            branching=tuple((found, times) for found, times in read["branching"]),
            incidents=tuple(
                tuple(Incident(**incident) for incident in mine) for mine in read["incidents"]
            ),
            log=tuple(Decision(*decision) for decision in read["log"]),
        )
