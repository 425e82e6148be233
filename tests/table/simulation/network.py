"""Sockets and requests, replaced where the application meets the server in front of it (ASGI).

A socket keeps the order of what it carries; between sockets anything may overtake anything. What
was under way when a connection is cut is lost, and the other side may notice much later.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .world import Loop, World

if TYPE_CHECKING:
    from .process import Process

Json = dict[str, Any]
Message = MutableMapping[str, Any]
HOST = "127.0.0.1:8420"
ORIGIN = f"http://{HOST}"
QUICKEST, SLOWEST = 0.0005, 0.4
STALLED = 20.0
"""Seconds after which a cut is noticed at the latest."""
PATIENCE = 30.0
"""Seconds that somebody waits for an answer over HTTP."""
FIRST_PORT = 20_000
ABNORMAL, NORMAL = 1006, 1000


class Lost(Exception):
    """No answer came."""


@dataclass
class Closed:
    """The end of a socket, as the other side hears it."""

    code: int


@dataclass
class Answer:
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        """What it says."""
        return json.loads(self.content)


class Pipe:
    """One direction of a connection: everything arrives in order, a little later."""

    def __init__(self, network: "Network", arrive: Callable[[Any], None]) -> None:
        self.network = network
        self.arrive = arrive
        self.under_way: deque[Any] = deque()
        self.last = 0.0
        self.is_cut = False

    def send(self, item: Any) -> None:
        """Send something on its way."""
        if self.is_cut:
            return
        self.under_way.append(item)
        self.last = max(self.last, self.network.world.time + self.network.delay())
        self.network.loop.call_at(self.last, self.deliver)

    def deliver(self) -> None:
        """Let the first of all that is under way arrive."""
        if self.under_way:
            self.arrive(self.under_way.popleft())

    def cut(self) -> None:
        """Lose what is under way, and all that would follow."""
        self.is_cut = True
        self.under_way.clear()


@dataclass
class Network:
    """Between guests and houses."""

    world: World
    loop: Loop
    slowness: float = 0.0
    """How often something takes long."""
    losses: float = 0.0
    """How often a message cuts its connection."""
    ports: int = FIRST_PORT
    sockets: list["Socket"] = field(default_factory=list)

    def delay(self) -> float:
        """Draw how long something is under way."""
        longest = 10 * SLOWEST if self.world.happens(self.slowness) else SLOWEST
        return self.world.between(QUICKEST, longest)

    def port(self) -> int:
        """Return the port of a new connection."""
        self.ports += 1
        return self.ports

    def mend(self) -> None:
        """Let nothing go wrong any more."""
        self.slowness = self.losses = 0.0

    def scope(self, kind: str, path: str, address: str, cookie: str | None) -> Json:
        """Describe a request as a server in front of the application does."""
        path, _, query = path.partition("?")
        headers = [(b"host", HOST.encode()), (b"origin", ORIGIN.encode())]
        if cookie is not None:
            headers.append((b"cookie", f"allmende={cookie}".encode()))
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": (address, self.port()),
            "server": ("127.0.0.1", 8420),
            "subprotocols": [],
            "state": {},
        }

    async def ask(
        self,
        process: "Process | None",
        method: str,
        path: str,
        body: Json | None,
        address: str,
        cookie: str | None,
    ) -> Answer:
        """Ask a house over HTTP; the request or its answer may be lost."""
        await asyncio.sleep(self.delay())
        if process is None or process.is_dead or self.world.happens(self.losses):
            raise Lost
        scope = {**self.scope("http", path, address, cookie), "method": method}
        content = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            scope["headers"].append((b"content-type", b"application/json"))
            scope["headers"].append((b"content-length", str(len(content)).encode()))
        exchange = Exchange(content, asyncio.get_running_loop().create_future())
        process.loop.start(process.serve(scope, exchange.receive, exchange.send))
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await exchange.answer
        except TimeoutError:
            raise Lost from None
        await asyncio.sleep(self.delay())
        if self.world.happens(self.losses):
            raise Lost
        return answer


class Exchange:
    """One request and its answer, as the application sees them."""

    def __init__(self, content: bytes, answer: "asyncio.Future[Answer]") -> None:
        self.content: bytes | None = content
        self.answer = answer
        self.status = 0
        self.headers: dict[str, str] = {}
        self.pieces = b""

    async def receive(self) -> Message:
        """Hand over the body, once."""
        content, self.content = self.content, None
        if content is None:
            await asyncio.get_running_loop().create_future()
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(self, message: Message) -> None:
        """Take an answer, piece by piece."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        elif message["type"] == "http.response.body":
            self.pieces += message.get("body", b"")
            if not message.get("more_body") and not self.answer.done():
                self.answer.set_result(Answer(self.status, self.headers, self.pieces))


