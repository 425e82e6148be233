"""What nobody sends who means well: a quarter of a megabyte of parts that are so small that each
takes longer to read than to send."""

import socket
import time
from contextlib import suppress

from tables import HOST, SECONDS

FRAMES = {
    "many pings": b"\x89\x80\0\0\0\0",
    "many pongs": b"\x8a\x80\0\0\0\0",
    "a message in many parts": b"\x00\x80\0\0\0\0",
    "many messages": b"\x81\x81\0\0\0\0x",
}
FIRST_PART = b"\x01\x80\0\0\0\0"
A_WHILE = 0.3
MANY = 40_000


def nonsense(port: int, table: str) -> dict[str, bytes]:
    """Return what would take long to read, by its name."""
    head = f"Host: {HOST}:{port}\r\nOrigin: http://{HOST}:{port}\r\n".encode()
    first = b"GET /healthz HTTP/1.1\r\n" + head + b"\r\n"
    lines = b"GET /healthz HTTP/1.1\r\n" + head + b"a:b\r\n" * MANY + b"\r\n"
    chunks = b"POST /api/tables HTTP/1.1\r\n" + head + b"Transfer-Encoding: chunked\r\n\r\n"
    upgrade = (
        b"GET /api/tables/%b/ws HTTP/1.1\r\n%b" % (table.encode(), head)
        + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    return {
        "a head of many lines": lines,
        "the same behind another request": first + lines,
        "a body in many chunks": chunks + b"1\r\nx\r\n" * MANY,
        "many requests at once": first * (MANY // 20),
        **{name: upgrade + FIRST_PART + frame * MANY for name, frame in FRAMES.items()},
    }


def send(port: int, content: bytes) -> None:
    """Send something over a connection of its own, and read what comes for a while. What follows a
    handshake is sent once it is answered, as nobody reads it before."""
    head, _, rest = content.partition(b"\r\n\r\n")
    with socket.create_connection((HOST, port), SECONDS) as connection:
        with suppress(ConnectionError):
            connection.sendall(head + b"\r\n\r\n")
            if b"Upgrade" in head:
                connection.recv(1)
            connection.sendall(rest)
        connection.settimeout(A_WHILE)
        end = time.monotonic() + A_WHILE
        with suppress(ConnectionError, TimeoutError):
            while time.monotonic() < end and connection.recv(65536):
                pass
