"""What may arrive at the gate, and how long an answer waits there.

Heads of thousands of lines, bodies in thousands of chunks and frames by the thousand held up
everybody else; who never read what they asked for kept their place for ever."""

import asyncio
import contextlib
import io
import json
import logging
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import uvicorn
from websockets.frames import Frame, Opcode

from allmende.table.door import gate
from allmende.table.door.drain import configured
from allmende.table.door.gate import PIECE, Gatekeeper, text_frame
from allmende.table.door.overheard import LINES, Overheard
from allmende.table.house.listening import bound
from allmende.table.limits import HEAD_BYTES, HEAD_LINES, MESSAGES, MOST_PARTS
from allmende.table.log import Log
from allmende.table.settings import Settings
from allmende.table.wire.socket import TOO_FAST
from tests.loops import run_alone
from tests.processes import LAST_RESORT

from .clients import Device, here, person
from .conftest import OwnServer
from .server_process import HOST, Server

# Frames


@pytest.mark.parametrize("size", [0, 1, 125, 126, 2**16 - 1, 2**16])
def test_a_text_is_put_into_the_frame_that_the_library_would_make(size: int) -> None:
    """A shorter way may not be another one."""
    text = b"t" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


# Requests

MANY_LINES = b"".join(b"x-%d: 1\r\n" % number for number in range(HEAD_LINES))
ONE_LONG_LINE = b"x-long: " + b"x" * HEAD_BYTES + b"\r\n"
CHUNKS = b"Transfer-Encoding: chunked\r\n"
TOO_MUCH = (MANY_LINES, MANY_LINES.replace(b"\r", b""), ONE_LONG_LINE, CHUNKS)
REFUSED, WELCOME = b"HTTP/1.1 400", b"HTTP/1.1 200"


def request(server: Server, more: bytes = b"", end: bytes = b"\r\n") -> bytes:
    return f"GET /healthz HTTP/1.1\r\nHost: {HOST}:{server.port}\r\n".encode() + more + end


def all_that_comes(connection: socket.socket) -> bytes:
    """Read until the other side has closed."""
    with contextlib.suppress(ConnectionError), connection:
        return b"".join(iter(lambda: connection.recv(65536), b""))
    return b""


def answer_to(server: Server, content: bytes) -> bytes:
    """Send something and read until the server ends the connection."""
    connection = socket.create_connection((HOST, server.port), LAST_RESORT)
    connection.sendall(content)
    return all_that_comes(connection)


@pytest.mark.parametrize("more", TOO_MUCH, ids=("lines", "bare lines", "a long line", "chunks"))
def test_what_takes_long_to_read_is_refused(server: Server, more: bytes) -> None:
    assert answer_to(server, request(server, more)).startswith(REFUSED)
    behind_another = request(server) + request(server, more)
    answer = answer_to(server, behind_another)
    assert answer.startswith(WELCOME)
    assert REFUSED in answer
    assert all(line["level"] != "error" for line in server.lines())


def test_a_head_without_an_end_is_refused(server: Server) -> None:
    assert answer_to(server, request(server, MANY_LINES, end=b"")).startswith(REFUSED)


def test_what_browsers_send_is_read(server: Server) -> None:
    """The most that is allowed."""
    lines = MANY_LINES.splitlines(keepends=True)[: HEAD_LINES - 4]
    close = b"Connection: close\r\n"
    assert answer_to(server, request(server, close + b"".join(lines))).startswith(WELCOME)


# Sockets

TEXT, CONTINUED, PING, PONG, CLOSE = 1, 0, 9, 10, 8
ENDS = 0x80
NOT_UNICODE = 1007
FLOOD = 20_000


def frame(kind: int, content: bytes = b"", ends: int = ENDS) -> bytes:
    """Write a frame as a client does."""
    return bytes([ends | kind, 0x80 | len(content), 0, 0, 0, 0]) + content


