"""The end of a server: nobody new, finish what is being written, say goodbye, leave."""

import asyncio
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp

from allmende.core.language import Message

from ..house.house import House
from ..limits import FRAME_BYTES
from ..settings import Settings
from ..wire.socket import GOING_AWAY
from .gate import Gatekeeper, gates_of

if sys.platform == "win32":
    SIGNALS = (signal.SIGINT, signal.SIGBREAK)  # Ctrl-C, and a window that is closed
else:
    SIGNALS = (signal.SIGINT, signal.SIGTERM)
SECONDS_FOR_GOODBYE = 2.0
SECONDS_FOR_THE_REST = 3


class Server(uvicorn.Server):
    """A server that ends in good order, with status 0."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self.house = house
        self.draining: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Drain at the first signal; a second one has no more to hurry."""
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            if sys.platform == "win32":  # its loops know no signals
                signal.signal(number, lambda *_: loop.call_soon_threadsafe(self.begin_to_drain))
            else:
                loop.add_signal_handler(number, self.begin_to_drain)
        yield

    async def listen_too(self, listener: socket.socket) -> asyncio.Server:
        """Listen at one more place, until what is returned is closed."""
        protocol = cast(Any, self.config.http_protocol_class)
        server = await asyncio.get_running_loop().create_server(
            lambda: protocol(
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            ),
            sock=listener,
        )
        self.servers = [*(one for one in self.servers if one.is_serving()), server]
        return server

    def begin_to_drain(self) -> None:
        """Begin the end, once."""
        if self.draining is None:
            self.draining = asyncio.ensure_future(self.drain())

    async def drain(self) -> None:
        """Close the door, finish the writes, say goodbye, and let the server end."""
        self.house.log.info("draining", sockets=len(self.house.connections))
        self.house.closing = True
        for server in self.servers:
            server.close()
        try:
            await self.finish()
        finally:
            self.should_exit = True

    async def finish(self) -> None:
        """Stop the bots, wait for what is being written, and say goodbye."""
        lobby = self.house.ready_lobby()
        if lobby is None:
            return
        lobby.workshop.close()
        lobby.reviews.close()
        await lobby.thinkers.close()
        await lobby.postman.close()
        for room in list(lobby.rooms.values()):
            async with room.writer:  # whoever has begun to write is done then
                pass
        await self.say_goodbye()
        await lobby.eyes.close()
        await lobby.timekeeper.close()
        if lobby.company is not None:
            await lobby.company.close()

    async def say_goodbye(self) -> None:
        """Tell everybody that the server closes, and wait a moment for them to read it."""
        from ..wire import telling

        farewell = telling.encoded(telling.bye(Message("table.closing")))
        for connection in list(self.house.connections):
            connection.send(farewell)
            connection.close(GOING_AWAY)
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_FOR_GOODBYE):
                while self.house.connections:
                    await asyncio.sleep(0.01)


def configured(app: ASGIApp, settings: Settings, most_connections: int) -> uvicorn.Config:
    """Return how the server is run: quietly, with limits."""
    http, ws = gates_of(Gatekeeper(settings, most_connections))
    return uvicorn.Config(
        cast(Any, app),
        log_config=None,
        access_log=False,
        server_header=False,
        http=http,
        ws=ws,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        lifespan="on",
        timeout_graceful_shutdown=SECONDS_FOR_THE_REST,
    )
