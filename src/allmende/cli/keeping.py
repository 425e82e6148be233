"""`allmende backup`, `restore` and `rescue`: what a house keeps, put into safety and back."""

from pathlib import Path

from allmende.table.settings import data_folder, database_named
from allmende.table.store import backup, moving


def make_backup(target: Path, data: Path | None, replace: bool, database: str | None) -> None:
    """Write everything into one file."""
    address = database_named(database) if data is None else database
    if address is not None:
        tables, files = moving.back_up_database(address, target, replace)
        print(f"{target}: {counted(tables, files)} of the database")
        return
    folder = data or data_folder()
    tables, files = backup.back_up(folder, target, replace)
    print(f"{target}: {counted(tables, files)} of {folder}")


def put_back(source: Path, data: Path | None, replace: bool, database: str | None) -> None:
    """Put a backup into a folder, or into a database."""
    address = database_named(database) if data is None else database
    if address is not None:
        tables, files = moving.restore_database(source, address, replace)
        print(f"the database: {counted(tables, files)} of {source}")
        return
    folder = data or data_folder()
    tables, files = backup.restore(source, folder, replace)
    print(f"{folder}: {counted(tables, files)} of {source}")


def rescue_tables(data: Path | None, target: Path | None) -> None:
    """Save what can be read of a damaged database."""
    from allmende.table.library.rescue import rescue

    folder = data or data_folder()
    place = target or folder.with_name(f"{folder.name}-rescued")
    rescued = rescue(folder, place)
    print(f"{place}: {rescued.saved} tables saved, {rescued.lost} lost")
    for table in rescued.shortened:
        print(f"  {table}: the end of its log is missing or does not fit")
    for table in rescued.untried:
        print(f"  {table}: its game is not installed here, so it was not tried")
    print(f"{rescued.exported} games are written as files in {place / 'games'}")
    print(f"Look at them with: allmende table --data {place}")


def counted(tables: int, files: int) -> str:
    """Say how much there was."""
    return f"{tables} tables and {files} game files"
