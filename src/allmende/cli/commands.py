"""The commands and their arguments. What a command needs is imported when it runs, so that help
and mistakes are answered at once."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from allmende.core.language import LANGUAGES

from .choices import COW, OPPONENTS, one_of, positive_number, whole_number

MOST_SEATS = 99
MOST_GAMES = 10**12
MOST_JOBS = 256
FEWEST_CALIBRATING = 20
MOST_PACE = 1000
MOST_ROUNDS = 1000
MOST_SECONDS = 86_400
MOST_ITERATIONS = 10**9
MOST_MINUTES = 100_000
MOST_TABLES = 1 << 20
ENGLISH = LANGUAGES[0]
PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of a game, or path of a .py file with one.")
]
GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
GameOfFile = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="The .py file of a game that is not installed."),
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
DataFolder = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="FOLDER",
        show_default="that of this user",
        help="Where tables are kept.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        show_default="SQLite, in the folder",
        help="A PostgreSQL database instead.",
    ),
]
Jobs = Annotated[
    int,
    typer.Option(parser=whole_number(1, MOST_JOBS), metavar="J", help="How many processes."),
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
Force = Annotated[bool, typer.Option("--force", help="Replace what these files hold.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]


def show_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        from allmende import __version__

        print(f"allmende {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def allmende(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """A table and a laboratory for board games about cows and forests.

    Without a command it opens the table in your browser.
    """
    if context.invoked_subcommand is None:
        open_table([])


@app.command(add_help_option=False, context_settings=PASSED_ON)
def table(context: typer.Context) -> None:
    """Open the table: play in the browser, with friends or bots."""
    open_table(context.args)


def open_table(arguments: Sequence[str]) -> None:
    """Start the server, which reads its own arguments."""
    from allmende.table.__main__ import settings_from
    from allmende.table.door.serve import serve

    serve(settings_from(arguments))


@app.command()
def games(lang: Lang = ENGLISH) -> None:
    """List the installed games."""
    from .games import list_games

    list_games(lang)


@app.command()
def play(
    game: GameName,
    seats: Seats = None,
    seed: Seed = None,
    option: Options = None,
    data: Data = None,
    against: Annotated[
        str,
        typer.Option(
            parser=one_of(OPPONENTS),
            metavar="|".join(OPPONENTS),
            help="Who sits in the other seats.",
        ),
    ] = COW,
    lang: Lang = ENGLISH,
    names: Annotated[
        str, typer.Option(metavar="ANNA,BERT", help="Names of the players, by seat.")
    ] = "",
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")
    ] = None,
) -> None:
    """Play a game in the terminal."""
    from .play import Wishes, play_in_terminal

    play_in_terminal(Wishes(game, seats, seed, option or (), data, against, lang, names, load))


@app.command()
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
    from .crews import Workers
    from .sim import Wishes, run_simulation

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


@app.command()
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
    from .arena import Wishes, run_arena, show_result
    from .crews import Workers

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


@app.command()
def verify(file: GameFile, game: GameOfFile = None) -> None:
    """Replay a saved game and say whether it holds what it claims."""
    from .files import verify_file

    verify_file(file, game)


@app.command()
def replay(
    file: GameFile,
    every: Annotated[bool, typer.Option("--every", help="Show the board after each move.")] = False,
    lang: Lang = ENGLISH,
    game: GameOfFile = None,
) -> None:
    """Tell a saved game move by move, as a spectator saw it."""
    from .files import replay_file

    replay_file(file, game, every, lang)


@app.command()
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
    from .analyse import Thought, Wishes, analyse_file

    thought = Thought(seconds, iterations, games_each, on)
    analyse_file(Wishes(file, game, thought, svg, as_json, lang))


@app.command()
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
    from .puzzles import Wishes, make_puzzles

    make_puzzles(Wishes(game, number, games, seed, option or (), effort, out))


@app.command()
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
    from .train import Wishes, train_game

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


@app.command()
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
    from .crews import Workers
    from .tune import Wishes, tune_game

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


@app.command()
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
    from .calibrate import Wishes, make_calibration

    make_calibration(Wishes(game, games, seed, jobs, out, with_net))


@app.command()
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
    from .crews import Workers
    from .report import Wishes, make_report

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


@app.command()
def position(file: GameFile, game: GameOfFile = None) -> None:
    """Print the last position of a saved game as JSON."""
    from .files import print_position

    print_position(file, game)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    data: DataFolder = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Write over a file of that name.")
    ] = False,
    database: Database = None,
) -> None:
    """Write all tables into one file; the server may be running."""
    from .keeping import make_backup

    make_backup(file, data, replace, database)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    data: DataFolder = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Lay aside the tables that are there.")
    ] = False,
    database: Database = None,
) -> None:
    """Put a backup into its place; the server must not be running."""
    from .keeping import put_back

    put_back(file, data, replace, database)


@app.command()
def reports(
    ref: Annotated[
        str | None, typer.Argument(metavar="REPORT", help="One of them, to act on.")
    ] = None,
    remove_name: Annotated[
        bool, typer.Option("--remove-name", help="Take the name from the seat.")
    ] = False,
    ban: Annotated[
        str | None,
        typer.Option(metavar="30d", help="Keep the device and its address from open tables."),
    ] = None,
    dismiss: Annotated[bool, typer.Option("--dismiss", help="Leave it at that.")] = False,
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """List what people have reported at open tables, or act on it; the server may be running."""
    from .reports import act, list_reports

    if ref is None:
        list_reports(data, database)
    else:
        act(ref, remove_name, ban, dismiss, data, database)


@app.command()
def rescue(
    data: DataFolder = None,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", show_default="beside the old one", help="Where to save them."
        ),
    ] = None,
) -> None:
    """Save what can be read of a damaged database."""
    from .keeping import rescue_tables

    rescue_tables(data, to)


@app.command()
def check(game: GameName) -> None:
    """Try the laws that every game obeys on a game."""
    from .check import check_game

    check_game(game)


@app.command()
def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="Games; all without a name.")
    ] = None,
) -> None:
    """Compile games now, so that later starts are instant."""
    from .warm import warm_games

    warm_games(games or ())
