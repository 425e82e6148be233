"""Puzzles on the page: a position as the seat to move knows it, all its moves with what comes of
them, and where to look. Which one is that of a day hangs on the date alone, so it is the same for
all who play."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from allmende.bots.calibration import calibration_of
from allmende.core import shapes
from allmende.core.advice import Suggestion
from allmende.core.game import Game, Json
from allmende.core.match import Match, Move
from allmende.core.puzzles import BadPuzzle, Judged, Puzzle, puzzles_of

from ..tables.history import History
from ..tables.scene import Scene, spelled, state
from ..thinkers import hints
from ..wire import answers

STRIDE = 49
"""Puzzles that were found together lie far apart in the calendar; odd, so that none is left out."""
KEPT = 256
"""So many puzzles are kept ready; each is a few kilobytes."""


def how_many(game: Game) -> int:
    """Count the puzzles of a game; a file that cannot be read must not keep all games from being
    listed."""
    try:
        return len(puzzles_of(game))
    except BadPuzzle:
        return 0


def number_of(puzzles: Sequence[Puzzle], which: str) -> int | None:
    """Find a puzzle by its name, or that of a day by its date; None if there is no such puzzle."""
    by_name = next((at for at, puzzle in enumerate(puzzles) if puzzle.id == which), None)
    if by_name is not None or not puzzles:
        return by_name
    try:
        return number_on(date.fromisoformat(which), len(puzzles))
    except ValueError:
        return None


def number_on(day: date, count: int) -> int:
    """Return which of so many puzzles is that of a day. As many days as the next power of two go
    through all of them; those that are too many take one of the first half again. So one more
    puzzle takes over every other day of a single one, and all other days stay as they are."""
    days = 1 << (count - 1).bit_length()
    number = day.toordinal() * STRIDE % days
    return number if number < count else number - days // 2


@lru_cache(maxsize=KEPT)
def scene_of(game: Game, puzzle: str) -> Scene[History]:
    """Set a puzzle up."""
    return Scene(History(named(game, puzzle).match(game)))


def named(game: Game, puzzle: str) -> Puzzle:
    """Return the puzzle of a name that there is."""
    return next(known for known in puzzles_of(game) if known.id == puzzle)


@lru_cache(maxsize=KEPT)
def data_of(game: Game, number: int) -> answers.Puzzle:
    """Return a puzzle for the page."""
    puzzles = puzzles_of(game)
    puzzle, following = puzzles[number], next_after(puzzles, number)
    scene = scene_of(game, puzzle.id)
    legal = scene.legal(puzzle.seat)
    judged = suggestions(puzzle, scene.history.match)
    return {
        "game": game.name,
        "id": puzzle.id,
        "seat": puzzle.seat,
        "seats": int(scene.record.seats),
        "number": number + 1,
        "of": len(puzzles),
        "next": following.id,
        "missed": puzzle.missed,
        "error": puzzle.error,
        "nudge": hints.nudge(judged, legal),
        "moves": [
            {**spelled(found.move), "win": found.win, "points": found.points} for found in judged
        ],
        "state": state(scene, [puzzle.seat]),
    }


def next_after(puzzles: Sequence[Puzzle], number: int) -> Puzzle:
    """Return the puzzle that follows by name, which is no order: neighbours come from one game."""
    names = sorted(puzzle.id for puzzle in puzzles)
    name = names[(names.index(puzzles[number].id) + 1) % len(names)]
    return next(puzzle for puzzle in puzzles if puzzle.id == name)


def suggestions(puzzle: Puzzle, match: Match) -> tuple[Suggestion, ...]:
    """Give every move of a puzzle its number, its words and a chance to win as the coach would read
    it, the best one first."""
    legal: dict[str, Move] = {move.notation: move for move in match.legal(puzzle.seat)}
    if set(legal) != {judged.notation for judged in puzzle.moves}:
        raise BadPuzzle(f"puzzle {puzzle.id}: its moves are not those of its position")
    calibration, ply = calibration_of(match.game), int(match.record.ply)

    def chance(judged: Judged) -> float:
        return calibration.chance_of(ply, puzzle.seat, match.seats, judged.win)

    return tuple(
        Suggestion(legal[judged.notation], chance(judged), judged.points, 0, puzzle.error)
        for judged in puzzle.moves
    )


def why_not(game: Game, number: int, wish: str | Json) -> shapes.Message | None:
    """Say why a move is not possible in a puzzle."""
    puzzle = puzzles_of(game)[number]
    return scene_of(game, puzzle.id).why_not(wish, puzzle.seat)
