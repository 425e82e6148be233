"""The coach: says which moves are good, how good, and how sure that is."""

import math
from collections.abc import Sequence

from allmende.core.advice import Advice, Suggestion
from allmende.core.errors import BadSetup
from allmende.core.match import Move
from allmende.core.sight import Sight

from .search.iteration import ANY_MOVE
from .search.thinker import MOST_ITERATIONS, Budget, Thinker

SEED = "coach"
SECONDS = 1.0
"""How long the coach thinks when nobody sets a limit."""


class PatientThinker(Thinker):
    """Thinks to the end of its budget also where the best move is clear: people ask about the
    other moves too."""

    def is_decided(self, seat: int, legal: list[int], more: float) -> bool:
        """Never stop early."""
        return False


def advise(
    sight: Sight,
    moves: Sequence[Move],
    seconds: float | None = None,
    iterations: int | None = None,
) -> Advice:
    """Think about some moves of a decision, given in words: all legal ones, or only one."""
    only = ANY_MOVE if len(moves) > 1 else moves[0].number
    thought = PatientThinker(sight.game, SEED).think(sight, budget_of(seconds, iterations), only)
    in_words = {move.number: move for move in moves}
    suggestions = tuple(
        Suggestion(in_words[found.move], found.win, found.points, found.visits, found.error)
        for found in thought.moves
        if found.visits
    )
    return Advice(sight.seat, suggestions, thought.iterations, thought.seconds)


def budget_of(seconds: float | None, iterations: int | None) -> Budget:
    """Turn limits into a budget; without any limit it is a second."""
    if seconds is not None and not seconds > 0:
        raise BadSetup(f"seconds={seconds}: a coach needs more than 0 seconds")
    if iterations is not None and iterations < 1:
        raise BadSetup(f"iterations={iterations}: a coach needs at least 1 iteration")
    if seconds is None and iterations is None:
        return Budget(seconds=SECONDS)
    return Budget(
        seconds=math.inf if seconds is None else seconds,
        iterations=MOST_ITERATIONS if iterations is None else iterations,
    )
