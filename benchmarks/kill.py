"""Kill the table server again and again while games run, and look for what was lost.

    python benchmarks/kill.py --kills 200 --tables 5

Random players play at several tables; at random moments the server gets SIGKILL and is started
again. After each kill the database is read without the server: every move that was acknowledged
must be there, and every table must replay to the same records as before, version by version.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from tables import Json, Server, a_move
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from allmende.core.game import digest
from allmende.core.match import new
from allmende.core.registry import known_games
from allmende.table.settings import DATABASE
from allmende.table.store.sqlite import open_database
from allmende.table.store.statements import read_table
from allmende.table.tables.history import History

GAMES = known_games()
SOONEST, LATEST = 0.02, 0.6


class Table:
    """A table, who plays there, and what the server has promised."""

    def __init__(self, server: Server, game: str) -> None:
        self.game = game
        self.id, self.cookies = server.table_for_two(game)
        self.acknowledged: dict[int, tuple[int, int]] = {}
        self.digests: list[str] = []
        self.over = False

    async def play(self, server: Server, chance: random.Random) -> None:
        """Play until the server is gone or the game is over."""
        with suppress(ConnectionClosed, OSError, TimeoutError):
            async with AsyncExitStack() as stack:
                sockets = [
                    await stack.enter_async_context(server.sit(self.id, cookie))
                    for cookie in self.cookies
                ]
                await asyncio.gather(*(self.play_seat(socket, chance) for socket in sockets))

    async def play_seat(self, socket: ClientConnection, chance: random.Random) -> None:
        """Answer every state that asks for a move, and note what is acknowledged."""
        asked: dict[str, tuple[int, int]] = {}
        async for content in socket:
            message = json.loads(content)
            if message["type"] == "ack":
                self.acknowledged[message["version"]] = asked[message["id"]]
            elif message["type"] == "state":
                self.over = message["over"] is not None
                if self.over:
                    return
                for seat, legal in message["legal"].items():
                    n = chance.choice(legal)["n"]
                    number, wish = a_move(message, seat, n)
                    asked[number] = (int(seat), n)
                    await socket.send(wish)

    def check(self, data: Path) -> int:
        """Read the table from the file; return how many events it has, or say what is wrong."""
        engine = open_database(data / DATABASE)
        with engine.begin() as connection:
            kept = read_table(connection, self.id)
        engine.dispose()
        assert kept is not None, "a table is lost"
        events = {event.version: (event.seat, event.number) for event in kept.happenings}
        for version, move in self.acknowledged.items():
            assert events.get(version) == move, f"{self.game}: acknowledged move {version} is lost"
        deal = kept.deal
        history = History(new(deal.game, deal.seats, deal.seed, deal.options, rules=deal.rules))
        digests = [digest(history.match.record)]
        for happening in kept.happenings:
            history.replay([happening])
            digests.append(digest(history.match.record))
        before = self.digests
        assert digests[: len(before)] == before, f"{self.game}: the past has changed"
        self.digests = digests
        return len(kept.happenings)


async def play_until_killed(server: Server, tables: list[Table], chance: random.Random) -> None:
    """Let everybody play, and kill the server in the middle of it."""
    playing = [asyncio.create_task(table.play(server, chance)) for table in tables]
    promised = sum(len(table.acknowledged) for table in tables)
    ready = time.monotonic() + 30
    while sum(len(table.acknowledged) for table in tables) == promised:
        await asyncio.sleep(0.005)
        if time.monotonic() > ready or all(table.over for table in tables):
            break
    await asyncio.sleep(chance.uniform(SOONEST, LATEST))
    server.process.kill()
    await asyncio.gather(*playing)


def run(wanted: argparse.Namespace, data: Path) -> Json:
    """Kill as often as wanted; return the numbers."""
    chance, begin = random.Random(wanted.seed), time.monotonic()
    server = Server(data)
    tables = [Table(server, GAMES[at % len(GAMES)]) for at in range(wanted.tables)]
    finished: list[Table] = []
    for kill in range(wanted.kills):
        asyncio.run(play_until_killed(server, tables, chance))
        server.close()
        for table in [*tables, *finished]:
            table.check(data)
        server = Server(data, server.port)
        finished += [table for table in tables if table.over]
        tables = [Table(server, table.game) if table.over else table for table in tables]
        if wanted.every and (kill + 1) % wanted.every == 0:
            count = sum(len(table.acknowledged) for table in [*tables, *finished])
            print(f"{kill + 1} kills, {count} acknowledged moves, none lost", flush=True)
    server.stop()
    everything = [*tables, *finished]
    return {
        "kills": wanted.kills,
        "tables": len(everything),
        "games_finished": len(finished),
        "acknowledged_moves": sum(len(table.acknowledged) for table in everything),
        "events_kept": sum(table.check(data) for table in everything),
        "lost": 0,
        "seconds": round(time.monotonic() - begin, 1),
    }


def main() -> None:
    """Run, and print what came of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--every", type=int, default=20, help="report after so many kills")
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(run(parser.parse_args(), Path(folder) / "data"), indent=2))


if __name__ == "__main__":
    main()
