"""What is worth knowing about a game beyond its rules: advice for players that think."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from .quick import pick
from .record import Record
from .rule import rule

Policy: TypeAlias = Callable[[Record, int, np.ndarray, int, np.ndarray], int]
"""Chooses a move: state, seat, legal moves, how many there are, and a source of quick chance."""
TO_THE_END = 2**31 - 1
USUAL = 4
"""The weight of a move that belongs to no group."""
CURIOSITY = 0.7
"""How much of its thought a search gives to moves that it has neglected, where a game says nothing
of it: right for results that are either won or lost."""


@rule
def any_move(s: Record, seat: int, moves: np.ndarray, found: int, quick: np.ndarray) -> int:
    """Choose one of the moves without a thought."""
    return moves[pick(quick, found)]


@rule
def choose_by_weight(
    s: Record, seat: int, moves: np.ndarray, found: int, quick: np.ndarray, weights: np.ndarray
) -> int:
    """Choose each move as often as its weight says, next to the others."""
    total = 0
    for i in range(found):
        total += weights[moves[i]]
    left, i = pick(quick, total), 0
    while left >= weights[moves[i]]:
        left -= weights[moves[i]]
        i += 1
    return moves[i]


@dataclass(frozen=True, kw_only=True)
class Insight:
    """Advice of a game for the search. Everything in it is optional.

    All of it but a policy are numbers that a search reads while it runs: any number of insights
    into a game share its compiled search, and `allmende tune` finds better ones.
    """

    groups: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Moves that a sensible person makes for the same purpose, by what they are for."""
    weights: Mapping[str, int] = field(default_factory=dict)
    """How often a move of each group is made in imagined games, next to others that are legal."""
    policy: Policy | None = None
    """Choose one of the legal moves, fast, as a sensible person might: for imagined games in which
    the number of a move does not say enough. It stands instead of groups and weights."""
    horizon: int = TO_THE_END
    """How many decisions an imagined game goes on before the points as they stand decide."""
    lead: float = 0.0
    """A lead of this many points is about as good as won; 0 where points mean nothing before the
    end."""
    curiosity: float = CURIOSITY
    """How much a search goes on to try what looked worse so far. Where a single decision changes
    the chances by a few hundredths, a small number lets it look further ahead instead."""

    def __post_init__(self) -> None:
        if self.policy is not None and self.groups:
            raise ValueError("an insight has a policy or groups of moves, not both")
        if self.groups.keys() != self.weights.keys():
            odd = ", ".join(sorted(self.groups.keys() ^ self.weights.keys()))
            raise ValueError(f"an insight needs one weight for each group of moves: {odd}")
        if any(weight < 1 for weight in self.weights.values()):
            raise ValueError("the weight of a group is at least 1, as any move may be the only one")
        if self.horizon < 1 or self.lead < 0:
            raise ValueError("the horizon of an insight is at least 1, its lead at least 0")
        if self.curiosity <= 0:
            raise ValueError("the curiosity of an insight is more than 0")
        if sum(map(len, self.groups.values())) > len({*self.grouped}):
            raise ValueError("a move belongs to one group of an insight at most")

    @property
    def grouped(self) -> list[int]:
        """All moves that belong to a group."""
        return [move for moves in self.groups.values() for move in moves]

    def weights_of(self, moves: int) -> np.ndarray:
        """Return the weight of each move of a game that has so many."""
        table = np.full(moves, USUAL, np.int64)
        for name, group in self.groups.items():
            table[list(group)] = self.weights[name]
        return table

    def policy_in(self, moves: int) -> Policy | None:
        """Return what chooses moves without weights: the own policy, or chance where all moves have
        the same weight anyway; None where they differ."""
        weights = self.weights_of(moves)
        is_even = bool((weights == weights[0]).all())
        return any_move if self.policy is None and is_even else self.policy
