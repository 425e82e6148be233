"""Players and coach: how they learn a game, and what people can learn from them."""

from pathlib import Path
from typing import Annotated

import typer

from ..choices import one_of, positive_number, whole_number
from .shared import (
    MOST_GAMES,
    MOST_ITERATIONS,
    MOST_JOBS,
    MOST_PACE,
    MOST_ROUNDS,
    MOST_SEATS,
    Cluster,
    Force,
    GameName,
    Options,
    Seed,
    WorkJobs,
)

FEWEST_CALIBRATING = 20
MOST_MINUTES = 100_000
MOST_TABLES = 1 << 20
Jobs = Annotated[
    int,
    typer.Option(parser=whole_number(1, MOST_JOBS), metavar="J", help="How many processes."),
]


def puzzles(
    game: GameName,
    number: Annotated[
        int,
        typer.Option(
            "--puzzles",
            parser=whole_number(1, MOST_GAMES),
            metavar="N",
            help="How many puzzles the file shall hold in the end.",
        ),
    ] = 100,
    games: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, MOST_GAMES),
            metavar="M",
            show_default="no limit",
            help="How many games to play at most.",
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option(metavar="S", help="The series of games to look through.")
    ] = "puzzles",
    option: Options = None,
    effort: Annotated[
        float,
        typer.Option(
            parser=positive_number(MOST_PACE), metavar="E", help="Multiplies all thinking."
        ),
    ] = 1.0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default="that of the game", help="Where to write them."),
    ] = None,
) -> None:
    """Find puzzles in games between bots: positions with one clearly best move."""
    from ..puzzles import Wishes, make_puzzles

    make_puzzles(Wishes(game, number, games, seed, option or (), effort, out))


def train(
    game: GameName,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FOLDER", help="Where the net, its log and its curve go."),
    ],
    minutes: Annotated[
        float | None,
        typer.Option(parser=positive_number(MOST_MINUTES), metavar="M", help="How long to train."),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, MOST_GAMES),
            metavar="N",
            help="How many decisions to learn from; the same number gives the same net again.",
        ),
    ] = None,
    tables: Annotated[
        int,
        typer.Option(
            parser=whole_number(2, MOST_TABLES), metavar="N", help="How many games side by side."
        ),
    ] = 512,
    looks: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, MOST_ROUNDS),
            metavar="N",
            help="How often to measure how strong it is, and to keep it.",
        ),
    ] = 20,
    games: Annotated[
        int,
        typer.Option(
            parser=whole_number(0, MOST_GAMES),
            metavar="N",
            help="How many games against a fox at each look.",
        ),
    ] = 10,
    threads: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, MOST_JOBS),
            metavar="T",
            show_default="all cores",
            help="How many threads play and learn on the CPU.",
        ),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="S", help="Where all chance comes from.")] = "train",
    on: Annotated[
        str,
        typer.Option(
            parser=one_of(("cpu", "gpu")), metavar="cpu|gpu", help="Where the tables stand."
        ),
    ] = "cpu",
    device: Annotated[
        str | None,
        typer.Option(
            metavar="cpu|cuda", show_default="cuda if there is one", help="Where the net learns."
        ),
    ] = None,
    reward: Annotated[
        str | None,
        typer.Option(
            parser=one_of(("places", "points", "lead")),
            metavar="places|points|lead",
            show_default="what the game says",
            help="What counts: places, points as stakes, or first a lead and then places.",
        ),
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(metavar="NET.npz", show_default="nothing", help="Begin with this net."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where the folder was left, after a kill, too.")
    ] = False,
    force: Force = False,
    beside: Annotated[
        bool, typer.Option("--beside", help="Put the net beside the game, so that the owl plays.")
    ] = False,
) -> None:
    """Let a net learn a game by playing itself."""
    from ..train import Wishes, train_game

    train_game(
        Wishes(
            game,
            out,
            minutes,
            positions,
            tables,
            looks,
            games,
            threads,
            seed,
            on,
            device,
            reward,
            start,
            resume,
            force,
            beside,
        )
    )


def tune(
    game: GameName,
    trials: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, MOST_GAMES), metavar="N", help="How many candidates to try."
        ),
    ] = 60,
    games: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, MOST_GAMES),
            metavar="N",
            help="Games of a trial; rounded up to whole deals.",
        ),
    ] = 40,
    final: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, MOST_GAMES),
            metavar="N",
            help="Games of each match that the best candidates play in the end.",
        ),
    ] = 400,
    iterations: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, MOST_ITERATIONS),
            metavar="N",
            help="How many games to imagine for a decision.",
        ),
    ] = 150,
    seats: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, MOST_SEATS),
            metavar="K",
            show_default="all of the game in turn",
            help="How many play.",
        ),
    ] = None,
    seed: Seed = None,
    jobs: WorkJobs = None,
    cluster: Cluster = None,
    option: Options = None,
    study: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.db",
            show_default="nothing is kept",
            help="Keep all trials here; the same command goes on where it was stopped.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the result as one JSON object.")
    ] = False,
) -> None:
    """Find better numbers for the insight of a game."""
    from ..crews import Workers
    from ..tune import Wishes, tune_game

    tune_game(
        Wishes(
            game,
            trials,
            games,
            final,
            iterations,
            seats,
            seed,
            option or (),
            Workers(jobs, cluster),
            study,
            as_json,
        )
    )


def calibrate(
    game: GameName,
    games: Annotated[
        int,
        typer.Option(
            parser=whole_number(FEWEST_CALIBRATING, MOST_GAMES),
            metavar="M",
            help="How many games to play.",
        ),
    ] = 2000,
    seed: Annotated[
        str, typer.Option(metavar="S", help="The series of games to ask about.")
    ] = "forecasts",
    jobs: Jobs = 1,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default="that of the game", help="Where to write it."),
    ] = None,
    with_net: Annotated[
        bool, typer.Option("--with-net", help="Of a coach that thinks with the net of the owl.")
    ] = False,
) -> None:
    """Measure how true the coach is, and how to read it so that it says what will happen."""
    from ..calibrate import Wishes, make_calibration

    make_calibration(Wishes(game, games, seed, jobs, out, with_net))
