"""What keeps a move from being taken back, said in plain Python, one watcher and world at a time.

The table finds it out in one compiled call for all moves; the tests hold that against this.
"""

from collections.abc import Sequence

from allmende.core.barriers import CHANCE, FREE, OVER, SHOWN, WORLDS
from allmende.core.game import Game
from allmende.core.match import Step
from allmende.core.record import Record
from allmende.table.tables.knowledge import knowledge, veiled, watchers
from allmende.table.tables.openness import Openness


def kind_of(game: Game, step: Step) -> int:
    """Say what keeps a move from being taken back."""
    if step.after.over:
        return OVER
    if step.after.drawn != step.before.drawn:
        return CHANCE
    openness = Openness(game, step)
    everybody = watchers(int(step.after.seats))
    return SHOWN if any(learns(game, step, who, openness) for who in everybody) else FREE


def learns(game: Game, step: Step, watcher: int | None, openness: Openness) -> bool:
    """Tell whether a watcher learned something: a world that it took for possible is so no more."""
    known, seat = knowledge(game, step.after, watcher), step.move.seat
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
    game: Game, world: Record, seat: int, numbers: Sequence[int], watcher: int | None, known: bytes
) -> bool:
    """Tell whether one of some moves leads from a world to what a watcher knows now."""
    return any(
        knowledge(game, game.after(world, seat, number), watcher) == known for number in numbers
    )
