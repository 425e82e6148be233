"""How much is skill and how much is luck: how often more thought beats less, and how often the same
seat wins when equals play a deal again."""

from typing import NamedTuple

import numpy as np

from allmende.bots.levels import RANDOM
from allmende.lab.rating import Interval, share_interval
from allmende.lab.standings import EVEN, Result

from .setting import Setting, thinker

LESS_THOUGHT = 8
"""The ladder begins with players that imagine this part of the games of a thoughtful one."""
TIMES = (4, 16)
"""So many times as much thought those have who stand higher on it."""


class Steps(NamedTuple):
    """Two kinds of players that meet on the ladder: one of the stronger, all others weaker."""

    times: int
    """How many times as much the stronger one thinks; 0 where the weaker do not think at all."""
    stronger: str
    weaker: str

    def players(self, seats: int) -> tuple[str, ...]:
        """Return who sits down."""
        return (self.stronger, *(seats - 1) * [self.weaker])


def steps_of(setting: Setting) -> list[Steps]:
    """List who meets on the ladder of a setting, the weakest first."""
    least = max(1, setting.iterations // LESS_THOUGHT)
    climbs = [Steps(times, thinker(times * least), thinker(least)) for times in TIMES]
    return [Steps(0, thinker(least), RANDOM), *climbs]


class Rung(NamedTuple):
    """How one did who thinks more."""

    steps: Steps
    games: int
    ahead: float
    """How often the stronger one came out ahead of a weaker one; a tie is half."""
    interval: Interval
    wins: float
    """How often the stronger one won."""

    @property
    def is_clear(self) -> bool:
        """Whether more thought is better beyond doubt."""
        return self.interval.low > EVEN


def rung_of(steps: Steps, result: Result) -> Rung:
    """Read what came out of an arena."""
    pair = result.pair(steps.stronger, steps.weaker)
    row = next(row for row in result.rows if row.name == steps.stronger)
    return Rung(steps, result.games, pair.share, pair.interval, row.win_rate)


class Luck(NamedTuple):
    """What the deal decides among equals, who play each deal once from every seat."""

    deals: int
    same: float
    """How often two games of a deal were won by the same seat."""
    interval: Interval
    by_seat: float
    """How often that would be so if the deal decided nothing and a seat were worth what it is."""

    @property
    def deal_decides(self) -> float:
        """Which part of what is open before a game the deal decides, from 0 to 1."""
        return part_decided(self.same, self.by_seat)

    @property
    def decides_interval(self) -> Interval:
        """Where that part lies."""
        return Interval(*(part_decided(edge, self.by_seat) for edge in self.interval))


def part_decided(same: float, by_seat: float) -> float:
    """Return how far agreement goes beyond what seats explain, as a part of what is possible."""
    return min(1.0, max(0.0, (same - by_seat) / (1 - by_seat))) if by_seat < 1 else 0.0


def luck_of(result: Result) -> Luck:
    """Compare the games of each deal that equals played from all seats."""
    seats, deals = result.seats, result.deals
    wins = result.wins.reshape(deals, seats, seats)
    together = np.einsum("dgs,dhs->dgh", wins, wins)
    others = ~np.eye(seats, dtype=bool)
    same = together[:, others].mean(axis=1)
    by_seat = float((wins.mean(axis=(0, 1)) ** 2).sum())
    return Luck(deals, float(same.mean()), share_interval(same), by_seat)
