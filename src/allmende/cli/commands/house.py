"""The table in the browser, and what its keeper does with what is kept there."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

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


def table(context: typer.Context) -> None:
    """Open the table: play in the browser, with friends or bots."""
    open_table(context.args)


def open_table(arguments: Sequence[str]) -> None:
    """Start the server, which reads its own arguments."""
    from allmende.table.__main__ import settings_from
    from allmende.table.door.serve import serve

    serve(settings_from(arguments))


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    data: DataFolder = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Write over a file of that name.")
    ] = False,
    database: Database = None,
) -> None:
    """Write all tables into one file; the server may be running."""
    from ..keeping import make_backup

    make_backup(file, data, replace, database)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    data: DataFolder = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Lay aside the tables that are there.")
    ] = False,
    database: Database = None,
) -> None:
    """Put a backup into its place; the server must not be running."""
    from ..keeping import put_back

    put_back(file, data, replace, database)


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
    from ..reports import act, list_reports

    if ref is None:
        list_reports(data, database)
    else:
        act(ref, remove_name, ban, dismiss, data, database)


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
    from ..keeping import rescue_tables

    rescue_tables(data, to)
