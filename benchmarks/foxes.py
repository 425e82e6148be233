"""Whether one attacker can keep others from playing: twenty tables of five foxes, and a calf.

    python benchmarks/foxes.py --moves 40

An honest player plays against a calf, first in a quiet house, then while an attacker at another
address has opened twenty tables of five foxes each and looks on at all of them. Measured is the
time from a move of the player to the answer of the calf. It fails when the calf takes more than
twice its quiet time, counted by medians.
"""

import argparse
import asyncio
import json
import random
import socket
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from tables import HOST, SECONDS, Json, Server, a_move, state_of
from websockets.asyncio.client import ClientConnection, connect

ATTACKER, HONEST = "127.0.0.2", "127.0.0.3"
TABLES = 20
FOXES = 5
GAME_OF_FIVE, GAME_OF_TWO = "mischwald", "halali"
MOST_SLOWER = 2.0


def sit(server: Server, table: str, cookie: str, address: str) -> connect:
    """Open a socket from an address."""
    way = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    way.bind((address, 0))
    way.connect((HOST, server.port))
    return connect(
        f"ws://{HOST}:{server.port}/api/tables/{table}/ws",
        sock=way,
        origin=server.origin,  # type: ignore[arg-type]
        additional_headers={"cookie": f"allmende={cookie}"} if cookie else {},
        compression=None,
        open_timeout=SECONDS,
        ping_interval=None,
        max_size=None,
    )


def open_table(server: Server, game: str, players: list[Json]) -> tuple[str, str]:
    """Open a table and return it with the cookie of its host."""
    made, cookie = server.ask("POST", "/api/tables", {"game": game, "players": players}, None)
    return made["id"], cookie


async def play(server: Server, moves: int) -> list[float]:
    """Play against calves, and return how long each of their answers took."""
    waits: list[float] = []
    chance = random.Random(1)
    while len(waits) < moves:
        players: list[Json] = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "calf"}]
        table, cookie = open_table(server, GAME_OF_TWO, players)
        async with sit(server, table, cookie, HONEST) as line:
            state = await state_of(line, 0)
            while state["over"] is None and len(waits) < moves:
                if "0" not in state["legal"]:
                    state = await state_of(line, state["version"] + 1)
                    continue
                begin = time.perf_counter()
                _, wish = a_move(state, "0", chance.choice(state["legal"]["0"])["n"])
                await line.send(wish)
                state = await state_of(line, state["version"] + 1)
                if state["over"] is None and "0" not in state["legal"]:
                    state = await state_of(line, state["version"] + 1)
                    waits.append(time.perf_counter() - begin)
    return waits


async def look_on(line: ClientConnection) -> None:
    """Read all that a table sends."""
    async for _ in line:
        pass


async def attack(server: Server, stack: AsyncExitStack) -> None:
    """Open tables of foxes and look on at all of them."""
    foxes: list[Json] = [{"kind": "bot", "level": "fox"}] * FOXES
    for _ in range(TABLES):
        table, cookie = open_table(server, GAME_OF_FIVE, foxes)
        line = await stack.enter_async_context(sit(server, table, cookie, ATTACKER))
        reading = asyncio.create_task(look_on(line))
        stack.callback(reading.cancel)


async def thinking_now(server: Server) -> int:
    """Return how many bots think or wait for it."""
    text: Any = server.ask("GET", "/metrics", None, None)[0]
    lines = [line for line in text.splitlines() if line.startswith("allmende_thinking ")]
    return int(lines[0].split()[1])


async def compare(server: Server, moves: int) -> float:
    """Measure without and with an attacker, and return by how much the calf is slower."""
    await play(server, 3)
    quiet = await play(server, moves)
    async with AsyncExitStack() as stack:
        await attack(server, stack)
        while await thinking_now(server) < TABLES:
            await asyncio.sleep(0.1)
        attacked = await play(server, moves)
        foxes = await thinking_now(server)
    slower = statistics.median(attacked) / statistics.median(quiet)
    for name, waits in (("quiet", quiet), ("attacked", attacked)):
        median, worst = 1000 * statistics.median(waits), 1000 * max(waits)
        print(f"{name:<10} median {median:8.1f} ms   worst {worst:8.1f} ms   {len(waits)} answers")
    print(json.dumps({"slower": round(slower, 2), "foxes that think or wait": foxes}))
    return slower


def main() -> int:
    """Start a server and attack it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=40)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data")
        try:
            slower = asyncio.run(compare(server, given.moves))
        finally:
            server.stop()
    return 0 if slower <= MOST_SLOWER else 1


if __name__ == "__main__":
    sys.exit(main())
