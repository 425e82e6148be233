"""A server for the tests, and tables for two."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .clients import LINK, Device, person
from .server_process import LAZY, Json, Server

Two = tuple[Device, Device, str]
OwnServer = Callable[..., Server]
SeatTwo = Callable[..., Two]


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as it is."""
    server = Server(tmp_path_factory.mktemp("table") / "data")
    yield server
    server.close()


@pytest.fixture
def server(shared_server: Server) -> Server:
    return shared_server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[OwnServer]:
    """Start servers that a test may kill."""
    started: list[Server] = []

    def start(*arguments: str, data: Path | None = None, from_nothing: bool = False) -> Server:
        place = data or tmp_path / "data"
        started.append(Server(place, LAZY, *arguments, from_nothing=from_nothing))
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
