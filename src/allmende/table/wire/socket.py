"""One socket: messages go out at once, those of a moment together, or through a queue: nobody waits
for a slow reader."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..callers import Caller, address_in
from ..tokens import Device

MOST_WAITING = 500
NORMAL, GOING_AWAY, TOO_FAST, UNKNOWN_TABLE, REVOKED = 1000, 1001, 4008, 4404, 4403
TOO_SLOW, FULL = 4009, 4503
STRAIGHT = "allmende.straight"
"""The extension of a server that writes some texts at once, if the reader is ready for them, and
tells whether it did. The long way, through a task and the layers of the application, takes ten
times as long."""


class Connection:
    """A device that looks at a table, or a screen for everybody: that holds no seat, whatever its
    device holds, and is shown what a spectator may see."""

    def __init__(
        self,
        socket: WebSocket,
        device: Device | None,
        is_screen: bool = False,
        is_seen: bool = True,
    ) -> None:
        self.socket = socket
        self.is_seen = is_seen
        """Whether the page is in sight: a phone in a pocket keeps its socket for a while."""
        self.device = None if is_screen else device
        """The device that may hold seats here."""
        self.keeper = device
        """The device whose table it may be, which a screen tells as well."""
        self.caller = Caller(address_in(socket.scope), device)
        self.straight: Callable[[Sequence[bytes]], bool] = socket.scope.get("extensions", {}).get(
            STRAIGHT, never
        )
        self.gathered: list[bytes] = []
        """What goes out together, as soon as the loop turns to something else: to write to a socket
        takes longer than to write what is sent."""
        self.outgoing: asyncio.Queue[bytes | int] = asyncio.Queue(MOST_WAITING)
        self.unsent = 0
        """How many messages were given to the queue and not yet sent."""
        self.closed = False
        self.tasks: set[asyncio.Task[None]] = set()

    def beside(self, work: Coroutine[None, None, None]) -> None:
        """Do something while further messages are read."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def send(self, text: bytes) -> None:
        """Send a message when the reader is ready for it; give up on one that never is."""
        if self.closed:
            return
        if not self.gathered:
            asyncio.get_running_loop().call_soon(self.send_gathered)
        self.gathered.append(text)

    def send_gathered(self) -> None:
        """Send what has been gathered: at once, or behind what the reader has not taken yet."""
        texts, self.gathered = self.gathered, []
        if not texts or (self.unsent == 0 and self.straight(texts)):
            return
        if self.outgoing.qsize() + len(texts) >= MOST_WAITING:
            self.close(TOO_SLOW)
            return
        self.unsent += len(texts)
        for text in texts:
            self.outgoing.put_nowait(text)

    def close(self, code: int) -> None:
        """Close after everything that was sent before."""
        self.send_gathered()
        if not self.closed:
            self.closed = True
            self.outgoing.put_nowait(code)

    async def pump(self) -> None:
        """Pass on what is to be sent until the connection ends."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                out = await self.outgoing.get()
                if isinstance(out, int):
                    await self.socket.close(out)
                    return
                await self.socket.send_text(out.decode())
                self.unsent -= 1

    async def receive(self) -> str | bytes | None:
        """Return the next message, or None when the other side is gone."""
        if self.socket.application_state is not WebSocketState.CONNECTED:
            return None
        message = await self.socket.receive()
        if message["type"] != "websocket.receive":
            if message.get("code") == TOO_FAST:
                self.close(TOO_FAST)
            return None
        text: str | None = message.get("text")
        return text if text is not None else message.get("bytes", b"")


def never(texts: Sequence[bytes]) -> bool:
    """Leave texts to the queue: the server knows no shorter way."""
    return False
