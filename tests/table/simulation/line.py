"""The line of a guest to a table, as the page keeps it: it comes back by itself after a break, asks
for what it missed, and sends what was not answered again under the same id."""

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from .ledger import Hearing, Ledger, Wish
from .network import ABNORMAL, Closed, Json, Socket
from .world import Trouble

if TYPE_CHECKING:
    from .evening import Evening
    from .process import Process

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
PATIENCE = 10.0
ANSWERS = ("ack", "no", "why", "hint")
UNKNOWN_TABLE = 4404


class Line:
    """Keeps a socket to a table open."""

    def __init__(
        self, evening: "Evening", table: str, guest: str, address: str, cookie: Callable[[], str]
    ) -> None:
        self.evening = evening
        self.ledger: Ledger = evening.ledger
        self.table = table
        self.guest = guest
        self.address = address
        self.cookie = cookie
        self.since = -1
        self.failures = 0
        self.pending: dict[str, tuple[Wish, asyncio.Future[Json]]] = {}
        self.socket: Socket | None = None
        self.hearing = Hearing(table, guest, -1)
        self.state: Json | None = None
        self.you: list[int] = []
        self.host = False
        self.info: Json = {}
        self.players: list[Json] = []
        self.left = False
        self.impatience: asyncio.TimerHandle | None = None
        self.ended: list[tuple[Socket, Hearing]] = []
        self.keeping = asyncio.create_task(self.keep_open())

    @property
    def is_open(self) -> bool:
        """Whether the table has welcomed the guest and the socket stands."""
        return self.socket is not None and not self.socket.ended and self.hearing.welcomed

    async def keep_open(self) -> None:
        """Connect again and again."""
        while not self.left:
            process = self.evening.any_house()
            if process is not None:
                await asyncio.sleep(self.evening.network.delay())
            if process is not None and not process.is_dead and not self.left:
                await self.listen(process_socket(self, process))
            longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2**self.failures)
            self.failures += 1
            await asyncio.sleep(longest * (0.5 + 0.5 * self.evening.world.chance.random()))

    async def listen(self, socket: Socket) -> None:
        """Hear what comes until the socket ends."""
        self.socket = socket
        self.hearing = Hearing(self.table, self.guest, self.since)
        while not isinstance(heard := await socket.hear(), Closed):
            self.hear(json.loads(heard))
        self.evening.world.note(self.guest, f"socket of {self.table} ends: {heard.code}")
        if heard.code == UNKNOWN_TABLE:
            self.evening.world.fail(f"{self.guest} is told that there is no table {self.table}")
        self.ended.append((socket, self.hearing))
        self.socket = None
        self.be_patient()

    def hear(self, message: Json) -> None:
        """Take a message as the page does."""
        welcomed = self.hearing.welcomed
        try:
            self.ledger.hear(self.hearing, message)
        except Trouble as trouble:
            self.evening.world.fail(str(trouble))
        kind = message["type"]
        if kind == "welcome":
            self.you, self.host = message["you"], message["host"]
            self.info, self.failures = message["table"], 0
            if not welcomed:
                for wish, _ in list(self.pending.values()):
                    self.transmit(json.dumps(wish.fields))
        elif kind == "story":
            self.since = max(self.since, *(entry["version"] for entry in message["entries"]))
        elif kind == "state":
            self.state = message
        elif kind == "players":
            self.players = message["players"]
        elif kind in ANSWERS:
            self.evening.world.note(self.guest, f"hears {kind} {message.get('id')}")
            self.settle(message)

    def settle(self, message: Json) -> None:
        """Hand an answer to whoever waits for it."""
        if message["id"] in self.pending:
            _, answer = self.pending.pop(message["id"])
            self.be_patient()
            answer.set_result(message)

    def ask(self, do: str, fields: Json) -> "asyncio.Future[Json]":
        """Send a wish, however many connections it takes."""
        asked = str(fields.pop("id", self.evening.new_id(self.guest)))
        wish = Wish(self.table, self.guest, {"do": do, "id": asked, **fields})
        self.ledger.wishes.setdefault(asked, wish)
        if asked not in self.pending:
            self.pending[asked] = (wish, asyncio.get_running_loop().create_future())
        if self.is_open:
            self.transmit(json.dumps(wish.fields))
        return self.pending[asked][1]

    def transmit(self, text: str) -> None:
        """Send something now, and give up on the socket if nothing is answered."""
        if self.socket is None:
            return
        self.evening.world.note(self.guest, f"says to {self.table}: {text}")
        self.socket.say(text)
        if self.impatience is None:
            self.impatience = asyncio.get_running_loop().call_later(PATIENCE, self.drop)

    def be_patient(self) -> None:
        """Give up on nothing for the moment."""
        if self.impatience is not None:
            self.impatience.cancel()
            self.impatience = None

    def drop(self) -> None:
        """Give up on a socket that does not answer."""
        self.impatience = None
        if self.pending and self.socket is not None and not self.socket.ended:
            socket = self.socket
            socket.hang_up()
            socket.at_guest.put_nowait(Closed(ABNORMAL))

    def leave(self) -> None:
        """Close the page."""
        self.left = True
        self.be_patient()
        if self.socket is not None and not self.socket.ended:
            self.socket.hang_up()
        self.keeping.cancel()


def process_socket(line: Line, process: "Process") -> Socket:
    """Open a socket to the table of a line."""
    path = f"/api/tables/{line.table}/ws?since={line.since}"
    return Socket(line.evening.network, process, path, line.address, line.cookie())