class Socket:
    """A WebSocket between a guest and a house."""

    def __init__(
        self, network: Network, process: "Process", path: str, address: str, cookie: str | None
    ) -> None:
        self.network = network
        self.process = process
        self.to_house = Pipe(network, self.reach_house)
        self.to_guest = Pipe(network, self.reach_guest)
        self.at_house: asyncio.Queue[Message] = asyncio.Queue()
        self.at_guest: asyncio.Queue[str | Closed] = asyncio.Queue()
        self.delivered: list[str] = []
        """What has reached the house."""
        self.ended = False
        """Whether the guest's side has ended."""
        self.house_knows = False
        """Whether the house knows that it has ended."""
        self.at_house.put_nowait({"type": "websocket.connect"})
        scope = network.scope("websocket", path, address, cookie)
        network.sockets.append(self)
        process.loop.start(process.serve(scope, self.receive, self.send))

    # At the house

    async def receive(self) -> Message:
        """Hand the next message to the application."""
        return await self.at_house.get()

    async def send(self, message: Message) -> None:
        """Take a message from the application."""
        if self.house_knows:
            raise OSError("the other side is gone")
        if message["type"] == "websocket.send":
            self.to_guest.send(message["text"])
        elif message["type"] == "websocket.close":
            self.house_knows = True
            self.to_guest.send(Closed(message.get("code", NORMAL)))

    def reach_house(self, item: str | Closed) -> None:
        """Let something arrive at the house."""
        if self.process.is_dead or self.house_knows:
            return
        if isinstance(item, Closed):
            self.house_knows = True
            self.at_house.put_nowait({"type": "websocket.disconnect", "code": item.code})
        else:
            self.delivered.append(item)
            self.at_house.put_nowait({"type": "websocket.receive", "text": item})

    # At the guest

    def say(self, text: str) -> None:
        """Send something; with bad luck the connection is cut by it."""
        if self.network.world.happens(self.network.losses):
            self.cut()
        else:
            self.to_house.send(text)

    def reach_guest(self, item: str | Closed) -> None:
        """Let something arrive at the guest."""
        if self.ended:
            return
        if self.network.world.happens(self.network.losses) and not isinstance(item, Closed):
            self.cut()
            return
        self.ended = isinstance(item, Closed)
        self.at_guest.put_nowait(item)

    async def hear(self) -> str | Closed:
        """Wait for what comes next."""
        return await self.at_guest.get()

    def hang_up(self) -> None:
        """Close politely."""
        self.ended = True
        self.to_house.send(Closed(NORMAL))

    # In between

    def cut(self) -> None:
        """Break the connection; each side notices in its own time."""
        for pipe in (self.to_house, self.to_guest):
            pipe.cut()
        world, loop = self.network.world, self.network.loop
        loop.call_later(world.between(QUICKEST, STALLED), self.reach_house, Closed(ABNORMAL))
        loop.call_later(world.between(QUICKEST, STALLED), self.break_off)

    def break_off(self) -> None:
        """Let the guest notice that the connection is gone."""
        if not self.ended:
            self.ended = True
            self.at_guest.put_nowait(Closed(ABNORMAL))

    def house_died(self) -> None:
        """Break off, as a machine does for a process that is gone: what it had sent may still
        arrive."""
        self.to_house.cut()
        if self.network.world.happens(0.5):
            self.to_guest.cut()
            self.network.loop.call_later(self.network.delay(), self.break_off)
        else:
            self.to_guest.send(Closed(ABNORMAL))
