"""A server for the tests, and tables for two."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.postgres import QUICK, Postgres

from .clients import LINK, Device, person
from .server_process import LAZY, Json, Server

SQLITE, POSTGRES = "sqlite", "postgres"
on_both = pytest.mark.parametrize("database", [SQLITE, POSTGRES], indirect=True)
"""For tests of what is kept: with SQLite, and with PostgreSQL."""
Two = tuple[Device, Device, str]
OwnServer = Callable[..., Server]
SeatTwo = Callable[..., Two]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for the tests that need one."""
    server = Postgres(*QUICK)
    yield server
    server.close()


@pytest.fixture
def database(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """How a server is told where to keep its tables; tests that are marked `on_both` run with
    SQLite and with PostgreSQL."""
    if getattr(request, "param", SQLITE) == SQLITE:
        return ()
    server: Postgres = request.getfixturevalue("postgres")
    return ("--database", server.new_database())


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as it is."""
    server = Server(tmp_path_factory.mktemp("table") / "data")
    yield server
    server.close()


@pytest.fixture(scope="session")
def shared_server_on_postgres(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres
) -> Iterator[Server]:
    """One server with PostgreSQL for all tests that leave it as it is."""
    place = tmp_path_factory.mktemp("table") / "data"
    server = Server(place, LAZY, "--database", postgres.new_database())
    yield server
    server.close()


@pytest.fixture
def server(request: pytest.FixtureRequest, database: tuple[str, ...]) -> Server:
    kept = "shared_server_on_postgres" if database else "shared_server"
    found: Server = request.getfixturevalue(kept)
    return found


@pytest.fixture
def own_server(tmp_path: Path, database: tuple[str, ...]) -> Iterator[OwnServer]:
    """Start servers that a test may kill."""
    started: list[Server] = []

    def start(*arguments: str, data: Path | None = None, from_nothing: bool = False) -> Server:
        place = data or tmp_path / "data"
        words = (LAZY, *database, *arguments)
        started.append(Server(place, *words, from_nothing=from_nothing))
        return started[-1]

    yield start
    for server in started:
        server.close()


@pytest.fixture
def two(server: Server) -> SeatTwo:
    """Seat two devices at a new table of two."""

    def sit(game: str = "halali", options: Json | None = None, hints: bool = False) -> Two:
        return two_at(server, game, options, hints)

    return sit


def two_at(server: Server, game: str, options: Json | None = None, hints: bool = False) -> Two:
    anna, bert = Device(server), Device(server)
    made = anna.open_table(game, [person("Anna"), LINK], options, hints)
    bert.join(made["invites"][0]["url"], "Bert")
    return anna, bert, made["id"]
