"""The way out of a damaged database: what can be read goes into a new one, and every game that
still replays is written as a game file besides. The damaged file stays as it is."""

import shutil
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert, update
from sqlalchemy.exc import SQLAlchemyError

from allmende.core import file
from allmende.core.errors import AllmendeError
from allmende.core.registry import game_named

from ..settings import DATABASE, FILES
from ..store.facts import OPEN, Kept
from ..store.lock import Occupied, lock_folder
from ..store.private import OWN_FILE, companions, make_folder
from ..store.salvage import Row, rows_of, unbroken
from ..store.schema import CHAIRS, EVENTS, METADATA, TABLES
from ..store.sqlite import open_database
from ..store.statements import read_table
from ..tables.history import History
from ..tables.rebuilding import first_match
from .branch import seated

EXPORTS = "games"
DAMAGED = "damaged"

Rows = dict[str, list[Row]]


OF_THE_HOUSE = ""
"""In the place of a table: what belongs to none, but to a person or the house."""


class NoRescue(AllmendeError):
    """Nothing can be rescued like that."""


@dataclass
class Rescued:
    """What became of the tables of a damaged database, by their ids."""

    whole: list[str] = field(default_factory=list)
    shortened: list[str] = field(default_factory=list)
    """The end of their logs could not be read, or does not fit any more."""
    untried: list[str] = field(default_factory=list)
    """Kept as they were, but their game is not installed here."""
    lost: int = 0
    exported: int = 0

    @property
    def saved(self) -> int:
        """How many tables are in the new database."""
        return len(self.whole) + len(self.shortened) + len(self.untried)


def rescue(data: Path, target: Path) -> Rescued:
    """Save what can be read of the tables in a folder into a new folder."""
    if not (data / DATABASE).is_file():
        raise NoRescue(f"there is no {DATABASE} in {data}; name its folder with --data")
    if target.exists():
        raise NoRescue(f"{target} is there already: name a new folder with --to")
    try:
        with lock_folder(data):
            make_folder(target)
            damaged = copy_aside(data, target / DAMAGED)
    except Occupied as occupied:
        raise NoRescue(f"the table is open at {occupied.address}: stop it first") from None
    found = {table.name: rows_of(damaged, table) for table in METADATA.sorted_tables}
    if not found[TABLES.name]:  # nothing else says which game was dealt from which seed
        shutil.rmtree(target)
        raise NoRescue(
            f"nothing in {data / DATABASE} can be read; put a backup in its place with "
            f"'allmende restore FILE --data {data} --replace'"
        )
    return write_anew(found, target)


def copy_aside(data: Path, folder: Path) -> Path:
    """Copy a database with its companions, so that to read it changes nothing, and the files that
    people brought."""
    make_folder(folder)
    for path in companions(data / DATABASE):
        if path.exists():
            shutil.copyfile(path, folder / path.name)
            (folder / path.name).chmod(OWN_FILE)
    if (data / FILES).is_dir():
        shutil.copytree(data / FILES, folder.parent / FILES)
    return folder / DATABASE


def write_anew(found: Rows, target: Path) -> Rescued:
    """Write the tables that were read into a new database, and their games into files."""
    rescued = Rescued()
    by_table = {
        part.name: sorted_by_table(found[part.name], key_of(part))
        for part in METADATA.sorted_tables
    }
    mentioned = {table for rows in by_table.values() for table in rows} - {OF_THE_HOUSE}
    engine = open_database(target / DATABASE)
    with engine.begin() as connection:
        for table in METADATA.sorted_tables:
            write_rows(connection, table, by_table[table.name][OF_THE_HOUSE])
    for row in found[TABLES.name]:
        with engine.begin() as connection:
            try:
                write_table(connection, row, {name: it[row["id"]] for name, it in by_table.items()})
            except SQLAlchemyError:
                connection.rollback()
                continue
        mentioned.discard(row["id"])
        with engine.begin() as connection:
            note_state(connection, row["id"], rescued, target / EXPORTS)
    rescued.lost = len(mentioned)
    engine.dispose()
    return rescued


def key_of(part: Table) -> str | None:
    """Return the column that says to which table a row belongs; None if it belongs to none."""
    if part is TABLES:
        return "id"
    return "table_id" if "table_id" in part.c else None


def sorted_by_table(rows: list[Row], key: str | None) -> dict[str, list[Row]]:
    """Sort rows by the table they belong to."""
    sorted_rows: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        sorted_rows[OF_THE_HOUSE if key is None else row[key]].append(row)
    return sorted_rows


def write_table(connection: Connection, row: Row, parts: Rows) -> None:
    """Write one table with all that was read of it."""
    connection.execute(insert(TABLES), row)
    known = {chair["seat"]: chair for chair in parts[CHAIRS.name]}
    chairs = [known.get(seat) or empty_chair(row["id"], seat) for seat in range(row["seats"])]
    connection.execute(insert(CHAIRS), chairs)
    for table in METADATA.sorted_tables:
        if table not in (TABLES, CHAIRS):
            rows = parts[table.name]
            write_rows(connection, table, list(unbroken(rows)) if table is EVENTS else rows)


def write_rows(connection: Connection, table: Table, rows: list[Row]) -> None:
    """Write rows one by one; one that cannot be right is left out."""
    for row in rows:
        savepoint = connection.begin_nested()
        try:
            connection.execute(insert(table), row)
            savepoint.commit()
        except SQLAlchemyError:
            savepoint.rollback()


def empty_chair(table: str, seat: int) -> Row:
    """Return a chair of which nothing could be read: the host may invite somebody to it."""
    return {
        "table_id": table,
        "seat": seat,
        "kind": OPEN,
        "name": "",
        "level": None,
        "resigned": 0,
        "timed_out": 0,
    }


def note_state(connection: Connection, table: str, rescued: Rescued, exports: Path) -> None:
    """Replay a rescued table as far as it goes, cut its log there, and write its game down."""
    kept = read_table(connection, table)
    assert kept is not None
    try:
        history = replayed(kept)
    except AllmendeError:
        rescued.untried.append(table)
        return
    standing = history.standing()
    row = connection.execute(TABLES.select().where(TABLES.c.id == table)).mappings().one()
    ended = (standing.ending, standing.ply) == (row["ending"], row["ply"])
    whole = ended and history.version == len(kept.happenings)
    (rescued.whole if whole else rescued.shortened).append(table)
    if not whole:
        cut(connection, table, history, keep_result=ended)
    make_folder(exports)
    (exports / f"{table}.allmende").touch(OWN_FILE)
    (exports / f"{table}.allmende").write_text(
        file.write(history.match, seated(kept.chairs)), encoding="utf-8"
    )
    rescued.exported += 1


def replayed(kept: Kept) -> History:
    """Replay a log as far as it goes."""
    game = game_named(kept.deal.game)
    history = History(first_match(kept.deal, game))
    for happening in kept.happenings:
        try:
            history.replay([happening])
        except AllmendeError:
            break
    return history


def cut(connection: Connection, table: str, history: History, keep_result: bool) -> None:
    """Let a log end where its replay came to, and let the list of tables say so."""
    late = (EVENTS.c.table_id == table) & (EVENTS.c.version > history.version)
    connection.execute(EVENTS.delete().where(late))
    standing: dict[str, Any] = {
        "ply": history.standing().ply,
        "waiting": history.standing().waiting,
        "ending": history.standing().ending,
    }
    if not keep_result:
        standing["result"] = None
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(**standing))
