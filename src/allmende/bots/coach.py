"""The coach: says which moves are good, how good, and how sure that is."""

import math
from collections.abc import Sequence
from dataclasses import replace

from allmende.core.advice import Advice, Suggestion
from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.insight import CURIOSITY
from allmende.core.match import Move
from allmende.core.sight import Sight

from .calibration import calibration_of
from .search.iteration import ANY_MOVE
from .search.thinker import MOST_ITERATIONS, NODES, Budget, Considered, Thinker, Thought

SEED = "coach"
SECONDS = 1.0
"""How long the coach thinks when nobody sets a limit."""


class PatientThinker(Thinker):
    """Thinks to the end of its budget also where the best move is clear, and is as curious in every
    game: people ask about the other moves too, and its chances are calibrated for that."""

    def __init__(self, game: Game, seed: str, nodes: int = NODES) -> None:
        curious = replace(game.insight, curiosity=CURIOSITY)
        super().__init__(replace(game, insight=curious), seed, nodes)

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
        suggestion(sight, thought, found, in_words[found.move]) for found in thought.moves
    )
    chances = chances_with(sight, thought, thought.moves[0])
    return Advice(sight.seat, suggestions, chances, thought.iterations, thought.seconds)


def chances_with(sight: Sight, thought: Thought, found: Considered) -> tuple[float, ...]:
    """Return the chances of all seats to win if the seat that was asked makes a move."""
    calibration = calibration_of(sight.game)
    shares = calibration.shares(thought, sight.seat, found)
    return calibration.chances(int(sight.known.ply), sight.seat, shares)


def suggestion(sight: Sight, thought: Thought, found: Considered, move: Move) -> Suggestion:
    """Say what a thought found out about a move. Its error is that of the imagined games, as far as
    the chance to win moves with their share."""
    calibration, ply = calibration_of(sight.game), int(sight.known.ply)
    shares = calibration.shares(thought, sight.seat, found)
    win = calibration.chances(ply, sight.seat, shares)[sight.seat]
    steepness = calibration.steepness(ply, sight.seat, shares) / sum(thought.chances)
    return Suggestion(move, win, found.points, found.visits, steepness * found.error)


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
