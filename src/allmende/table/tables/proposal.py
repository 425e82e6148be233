"""A proposal to give a seat, with the hand that it holds, to somebody else, and who must agree."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..store.facts import BOT, Chair
from ..tokens import Device


@dataclass
class Proposal:
    """Which seat it is about, and the seats that have agreed."""

    seat: int
    agreed: set[int] = field(default_factory=set)


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
