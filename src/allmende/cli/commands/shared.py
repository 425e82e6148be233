"""What several commands ask for, and how much of it at most."""

from pathlib import Path
from typing import Annotated

import typer

from allmende.core.language import LANGUAGES

from ..choices import one_of, whole_number

MOST_SEATS = 99
MOST_GAMES = 10**12
MOST_JOBS = 256
MOST_PACE = 1000
MOST_ROUNDS = 1000
MOST_SECONDS = 86_400
MOST_ITERATIONS = 10**9
ENGLISH = LANGUAGES[0]

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of a game, or path of a .py file with one.")
]
Seats = Annotated[
    int | None,
    typer.Option(
        parser=whole_number(1, MOST_SEATS),
        metavar="K",
        show_default="smallest of the game",
        help="How many play.",
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="S", show_default="a fresh one", help="Where all chance comes from."),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=CHOICE", help="Choose an option of the game; repeatable."
    ),
]
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="FILE", help="Components of your own instead of the game's."),
]
WorkJobs = Annotated[
    int | None,
    typer.Option(
        parser=whole_number(1, MOST_JOBS),
        metavar="J",
        show_default="1; all cores in a local cluster",
        help="How many processes.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="HOST:PORT|local",
        show_default="this machine",
        help="Let a Ray cluster do the work; local starts one here. See docs/cluster.md.",
    ),
]
Lang = Annotated[
    str,
    typer.Option(
        "--lang", parser=one_of(LANGUAGES), metavar="|".join(LANGUAGES), help="Language for people."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace what these files hold.")]
