"""The gate: how many connections one address may hold, how long a request may take to arrive, and
how much may arrive at once.

The server below has a limit for none of it: whoever opens connections and sends half a request on
each would hold them for ever, until there are no more to be had, and so would who never reads what
they asked for. What is cut into thousands of small parts would hold up everybody else.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ..callers import counted_as, is_among
from ..limits import MOST_PARTS, SECONDS_TO_LEAVE, Bucket, Rate
from ..settings import Settings
from ..wire.socket import STRAIGHT, TOO_FAST
from .reading import Reader

FULL_HOUSE = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"retry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
)
PIECE = 512
"""So many bytes of a socket are read before its frames are counted: they hold 85 at most."""

WHOLE_TEXT = 0x81
"""How a frame begins that is a whole message of text."""
SHORT, LONG = 126, 127
"""In the place of a length: it follows in two bytes, or in eight."""
MEDIUM = 2**16


class Gatekeeper:
    """Counts who is in, by address."""

    def __init__(self, settings: Settings, most: int) -> None:
        self.settings = settings
        self.most = most
        self.count = 0
        self.inside: Counter[str] = Counter()

    def enter(self, host: str) -> bool:
        """Let a connection in, unless its address or the house has enough. All that a proxy passes
        on has its address; it has limits of its own."""
        address = counted_as(host)
        enough = self.inside[address] >= self.settings.sockets_per_address
        if self.count >= self.most or (enough and not is_among(host, self.settings.proxies)):
            return False
        self.inside[address] += 1
        self.count += 1
        return True

    def leave(self, host: str) -> None:
        """Note that a connection has ended."""
        address = counted_as(host)
        self.inside[address] -= 1
        self.count -= 1
        if self.inside[address] <= 0:
            del self.inside[address]


class Gate(H11Protocol):
    """A connection that may bring requests, each within its time."""

    keeper: ClassVar[Gatekeeper]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = Reader()
        self.hurry: Any = None
        self.is_inside = False

    @property
    def host(self) -> str:
        """The address at the other end."""
        return self.client[0] if self.client else ""

    def connection_made(self, transport: Any) -> None:
        """Let a connection in, or send it away."""
        super().connection_made(transport)
        self.is_inside = self.keeper.enter(self.host)
        if self.is_inside:
            self.expect_more()
        else:
            transport.write(FULL_HOUSE)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.expect_nothing()
        super().connection_lost(exc)
        if self.is_inside:
            self.keeper.leave(self.host)

    def data_received(self, data: bytes) -> None:
        """Read on; what has begun to arrive must arrive in time."""
        if not self.is_inside:
            return
        super().data_received(data)
        if self.is_arriving:
            self.expect_more()
        else:
            self.expect_nothing()

    @property
    def is_arriving(self) -> bool:
        """Whether a part of a request is still to come."""
        waits = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        return waits and not self.is_upgraded and self.timeout_keep_alive_task is None

    @property
    def is_upgraded(self) -> bool:
        """Whether somebody else reads from this connection now."""
        return self.transport.get_protocol() is not self

    def expect_more(self) -> None:
        """Give a request its time, counted from its first byte, or from the connection."""
        if self.hurry is None:
            self.hurry = self.loop.call_later(
                self.keeper.settings.seconds_to_arrive, self.transport.abort
            )

    def expect_nothing(self) -> None:
        """Let a connection rest."""
        if self.hurry is not None:
            self.hurry.cancel()
            self.hurry = None

    def pause_writing(self) -> None:
        """Give who does not read an answer some time, then no more."""
        super().pause_writing()
        self.reader_is_slow = self.loop.call_later(SECONDS_TO_LEAVE, self.transport.abort)

    def resume_writing(self) -> None:
        """Note that an answer was read."""
        super().resume_writing()
        self.reader_is_slow.cancel()

    def timeout_keep_alive_handler(self) -> None:
        """End a connection that brings no more; what it has not read does not keep it for ever."""
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(SECONDS_TO_LEAVE, self.transport.abort)


class SocketGate(WebSocketsSansIOProtocol):
    """A connection that has become a socket; it came in by the gate, and leaves by it."""

    keeper: ClassVar[Gatekeeper]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        messages = self.keeper.settings.messages
        # Twice as many as messages: somebody who sends too many of these is told so first.
        self.pace = Bucket(Rate(2 * messages.per_second, 2 * messages.at_once))
        self.has_had_enough = False

    def data_received(self, data: bytes) -> None:
        """Read on, piece by piece, until there is more than anybody needs to send."""
        for at in range(0, len(data), PIECE):
            if self.has_had_enough:
                return
            super().data_received(data[at : at + PIECE])

    def handle_events(self) -> None:
        """Answer frames, also those that are no messages: a ping, a part of a message."""
        count = len(self.conn.events)
        super().handle_events()
        if not self.pace.take(count) or len(self.frames) > MOST_PARTS:
            self.has_had_enough = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_FAST})
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Part with who does not answer. They do not read either, so that what they were sent would
        be waited for for ever."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        """Offer the application to write without detours."""
        super().handle_connect(event)
        if not self.handshake_complete:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[STRAIGHT] = self.write_straight

    def write_straight(self, texts: Sequence[bytes]) -> bool:
        """Write some texts at once, unless the reader is behind or gone; tell whether that was
        done."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(text_frame, texts)))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        super().connection_lost(exc)
        self.keeper.leave(self.client[0] if self.client else "")


def text_frame(text: bytes) -> bytes:
    """Put a text into a frame of its own, as the last and only part of a message (RFC 6455, 5.2).
    The library takes ten times as long for that: it knows every other kind of frame."""
    size = len(text)
    if size < SHORT:
        return bytes((WHOLE_TEXT, size)) + text
    if size < MEDIUM:
        return bytes((WHOLE_TEXT, SHORT)) + size.to_bytes(2, "big") + text
    return bytes((WHOLE_TEXT, LONG)) + size.to_bytes(8, "big") + text


def gates_of(keeper: Gatekeeper) -> tuple[type[Gate], type[SocketGate]]:
    """Return the protocols of a server whose connections one keeper counts."""
    return (
        type("KeptGate", (Gate,), {"keeper": keeper}),
        type("KeptSocketGate", (SocketGate,), {"keeper": keeper}),
    )
