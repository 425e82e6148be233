"""Kill the table server again and again while games run, and look for what was lost.

    python benchmarks/kill.py --kills 200 --tables 5
    python benchmarks/kill.py --kills 500 --tables 5 --processes 3

Random players play at several tables; at random moments the server gets SIGKILL and is started
again. After each kill the database is read without the server: every move that was acknowledged
must be there, and every table must replay to the same records as before, version by version. What
had no answer is sent again, with the same id: no id may stand in a log twice.

With `--processes` that many share a PostgreSQL. Two players of a table sit at different ones, and
go to others after each kill. Each time it is one of the processes that is killed, or PostgreSQL
itself, with all that belongs to it.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tables import Json, Server, a_move
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from allmende.core.game import digest
from allmende.core.match import new
from allmende.core.registry import known_games
from allmende.table.settings import Settings
from allmende.table.store.place import database_of
from allmende.table.store.statements import read_table
from allmende.table.tables.history import History

ROOT = Path(__file__).resolve().parents[1]
GAMES = known_games()
SOONEST, LATEST = 0.02, 0.6
PATIENCE = 60.0
"""Seconds that a house may take to let somebody play again."""

if TYPE_CHECKING:
    from tests.postgres import Postgres


class House:
    """One server with SQLite, or several that share a PostgreSQL."""

    def __init__(self, data: Path, processes: int) -> None:
        self.data = data
        self.postgres: Postgres | None = None
        self.address: str | None = None
        self.killed: Counter[str] = Counter()
        if processes:
            self.postgres = new_postgres()
            self.address = self.postgres.new_database()
        self.servers = [self.start(at) for at in range(max(1, processes))]

    def start(self, at: int, port: int = 0) -> Server:
        """Start one of the servers."""
        forged = self.postgres is not None
        return Server(self.data / str(at), port, database=self.address, forged=forged)

    def kill(self, chance: random.Random) -> None:
        """Kill one of the servers, or the database."""
        at = chance.randrange(len(self.servers) + (self.postgres is not None))
        if at < len(self.servers):
            self.killed["processes"] += 1
            self.servers[at].process.kill()
            self.servers[at].process.wait(PATIENCE)
        elif self.postgres is not None:
            self.killed["postgres"] += 1
            self.postgres.kill()

    def mend(self) -> None:
        """Start again whatever was killed."""
        if self.postgres is not None and self.postgres.process.poll() is not None:
            self.postgres.start()
        for at, server in enumerate(self.servers):
            if server.process.poll() is not None:
                server.close()
                self.servers[at] = self.start(at, server.port)

    def places(self, chance: random.Random) -> list[Server]:
        """Draw where two players of a table sit: at different servers, if there are several."""
        return chance.sample(self.servers, 2) if len(self.servers) > 1 else self.servers * 2

    def settings(self) -> Settings:
        """Return where everything is kept."""
        return Settings(data=self.data / "0", database_url=self.address)

    def close(self) -> None:
        """End everything."""
        for server in self.servers:
            server.stop()
        if self.postgres is not None:
            self.postgres.close()


def new_postgres() -> "Postgres":
    """Start a PostgreSQL, with every commit on the disk."""
    from tests.postgres import Postgres

    return Postgres()


class Table:
    """A table, who plays there, and what the server has promised."""

    def __init__(self, house: House, game: str) -> None:
        self.game = game
        self.id, self.cookies = house.servers[0].table_for_two(game)
        self.acknowledged: dict[int, tuple[int, int]] = {}
        self.unanswered: list[dict[str, tuple[int, int, str]]] = [{}, {}]
        """By seat and id: what was asked for and had no answer."""
        self.resent = 0
        self.visits = 0
        """How often players sat down again."""
        self.digests: list[str] = []
        self.over = False

    async def play(self, house: House, chance: random.Random) -> None:
        """Play until somebody says that it is enough or the game is over; whoever is cut off comes
        back, perhaps at another server."""
        while not self.over:
            with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError):
                async with AsyncExitStack() as stack:
                    places = zip(house.places(chance), self.cookies, strict=True)
                    sockets = [
                        await stack.enter_async_context(place.sit(self.id, cookie))
                        for place, cookie in places
                    ]
                    seats = [
                        asyncio.create_task(self.play_seat(at, socket, chance))
                        for at, socket in enumerate(sockets)
                    ]
                    stack.callback(cancel_all, seats)
                    await asyncio.wait(seats, return_when=asyncio.FIRST_COMPLETED)
            self.visits += 1
            await asyncio.sleep(SOONEST)

    async def play_seat(self, at: int, socket: ClientConnection, chance: random.Random) -> None:
        """Answer every state that asks for a move, and note what is acknowledged."""
        asked = self.unanswered[at]
        with suppress(ConnectionClosed):
            for _, _, wish in list(asked.values()):
                self.resent += 1
                await socket.send(wish)
            async for content in socket:
                message = json.loads(content)
                if message["type"] == "ack":
                    self.acknowledged[message["version"]] = asked.pop(message["id"])[:2]
                elif message["type"] == "no" and message["reason"]["key"] != "table.not_saved":
                    asked.pop(message["id"], None)
                elif message["type"] == "state":
                    self.over = message["over"] is not None
                    if self.over:
                        return
                    for seat, legal in message["legal"].items():
                        n = chance.choice(legal)["n"]
                        number, wish = a_move(message, seat, n)
                        asked[number] = (int(seat), n, wish)
                        await socket.send(wish)

    def check(self, settings: Settings) -> int:
        """Read the table from the database; return how many events it has, or say what is wrong."""
        engine = database_of(settings).open()
        with engine.begin() as connection:
            kept = read_table(connection, self.id)
        engine.dispose()
        assert kept is not None, "a table is lost"
        clients = [event.client for event in kept.happenings]
        assert len({*clients}) == len(clients), f"{self.game}: a move was made twice"
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


def cancel_all(tasks: list["asyncio.Task[None]"]) -> None:
    """Let all stop playing."""
    for task in tasks:
        task.cancel()


async def play_until_killed(house: House, tables: list[Table], chance: random.Random) -> None:
    """Let everybody play, and kill something in the middle of it."""
    playing = [asyncio.create_task(table.play(house, chance)) for table in tables]
    promised = sum(len(table.acknowledged) for table in tables)
    ready = time.monotonic() + PATIENCE
    while sum(len(table.acknowledged) for table in tables) == promised:
        await asyncio.sleep(0.005)
        if all(table.over for table in tables):
            break
        for task in playing:
            if task.done():
                task.result()
        assert time.monotonic() < ready, "nobody can play any more"
    await asyncio.sleep(chance.uniform(SOONEST, LATEST))
    house.kill(chance)
    await asyncio.sleep(chance.uniform(0, SOONEST))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def run(wanted: argparse.Namespace, data: Path) -> Json:
    """Kill as often as wanted; return the numbers."""
    chance, begin = random.Random(wanted.seed), time.monotonic()
    house = House(data, wanted.processes)
    games = wanted.game or GAMES
    tables = [Table(house, games[at % len(games)]) for at in range(wanted.tables)]
    finished: list[Table] = []
    for kill in range(wanted.kills):
        asyncio.run(play_until_killed(house, tables, chance))
        house.mend()
        for table in tables:
            table.check(house.settings())
        finished += [table for table in tables if table.over]
        tables = [Table(house, table.game) if table.over else table for table in tables]
        if wanted.every and (kill + 1) % wanted.every == 0:
            count = sum(len(table.acknowledged) for table in [*tables, *finished])
            print(f"{kill + 1} kills, {count} acknowledged moves, none lost", flush=True)
    everything = [*tables, *finished]
    kept = sum(table.check(house.settings()) for table in everything)
    house.close()
    return {
        "kills": wanted.kills,
        **house.killed,
        "tables": len(everything),
        "games_finished": len(finished),
        "acknowledged_moves": sum(len(table.acknowledged) for table in everything),
        "sent_again": sum(table.resent for table in everything),
        "sat_down": sum(table.visits for table in everything),
        "events_kept": kept,
        "lost": 0,
        "doubled": 0,
        "seconds": round(time.monotonic() - begin, 1),
    }


def main() -> None:
    """Run, and print what came of it as JSON."""
    sys.path.insert(0, str(ROOT))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--game", action="append", help="play only this; repeatable")
    parser.add_argument("--processes", type=int, default=0, help="that share a PostgreSQL")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--every", type=int, default=20, help="report after so many kills")
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(run(parser.parse_args(), Path(folder) / "data"), indent=2))


if __name__ == "__main__":
    main()
