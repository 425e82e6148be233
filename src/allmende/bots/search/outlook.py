"""What comes of an imagined game: it is played on as far as the insight looks, and settled."""

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from allmende.core.game import Rules
from allmende.core.insight import Policy, choose_by_weight
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.turns import first_waiting

from .memory import Memory

POINTS_SHARE = 0.1  # of the reward of a finished game; the rest is for the places


class Outlook(NamedTuple):
    """The end of an imagined game, as rules."""

    play_on: Callable[..., None]
    settle: Callable[..., None]


@cache
def chooser(policy: Policy | None) -> Callable[..., int]:
    """Make what chooses moves in imagined games: a policy, or weights."""
    if policy is None:
        return choose_by_weight

    @rule
    def choose_by_policy(
        s: Record,
        seat: int,
        moves: np.ndarray,
        found: int,
        quick: np.ndarray,
        weights: np.ndarray,
    ) -> int:
        return policy(s, seat, moves, found, quick)

    return choose_by_policy


@rule(exact=False)
def reward_places(memory: Memory, seats: int) -> None:
    """Reward a place by the part of the others it beats; a tie is half a win over each other."""
    winners = 0
    for seat in range(seats):
        winners += memory.places[seat] == 1
    for seat in range(seats):
        beaten = 0.0
        for other in range(seats):
            if other != seat:
                beaten += memory.places[seat] < memory.places[other]
                beaten += 0.5 * (memory.places[seat] == memory.places[other])
        memory.reward[seat] = beaten / max(1, seats - 1)
        memory.wins[seat] = (memory.places[seat] == 1) / winners


@rule(exact=False)
def chance_by_points(memory: Memory, seats: int, seat: int, lead: float) -> float:
    """Guess from the points how likely a seat is ahead of another one in the end."""
    ahead = 0.0
    for other in range(seats):
        if other != seat:
            ahead += math.tanh((memory.points[seat] - memory.points[other]) / lead)
    return 0.5 + 0.5 * ahead / max(1, seats - 1)


@rule(exact=False)
def count_wins(memory: Memory, seats: int) -> None:
    """Count what each seat has won in one more imagined game."""
    for seat in range(seats):
        memory.won[seat] += memory.wins[seat]


@cache
def outlook(rules: Rules, policy: Policy | None) -> Outlook:
    """Compile how imagined games end."""
    legal, play, score, rank = rules.legal, rules.play, rules.score, rules.rank
    like = chooser(policy)

    @rule
    def play_on(s: Record, memory: Memory) -> None:
        moves, quick, weights, horizon = memory.moves, memory.quick, memory.weights, memory.horizon
        steps = 0
        while s.over == 0 and steps < horizon:
            acting = first_waiting(s)
            found = legal(s, acting, moves)
            play(s, acting, like(s, acting, moves, found, quick, weights))
            steps += 1
        memory.spent[0] += steps

    @rule(exact=False)
    def settle(s: Record, memory: Memory) -> None:
        rank(s, memory.places)
        score(s, memory.points)
        reward_places(memory, s.seats)
        if memory.lead > 0.0:
            places_share = 1.0 - POINTS_SHARE if s.over != 0 else 0.0
            for seat in range(s.seats):
                by_points = chance_by_points(memory, s.seats, seat, memory.lead)
                memory.reward[seat] *= places_share
                memory.reward[seat] += (1.0 - places_share) * by_points
                if s.over == 0:
                    memory.wins[seat] = by_points

    return Outlook(play_on, settle)
