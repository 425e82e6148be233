"""Tables of people who sit down by link, for tests of who holds a seat."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from .clients import LINK, Answer, Device, Socket, person
from .server_process import Json, Server

HANDS = "stieren_versieren"
"""A game in which each seat has a hand."""
NAMES = ("Bert", "Cleo", "Dora")


class Sitting:
    """A table that Anna hosts; the others have a link each, and may sit down."""

    def __init__(self, server: Server, guests: int = 1, game: str = HANDS, **wishes: Any) -> None:
        self.server = server
        self.host = Device(server)
        made = self.host.open_table(game, [person("Anna"), *[LINK] * guests], **wishes)
        self.id: str = made["id"]
        self.links: list[str] = [invite["url"] for invite in made["invites"]]
        self.guests: list[Device] = []

    @property
    def path(self) -> str:
        return f"/api/tables/{self.id}"

    def seat_all(self) -> "Sitting":
        for link, name in zip(self.links, NAMES, strict=False):
            self.guests.append(Device(self.server))
            self.guests[-1].join(link, name)
        return self

    def begin(self) -> "Sitting":
        """Let all sit down, and somebody make the first move."""
        self.seat_all()
        with self.open(self.host, *self.guests) as sockets:
            mover = next(socket for socket in sockets if socket.state["legal"])
            mover.play_any(Random(1))
        return self

    @contextmanager
    def open(self, *devices: Device) -> Iterator[list[Socket]]:
        """Let some devices look, each until it has heard all that there was to hear."""
        sockets = [device.sit(self.id) for device in devices]
        for socket in sockets:
            settle(socket)
        yield sockets
        for socket in sockets:
            socket.close()

    def join(self, device: Device, link: str, name: str) -> Answer:
        """Try to sit down by a link."""
        token = link.partition("#")[2]
        return device.post(f"{self.path}/join", {"token": token, "name": name})

    def link_for(self, device: Device, seat: int) -> str:
        """Make a link for another device of a person, and return its token."""
        made = device.post(f"{self.path}/seats/{seat}/device", {})
        assert made.status == 200, made.content
        return str(made.json["url"]).partition("#+")[2]

    def add(self, device: Device, token: str) -> Answer:
        """Try to bring another device to a seat."""
        return device.post(f"{self.path}/devices", {"token": token})

    def revoke(self, device: Device, seat: int) -> Answer:
        """Try to free a seat."""
        return device.post(f"{self.path}/seats/{seat}/revoke", {})


def settle(socket: Socket) -> None:
    """Hear all that was sent so far: the answer to a question comes after it."""
    socket.ask("vote", seat=0, agree=True)


def told(socket: Socket) -> list[str]:
    """List what was told about the seats so far."""
    entries = {
        entry["n"]: entry["event"]["key"].removeprefix("table.seat_")
        for message in socket.heard
        if message["type"] == "seating"
        for entry in message["entries"]
    }
    return [entries[n] for n in sorted(entries)]


def hear_of(socket: Socket, kind: str) -> Json:
    """Wait until something is told about a seat, and return it."""
    while kind not in told(socket):
        socket.hear()
    found = [
        entry
        for message in socket.heard
        if message["type"] == "seating"
        for entry in message["entries"]
        if entry["event"]["key"] == f"table.seat_{kind}"
    ]
    last: Json = found[-1]
    return last


def eyes(socket: Socket) -> set[str]:
    """Say through whose eyes a socket looks now."""
    return set(socket.state["views"])


def promise(socket: Socket) -> str | None:
    """Return the hash of the deal that a socket was told last."""
    found: str | None = socket.latest["welcome"]["table"]["seed_hash"]
    return found
