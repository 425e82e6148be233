"""Send a table server what it should not get, and watch that it answers and changes nothing.

    python benchmarks/fuzz.py --messages 100000

Malformed, oversized, out-of-turn, replayed and foreign messages, from a player whose turn it is
not and from a spectator: each gets an answer or a closed socket with a reason, the server logs no
failure, and the game stays as it was.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tables import Json, Server, a_move, state_of
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

SIGNS = '{}[]",:\\ntrue0123456789-+.eE \u00e9\u202e\U0001f404\x00'
DOINGS = ("move", "undo", "why", "hint", "say", "rename", "bot", "return", "resign", "rematch")
FIELDS = ("id", "do", "version", "seat", "n", "moves", "move", "text", "name", "level", "x")
CHANGING = ("resign", "rename", "bot", "say", "return")
BATCH = 50
SPECTATOR = ""  # no cookie
LONG, HUGE = 5_000, 70_000
BAD_VALUES: tuple[object, ...] = (
    None, True, -1, 2**70, 1.5, "", "x" * 400, [], {}, [[]], {"a": 1}, "\u202e", "0",
)  # fmt: skip

Make = Callable[[random.Random], str]


def good(chance: random.Random) -> Json:
    """A message as a page would send it."""
    seat, version = chance.choice((0, 1)), chance.randint(-1, 3)
    wishes: tuple[Json, ...] = (
        {"do": "move", "version": version, "seat": 1 - seat, "n": chance.randint(0, 2000)},
        {"do": "undo", "version": version, "moves": chance.randint(1, 3)},
        {"do": "why", "seat": seat, "move": chance.choice(("flip a1", "", "x", "a1-a2"))},
        {"do": "hint", "seat": seat},
        {"do": "return", "seat": 5},
        {"do": "rematch"},
    )
    return {"id": f"{chance.getrandbits(64):x}", **chance.choice(wishes)}


def broken_text(chance: random.Random) -> str:
    """A message with some characters changed, removed or doubled."""
    letters = list(json.dumps(good(chance)))
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(letters))
        letters[at] = chance.choice(("", letters[at] * 2, chance.choice(SIGNS)))
    return "".join(letters)


def wrong_fields(chance: random.Random) -> str:
    """A message with fields missing, foreign or of the wrong kind."""
    message = good(chance)
    for _ in range(chance.randint(1, 3)):
        field = chance.choice(FIELDS)
        if chance.random() < 0.3:
            message.pop(field, None)
        else:
            message[field] = chance.choice((*BAD_VALUES, chance.choice(DOINGS)))
    if message.get("do") in CHANGING:
        message["x"] = "these could be what somebody wants"
    return json.dumps(message)


def out_of_turn(chance: random.Random) -> str:
    """A well-formed message that the rules or the rights forbid."""
    return json.dumps(good(chance))


def foreign(chance: random.Random) -> str:
    """Something from another world."""
    noise = "".join(chance.choice(SIGNS) for _ in range(chance.randint(0, 60)))
    return chance.choice((noise, "null", "[]", "NaN", "GET / HTTP/1.1", "[" * 2000, '"' * 9))


def oversized(chance: random.Random) -> str:
    """Something too long."""
    return json.dumps({**good(chance), "text": "x" * chance.randint(LONG, 2 * LONG)})


KINDS: dict[str, Make] = {
    "malformed": broken_text,
    "wrong fields": wrong_fields,
    "out of turn": out_of_turn,
    "foreign": foreign,
    "oversized": oversized,
}


class Fuzz:
    """A table, and somebody who sends nonsense to it."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.chance = random.Random(seed)
        self.table, self.cookies = server.table_for_two("halali")
        self.sent: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()

    async def run(self, messages: int) -> Json:
        """Make one good move, then send nonsense; the game must stay after that move."""
        async with self.server.sit(self.table, self.cookies[0]) as anna:
            state = await state_of(anna, 0)
            n = state["legal"]["0"][0]["n"]
            _, self.replayed = a_move(state, "0", n)
            await anna.send(self.replayed)
            before = await state_of(anna, 1)
        while self.sent.total() < messages:
            await self.bother(self.chance.choice((self.cookies[0], SPECTATOR)))
        async with self.server.sit(self.table, self.cookies[0]) as anna:
            assert await state_of(anna, 0) == before, "the game has changed"
        return {"sent": dict(self.sent), "answers": dict(self.answers.most_common(12))}

    async def bother(self, cookie: str) -> None:
        """Send batches over one socket until it has had enough."""
        async with self.server.sit(self.table, cookie) as socket:
            try:
                await state_of(socket, 0)
                for _ in range(20):
                    await self.batch(socket, cookie)
                if self.chance.random() < 0.2:
                    self.sent["huge"] += 1
                    await socket.send("x" * HUGE)
                    await socket.recv()
            except ConnectionClosed as closed:
                self.note_end(closed)

    def note_end(self, closed: ConnectionClosed) -> None:
        """Demand a reason for the end of a socket."""
        assert closed.rcvd is not None, "the socket was closed without a reason"
        self.answers[f"closed {closed.rcvd.code}"] += 1

    async def batch(self, socket: ClientConnection, cookie: str) -> None:
        """Send some messages and wait for as many answers."""
        for _ in range(BATCH):
            if cookie == self.cookies[0] and self.chance.random() < 0.1:
                self.sent["replayed"] += 1
                await socket.send(self.replayed)
                continue
            kind = self.chance.choice(tuple(KINDS))
            self.sent[kind] += 1
            await socket.send(KINDS[kind](self.chance))
        answered = 0
        while answered < BATCH:
            async with asyncio.timeout(30):
                message = json.loads(await socket.recv())
            if message["type"] in ("no", "ack", "why", "hint"):
                answered += 1
                reason = message.get("reason") or {"key": message["type"]}
                self.answers[reason["key"]] += 1


def main() -> None:
    """Run, and print what came of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=7)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data")
        begin = time.monotonic()
        try:
            result = asyncio.run(Fuzz(server, wanted.seed).run(wanted.messages))
        finally:
            server.stop()
        events = [json.loads(line) for line in server.log.read_text().splitlines()]
        failures = [event for event in events if event["level"] == "error"]
        assert not failures, failures[:3]
        total = sum(result["sent"].values())
        seconds = round(time.monotonic() - begin, 1)
        print(json.dumps({"messages": total, "seconds": seconds, **result}, indent=2))


if __name__ == "__main__":
    main()
