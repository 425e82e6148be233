"""How far undo reaches: back to the last information barrier, or to what somebody else did."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from allmende.core.barriers import CHANCE, FREE, OVER, SHOWN, Barrier, barriers
from allmende.core.game import Game
from allmende.core.language import Message, Seat
from allmende.core.match import Move, Step
from allmende.core.record import Record

from ..limits import MOST_TAKEN_BACK
from .history import NO_DATA, History
from .knowledge import knowledge, veiled
from .openness import Openness

REASONS = {
    FREE: None,
    OVER: Message("table.barrier_over"),
    CHANCE: Message("table.barrier_chance"),
    SHOWN: Message("table.barrier_shown"),
}
"""What keeps a move from being taken back, in words."""


class Around(NamedTuple):
    """What a seat took for the game before a move, and knows after it."""

    world: Record
    known: bytes


@dataclass(frozen=True)
class Reach:
    """How many moves of a seat may be taken back, to which version, and what stands in the way."""

    moves: int
    to: int
    barrier: Message | None


def reach(history: History, seat: int, around_last: Around | None = None) -> Reach:
    """Say how far a seat may take back. Who has looked at the game around the last move says so."""
    made, moves = history.made_at, history.match.moves
    if history.ending is not None:
        return Reach(0, history.version, REASONS[OVER])
    left = MOST_TAKEN_BACK - history.taken_back
    if left <= 0:
        return Reach(0, history.version, Message("table.undo_used_up", most=MOST_TAKEN_BACK))
    other = last_of_others(history, seat)
    count, barrier = 0, None
    while count < min(left, len(made)) and barrier is None:
        at = len(made) - 1 - count
        if made[at] <= other:
            barrier = barrier_set_by(history.log[other - 1].seat)
        elif moves[at].seat == seat:
            is_last = at == len(made) - 1
            barrier = known_barrier(history, at, around_last if is_last else None)
            count += barrier is None
    if not any(move.seat == seat for move in moves):
        barrier = None
    return Reach(count, made[-1 - count] if count < len(made) else 0, barrier)


@cache
def barrier_set_by(seat: int) -> Message:
    """Say that a seat has done something since."""
    return Message("table.barrier_other", who=Seat(seat))


def known_barrier(history: History, at: int, around: Around | None) -> Message | None:
    """Look up, or find out, what keeps a move from being taken back."""
    made = history.made_at[at]
    if made not in history.barriers:
        step, foretold = history.match.step(at), history.foretold.get(made)
        history.barriers[made] = barrier_of(history.match.game, step, foretold, around)
    return history.barriers[made]


def last_of_others(history: History, seat: int) -> int:
    """Return the version of the last event that was not this seat's; 0 if there was none."""
    for happening in reversed(history.log):
        if happening.seat != seat:
            return happening.version
    return 0


def barrier_of(
    game: Game, step: Step, foretold: int | None = None, around: Around | None = None
) -> Message | None:
    """Say what keeps a move from being taken back, if anything does.

    What its maker learned is known. What the others learned may hang on what they hold, so it is
    judged from a world that the maker imagines: undo tells nobody's secrets, and says what was said
    before the move. Who was told that then need not find it out again: it is `foretold`, and what
    the maker saw `around` it is at hand."""
    return REASONS[kind_of(game, step, foretold, around)]


def kind_of(game: Game, step: Step, foretold: int | None, around: Around | None) -> int:
    """Say what keeps a move that was made from being taken back."""
    seat, number = step.move.seat, step.move.number
    if step.after.over:
        return OVER
    if step.after.drawn != step.before.drawn:
        return CHANCE
    if foretold is None:
        (foretold,) = kinds_of(game, veiled(game, step.before, seat), seat, [number])
    if foretold == FREE:
        # Every world that the maker imagined led to the same knowledge. So does the truth, or the
        # maker has learned something.
        return FREE if is_as_imagined(game, step, around) else SHOWN
    if foretold == SHOWN:
        return SHOWN
    (found,) = barriers(game, step.before, seat, [number], for_all=False)
    return foretold if found.kind == FREE else found.kind


def is_as_imagined(game: Game, step: Step, around: Around | None) -> bool:
    """Tell whether who made a move knows what it would know in a world that it imagined."""
    if not game.secrets:
        return True
    seat, number = step.move.seat, step.move.number
    if around is None:
        around = Around(veiled(game, step.before, seat), knowledge(game, step.after, seat))
    imagined = game.after(around.world, seat, number)
    return knowledge(game, imagined, seat) == around.known


def kinds_of(game: Game, s: Record, seat: int, numbers: Sequence[int]) -> list[int]:
    """Say of each of some moves of a seat what keeps it from being taken back, from a world that
    the seat imagines."""
    found = zip(numbers, barriers(game, s, seat, numbers), strict=True)
    return [
        settled(game, s, seat, number, barrier) if barrier.if_told else barrier.kind
        for number, barrier in found
    ]


def settled(game: Game, s: Record, seat: int, number: int, found: Barrier) -> int:
    """Settle whether those are told of a move who would learn something from that."""
    if found.kind == FREE and found.if_told:
        move = Openness(game, Step(s, Move(seat, number, "", NO_DATA), game.after(s, seat, number)))
        if any(move.may_know(watcher) for watcher in found.if_told):
            return SHOWN
    return found.kind
