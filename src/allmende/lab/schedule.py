"""Who sits down with whom, and in which seats.

A **deal** is played by a group of players, once for each seating: everybody moves on by one seat,
the chance stays. So within a deal nobody is better off than anybody else.

With more players than seats the groups are chosen such that everybody plays as often as everybody
else and meets everybody equally often, as far as the number of deals allows. In a Swiss
tournament the groups of a round are neighbours in the standings so far.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, factorial
from typing import NamedTuple

import numpy as np

MOST_GROUPS = 2000
"""So many different groups are all played before one is played again; of more, always the one whose
players met least is chosen next."""

Group = tuple[int, ...]
"""The players of a deal, in the order in which they sit."""


class Sitting(NamedTuple):
    """One game to be played: its number in the series, the round and the deal that it belongs to,
    and the player in each seat."""

    number: int
    round: int
    deal: int
    players: Group


def sittings_of(
    groups: Iterator[Group], first_game: int = 0, first_deal: int = 0, round: int = 0
) -> Iterator[Sitting]:
    """Seat each group in every way that its order allows."""
    number = first_game
    for deal, group in enumerate(groups, first_deal):
        for seating in range(len(group)):
            yield Sitting(number, round, deal, moved_on(group, seating))
            number += 1


def moved_on(group: Group, by: int) -> Group:
    """Let everybody of a group move on by some seats."""
    return group[by:] + group[:by]


def all_play_all(players: int, seats: int, deals: int) -> Iterator[Group]:
    """Yield the group of each deal, so that all meet equally often. When a group meets again it
    sits in another order, so that it changes who sits behind whom."""
    meetings, met_before = Meetings(players), dict[Group, int]()
    for group, _ in zip(balanced(players, seats, meetings), range(deals), strict=False):
        times = met_before.get(group, 0)
        met_before[group] = times + 1
        yield in_another_order(group, times)


def in_another_order(group: Group, times: int) -> Group:
    """Return the order in which a group sits that has met so often before; the first stays, as all
    move on anyway, and the others go through all orders."""
    left, order = list(group[1:]), [group[0]]
    number = times % factorial(len(left))
    while left:
        at, number = divmod(number, factorial(len(left) - 1))
        order.append(left.pop(at))
    return tuple(order)


class Meetings:
    """How often players have met, and have played."""

    def __init__(self, players: int) -> None:
        self.met = np.zeros((players, players), np.int64)
        self.played = np.zeros(players, np.int64)

    def note(self, group: Sequence[int]) -> None:
        """Note that a group has met."""
        for one, other in combinations(group, 2):
            self.met[one, other] += 1
            self.met[other, one] += 1
        self.played[list(group)] += 1


def balanced(players: int, seats: int, meetings: Meetings) -> Iterator[Group]:
    """Yield groups for ever, each time one whose players have met least so far."""
    if comb(players, seats) > MOST_GROUPS:
        while True:
            group = least_met(players, seats, meetings)
            meetings.note(group)
            yield group
    groups = np.array(list(combinations(range(players), seats)))
    while True:
        left = np.ones(len(groups), bool)
        while left.any():
            at = first_of_least(groups, left, meetings)
            left[at] = False
            group = tuple(groups[at].tolist())
            meetings.note(group)
            yield group


def first_of_least(groups: np.ndarray, left: np.ndarray, meetings: Meetings) -> int:
    """Find the first group left over whose players have played least, and among those one whose
    players have met least."""
    played = meetings.played[groups].sum(axis=1)
    met = meetings.met[groups[:, :, None], groups[:, None, :]].sum(axis=(1, 2))
    worst = np.where(left, played * (met.max() + 1) + met, np.iinfo(np.int64).max)
    return int(worst.argmin())


def least_met(players: int, seats: int, meetings: Meetings) -> Group:
    """Gather a group: first who has played least, then always who has met those least."""
    group = [int(meetings.played.argmin())]
    while len(group) < seats:
        met = meetings.met[group].sum(axis=0)
        order = sorted(
            set(range(players)) - set(group),
            key=lambda player: (met[player], meetings.played[player], player),
        )
        group.append(order[0])
    return tuple(sorted(group))


def swiss_round(standing: Sequence[int], seats: int, meetings: Meetings) -> list[Group]:
    """Cut a round into groups, from the best player so far to the worst.

    If the players do not fill all tables, those at the bottom sit out who have played most. Each
    group is the best one left and those who come next and have met the others of the group least.
    """
    waiting = list(standing)
    for _ in range(len(standing) % seats):
        most = max(meetings.played[player] for player in waiting)
        waiting.remove(next(it for it in reversed(waiting) if meetings.played[it] == most))
    groups = []
    while waiting:
        group = [waiting.pop(0)]
        while len(group) < seats:
            met = meetings.met[group].sum(axis=0)
            group.append(min(waiting, key=lambda player: met[player]))
            waiting.remove(group[-1])
        meetings.note(group)
        groups.append(tuple(group))
    return groups
