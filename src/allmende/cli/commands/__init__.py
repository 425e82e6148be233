"""The commands and their arguments, a file for each part of the house. What a command needs is
imported when it runs, so that help and mistakes are answered at once."""

from typing import Annotated

import typer

from .house import backup, open_table, reports, rescue, restore, table
from .lab import arena, report, sim
from .learning import calibrate, puzzles, train, tune
from .making import check, warm
from .playing import games, play
from .saved import analyse, position, replay, verify

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


app.command(add_help_option=False, context_settings=PASSED_ON)(table)
for command in (  # as help lists them
    games,
    play,
    sim,
    arena,
    verify,
    replay,
    analyse,
    puzzles,
    train,
    tune,
    calibrate,
    report,
    position,
    backup,
    restore,
    reports,
    rescue,
    check,
    warm,
):
    app.command()(command)
