"""How much a table server carries: many tables of two random players each, over real sockets.

    python benchmarks/load.py --tables 500 --seconds 60 --pause 1

Each table makes a move, waits until the other seat sees it, pauses, and makes the next one.
Reported are moves per second, the CPU time of the server for each, and how long it took from
sending a move to the other seat seeing it.
With --pause 0 everybody moves as fast as the server allows: that is its limit. With --source, the
folder `src` of another checkout, the code there serves.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from tables import Json, Server, a_move, state_of
from websockets.asyncio.client import ClientConnection

OPENED_AT_ONCE = 20


class Seat:
    """A player: a socket and the last state that came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: Json = {}

    async def see(self, version: int) -> None:
        """Wait for the state of a version."""
        self.state = await state_of(self.socket, version)


class Load:
    """A number of tables that are played for a while."""

    def __init__(self, server: Server, game: str, pause: float, seconds: float) -> None:
        self.server = server
        self.game = game
        self.pause = pause
        self.seconds = seconds
        self.latencies: list[float] = []
        self.games = 0
        self.open = 0
        self.begin = asyncio.Event()
        self.opening = asyncio.Semaphore(OPENED_AT_ONCE)

    async def play(self, at: int) -> None:
        """Open a table and play there until the time is up."""
        chance = random.Random(at)
        async with AsyncExitStack() as stack:
            seats = await self.sit_down(stack)
            self.open += 1
            await self.begin.wait()
            end = time.perf_counter() + self.seconds
            await asyncio.sleep(chance.uniform(0, self.pause))
            while time.perf_counter() < end:
                if await self.turn(seats, chance):
                    await asyncio.sleep(chance.uniform(0.5, 1.5) * self.pause)
                else:
                    self.games += 1
                    seats = await self.sit_down(stack)

    async def sit_down(self, stack: AsyncExitStack) -> list[Seat]:
        """Open a new table and sit down on both sides."""
        async with self.opening:
            table, cookies = await asyncio.to_thread(self.server.table_for_two, self.game)
            seats = [
                Seat(await stack.enter_async_context(self.server.sit(table, cookie)))
                for cookie in cookies
            ]
            for seat in seats:
                await seat.see(0)
            return seats

    async def turn(self, seats: list[Seat], chance: random.Random) -> bool:
        """Make a move and wait until both have seen it; False when the game is over."""
        free = [at for at in (0, 1) if seats[at].state["legal"]]
        if not free:
            return False
        mover, other = (seats[0], seats[1]) if chance.choice(free) == 0 else (seats[1], seats[0])
        number, legal = next(iter(mover.state["legal"].items()))
        _, message = a_move(mover.state, number, chance.choice(legal)["n"])
        version = mover.state["version"] + 1
        sent = time.perf_counter()
        await mover.socket.send(message)
        await other.see(version)
        self.latencies.append(time.perf_counter() - sent)
        await mover.see(version)
        return True


async def measure(server: Server, wanted: argparse.Namespace) -> Json:
    """Play, and sum up."""
    load = Load(server, wanted.game, wanted.pause, wanted.seconds)
    started = time.perf_counter()
    tables = [asyncio.create_task(load.play(at)) for at in range(wanted.tables)]
    while load.open < wanted.tables:
        await asyncio.sleep(0.05)
    opened, worked = time.perf_counter(), server.cpu_seconds
    load.begin.set()
    await asyncio.gather(*tables)
    seconds, worked = time.perf_counter() - opened, server.cpu_seconds - worked
    steps = statistics.quantiles(load.latencies, n=100)
    return {
        "game": wanted.game,
        "tables": wanted.tables,
        "sockets": 2 * wanted.tables,
        "pause_s": wanted.pause,
        "opening_s": round(opened - started, 1),
        "seconds": round(seconds, 1),
        "moves": len(load.latencies),
        "games_finished": load.games,
        "moves_per_second": round(len(load.latencies) / seconds, 1),
        "cpu_ms_a_move": round(1000 * worked / len(load.latencies), 2),
        "p50_ms": round(1000 * steps[49], 1),
        "p99_ms": round(1000 * steps[98], 1),
        "most_ms": round(1000 * max(load.latencies), 1),
    }


def main() -> None:
    """Start a server, play, and print what came of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="halali")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=1.0, help="between moves of a table")
    parser.add_argument("--source", type=Path, help="the folder src of another checkout")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = None if wanted.source is None else wanted.source.resolve()
        server = Server(Path(folder) / "data", source=source)
        try:
            print(json.dumps(asyncio.run(measure(server, wanted)), indent=2))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
