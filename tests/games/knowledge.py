"""Worlds that a seat cannot tell apart, played on side by side."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from allmende.conformance import Case
from allmende.core.record import Record


def seen(case: Case, s: Record, seat: int | None) -> tuple[Any, ...]:
    """Return all that a seat is shown."""
    moves = [] if seat is None else case.game.legal_moves(s, seat)
    return case.game.view(s, seat), moves


@dataclass(frozen=True)
class Twins:
    """Two worlds in which a watcher saw the same so far."""

    one: Record
    other: Record


def play_side_by_side(
    case: Case, worlds: Twins, watcher: int | None, chooser: random.Random, plies: int
) -> Iterator[Twins]:
    """Play two worlds on with moves that look the same to a watcher, as long as there are any."""
    one, other = worlds.one, worlds.other
    for _ in range(plies):
        if one.over or other.over:
            return
        seat = chooser.choice(case.game.to_act(one))
        pairs = moves_that_look_the_same(case, one, other, seat, watcher)
        if not pairs:
            return
        here, there = chooser.choice(pairs)
        one, other = case.game.after(one, seat, here), case.game.after(other, seat, there)
        yield Twins(one, other)


def moves_that_look_the_same(
    case: Case, one: Record, other: Record, seat: int, watcher: int | None
) -> list[tuple[int, int]]:
    """List moves of a seat in two worlds that a watcher cannot tell apart, in pairs."""
    disguise = case.game.rules.disguise
    here, there = case.game.legal_moves(one, seat), case.game.legal_moves(other, seat)
    if seat == watcher:
        return [(move, move) for move in here if move in there]
    shown = [(move, disguise(one, seat, move)) for move in here]
    also = [(move, disguise(other, seat, move)) for move in there]
    return [(a, b) for a, as_seen in shown for b, as_also_seen in also if as_seen == as_also_seen]
