"""The coach: says which moves are good, how good, and how sure that is.

In a game that has a net it thinks with it, as soon as somebody has measured how such a search is to
be read; else without one.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from allmende.core.advice import Advice, Suggestion
from allmende.core.beside import file_beside
from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.insight import CURIOSITY
from allmende.core.match import Move
from allmende.core.sight import Sight

from .calibration import FILE, FILE_WITH_NET, Calibration, calibration_of
from .nets.file import has_net, net_of
from .puct.thinker import NODES as NODES_WITH_NET
from .puct.thinker import NetThinker
from .search.iteration import ANY_MOVE
from .search.thinker import MOST_ITERATIONS, NODES, Budget, Considered, Thinker, Thought

SEED = "coach"
SECONDS = 1.0
"""How long the coach thinks when nobody sets a limit."""
PART_FOR_POINTS = 0.25
"""A net says who will be ahead, not by how much: so part of the thought plays games out."""


class PatientThinker(Thinker):
    """Thinks to the end of its budget also where the best move is clear, and is as curious in every
    game: people ask about the other moves too, and its chances are calibrated for that."""

    def __init__(self, game: Game, seed: str, nodes: int = NODES) -> None:
        curious = replace(game.insight, curiosity=CURIOSITY)
        super().__init__(replace(game, insight=curious), seed, nodes)

    def is_decided(self, seat: int, legal: list[int], more: float) -> bool:
        """Never stop early."""
        return False


class PatientNetThinker(NetThinker):
    """The same with the net of a game."""

    def __init__(self, game: Game, seed: str, nodes: int = NODES_WITH_NET) -> None:
        super().__init__(game, seed, net_of(game), nodes)

    def is_decided(self, seat: int, legal: list[int], more: float) -> bool:
        """Never stop early."""
        return False


def thinks_with_net(game: Game) -> bool:
    """Tell whether the coach of a game has a net, and what it says can be read."""
    return has_net(game) and file_beside(game, FILE_WITH_NET).is_file()


def calibration_for(game: Game) -> Calibration:
    """Return how the coach of a game is to be read."""
    return calibration_of(game, FILE_WITH_NET if thinks_with_net(game) else FILE)


def think(sight: Sight, budget: Budget, only: int) -> Thought:
    """Think about a decision, or about one of its moves, with a net if there is one to be read."""
    if not thinks_with_net(sight.game):
        return PatientThinker(sight.game, SEED).think(sight, budget, only)
    thinking = budget.at_pace(1 - PART_FOR_POINTS)
    thought = PatientNetThinker(sight.game, SEED).think(sight, thinking, only)
    counting = replace(
        budget.at_pace(PART_FOR_POINTS),
        iterations=max(1, round(budget.iterations * PART_FOR_POINTS)),
    )
    return with_points_of(thought, PatientThinker(sight.game, SEED).think(sight, counting, only))


def with_points_of(thought: Thought, counted: Thought) -> Thought:
    """Take points from a thought that played games out; a move that it never tried gets the mean of
    the others."""
    visits = sum(found.visits for found in counted.moves)
    usual = sum(found.visits * found.points for found in counted.moves) / visits
    points = {found.move: found.points for found in counted.moves}
    moves = tuple(replace(it, points=points.get(it.move, usual)) for it in thought.moves)
    return replace(thought, moves=moves, seconds=thought.seconds + counted.seconds)


def advise(
    sight: Sight,
    moves: Sequence[Move],
    seconds: float | None = None,
    iterations: int | None = None,
) -> Advice:
    """Think about some moves of a decision, given in words: all legal ones, or only one."""
    only = ANY_MOVE if len(moves) > 1 else moves[0].number
    thought = think(sight, budget_of(seconds, iterations), only)
    in_words = {move.number: move for move in moves}
    suggestions = tuple(
        suggestion(sight, thought, found, in_words[found.move]) for found in thought.moves
    )
    chances = chances_with(sight, thought, thought.moves[0])
    return Advice(sight.seat, suggestions, chances, thought.iterations, thought.seconds)


def chances_with(sight: Sight, thought: Thought, found: Considered) -> tuple[float, ...]:
    """Return the chances of all seats to win if the seat that was asked makes a move."""
    calibration = calibration_for(sight.game)
    shares = calibration.shares(thought, sight.seat, found)
    return calibration.chances(int(sight.known.ply), sight.seat, shares)


def suggestion(sight: Sight, thought: Thought, found: Considered, move: Move) -> Suggestion:
    """Say what a thought found out about a move. Its error is that of the imagined games, as far as
    the chance to win moves with their share."""
    calibration, ply = calibration_for(sight.game), int(sight.known.ply)
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
