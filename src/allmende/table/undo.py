"""How far undo reaches: back to the last thing that somebody learned, or that somebody else did.

A move is free to be taken back if it used no chance and nobody learned anything from it but that it
was made. What a watcher learned is found by imagining: every world that it took for possible
before must lead to the very same knowledge after the move, or one of them is ruled out now.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from allmende.core.game import Game
from allmende.core.language import Message, Seat
from allmende.core.match import Step
from allmende.core.record import Record

from .history import History
from .knowledge import knowledge, veiled, watchers
from .openness import Openness

WORLDS = 24
"""How many worlds are imagined for each watcher: with two that are left, the odds that all of
these agree by chance are one in eight million."""

CHANCE, SHOWN = "table.barrier_chance", "table.barrier_shown"


@dataclass(frozen=True)
class Reach:
    """How many moves of a seat may be taken back, to which version, and what stands in the way."""

    moves: int
    to: int
    barrier: Message | None


def reach(history: History, seat: int) -> Reach:
    """Say how far a seat may take back."""
    made, moves = history.made_at, history.match.moves
    if history.ending is not None:
        return Reach(0, history.version, Message("table.barrier_over"))
    other = last_of_others(history, seat)
    count, barrier = 0, None
    while count < len(made) and barrier is None:
        at = len(made) - 1 - count
        if made[at] <= other:
            barrier = Message("table.barrier_other", who=Seat(history.log[other - 1].seat))
        elif moves[at].seat == seat:
            barrier = known_barrier(history, at)
            count += barrier is None
    if not any(move.seat == seat for move in moves):
        barrier = None
    return Reach(count, made[-1 - count] if count < len(made) else 0, barrier)


def known_barrier(history: History, at: int) -> Message | None:
    """Look up, or find out, what keeps a move from being taken back."""
    made = history.made_at[at]
    if made not in history.barriers:
        history.barriers[made] = barrier_of(history.match.game, history.match.step(at))
    return history.barriers[made]


def last_of_others(history: History, seat: int) -> int:
    """Return the version of the last event that was not this seat's; 0 if there was none."""
    for happening in reversed(history.log):
        if happening.seat != seat:
            return happening.version
    return 0


def barrier_of(game: Game, step: Step) -> Message | None:
    """Say what keeps a move from being taken back, if anything does."""
    if step.after.drawn != step.before.drawn:
        return Message(CHANCE)
    if game.secrets and somebody_learns(game, step):
        return Message(SHOWN)
    return None


def somebody_learns(game: Game, step: Step) -> bool:
    """Tell whether anybody learned something from a move. Those who knew the same before and know
    the same now need to be asked only once; whoever made the move is asked first."""
    openness, asked = Openness(game, step), set()
    seat = step.move.seat
    for watcher in [seat, *(who for who in watchers(int(step.after.seats)) if who != seat)]:
        case = (knowledge(game, step.before, watcher), knowledge(game, step.after, watcher))
        if case not in asked and learns(game, step, watcher, openness):
            return True
        asked.add(case)
    return False


def learns(game: Game, step: Step, watcher: int | None, openness: Openness) -> bool:
    """Tell whether a watcher learned something: a world that it took for possible is so no more.

    A world stays possible if the move leads from there to what the watcher knows now, or, where the
    watcher cannot know which move it was, if any move does."""
    known = knowledge(game, step.after, watcher)
    seat = step.move.seat
    for key in range(WORLDS):
        world = veiled(game, step.before, watcher, key)
        legal = game.legal_moves(world, seat)
        made = [number for number in legal if number == step.move.number]
        if lead_to(game, world, seat, made, watcher, known):
            continue
        if openness.may_know(watcher) or not lead_to(game, world, seat, legal, watcher, known):
            return True
    return False


def lead_to(
    game: Game,
    world: Record,
    seat: int,
    numbers: Sequence[int],
    watcher: int | None,
    known: bytes,
) -> bool:
    """Tell whether one of some moves leads from an imagined world to what a watcher knows now."""
    return any(
        knowledge(game, game.after(world, seat, number), watcher) == known for number in numbers
    )
