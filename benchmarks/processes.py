"""How much several processes carry that share PostgreSQL, next to one process with SQLite.

    python benchmarks/processes.py --tables 60 --seconds 15

Each table has two random players over real sockets, each at a process of their own where there are
several: so every move is made at one process and seen at another. First everybody moves as fast as
they can; then, at half of that pace, it is measured how long the other seat waits for a move. All
of it is done in one run, one after the other; the clients need the same cores.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from load import Load, Seat
from tables import Json, Server, cpu_seconds_of

ROOT = Path(__file__).resolve().parents[1]
SQLITE = "sqlite"

if TYPE_CHECKING:
    from tests.postgres import Postgres


class Spread(Load):
    """Tables whose players sit at different processes."""

    def __init__(self, servers: list[Server], game: str, pause: float, seconds: float) -> None:
        super().__init__(servers[0], game, pause, seconds)
        self.servers = servers
        self.opened = 0

    async def sit_down(self, stack: AsyncExitStack) -> list[Seat]:
        """Open a new table at one process, and sit down at that one and the next."""
        async with self.opening:
            self.opened += 1
            places = [self.servers[(self.opened + at) % len(self.servers)] for at in (0, 1)]
            table, cookies = await asyncio.to_thread(places[0].table_for_two, self.game)
            seats = [
                Seat(await stack.enter_async_context(place.sit(table, cookie)))
                for place, cookie in zip(places, cookies, strict=True)
            ]
            for seat in seats:
                await seat.see(0)
            return seats


async def play(
    servers: list[Server], wanted: argparse.Namespace, pause: float, begin: Callable[[], None]
) -> list[float]:
    """Play for a while, and return how long the other seat waited for each move."""
    load = Spread(servers, wanted.game, pause, wanted.seconds)
    tables = [asyncio.create_task(load.play(at)) for at in range(wanted.tables)]
    while load.open < wanted.tables:
        await asyncio.sleep(0.05)
    begin()
    load.begin.set()
    await asyncio.gather(*tables)
    return load.latencies


def measure(
    servers: list[Server], postgres: "Postgres | None", wanted: argparse.Namespace, pause: float
) -> Json:
    """Play for a while, and sum up."""
    before: list[tuple[float, float]] = []

    def begin() -> None:
        before.append(spent(servers, postgres))

    latencies = asyncio.run(play(servers, wanted, pause, begin))
    after = spent(servers, postgres)
    ours, theirs = (now - then for now, then in zip(after, before[0], strict=True))
    steps = statistics.quantiles(latencies, n=100)
    return {
        "moves_per_second": round(len(latencies) / wanted.seconds, 1),
        "cpu_ms_per_move": round(1000 * ours / len(latencies), 2),
        "postgres_cpu_ms_per_move": round(1000 * theirs / len(latencies), 2),
        "p50_ms": round(1000 * steps[49], 1),
        "p99_ms": round(1000 * steps[98], 1),
    }


def spent(servers: list[Server], postgres: "Postgres | None") -> tuple[float, float]:
    """Return for how long the processor has worked for all processes, and for PostgreSQL."""
    from tests.processes import children_of

    theirs = 0.0
    if postgres is not None:
        family = [postgres.process.pid, *children_of(postgres.process.pid)]
        theirs = sum(cpu_seconds_of(pid) for pid in family)
    return sum(server.cpu_seconds for server in servers), theirs


def wait_until_ready(server: Server) -> None:
    """Wait until a server has loaded all games: that takes longer than many moves."""
    while not any(json.loads(line)["event"] == "ready" for line in server.log.open()):
        time.sleep(0.2)


def try_out(count: int | str, wanted: argparse.Namespace, folder: Path) -> Json:
    """Measure one kind of house: at its limit, and at half of that."""
    from tests.postgres import Postgres

    postgres = None if count == SQLITE else Postgres()  # with every commit on the disk
    address = None if postgres is None else postgres.new_database()
    servers = [
        Server(folder / f"{count}-{at}", database=address)
        for at in range(1 if isinstance(count, str) else count)
    ]
    try:
        for server in servers:
            wait_until_ready(server)
        full = measure(servers, postgres, wanted, 0.0)
        pause = 2 * wanted.tables / full["moves_per_second"]
        half = measure(servers, postgres, wanted, pause)
    finally:
        for server in servers:
            server.stop()
        if postgres is not None:
            postgres.close()
    return {"processes": count, "limit": full, "half": half}


def main() -> None:
    """Measure all kinds in turn, and print what came of it as JSON."""
    sys.path.insert(0, str(ROOT))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="halali")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2, 3])
    wanted = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for count in (SQLITE, *wanted.processes):
            print(json.dumps(try_out(count, wanted, Path(folder))), flush=True)
    print(
        json.dumps(
            {
                "game": wanted.game,
                "tables": wanted.tables,
                "wall_seconds": round(time.monotonic() - begin),
            }
        )
    )


if __name__ == "__main__":
    main()
