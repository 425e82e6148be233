"""What can be done with a saved game."""

from pathlib import Path
from typing import Annotated

import typer

from ..choices import positive_number, whole_number
from .shared import ENGLISH, MOST_ITERATIONS, MOST_SECONDS, Lang

GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
GameOfFile = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="The .py file of a game that is not installed."),
]


def verify(file: GameFile, game: GameOfFile = None) -> None:
    """Replay a saved game and say whether it holds what it claims."""
    from ..files import verify_file

    verify_file(file, game)


def replay(
    file: GameFile,
    every: Annotated[bool, typer.Option("--every", help="Show the board after each move.")] = False,
    lang: Lang = ENGLISH,
    game: GameOfFile = None,
) -> None:
    """Tell a saved game move by move, as a spectator saw it."""
    from ..files import replay_file

    replay_file(file, game, every, lang)


def analyse(
    file: GameFile,
    seconds: Annotated[
        float | None,
        typer.Option(
            parser=positive_number(MOST_SECONDS),
            metavar="S",
            show_default="no limit",
            help="How long to think about each move.",
        ),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, MOST_ITERATIONS),
            metavar="N",
            show_default="1000 without --seconds",
            help="How many games to imagine for each move.",
        ),
    ] = None,
    games_each: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, MOST_ITERATIONS),
            metavar="N",
            show_default="1000 with --on",
            help="Imagine N games for every legal move of all positions at once, and search none.",
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(
            metavar="cpu|gpu|auto",
            show_default="cpu",
            help="Where these games are imagined; auto is the GPU of this machine if there is one.",
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="OUT.SVG", help="Draw the chances to win into this file."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the analysis as one JSON object.")
    ] = False,
    lang: Lang = ENGLISH,
    game: GameOfFile = None,
) -> None:
    """Look at a saved game move by move: chances to win and turning points."""
    from ..analyse import Thought, Wishes, analyse_file

    thought = Thought(seconds, iterations, games_each, on)
    analyse_file(Wishes(file, game, thought, svg, as_json, lang))


def position(file: GameFile, game: GameOfFile = None) -> None:
    """Print the last position of a saved game as JSON."""
    from ..files import print_position

    print_position(file, game)
