"""`allmende puzzles`: finds positions with one clearly best move, and writes each down at once."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from allmende.core.errors import BadSetup
from allmende.core.puzzles import Puzzle, file_of, of_these_rules, read_puzzles
from allmende.core.registry import find_game
from allmende.lab.puzzles import Plan, Thoroughness, find_puzzles

from .arguments import the_options, the_seed
from .numbers import in_percent
from .progress import watched


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str
    puzzles: int
    games: int | None
    seed: str
    options: Sequence[str]
    effort: float
    out: Path | None


def make_puzzles(wishes: Wishes) -> None:
    """Add puzzles to a file until it holds enough; one that was stopped goes on where it was."""
    game = find_game(wishes.game)
    file = file_of(game) if wishes.out is None else wishes.out
    known = of_these_rules(read_puzzles(file), game)
    plan = Plan(
        game=game,
        puzzles=wishes.puzzles,
        seed=the_seed(wishes.seed),
        options=the_options(wishes.options),
        thought=Thoroughness().times(wishes.effort),
        games=wishes.games,
    )
    write(file, "")
    found = len(known)
    with watched(wishes.puzzles, "thinking", "finding puzzles", "puzzles") as progress:
        progress(found)
        for puzzle in find_puzzles(plan, known):
            write(file, puzzle.as_line())
            found += 1
            progress(1)
            print(told(puzzle), flush=True)
    print(f"{file} holds {found} of {wishes.puzzles} puzzles of {game.name}.")


def write(file: Path, line: str) -> None:
    """Add a line to a file."""
    try:
        with file.open("a", encoding="utf-8") as lines:
            lines.write(line)
    except OSError as trouble:
        raise BadSetup(f"{file} cannot be written: {trouble.strerror}") from None


def told(puzzle: Puzzle) -> str:
    """Tell a puzzle in one line."""
    best, second = puzzle.moves[:2]
    return (
        f"{puzzle.id}  {puzzle.position['seats']} seats, {len(puzzle.moves)} moves: "
        f"{best.notation} {in_percent(best.win)}, {second.notation} {in_percent(second.win)}"
    )
