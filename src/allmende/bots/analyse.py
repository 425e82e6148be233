"""Analysis: a game looked at again, move by move, for the moments that decided it.

At every ply the seat that decided is asked again, with exactly what it knew then and nothing it
learned later. What comes of its best move gives the chances of all to win at that moment. After the
last move of a finished game the chances are the result itself.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from allmende.core.advice import Suggestion
from allmende.core.gpu import CPU
from allmende.core.match import Match, Move
from allmende.core.sight import Sight

from .judging import Verdict, judge

LEAST_LOSS = 0.05
"""A turning point costs at least so much of the chance to win …"""
CLEAR = 2.0
"""… and more than so many standard errors: less may be the luck of the search."""
MOST_TURNING_POINTS = 5


@dataclass(frozen=True)
class Judgement:
    """One decision: what was played, what would have been best, and what it cost."""

    ply: int
    move: Move
    before: float
    """The chance of the seat to win with the best move."""
    after: float
    """Its chance once the move was made, as whoever decided next saw it."""
    best: Suggestion
    played: Suggestion
    """What the search says about the move that was played."""

    @property
    def loss(self) -> float:
        """What the move cost next to the best one, both judged before it was made."""
        return max(0.0, self.best.win - self.played.win)

    @property
    def error(self) -> float:
        """The standard error of the loss."""
        return math.hypot(self.best.error, self.played.error)

    @property
    def is_clear(self) -> bool:
        """Whether the move cost something, more surely than by the luck of the search."""
        return self.loss >= LEAST_LOSS and self.loss > CLEAR * self.error

    def as_data(self) -> dict[str, Any]:
        """Return the step as JSON-ready data."""
        return {
            "ply": self.ply,
            "seat": self.move.seat,
            "move": str(self.move),
            "before": self.before,
            "after": self.after,
            "best": self.best.as_data(),
            "played": self.played.as_data(),
            "loss": self.loss,
            "error": self.error,
        }


@dataclass(frozen=True)
class Analysis:
    """A whole game: a step for each move, and the chances of all seats after each one."""

    game: str
    seats: int
    over: bool
    steps: tuple[Judgement, ...]
    curve: tuple[tuple[float, ...], ...]
    """The chance of every seat to win: at the start, then after each move."""

    @property
    def turning_points(self) -> list[Judgement]:
        """The moves that cost most, in the order of the game."""
        return self.costliest(MOST_TURNING_POINTS)

    def costliest(self, most: int) -> list[Judgement]:
        """List at most so many of the moves that cost most, in the order of the game."""
        clear = sorted((step for step in self.steps if step.is_clear), key=lambda step: -step.loss)
        return sorted(clear[:most], key=lambda step: step.ply)

    def as_data(self) -> dict[str, Any]:
        """Return the analysis as JSON-ready data."""
        return {
            "game": self.game,
            "seats": self.seats,
            "over": self.over,
            "curve": [list(chances) for chances in self.curve],
            "turning_points": [step.ply for step in self.turning_points],
            "steps": [step.as_data() for step in self.steps],
        }


def analyse(
    match: Match,
    seconds: float | None = None,
    iterations: int | None = None,
    progress: Callable[[int], None] = lambda moves: None,
) -> Analysis:
    """Look at every move of a match again. `progress` is told of each position looked at."""
    again = Match(match.game, match.record_at(0), match.seed)
    curve: list[tuple[float, ...]] = []
    judgements: list[tuple[Suggestion, Suggestion]] = []
    for move in match.moves:
        advice = again.advise(move.seat, seconds, iterations)
        curve.append(advice.chances)
        # A move that the search soon left alone is judged for itself, with as much thought.
        best_was_played = advice.best.move.number == move.number
        judged = advice if best_was_played else again.advise(move.seat, seconds, iterations, move)
        judgements.append((advice.best, judged.best))
        again.play(move)
        progress(1)
    curve.append(last_chances(again, seconds, iterations))
    progress(1)
    return put_together(match, curve, judgements)


def put_together(
    match: Match,
    curve: list[tuple[float, ...]],
    judgements: list[tuple[Suggestion, Suggestion]],
) -> Analysis:
    """Make an analysis of the chances at every moment, and of the best move and the one that was
    played at each."""
    steps = tuple(
        Judgement(
            ply=ply,
            move=move,
            before=curve[ply - 1][move.seat],
            after=curve[ply][move.seat],
            best=best,
            played=played,
        )
        for ply, (move, (best, played)) in enumerate(
            zip(match.moves, judgements, strict=True), start=1
        )
    )
    return Analysis(match.game.name, match.seats, match.over, steps, tuple(curve))


def analyse_at_once(match: Match, games_each: int, on: str = CPU) -> Analysis:
    """Look at every move of a match again, all at the same time: each legal move of each position
    is judged by so many imagined games. Chances are the parts of those that were won."""
    seats = [move.seat for move in match.moves] + ([] if match.over else [match.to_act[0]])
    sights = [sight_at(match, ply, seat) for ply, seat in enumerate(seats)]
    verdicts = judge(sights, games_each, on=on)
    curve = [verdict.chances for verdict in verdicts]
    if match.over:
        curve.append(result_of(match))
    judgements = [
        (suggested(match, ply, it, it.best.move), suggested(match, ply, it, move.number))
        for ply, (move, it) in enumerate(zip(match.moves, verdicts, strict=False))
    ]
    return put_together(match, curve, judgements)


def sight_at(match: Match, ply: int, seat: int) -> Sight:
    """Return what a seat knew after so many moves."""
    return Sight(match.game, match.record_at(ply), seat, f"advice, seat {seat}, ply {ply}")


def suggested(match: Match, ply: int, verdict: Verdict, number: int) -> Suggestion:
    """Put into words what was found out about a move."""
    found = verdict.of(number)
    move = match.move_at(ply, verdict.seat, number)
    return Suggestion(move, found.win, found.points, found.visits, found.error)


def last_chances(match: Match, seconds: float | None, iterations: int | None) -> tuple[float, ...]:
    """Return the chances at the end of what was played: the result, if the game is over."""
    if match.over:
        return result_of(match)
    return match.advise(match.to_act[0], seconds, iterations).chances


def result_of(match: Match) -> tuple[float, ...]:
    """Return the result of a finished match as chances to win."""
    places = match.ranking()
    return tuple((place == 1) / places.count(1) for place in places)