def open_socket(server: Server) -> socket.socket:
    """Look at a table, without all that a browser does by itself."""
    table = Device(server).open_table("kuh_vadis", [person("Anna"), here("Bert")])["id"]
    connection = socket.create_connection((HOST, server.port), LAST_RESORT)
    connection.sendall(
        f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {HOST}:{server.port}\r\n"
        f"Origin: {server.origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert connection.recv(12) == b"HTTP/1.1 101"
    return connection


def frames_heard(connection: socket.socket) -> list[tuple[int, bytes]]:
    """Read frames until one says that the server closes."""
    reader = connection.makefile("rb")
    while reader.readline() != b"\r\n":
        pass
    heard: list[tuple[int, bytes]] = []
    while not heard or heard[-1][0] != CLOSE:
        first, length = reader.read(2)
        if length >= 126:
            size = {126: ">H", 127: ">Q"}[length]
            (length,) = struct.unpack(size, reader.read(struct.calcsize(size)))
        heard.append((first & 15, reader.read(length)))
    return heard


FLOODS = {
    "pings": frame(PING) * FLOOD,
    "pongs": frame(PONG) * FLOOD,
    "parts": frame(TEXT, ends=0) + frame(CONTINUED, ends=0) * FLOOD,
    "messages": frame(TEXT, b"x") * FLOOD,
}
NO_TEXT = b"\xff"


def test_frames_are_counted(own_server: OwnServer) -> None:
    """Of a flood some are answered, then the socket is closed with a code."""
    server = own_server("--messages-per-second", str(round(MESSAGES.per_second)))
    for name, flood in FLOODS.items():
        with open_socket(server) as connection:
            connection.sendall(flood)
            heard = frames_heard(connection)
            assert heard[-1] == (CLOSE, struct.pack(">H", TOO_FAST)), name
            pongs = sum(kind == PONG for kind, _ in heard)
            assert pongs <= 2 * MESSAGES.at_once + PIECE // len(frame(PING))
            assert Device(server).get("/healthz").status == 200


def test_a_message_comes_in_few_parts(own_server: OwnServer) -> None:
    """However slowly they come: what is unfinished is kept."""
    server = own_server("--messages-per-second", "1000")
    with open_socket(server) as connection:
        connection.sendall(frame(TEXT, ends=0) + frame(CONTINUED, ends=0) * MOST_PARTS)
        assert frames_heard(connection)[-1] == (CLOSE, struct.pack(">H", TOO_FAST))


def test_nonsense_is_logged_in_our_words(own_server: OwnServer) -> None:
    """The log has an object on each line, no failure of ours, and an end."""
    server = own_server()
    with open_socket(server) as connection:
        connection.sendall(frame(TEXT, NO_TEXT))
        assert frames_heard(connection)[-1][1].startswith(struct.pack(">H", NOT_UNICODE))
    for _ in range(2 * LINES.at_once):
        answer_to(server, b"nonsense\r\n\r\n")
    overheard = [line for line in server.lines() if line["event"] == "overheard"]
    assert {line["level"] for line in overheard} == {"warning"}
    assert "Invalid UTF-8 sequence received from client." in {line["says"] for line in overheard}
    assert len(overheard) < 2 * LINES.at_once or "left_out" in overheard[-1]


def test_what_libraries_fail_at_is_an_error() -> None:
    """With its kind and place; what they put into their message stays out."""
    said = io.StringIO()
    logger = logging.Logger("library")
    logger.addHandler(Overheard(Log(said)))
    try:
        raise KeyError("secret")
    except KeyError:
        logger.exception("Cannot find %s\nat all", "secret")
    line = json.loads(said.getvalue())
    assert (line["level"], line["by"], line["kind"]) == ("error", "library", "KeyError")
    assert line["says"] == "Cannot find %s"


# Those who do not read

MUCH = b"x" * 20_000_000


async def talkative(scope: Any, receive: Any, send: Any) -> None:
    """An application that says more than any buffer holds."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": MUCH})
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "bytes": MUCH})
        with contextlib.suppress(Exception):
            await send({"type": "websocket.send", "bytes": MUCH})


class Quiet(uvicorn.Server):
    """A server beside tests, which have signals of their own."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def served(config: uvicorn.Config) -> AsyncIterator[int]:
    """Serve within this loop; yields the port."""
    listener = bound(HOST, 0)
    server = Quiet(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await serving


@pytest.mark.parametrize("path", ["/", "/ws"])
def test_who_never_reads_is_shown_out(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask_and_never_read() -> None:
        monkeypatch.setattr(gate, "SECONDS_TO_LEAVE", 0.1)
        config = configured(talkative, Settings(), 1000)
        config.lifespan = "off"
        for name in ("ws_ping_interval", "ws_ping_timeout"):
            monkeypatch.setattr(config, name, 0.1)
        keeper: Gatekeeper = config.http.keeper  # type: ignore[union-attr]
        async with asyncio.timeout(LAST_RESORT), served(config) as port:
            upgrade = (
                b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            )
            connection = socket.create_connection((HOST, port))
            with connection:
                head = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n".encode()
                connection.sendall(head + (upgrade if path == "/ws" else b"") + b"\r\n")
                while keeper.count == 0:
                    await asyncio.sleep(0.01)
                while keeper.count:
                    await asyncio.sleep(0.01)

    run_alone(ask_and_never_read())
