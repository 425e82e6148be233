"""How much CPU time a move costs a table server, over real sockets.

    python benchmarks/moves.py --games 4 --against ../allmende-before/src

Random players play whole games at one table after the other; what counts is the CPU time of the
server's process, all threads. With --tables 20 so many tables play at once, as in a busy house:
then they share transactions; with --moves 60 only so many moves of each game. With --against, the
folder `src` of another checkout, a server of that code plays the same number of games in turns.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from tables import Json, Server, a_move, state_of
from websockets.asyncio.client import ClientConnection

KINDS = (
    ("halali", 2, 0),
    ("mischwald", 2, 0),
    ("kuhfstein", 2, 0),
    ("kuhfstein", 4, 1),
    ("mischwald", 5, 1),
    ("kuh_vadis", 2, 0),
    ("stieren_versieren", 2, 0),
    ("stieren_versieren", 4, 1),
)
"""The tables that are looked at: game, seats, and how many only watch."""
READY = '"event": "ready"'


@dataclass
class Cost:
    """What the moves of some games have cost."""

    moves: int = 0
    seconds: float = 0.0

    @property
    def milliseconds(self) -> float:
        """CPU time for each move."""
        return 1000 * self.seconds / max(self.moves, 1)


def summed(costs: Sequence[Cost]) -> str:
    """Say what a move has cost on average, and in the cheapest game: others who use the machine
    make it dearer, never cheaper."""
    all_of_them = Cost(sum(cost.moves for cost in costs), sum(cost.seconds for cost in costs))
    best = min(cost.milliseconds for cost in costs)
    return f"{all_of_them.milliseconds:.2f} ms ({best:.2f} at best, {all_of_them.moves} moves)"


async def play(
    server: Server, kind: tuple[str, int, int], seed: str, tables: int, most: int
) -> Cost:
    """Play a game at each of some tables at once and return what that has cost, without the opening
    of the tables."""
    async with AsyncExitStack() as stack:
        at_tables = [await sit_down(stack, server, *kind) for _ in range(tables)]
        begin = server.cpu_seconds
        games = [
            play_out(sockets, random.Random(f"{seed} {at}"), most)
            for at, sockets in enumerate(at_tables)
        ]
        moves = sum(await asyncio.gather(*games))
        return Cost(moves, server.cpu_seconds - begin)


async def sit_down(
    stack: AsyncExitStack, server: Server, game: str, seats: int, watching: int
) -> list[ClientConnection]:
    """Open a table and let everybody come to it."""
    table, cookies = await asyncio.to_thread(server.table_for, game, seats)
    return [
        await stack.enter_async_context(server.sit(table, cookie))
        for cookie in [*cookies, *[None] * watching]
    ]


async def play_out(sockets: list[ClientConnection], chance: random.Random, most: int) -> int:
    """Play a game to its end, or for so many moves, and count them."""
    states = await asyncio.gather(*(state_of(socket, 0) for socket in sockets))
    moves = 0
    while any(state["legal"] for state in states) and moves < most:
        states = await turn(sockets, states, chance)
        moves += 1
    return moves


async def turn(
    sockets: list[ClientConnection], states: list[Json], chance: random.Random
) -> list[Json]:
    """Make a move and wait until all have seen it."""
    at = chance.choice([at for at, state in enumerate(states) if state["legal"]])
    seat, legal = next(iter(states[at]["legal"].items()))
    _, message = a_move(states[at], seat, chance.choice(legal)["n"])
    await sockets[at].send(message)
    return await asyncio.gather(
        *(state_of(socket, states[at]["version"] + 1) for socket in sockets)
    )


def wait_until_ready(server: Server) -> None:
    """Wait until all that is compiled has been loaded."""
    while READY not in server.log.read_text():
        time.sleep(0.1)


def measure(
    servers: dict[str, Server], kind: tuple[str, int, int], given: argparse.Namespace
) -> dict[str, list[Cost]]:
    """Play some games in turns, and one before them that does not count."""
    costs: dict[str, list[Cost]] = {name: [] for name in servers}
    for number in range(given.games + 1):
        for name, server in servers.items():
            playing = play(server, kind, f"{kind} {number}", given.tables, given.moves)
            costs[name].append(asyncio.run(playing))
    return {name: played[1:] for name, played in costs.items()}


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4, help="of each kind of table")
    parser.add_argument("--tables", type=int, default=1, help="that play at once")
    parser.add_argument("--moves", type=int, default=250, help="of each game, at most")
    parser.add_argument("--only", default="", help="only these games, with commas between them")
    parser.add_argument("--against", type=Path, help="the folder src of another checkout")
    given = parser.parse_args()
    wanted = given.only.split(",") if given.only else [game for game, _, _ in KINDS]
    with tempfile.TemporaryDirectory() as folder:
        servers = {"now": Server(Path(folder) / "now")}
        if given.against is not None:
            servers["before"] = Server(Path(folder) / "before", source=given.against.resolve())
        try:
            for server in servers.values():
                wait_until_ready(server)
            for kind in KINDS:
                if kind[0] in wanted:
                    costs = measure(servers, kind, given)
                    found = ", ".join(f"{name} {summed(cost)}" for name, cost in costs.items())
                    print("{}, {} seats, {} watching:".format(*kind), found, flush=True)
        finally:
            for server in servers.values():
                server.stop()


if __name__ == "__main__":
    main()
