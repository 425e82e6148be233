"""`allmende reports`: what people have reported about strangers, and what comes of it."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from allmende.core.errors import BadSetup
from allmende.table.settings import Settings, data_folder, database_named
from allmende.table.store import meeting
from allmende.table.store.clock import DAY, SECOND
from allmende.table.store.place import database_of

DISMISSED, NAME_REMOVED, BANNED = "dismissed", "name removed", "banned for {days} days"


@contextmanager
def kept(data: Path | None, database: str | None) -> Iterator[Connection]:
    """Open what a house keeps, beside its server if it runs."""
    address = database_named(database) if data is None else database
    settings = Settings(data=data or data_folder(), database_url=address)
    if address is None and not settings.database.is_file():
        raise BadSetup(f"there are no tables in {settings.data}; name their folder with --data")
    engine = database_of(settings).open()
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def list_reports(data: Path | None, database: str | None) -> None:
    """Print the reports that nobody has acted on."""
    with kept(data, database) as c:
        found = meeting.reports(c)
    for report in found:
        print_report(report)
    if not found:
        print("nobody has reported anything")


def print_report(report: meeting.Report) -> None:
    """Print a report."""
    print(f"{report.ref}  {report.at[:16]}  {report.reason}: {report.name!r}")
    print(f"    at /t/{report.at_table}, seat {report.seat + 1}")
    if report.words:
        print(f"    {report.words}")
    for line in report.said.splitlines():
        print(f"    > {line}")


def act(
    ref: str,
    remove_name: bool,
    ban: str | None,
    dismiss: bool,
    data: Path | None,
    database: str | None,
) -> None:
    """Act on a report, and print what was done; without a measure print the report."""
    with kept(data, database) as c:
        found = meeting.reports(c, ref)
        if not found:
            raise BadSetup(f"there is no report '{ref}'; 'allmende reports' lists them")
        report, done = found[0], []
        if remove_name:
            meeting.remove_name(c, report.at_table, report.seat)
            done.append(NAME_REMOVED)
        if ban is not None:
            days = read_days(ban)
            until = int(time.time() + days * DAY) * SECOND
            meeting.add_ban(c, report.owner, report.address, until)
            done.append(BANNED.format(days=days))
        if dismiss:
            done.append(DISMISSED)
        if not done:
            print_report(report)
            return
        meeting.forget_bans(c, int(time.time() * SECOND))
        meeting.note_measure(c, ref, ", ".join(done))
    print(f"{ref}: {', '.join(done)}")


def read_days(text: str) -> int:
    """Read a number of days."""
    found = re.fullmatch(r"([1-9][0-9]{0,3})d", text)
    if found is None:
        raise BadSetup(f"'{text}' is no number of days; write it like 30d")
    return int(found[1])
