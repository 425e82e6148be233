"""A proposal to give a seat, with the hand that it holds, to somebody else, and who must agree."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ..store.facts import BOT, Chair
from ..tokens import Device


@dataclass(frozen=True)
class Proposal:
    """Which seat it is about, and the seats that have agreed."""

    seat: int
    agreed: frozenset[int] = frozenset()

    def as_text(self) -> str:
        """Write the proposal for the database."""
        return json.dumps({"seat": self.seat, "agreed": sorted(self.agreed)})


def read_proposal(text: str | None) -> Proposal | None:
    """Read a proposal from the database, if there is one."""
    if text is None:
        return None
    kept = json.loads(text)
    return Proposal(kept["seat"], frozenset(kept["agreed"]))


def seats_asked(seat: int, chairs: Sequence[Chair], host: Device, present: set[Device]) -> set[int]:
    """List the seats that must agree: those of all people but the host, and the one concerned if it
    is here. Who has left the play to a bot is asked only while here."""
    return {
        chair.seat
        for chair in chairs
        if chair.holders
        and host not in chair.holders
        and (chair.holders & present or not (chair.seat == seat or chair.kind == BOT))
    }
