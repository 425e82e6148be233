"""The course of games: who was ahead when, and since when the winner was known."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from allmende.bots.calibration import Calibration
from allmende.bots.search.thinker import Thought
from allmende.lab.distribution import NOTHING, Distribution

NOBODY = -1
FAVOURITE_ABOVE, CLEAR_ABOVE, SURE_ABOVE = 0.5, 0.6, 0.8
"""Who has more than this chance to win is the favourite, clearly so, or as good as sure to win."""
STEPS = 20
"""Into so many steps a game is cut, whatever its length."""
POINTS, FAVOURITE, SURE = WAYS = range(3)
"""The ways in which the winner may be known: ahead by points, the favourite, as good as sure."""

Known = tuple[tuple[bool, ...], ...]
"""Whether the later winner was known: way, step."""


class Course(NamedTuple):
    """The course of one game."""

    lead_changes: int
    """How often somebody else came to lead by points than who had led before."""
    favourite_changes: int
    """How often somebody else clearly became the favourite."""
    led: float
    """In which part of the positions somebody led by points, alone."""
    known: Known | None
    """None where several won."""


class Look(NamedTuple):
    """What was seen in a position."""

    ply: int
    ahead: int
    """Who had more points than anybody else."""
    chances: tuple[float, ...]
    """The chance of each seat to win: the mean of what every player thought when it last did."""

    def knows(self, way: int, seat: int) -> bool:
        """Tell whether a seat was ahead then, in one of the ways."""
        if way == POINTS:
            return self.ahead == seat
        return self.chances[seat] > (FAVOURITE_ABOVE if way == FAVOURITE else SURE_ABOVE)


class Watcher:
    """Follows one game."""

    def __init__(self, calibration: Calibration, seats: int) -> None:
        self.calibration = calibration
        self.opinions: dict[int, tuple[float, ...]] = {}
        self.looks: list[Look] = []
        self.chances = (1 / seats,) * seats

    def look(self, ply: int, seat: int, points: Sequence[int], thought: Thought | None) -> None:
        """Look at a position before a move, with what the seat thought that makes it."""
        if thought is not None:
            shares = self.calibration.shares(thought, seat, thought.moves[0])
            self.opinions[seat] = self.calibration.chances(ply, seat, shares)
            said = zip(*self.opinions.values(), strict=True)
            self.chances = tuple(sum(one) / len(one) for one in said)
        self.looks.append(Look(ply, leader(points), self.chances))

    def course(self, plies: int, places: Sequence[int]) -> Course:
        """Sum up a game that has ended."""
        ahead = [look.ahead for look in self.looks]
        return Course(
            lead_changes=changes(ahead),
            favourite_changes=changes([favourite(look.chances) for look in self.looks]),
            led=sum(who != NOBODY for who in ahead) / max(1, len(ahead)),
            known=self.known(plies, places.index(1)) if places.count(1) == 1 else None,
        )

    def known(self, plies: int, winner: int) -> Known:
        """Say at each step whether the winner was known already; in the end everybody is."""
        looks = [self.look_at(step * plies // STEPS) for step in range(STEPS)]
        return tuple((*(it.knows(way, winner) for it in looks), True) for way in WAYS)

    def look_at(self, ply: int) -> Look:
        """Return what was last seen up to a ply."""
        at = bisect_right(self.looks, ply, key=lambda look: look.ply)
        return self.looks[max(0, at - 1)]


def leader(points: Sequence[int]) -> int:
    """Return who has more points than anybody else, if there is one."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else NOBODY


def favourite(chances: Sequence[float]) -> int:
    """Return who is clearly the favourite, if there is one: a chance that only just passes one half
    and falls below it again is no change."""
    best = max(chances)
    return chances.index(best) if best > CLEAR_ABOVE else NOBODY


def changes(leaders: Sequence[int]) -> int:
    """Count how often the lead went from one to another, moments without a leader left out."""
    those = [who for who in leaders if who != NOBODY]
    return sum(one != other for one, other in pairwise(those))


def since(known: Sequence[bool]) -> int:
    """Return the first step from which on something is so up to the end."""
    return len(known) - [*reversed(known), False].index(False)


@dataclass
class Courses:
    """The courses of many games, summed up."""

    games: int = 0
    decided: int = 0
    """How many games one alone has won."""
    lead_changes: Distribution = NOTHING
    favourite_changes: Distribution = NOTHING
    led: float = 0.0
    known: np.ndarray = field(default_factory=lambda: np.zeros((len(WAYS), STEPS + 1), np.int64))
    """How many winners were known at each step: way, step."""
    since: np.ndarray = field(default_factory=lambda: np.zeros((len(WAYS), STEPS + 1), np.int64))
    """How many were known for good from each step on."""

    def add(self, course: Course) -> None:
        """Add a game."""
        self.games += 1
        self.lead_changes += Distribution.of(np.array([course.lead_changes]))
        self.favourite_changes += Distribution.of(np.array([course.favourite_changes]))
        self.led += course.led
        if course.known is not None:
            self.decided += 1
            self.known += np.array(course.known)
            self.since[WAYS, [since(course.known[way]) for way in WAYS]] += 1

    @property
    def mostly_led(self) -> float:
        """In which part of the positions somebody led by points, alone, on average."""
        return self.led / max(1, self.games)

    def known_at(self, way: int) -> list[float]:
        """Return which part of the winners was known at each step."""
        shares: list[float] = (self.known[way] / max(1, self.decided)).tolist()
        return shares

    def for_good(self, way: int) -> float:
        """Return after which part of the game half of the winners were known for good."""
        reached = self.since[way].cumsum() * 2 >= self.decided
        return int(reached.argmax()) / STEPS
