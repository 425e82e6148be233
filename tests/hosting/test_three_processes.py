"""Three processes on three ports that share PostgreSQL, behind nginx: nobody has to come back to
the process they were at before."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.postgres import Postgres, name_in
from tests.table.clients import LINK, Device, person
from tests.table.server_process import Server
from tests.table.test_table_company import counted
from tests.table.test_table_lasting import kept_moves

from .conftest import BEHIND, Site
from .parts import nginx
from .test_behind_proxies import Pair, play_during, restart, visitor

PROCESSES = 3
VISITORS = 12


class Cluster(Site):
    """Three tables that are one, and what stands before them."""

    def __init__(self, folder: Path, postgres: Postgres) -> None:
        self.postgres = postgres
        self.database = postgres.new_database()
        words = (*BEHIND, "--lazy", "--database", self.database)
        self.houses = [Server(folder / f"house{n}", *words) for n in range(PROCESSES)]
        proxy = nginx(folder, *(house.port for house in self.houses))
        super().__init__(self.houses[0], proxy, folder)

    def close(self) -> None:
        self.proxy.close()
        for house in self.houses:
            house.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    postgres = Postgres()  # all that is acknowledged is on the disk
    cluster = Cluster(tmp_path, postgres)
    yield cluster
    cluster.close()
    postgres.close()


def kill(house: Server) -> None:
    """Kill a process without a word, and start another at its place."""
    house.kill()
    house.restart()


def add_something(cluster: Cluster) -> None:
    """Do to the database what the first process of a new version does: its revisions only add."""
    name = name_in(cluster.database)
    cluster.postgres.run("ALTER TABLE tables ADD COLUMN of_the_future TEXT", name)


def test_load_is_spread(cluster: Cluster) -> None:
    table = visitor(cluster).open_table("halali", [person("Anna"), LINK])["id"]
    with ExitStack() as open_sockets:
        for _ in range(VISITORS):
            open_sockets.enter_context(visitor(cluster).sit(table))
        here = [counted(Device(house), "allmende_sockets") for house in cluster.houses]
    assert sum(here) == VISITORS
    assert min(here) > 0


def test_kills_and_a_rolling_restart_lose_and_double_nothing(cluster: Cluster) -> None:
    chance, pairs = Random(9), [Pair(cluster) for _ in range(3)]
    with ThreadPoolExecutor() as beside:
        for turn, change in enumerate((kill, restart)):
            for house in cluster.houses:
                play_during(beside.submit(change, house), pairs, chance)
            if turn == 0:
                add_something(cluster)
    for pair in pairs:
        log = kept_moves(cluster.houses[0], pair.table).log
        assert [(it.version, it.seat, it.number) for it in log] == pair.told
