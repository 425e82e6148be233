"""Scripted chance: a decision is carried out draw by draw, and who asks says how each comes out.

A record holds its script in the place of its stream (`core/chance.py`). A decision that draws more
often than its script says is carried out to the end all the same, but what comes of it is thrown
away: it only tells how many outcomes the open draw has. With one of them the script goes on, and
the decision is carried out anew from its beginning.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from .chance import SCRIPT_END, WORD_BITS, draw
from .errors import AllmendeError
from .game import Game
from .record import BLOCK_WORDS, KEY_WORDS, Record, copy_record

CHANCE_FIELDS = ("drawn", "key", "block")
SCRIPT_BITS = WORD_BITS * (BLOCK_WORDS + KEY_WORDS)
"""What a script has room for: the order of 135 cards, or 297 dice."""
MOST_SCRIPTS = 1 << SCRIPT_BITS
BYTE_BITS = 8

Decision: TypeAlias = Callable[[Record], None]
"""What is carried out on a record: a deal, or a move of a seat."""


class TooMuchChance(AllmendeError):
    """A decision draws more than can be written down."""


class Drawn(NamedTuple):
    """How a draw came out, of how many ways."""

    outcome: int
    ways: int


Script: TypeAlias = tuple[Drawn, ...]


@dataclass(frozen=True)
class Unfolding:
    """A decision on its way: its first draws have come out, the next one may be open."""

    decide: Decision
    before: Record
    script: Script = ()

    @cached_property
    def result(self) -> Record:
        """The record that the decision leads to with this script and with 0 for each further
        draw; its chance tells how many of them came."""
        s = copy_record(self.before)
        put_script(s, self.script)
        self.decide(s)
        return s

    @property
    def ways(self) -> int:
        """How many outcomes the open draw has; 0 if none is open and the decision is made."""
        return int(self.result.block[0])

    @property
    def after(self) -> Record:
        """The record after the decision, its chance wiped."""
        if self.ways:
            raise ValueError(f"a draw with {self.ways} outcomes is still open")
        s = copy_record(self.result)
        wipe_chance(s)
        return s

    def drawing(self, outcome: int) -> "Unfolding":
        """Go on with an outcome of the open draw."""
        if not 0 <= outcome < self.ways:
            raise ValueError(f"outcome {outcome}: the open draw has {self.ways} of them, from 0 on")
        return Unfolding(self.decide, self.before, (*self.script, Drawn(outcome, self.ways)))

    def by_chance_of(self, source: Record) -> "Unfolding":
        """Draw all that is open from the stream of a record, which goes on by that."""
        unfolding = self
        while unfolding.ways:
            unfolding = unfolding.drawing(int(draw(source, unfolding.ways)))
        return unfolding

    def outcomes(self, most: int) -> list[tuple[Fraction, Record]]:
        """List every way in which the decision can come out, with its probability; ways that lead
        to the same record are not put together. More than so many are refused: a rule that draws
        until it likes the outcome has no end of them."""
        done: list[tuple[Fraction, Record]] = []
        waiting = deque([(Fraction(1), self)])
        while waiting:
            probability, unfolding = waiting.popleft()
            if len(done) + len(waiting) + max(unfolding.ways, 1) > most:
                raise TooMuchChance(f"the decision has more than {most} outcomes")
            if unfolding.ways == 0:
                done.append((probability, unfolding.after))
            share = probability / max(unfolding.ways, 1)
            waiting += [(share, unfolding.drawing(it)) for it in range(unfolding.ways)]
        return done


def unfold_deal(game: Game, s: Record) -> Unfolding:
    """Deal draw by draw; seats, options and data stand in the record already."""
    return Unfolding(game.rules.deal, s)


def unfold_move(game: Game, s: Record, seat: int, move: int) -> Unfolding:
    """Carry out a move draw by draw."""
    return Unfolding(lambda fresh: game.rules.play(fresh, seat, move), s)


def put_script(s: Record, script: Script) -> None:
    """Put a script into a record in the place of its stream."""
    number, scripts = 0, 1
    for outcome, ways in reversed(script):
        number, scripts = number * ways + outcome, scripts * ways
    if scripts > MOST_SCRIPTS:
        raise TooMuchChance(
            f"one decision draws {len(script)} times and more: a script has room for {SCRIPT_BITS} "
            "bits, the order of 135 cards; a pile needs no order, so draw each card when it comes"
        )
    words = np.frombuffer(number.to_bytes(SCRIPT_BITS // BYTE_BITS, "little"), "<u4")
    s.drawn = SCRIPT_END * (1 + len(script))
    s.block[:], s.key[:] = words[:BLOCK_WORDS], words[BLOCK_WORDS:]


def wipe_chance(s: Record) -> None:
    """Leave nothing of the chance of a record."""
    for name in CHANCE_FIELDS:
        s[name] = 0
