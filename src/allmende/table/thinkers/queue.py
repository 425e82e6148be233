"""The queue before the thinkers: whoever has let think least of late comes first.

Addresses share alike, and so do the devices of an address. Somebody who comes new need not wait
until others have thought to an end: for an address that has nobody at work there is an extra place,
as long as there are not more extra places taken than usual ones. What thinks then shares the cores.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from ..callers import Caller
from ..limits import WAITING_PER_ADDRESS
from ..refusal import TOO_MANY, Refusal

HALF_LIFE = 30.0
"""After so many seconds what somebody has let think counts half."""
NEGLIGIBLE = 0.01


@dataclass(eq=False)
class Ticket:
    """Somebody's place in the queue."""

    caller: Caller
    number: int
    called: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Ledger:
    """How many seconds somebody has let think; what is long ago counts less."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self.written = time.monotonic()

    def of(self, who: str) -> float:
        """Return what somebody has used of late."""
        return self.spent.get(who, 0.0)

    def add(self, who: str, seconds: float) -> None:
        """Note what somebody has used, and let the rest fade."""
        now = time.monotonic()
        fading = 0.5 ** ((now - self.written) / HALF_LIFE)
        faded = {name: spent * fading for name, spent in self.spent.items()}
        self.spent = {name: spent for name, spent in faded.items() if spent > NEGLIGIBLE}
        self.spent[who] = self.of(who) + seconds
        self.written = now


class Queue:
    """Hands out places to think."""

    def __init__(self, places: int, extra: int | None = None) -> None:
        self.places = places
        self.extra = places if extra is None else extra
        self.waiting: list[Ticket] = []
        self.at_work: Counter[str] = Counter()
        self.by_address = Ledger()
        self.by_device = Ledger()
        self.tickets = 0

    @asynccontextmanager
    async def place(
        self, caller: Caller, must_wait: Callable[[], None] | None = None
    ) -> AsyncIterator[None]:
        """Wait for a place and hold it; whoever cannot have it at once is told so."""
        self.tickets += 1
        ticket = Ticket(caller, self.tickets)
        self.waiting.append(ticket)
        self.call()
        if not ticket.called.done() and must_wait is not None:
            must_wait()
        try:
            await ticket.called
        except asyncio.CancelledError:
            self.give_up(ticket)
            raise
        begin = time.monotonic()
        try:
            yield
        finally:
            self.leave(caller, time.monotonic() - begin)

    def give_up(self, ticket: Ticket) -> None:
        """Take somebody out of the queue who waits no more."""
        if ticket in self.waiting:
            self.waiting.remove(ticket)
        elif not ticket.called.cancelled():
            self.leave(ticket.caller, 0.0)

    def leave(self, caller: Caller, seconds: float) -> None:
        """Free a place, and note how long it was held."""
        self.at_work[caller.address] -= 1
        self.at_work += Counter()  # forget those who are not at work
        self.by_address.add(caller.address, seconds)
        self.by_device.add(name_of(caller), seconds)
        self.call()

    def call(self) -> None:
        """Call those in who can have a place, in fair order."""
        while found := min(filter(self.may_enter, self.waiting), key=self.turn, default=None):
            self.waiting.remove(found)
            if not found.called.done():
                self.at_work[found.caller.address] += 1
                found.called.set_result(None)

    def may_enter(self, ticket: Ticket) -> bool:
        """Tell whether there is a place for somebody."""
        taken = self.at_work.total()
        is_new = self.at_work[ticket.caller.address] == 0
        return taken < self.places + (self.extra if is_new else 0)

    def turn(self, ticket: Ticket) -> tuple[int, float, float, int]:
        """Return in which order somebody comes: those who have had least first."""
        address = ticket.caller.address
        return (
            self.at_work[address],
            self.by_address.of(address),
            self.by_device.of(name_of(ticket.caller)),
            ticket.number,
        )

    def has_enough(self, caller: Caller) -> bool:
        """Tell whether somebody has as much in the queue already as they may."""
        waiting = sum(ticket.caller.address == caller.address for ticket in self.waiting)
        return waiting >= WAITING_PER_ADDRESS

    def admit(self, caller: Caller) -> None:
        """Refuse somebody who has enough in the queue already."""
        if self.has_enough(caller):
            raise Refusal("table.house_busy", TOO_MANY)


def name_of(caller: Caller) -> str:
    """Return what the device of a caller is counted by."""
    return caller.device or caller.address
