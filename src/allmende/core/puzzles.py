"""Puzzles: positions with one clearly best move, as lines of data beside the game.

A line holds the position as the seat to move may imagine it, never the truth of the game it came
from: what that seat could not know was dealt anew before it was written down. A position and
moves in notation, and no seed with a list of moves: a change of the rules that concerns another
part of a game leaves such a puzzle as it was, while it would lead a replay somewhere else.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .beside import file_beside
from .errors import AllmendeError
from .game import Game, Json
from .match import Match, from_position
from .position import describe
from .record import Record

FILE = "puzzles.jsonl"
UNTOLD = ("game", "over", "chance")
"""Parts of a position that go without saying: the file tells the game, nobody has won yet, and
what chance brings is nobody's business."""
ID_DIGITS = 8
PLACE = re.compile(r"[a-z]?\d+")
"""A place or a number in the notation of a move."""


class BadPuzzle(AllmendeError):
    """A line of a file of puzzles does not hold a puzzle of this game."""


@dataclass(frozen=True)
class Judged:
    """A legal move of a puzzle: what comes of it in many imagined games."""

    notation: str
    win: float
    points: float


@dataclass(frozen=True)
class Puzzle:
    """A position, whose move it is, and all legal moves, the best one first."""

    id: str
    seat: int
    theme: str
    """The kind of the best move."""
    missed: float
    """How often, from 0 to 1, the weakest player that thinks did not find it."""
    error: float
    """The largest standard error of how much worse another move is."""
    moves: tuple[Judged, ...]
    position: Json
    source: str
    """Which game of which series it came from, and after which decision."""

    @property
    def best(self) -> Judged:
        """The move to find."""
        return self.moves[0]

    @property
    def idea(self) -> str:
        """What the answer is about."""
        return idea_of(self.best.notation)

    @property
    def gap(self) -> float:
        """How much of the chance to win the second best move costs."""
        return self.best.win - self.moves[1].win

    def match(self, game: Game) -> Match:
        """Set the position up."""
        return from_position(game, self.position)

    def as_line(self) -> str:
        """Write the puzzle as a line of a file."""
        line = {
            "id": self.id,
            "seat": self.seat,
            "theme": self.theme,
            "missed": round(self.missed, 2),
            "error": round(self.error, 4),
            "moves": [
                [move.notation, round(move.win, 3), round(move.points, 1)] for move in self.moves
            ],
            "position": self.position,
            "source": self.source,
        }
        return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def puzzle_in(line: str) -> Puzzle:
    """Read a line of a file."""
    try:
        data: dict[str, Any] = json.loads(line)
        moves = tuple(Judged(*move) for move in data.pop("moves"))
        return Puzzle(**data, moves=moves)
    except (TypeError, ValueError, KeyError) as trouble:
        raise BadPuzzle(f"this is not a puzzle: {trouble}") from None


def read_puzzles(file: Path) -> list[Puzzle]:
    """Read a file of puzzles; one that is not there yet holds none."""
    if not file.exists():
        return []
    puzzles = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        try:
            puzzles.append(puzzle_in(line))
        except BadPuzzle as trouble:
            raise BadPuzzle(f"{file.name}, line {number}: {trouble}") from None
    return puzzles


@cache
def puzzles_of(game: Game) -> Sequence[Puzzle]:
    """Return the puzzles of a game that hold under its rules, in the order in which they were
    found, so that new ones come last; a game without a file has none."""
    return tuple(of_these_rules(read_puzzles(file_of(game)), game))


def file_of(game: Game) -> Path:
    """Return where the puzzles of a game lie, or would lie: with its rules."""
    return file_beside(game, FILE)


def of_these_rules(puzzles: Iterable[Puzzle], game: Game) -> list[Puzzle]:
    """Leave out what was found under rules that are not played any more. What was found under
    earlier ones is played by those: its best move is still the best."""
    return [puzzle for puzzle in puzzles if puzzle.position.get("rules") in game.versions]


def position_of(game: Game, imagined: Record) -> Json:
    """Describe a record that a seat imagines, without what goes without saying."""
    document = describe(game, imagined)
    return {name: part for name, part in document.items() if name not in UNTOLD}


def idea_of(notation: str) -> str:
    """Return what a move is about: its notation without where it happens and with which number. Two
    captures by the bear are one idea, a capture by the fox is another."""
    return " ".join(PLACE.sub("", notation).split())


def id_of(position: Json, seat: int) -> str:
    """Name a puzzle by what it asks, so that a link to it lasts."""
    asked = json.dumps([position, seat], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(asked.encode()).hexdigest()[:ID_DIGITS]
