"""What a seat knows of a game and what it may imagine, as records; and worlds that it cannot tell
apart, played on side by side."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from allmende.conformance import Case
from allmende.core.chance import key_of_seed
from allmende.core.game import watcher_of
from allmende.core.record import Record, copy_record
from allmende.games.mischwald import imagination as forest_imagination
from allmende.games.mischwald import secrets as forest_secrets
from allmende.games.stieren_versieren import imagination as bull_imagination
from allmende.games.stieren_versieren import secrets as bull_secrets

CONCEAL: dict[str, Callable[[Record, int], None]] = {
    "mischwald": forest_secrets.conceal,
    "stieren_versieren": bull_secrets.conceal,
}
IMAGINE: dict[str, Callable[[Record, np.ndarray], None]] = {
    "mischwald": forest_imagination.imagine,
    "stieren_versieren": bull_imagination.imagine,
}


def known(name: str, s: Record, seat: int | None) -> Record:
    """Return what a seat, or a spectator, knows."""
    fresh = copy_record(s)
    CONCEAL[name](fresh, watcher_of(seat))
    return fresh


def imagined(name: str, concealed: Record, seed: int | str) -> Record:
    """Return a world that fits what is known."""
    fresh = copy_record(concealed)
    IMAGINE[name](fresh, key_of_seed(seed))
    return fresh


def differing(one: Record, other: Record) -> list[str]:
    """Name the fields in which two records differ."""
    names = one.dtype.names or ()
    return [name for name in names if not np.array_equal(one[name], other[name])]


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
    disguise = case.game.insight.disguise
    assert disguise is not None
    here, there = case.game.legal_moves(one, seat), case.game.legal_moves(other, seat)
    if seat == watcher:
        return [(move, move) for move in here if move in there]
    shown = {disguise(other, seat, move): move for move in there}
    pairs = [(move, disguise(one, seat, move)) for move in here]
    return [(move, shown[mask]) for move, mask in pairs if mask in shown]
