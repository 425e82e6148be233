"""Drawing: the states of a game, written once for all who see the same: at once where that takes a
moment, beside the loop where it takes longer."""

import asyncio
import time
from collections.abc import Iterable
from typing import TypeAlias

from ..background import beside
from ..wire import telling
from . import scene
from .history import History

Seats: TypeAlias = tuple[int, ...]
"""Those that a device holds; none for a spectator."""

A_MOMENT = 0.0008
"""So many seconds of the loop a state may take; to hand it to a thread costs half as much."""
AT_ONCE = A_MOMENT / 2
"""So many seconds of states may be made in one step of the loop, with all else that a move brings;
a longer one has a step of its own."""
A_VIEW = 20
"""So many moves take as long as a view, with all that comes with it: else a state with many moves
would be thought to take many times as long as one without any."""
PACES: dict[tuple[str, int], float] = {}
"""How many seconds of the processor a part of a state takes, by game and phase, as far as one has
learned. Who has to wait for it while others work does not take longer."""
LEARNING = 1.05
"""The factor by which one expects more after a state that took longer, and less after one that did
not: so half of them take longer. One that took ten times as long counts no more than others, for it
was kept waiting by somebody who uses the machine as well."""


class Drawings:
    """The states of a game at one moment, for all who look at it."""

    def __init__(self, look: scene.Scene[History]) -> None:
        self.look = look
        self.kind = look.game.name, look.phase
        """Tells apart states that take differently long for each move: by game and phase."""
        self.done: dict[Seats, bytes] = {}

    def forget(self) -> None:
        """Draw everything anew for those who ask from now on."""
        self.done.clear()

    async def draw(self, wanted: Iterable[Seats], to_act: list[int]) -> None:
        """Make the states for devices that hold some seats, and let others have the loop meanwhile.
        Nothing may change until then."""
        missing = {you: self.expected_seconds(you) for you in wanted if you not in self.done}
        long = [you for you, seconds in missing.items() if seconds > A_MOMENT]
        if long:
            self.done |= await beside(lambda: {you: self.drawn(you, to_act) for you in long})
        left = AT_ONCE
        for you, seconds in missing.items():
            if you not in self.done:
                if seconds > left:
                    await asyncio.sleep(0)
                    left = AT_ONCE
                left -= seconds
                self.state(you, to_act)
        if left < 0:
            await asyncio.sleep(0)

    def state(self, you: Seats, to_act: list[int]) -> bytes:
        """Return the state for a device that holds some seats."""
        if you not in self.done:
            self.done[you] = self.drawn(you, to_act)
        return self.done[you]

    def drawn(self, you: Seats, to_act: list[int]) -> bytes:
        """Write the state for a device that holds some seats, and learn how long it takes."""
        begin = time.thread_time()
        text = telling.encoded({**scene.state(self.look, you), "to_act": to_act})
        pace = (time.thread_time() - begin) / self.amount_of(you)
        expected = PACES.get(self.kind, pace)
        PACES[self.kind] = expected * LEARNING if pace > expected else expected / LEARNING
        return text

    def expected_seconds(self, you: Seats) -> float:
        """Say how long a state will take, as far as one has learned about such ones."""
        return PACES.get(self.kind, A_MOMENT) * self.amount_of(you)

    def amount_of(self, you: Seats) -> int:
        """Count what a state is made of: views, and moves that are to be judged."""
        look, views = self.look, A_VIEW * max(len(you), 1)
        return views + sum(len(look.numbers(seat)) for seat in you if seat in look.to_act)
