"""The laws of the disguise: what the others see of a move, and what they can make of it."""

import random
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from allmende.core.record import Record

from .case import BrokenLaw, Case, Step, demand, random_steps, watchers
from .differences import content, named_places, who

GAMES = 12
MOST_COMPARED = 6


class Outcome(NamedTuple):
    """A secret move that could be made in one of two worlds, and what somebody knows after it."""

    move: int
    world: int
    known: Record
    used_chance: bool


def others_know_the_disguise_only(case: Case) -> None:
    """After a secret move, which is one that looks to the others like another, they know the same
    as after any move that looks like it, in all worlds that they cannot tell apart.

    Which worlds those are is asked of each of the others, and of a spectator. What chance brings
    may hang on the world, so after a move that uses chance only one world is looked at.
    """
    for step in random_steps(case, "disguise", case.share(GAMES)):
        if all(move == shown for move, shown in disguises(step).items()):
            continue  # an open move may turn up what the worlds differ in
        for watcher in others(case, step):
            worlds = (step.before, case.game.veiled(step.before, watcher, "disguise"))
            for disguise, moves in secret_moves(case, worlds, step.seat).items():
                outcomes = [outcome(case, worlds, step.seat, it, watcher) for it in moves]
                know_the_same(outcomes, step.seat, watcher, disguise)


def disguises(step: Step) -> dict[int, int]:
    """Return what the others see of each move that the seat might have made."""
    disguise = step.game.rules.disguise
    return {move: disguise(step.before, step.seat, move) for move in step.legal}


def others(case: Case, step: Step) -> list[int | None]:
    """List everyone who may look but the one who moves."""
    return [watcher for watcher in watchers(case) if watcher != step.seat]


def secret_moves(
    case: Case, worlds: tuple[Record, Record], seat: int
) -> dict[int, list[tuple[int, int]]]:
    """List the secret moves of a seat by disguise, each with the world in which it is legal."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, world in enumerate(worlds):
        for move in case.game.legal_moves(world, seat):
            found[case.game.rules.disguise(world, seat, move)].append((number, move))
    return {
        disguise: moves
        for disguise, moves in found.items()
        if any(move != disguise for _, move in moves)
    }


def outcome(
    case: Case,
    worlds: tuple[Record, Record],
    seat: int,
    move: tuple[int, int],
    watcher: int | None,
) -> Outcome:
    """Make a move of a seat in its world, and see what a watcher knows after it."""
    world, number = move
    before = worlds[world]
    after = case.game.after(before, seat, number)
    known = case.game.concealed(after, watcher)
    return Outcome(number, world, known, bool(after.drawn != before.drawn))


def know_the_same(outcomes: list[Outcome], seat: int, watcher: int | None, disguise: int) -> None:
    """Demand that a watcher knows the same after all moves with one disguise: those in each of the
    worlds, and those without chance in both."""
    one_world = [[one for one in outcomes if one.world == world] for world in (0, 1)]
    without_chance = [one for one in outcomes if not one.used_chance]
    for alike in (*one_world, without_chance):
        for one in alike[1:]:
            if one.known.tobytes() != alike[0].known.tobytes():
                raise BrokenLaw(
                    f"{named_places(alike[0].known, one.known)} shows {who(watcher)} which of "
                    f"{alike[0].move} and {one.move} seat {seat} made, disguised as {disguise}"
                )


def disguises_keep_secrets(case: Case) -> None:
    """Moves that somebody else cannot tell apart have one disguise, and it hangs on nothing that
    the others cannot know."""
    chooser = random.Random("secret move")
    for step in random_steps(case, "secret move", case.share(GAMES)):
        shown = disguises(step)
        for move, seen in shown.items():
            demand(0 <= seen < case.game.moves, f"move {move} is disguised as {seen}, no move")
        moves = chooser.sample(step.legal, min(MOST_COMPARED, len(step.legal)))
        moves_are_disguised(case, step, shown, moves)
        if case.game.secrets:
            disguises_hang_on_no_secret(case, step, shown, chooser.choice(others(case, step)))


def moves_are_disguised(
    case: Case, step: Step, shown: dict[int, int], moves: Iterable[int]
) -> None:
    """Demand that everybody else can tell the move that was made from others that look
    different."""
    game, own = case.game, content(step.after)
    known = {watcher: game.concealed(step.after, watcher) for watcher in others(case, step)}
    for move in moves:
        if shown[move] == shown[step.move]:
            continue
        after = game.after(step.before, step.seat, move)
        if content(after) == own or after.drawn != step.after.drawn:
            continue  # no secret: what followed has wiped out the difference for everyone
        for watcher in known:
            demand(
                game.concealed(after, watcher).tobytes() != known[watcher].tobytes(),
                f"{step.move} and {move} of seat {step.seat} are a secret to {who(watcher)}, but "
                f"not as {shown[step.move]} and {shown[move]}, which is what they are disguised as",
            )


def disguises_hang_on_no_secret(
    case: Case, step: Step, shown: dict[int, int], watcher: int | None
) -> None:
    """Demand that the same move has the same disguise in a world that a watcher cannot tell from
    the true one."""
    world = case.game.veiled(step.before, watcher, "disguise")
    for move in case.game.legal_moves(world, step.seat):
        seen = case.game.rules.disguise(world, step.seat, move)
        demand(
            shown.get(move, seen) == seen,
            f"move {move} of seat {step.seat} is disguised as {shown.get(move)} or {seen}: that "
            f"shows {who(watcher)} a secret",
        )
