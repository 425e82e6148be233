"""What a move cannot cost less than: a server that only answers, and one commit.

    python benchmarks/floor.py --messages 2000

A server with the same libraries as the table's, on the same loop, reads a message of the size of a
move and sends as much back as a table of Halali! sends to two seats, and nothing else. Beside it a
database with the same settings commits one row after the other. Printed is CPU time for each.
"""

import argparse
import asyncio
import multiprocessing
import os
import socket
import sqlite3
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.sync.client import connect

HOST = "127.0.0.1"
MOVE = "m" * 100
STATE, STORY, ACK = "s" * 2500, "t" * 200, "a" * 60
SENT = (STATE, STORY, STATE, STORY, ACK)
"""What two seats are sent after a move, and whoever made it."""
ROW = ("table", "move", 0, 17, "0123456789abcdef:0123456789abcdef", "now", "0123456789abcdef")
SETTINGS = ("journal_mode=WAL", "synchronous=FULL")


async def answer(seat: WebSocket) -> None:
    """Answer every message with as much as a move brings."""
    await seat.accept()
    async for _ in seat.iter_text():
        for text in SENT:
            await seat.send_text(text)


def serve(pipe: Connection) -> None:
    """Serve in a process of its own; whoever asks is told the CPU time so far."""
    listener = socket.create_server((HOST, 0))
    pipe.send(listener.getsockname()[1])
    app: Any = Starlette(routes=[WebSocketRoute("/", answer)])
    config = uvicorn.Config(
        app, log_config=None, ws="websockets-sansio", ws_per_message_deflate=False
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        def tell() -> None:
            pipe.recv()
            pipe.send(time.process_time())

        asyncio.get_running_loop().add_reader(pipe.fileno(), tell)
        await server.serve(sockets=[listener])

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(run())


def cpu_of(pipe: Connection) -> float:
    """Ask a server for its CPU time so far."""
    pipe.send(None)
    seconds: float = pipe.recv()
    return seconds


def answering(messages: int) -> float:
    """Return the seconds of CPU that a server takes to read a message and to send its answers."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,))
    process.start()
    try:
        with connect(f"ws://{HOST}:{ours.recv()}/", compression=None) as seat:
            begin = cpu_of(ours)
            for _ in range(messages):
                seat.send(MOVE)
                for _ in SENT:
                    seat.recv()
            return (cpu_of(ours) - begin) / messages
    finally:
        process.terminate()
        process.join()


def committing(rows: int) -> float:
    """Return the seconds of CPU that the commit of a row takes."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        database = sqlite3.connect(Path(folder) / "floor.db", isolation_level=None)
        for setting in SETTINGS:
            database.execute(f"PRAGMA {setting}")
        columns = "at, kind, seat, number, client, time, digest"
        database.execute(f"CREATE TABLE events (version INTEGER PRIMARY KEY, {columns})")
        begin = time.process_time()
        for _ in range(rows):
            database.execute("BEGIN IMMEDIATE")
            database.execute(f"INSERT INTO events ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", ROW)
            database.execute("COMMIT")
        spent = time.process_time() - begin
        database.close()
        return spent / rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=2000)
    given = parser.parse_args()
    print(f"reading a move and sending what it brings: {1000 * answering(given.messages):.3f} ms")
    print(f"a commit of one row: {1000 * committing(given.messages):.3f} ms")


if __name__ == "__main__":
    main()
