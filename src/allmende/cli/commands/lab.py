"""Many games at once: what they say about a game, and about those who play it."""

from pathlib import Path
from typing import Annotated

import typer

from ..choices import positive_number, whole_number
from .shared import (
    ENGLISH,
    MOST_GAMES,
    MOST_ITERATIONS,
    MOST_JOBS,
    MOST_PACE,
    MOST_ROUNDS,
    MOST_SEATS,
    MOST_SECONDS,
    Cluster,
    Data,
    Force,
    GameName,
    Lang,
    Options,
    Seats,
    Seed,
    WorkJobs,
)

Players = Annotated[
    str,
    typer.Option(
        metavar="FOX,CALF",
        show_default="chance",
        help="Who sits in each seat, or one for all; fox@400 is a fox that imagines 400 games.",
    ),
]
Pace = Annotated[
    float,
    typer.Option(
        parser=positive_number(MOST_PACE),
        metavar="P",
        help="Multiplies the time of the levels: 0.1 is a tenth.",
    ),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot", metavar="MY.PY:MYBOT", help="A player of your own, by its class; repeatable."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE.parquet", help="Write a row per game, see docs/data.md."),
]
DecisionsOut = Annotated[
    Path | None,
    typer.Option("--decisions", metavar="FILE.parquet", help="Write a row per decision too."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]


def sim(
    game: GameName,
    games: Annotated[
        int,
        typer.Option(parser=whole_number(1, MOST_GAMES), metavar="N", help="How many games."),
    ] = 1000,
    seats: Seats = None,
    seed: Seed = None,
    jobs: WorkJobs = None,
    cluster: Cluster = None,
    option: Options = None,
    data: Data = None,
    check: Annotated[
        bool, typer.Option("--check", help="Check all invariants after every move.")
    ] = False,
    players: Players = "",
    bot: Bots = None,
    pace: Pace = 1.0,
    each_option: Annotated[
        bool,
        typer.Option("--each-option", help="Play as many games with every other choice too."),
    ] = False,
    out: Out = None,
    decisions: DecisionsOut = None,
    force: Force = False,
    as_json: AsJson = False,
    on: Annotated[
        str,
        typer.Option(
            metavar="cpu|gpu|auto",
            help="Where random games are played; auto is the GPU of this machine if there is one.",
        ),
    ] = "cpu",
) -> None:
    """Play many games, random ones or between players, and count."""
    from ..crews import Workers
    from ..sim import Wishes, run_simulation

    run_simulation(
        Wishes(
            game=game,
            games=games,
            seats=seats,
            seed=seed,
            options=option or (),
            data=data,
            workers=Workers(jobs, cluster),
            checking=check,
            players=players,
            bots=bot or (),
            pace=pace,
            each_option=each_option,
            out=out,
            decisions=decisions,
            force=force,
            as_json=as_json,
            on=on,
        )
    )


def arena(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="FOX,BULL,COW",
            help="Who plays; a name may repeat, and fox@400 is a fox that imagines 400 games.",
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, MOST_GAMES),
            metavar="N",
            help="How many games; rounded up to whole deals.",
        ),
    ] = 100,
    seats: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, MOST_SEATS),
            metavar="K",
            show_default="as many as players, or the smallest of the game",
            help="How many sit at a table; with more players they take turns.",
        ),
    ] = None,
    swiss: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, MOST_ROUNDS),
            metavar="R",
            show_default="everybody meets everybody",
            help="Play a Swiss tournament of so many rounds.",
        ),
    ] = None,
    seed: Seed = None,
    jobs: WorkJobs = None,
    cluster: Cluster = None,
    pace: Pace = 1.0,
    option: Options = None,
    bot: Bots = None,
    limit: Annotated[
        float,
        typer.Option(
            parser=positive_number(MOST_SECONDS),
            metavar="S",
            help="Seconds after which a move is drawn by lot for a player.",
        ),
    ] = 30.0,
    out: Out = None,
    decisions: DecisionsOut = None,
    save_games: Annotated[
        Path | None,
        typer.Option("--save-games", metavar="FOLDER", help="Write every game as a game file."),
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option("--run", metavar="FILE", help="Keep finished games here, to go on later."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run that was stopped.")
    ] = False,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Let players compete and say who is stronger."""
    from ..arena import Wishes, run_arena, show_result
    from ..crews import Workers

    wishes = Wishes(
        game=game,
        players=players,
        games=games,
        seats=seats,
        seed=seed,
        options=option or (),
        workers=Workers(jobs, cluster),
        pace=pace,
        bots=bot or (),
        limit=limit,
        swiss=swiss,
        out=out,
        decisions=decisions,
        saved=save_games,
        run=run,
        resume=resume,
        force=force,
    )
    show_result(run_arena(wishes), game, as_json)


def report(
    game: GameName,
    seats: Seats = None,
    option: Options = None,
    data: Data = None,
    games: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, MOST_GAMES),
            metavar="N",
            help="How many games of thoughtful players to look at; the rest follows from it.",
        ),
    ] = 100,
    iterations: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, MOST_ITERATIONS),
            metavar="N",
            help="How many games thoughtful players imagine for a decision.",
        ),
    ] = 64,
    seed: Seed = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, MOST_JOBS),
            metavar="J",
            show_default="as many as there are cores",
            help="How many processes.",
        ),
    ] = None,
    cluster: Cluster = None,
    lang: Lang = ENGLISH,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.html", show_default="GAME-report.html", help="Where to write it."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what this file holds.")] = False,
) -> None:
    """Write the designer's report: who wins, how long, what is used, how much is luck."""
    from ..crews import Workers
    from ..report import Wishes, make_report

    make_report(
        Wishes(
            game=game,
            seats=seats,
            options=option or (),
            data=data,
            games=games,
            iterations=iterations,
            seed=seed,
            workers=Workers(jobs, cluster),
            language=lang,
            out=out,
            force=force,
        )
    )
