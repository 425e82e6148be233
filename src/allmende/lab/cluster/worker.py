"""What a process of a cluster does. It knows nothing of the cluster."""

import pickle
from typing import Any, NamedTuple

from allmende.lab.luggage import Luggage

from .likeness import Likeness, check_alike, likeness

READY: set[str] = set()
"""The jobs that this process is ready for."""


class Briefing(NamedTuple):
    """What a process needs to know before its first piece, sent to each machine once."""

    job: str
    luggage: Luggage
    likeness: Likeness


def carry_out(briefing: Briefing, order: bytes) -> Any:
    """Carry out a piece of work: an order is a function and what it is called with."""
    if briefing.job not in READY:
        briefing.luggage.lay_down()
        check_alike(briefing.likeness, likeness(briefing.luggage.games))
        READY.add(briefing.job)
    work, args = pickle.loads(order)
    return work(*args)
