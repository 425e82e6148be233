"""`python -m allmende.table` starts the server."""

import argparse
import re
import sys
from collections.abc import Sequence
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from allmende.core.errors import AllmendeError

from .door.serve import serve
from .limits import Rate
from .post.arguments import ask_about_notices, notices_in
from .settings import (
    DATABASE_VARIABLE,
    DEFAULT_HOST,
    DEFAULT_PORT,
    LOOPBACK,
    Settings,
    database_named,
)

ABOUT = "Open the table: a server where people and bots play in the browser."
EXAMPLES = """examples:
  allmende table
      for this machine, and for others in the same Wi-Fi at a press on the page
  allmende table --port 8500 --data games
      at another port, with tables in the folder games
  allmende table --no-open --public-url https://games.example --behind-proxy --keep 365d
      for the world, behind a proxy; docs/hosting.md says more
"""


def settings_from(arguments: Sequence[str] | None = None) -> Settings:
    """Read the settings from the command line."""
    parser = argparse.ArgumentParser(
        prog="allmende table",
        description=ABOUT,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    standard = Settings()
    ask_where(parser.add_argument_group("where it is"), standard)
    ask_for_whom(parser.add_argument_group("for people elsewhere"))
    ask_what(parser.add_argument_group("what is played, and how long it is kept"), standard)
    ask_about_notices(parser.add_argument_group("calling people who are not at their table"))
    ask_who_meets(parser.add_argument_group("for people who do not know each other"))
    ask_how_much(parser.add_argument_group("how much one visitor may ask for"), standard)
    given = parser.parse_args(arguments)
    return Settings(
        data=given.data,
        database_url=database_named(given.database),
        workers=given.workers,
        host=given.host,
        port=given.port,
        names=tuple(given.name),
        public_url=given.public_url,
        house_addresses=tuple(given.house_address),
        games=tuple(given.game),
        open_browser=not given.no_open,
        thinkers=max(1, given.thinkers // given.workers),
        keep=given.keep,
        coach_games=given.coach_games,
        lobby=given.lobby,
        refused_names=given.refused_names,
        lazy=given.lazy,
        proxies=proxies_named(given.behind_proxy),
        metrics_for=(*LOOPBACK, *given.metrics_for),
        sockets_per_address=max(1, given.sockets_per_address),
        seconds_to_arrive=given.seconds_to_arrive,
        new_tables=Rate(given.tables_per_minute / 60, max(1, given.tables_per_minute)),
        messages=Rate(given.messages_per_second, max(1, 2 * given.messages_per_second)),
        requests=Rate(given.requests_per_second, max(1, 4 * given.requests_per_second)),
        notices=notices_in(given),
    )


Group: TypeAlias = "argparse._ArgumentGroup"


def ask_where(group: Group, standard: Settings) -> None:
    """Ask where the server listens and keeps its tables."""
    group.add_argument(
        "--host",
        default=DEFAULT_HOST,
        metavar="ADDRESS",
        help=f"listen at this address; 0.0.0.0 is every one of this machine ({DEFAULT_HOST})",
    )
    group.add_argument(
        "--port",
        type=int,
        metavar="NUMBER",
        help=f"listen at this port; 0 takes any that is free ({DEFAULT_PORT}, or one of the next)",
    )
    group.add_argument(
        "--data",
        type=Path,
        default=standard.data,
        metavar="FOLDER",
        help="keep tables in this folder (the data folder of this user)",
    )
    group.add_argument(
        "--database",
        metavar="URL",
        help="keep tables in PostgreSQL instead, like postgresql://allmende@localhost/allmende; "
        f"with a password rather in the variable {DATABASE_VARIABLE} (SQLite, in the folder)",
    )
    group.add_argument(
        "--workers",
        type=workers,
        default=standard.workers,
        metavar="NUMBER",
        help="serve with so many processes; only with PostgreSQL (%(default)s)",
    )
    group.add_argument("--no-open", action="store_true", help="leave the browser closed")


def ask_for_whom(group: Group) -> None:
    """Ask under which addresses others come, and whom to believe about that."""
    group.add_argument(
        "--public-url",
        type=public_origin,
        metavar="URL",
        help="the address under which others know this server; invitations name it",
    )
    group.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="one more name under which browsers may come; repeatable",
    )
    group.add_argument(
        "--behind-proxy",
        action="append",
        nargs="?",
        default=[],
        const=None,
        type=network,
        metavar="ADDRESS",
        help="a proxy stands in front, at this address or in this network (this machine if none is "
        "named): believe what it says about where requests come from; repeatable",
    )
    group.add_argument(
        "--metrics-for",
        action="append",
        default=[],
        type=network,
        metavar="ADDRESS",
        help="who may read /metrics besides this machine: an address or a network; repeatable",
    )
    group.add_argument(
        "--house-address",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="an address of this machine in your network, if the wrong one is found; repeatable",
    )


def ask_what(group: Group, standard: Settings) -> None:
    """Ask about games, bots and the coach, and how long tables are kept."""
    group.add_argument(
        "--game",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="a .py file with a game of your own; repeatable",
    )
    group.add_argument("--lazy", action="store_true", help="compile games when they are asked for")
    group.add_argument(
        "--thinkers",
        type=int,
        default=standard.thinkers,
        metavar="NUMBER",
        help="how many bots think at the same time, at all workers together (one for each core)",
    )
    group.add_argument(
        "--coach-games",
        type=int,
        default=standard.coach_games,
        metavar="GAMES",
        help=f"how many games the coach imagines to look back at one ({standard.coach_games:,})",
    )
    group.add_argument(
        "--keep",
        type=days,
        metavar="365d",
        help="delete tables and game files where nothing has happened for so many days (never)",
    )


def ask_who_meets(group: Group) -> None:
    """Ask whether strangers may meet here."""
    group.add_argument(
        "--lobby",
        action="store_true",
        help="let people open seats to everybody, in a list that everybody sees (nobody can)",
    )
    group.add_argument(
        "--refused-names",
        type=Path,
        metavar="FILE",
        help="names that nobody may have there, one a line (a short list of our own)",
    )


def ask_how_much(group: Group, standard: Settings) -> None:
    """Ask for the limits."""
    group.add_argument(
        "--tables-per-minute",
        type=int,
        default=round(60 * standard.new_tables.per_second),
        metavar="NUMBER",
        help="tables that a device may open (%(default)s)",
    )
    group.add_argument(
        "--requests-per-second",
        type=int,
        default=round(standard.requests.per_second),
        metavar="NUMBER",
        help="requests of an address (%(default)s)",
    )
    group.add_argument(
        "--messages-per-second",
        type=int,
        default=round(standard.messages.per_second),
        metavar="NUMBER",
        help="messages of a device over its sockets (%(default)s)",
    )
    group.add_argument(
        "--sockets-per-address",
        type=int,
        default=standard.sockets_per_address,
        metavar="NUMBER",
        help="connections that an address may hold (%(default)s)",
    )
    group.add_argument(
        "--seconds-to-arrive",
        type=float,
        default=standard.seconds_to_arrive,
        metavar="NUMBER",
        help="seconds that a request may take to arrive (%(default)s)",
    )


def workers(text: str) -> int:
    """Read how many processes serve."""
    if not re.fullmatch(r"[1-9][0-9]{0,2}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no number of processes; write it like 4")
    return int(text)


def days(text: str) -> timedelta:
    """Read how long something is kept: a number of days."""
    found = re.fullmatch(r"([1-9][0-9]{0,4})d", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of days; write it like 365d")
    return timedelta(days=int(found[1]))


def network(text: str) -> str:
    """Read an address or a network, like 10.0.0.5 or 10.0.0.0/8."""
    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"'{text}' is no address and no network; write it like 10.0.0.5 or 10.0.0.0/8"
        ) from None


def proxies_named(given: Sequence[str | None]) -> tuple[str, ...]:
    """List the proxies that are believed: those named, and this machine where none is named."""
    named = [LOOPBACK if place is None else (place,) for place in given]
    return tuple(place for places in named for place in places)


def public_origin(text: str) -> str:
    """Read the address under which others know this server: a scheme and a host, no more."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise argparse.ArgumentTypeError(
            f"'{text}' is no address of a server; write it like https://games.example"
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def main() -> None:
    """Start the server, or say in a sentence why not."""
    try:
        serve(settings_from())
    except AllmendeError as trouble:
        print(trouble, file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
