"""The door for the people in this house: a second place to listen, at the machine's own address.

A server that only its own machine can reach opens this door when somebody at that machine asks for
it, and closes it again. One that was told where to listen, or under which address others know it,
needs no such door.
"""

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from ..refusal import CONFLICT, FORBIDDEN, Refusal
from ..settings import Settings
from .listening import (
    ANYWHERE,
    addresses_in_the_house,
    bound,
    is_loopback,
    origin_of,
    own_addresses,
)

if TYPE_CHECKING:
    from ..wire.answers import Door as DoorSeen

ANY_PORT = 0
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""What a proxy adds: then whoever asks is somewhere else, though the proxy may be here."""

Listen = Callable[[socket.socket], Awaitable[asyncio.Server]]


class Opening(NamedTuple):
    """Where the door stands open."""

    server: asyncio.Server
    port: int


class Door:
    """Opens and closes, and says at which addresses others find this server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.host = settings.host
        self.port = ANY_PORT
        self.listen: Listen | None = None
        self.openings: dict[str, Opening] = {}
        self.used: set[str] = set()
        """All addresses at which the door ever stood open."""
        self.one_at_a_time = asyncio.Lock()

    def hang(self, host: str, port: int, listen: Listen) -> None:
        """Learn where the server listens, and how it listens at one more place."""
        self.host = host
        self.port = port
        self.listen = listen

    @property
    def is_fixed(self) -> bool:
        """Whether others come in by another way, so that there is nothing to open or to close."""
        told = self.settings.public_url is not None or not is_loopback(self.settings.host)
        return told or self.settings.workers > 1  # each would open a door of its own

    def addresses(self) -> list[str]:
        """Return where the door can be opened, as the network is now."""
        found = self.settings.house_addresses or addresses_in_the_house()
        return [address for address in found if address != self.host]

    def fixed_origins(self) -> list[str]:
        """Return where others find a server that was told where to listen."""
        if self.settings.public_url is not None:
            return [self.settings.public_url]
        if is_loopback(self.settings.host):
            return []
        anywhere = self.settings.host in ANYWHERE
        hosts = own_addresses() if anywhere else [self.settings.host]
        return [origin_of(host, self.port) for host in hosts]

    def seen_from(self, scope: Scope) -> "DoorSeen":
        """Say how the door stands, and whether whoever asks may open and close it."""
        if self.is_fixed:
            return {
                "state": "fixed",
                "origins": self.fixed_origins(),
                "public": self.settings.public_url,
                "yours": False,
            }
        here = self.addresses()
        open_here = [
            origin_of(address, self.openings[address].port)
            for address in here
            if address in self.openings
        ]
        seen: DoorSeen = {
            "state": "open" if open_here else "closed",
            "origins": open_here or [origin_of(address, self.port) for address in here],
            "public": None,
            "yours": self.is_at_home(scope),
        }
        return seen

    def is_at_home(self, scope: Scope) -> bool:
        """Tell whether a request comes from a browser on this machine, by none of the other ways:
        not through the door itself, and not passed on by a proxy."""
        headers = Headers(scope=scope)
        peer = (scope.get("client") or ("",))[0]
        name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        passed_on = any(header in headers for header in FORWARDED)
        ours = is_loopback(peer) and is_loopback(name) and came_to(scope) not in self.used
        return ours and not passed_on

    def admits(self, scope: Scope) -> bool:
        """Tell whether a request did not come through a door that is closed by now."""
        place = came_to(scope)
        return place not in self.used or place in self.openings

    async def open(self, scope: Scope) -> None:
        """Open the door at all addresses that this machine has in the house now."""
        self.check(scope)
        async with self.one_at_a_time:
            here = self.addresses()
            if not here:
                raise Refusal("table.door_nowhere", CONFLICT)
            self.shut(set(self.openings) - set(here))
            troubles = [await self.open_at(address) for address in here]
            if not self.openings:
                raise Refusal("table.door_stuck", CONFLICT, address=here[0], reason=troubles[0])

    async def open_at(self, address: str) -> str:
        """Open the door at an address, and return what keeps it from opening."""
        if address in self.openings:
            return ""
        assert self.listen is not None
        try:
            listener = near(address, self.port)
        except OSError as trouble:
            return trouble.strerror or str(trouble)
        port = listener.getsockname()[1]
        self.used.add(address)
        self.openings[address] = Opening(await self.listen(listener), port)
        return ""

    async def close(self, scope: Scope) -> None:
        """Close the door."""
        self.check(scope)
        async with self.one_at_a_time:
            self.shut(set(self.openings))

    def shut(self, addresses: set[str]) -> None:
        """Listen at some addresses no more."""
        for address in addresses:
            self.openings.pop(address).server.close()

    def check(self, scope: Scope) -> None:
        """Demand that somebody may open and close the door."""
        if self.is_fixed:
            raise Refusal("table.door_fixed", CONFLICT)
        if not self.is_at_home(scope):
            raise Refusal("table.door_not_yours", FORBIDDEN)


def came_to(scope: Scope) -> str:
    """Return the address of ours at which a request came in."""
    return str((scope.get("server") or ("",))[0])


def near(address: str, port: int) -> socket.socket:
    """Listen at an address, on the port of the server if it is free there."""
    try:
        return bound(address, port)
    except OSError as trouble:
        if trouble.errno != errno.EADDRINUSE:
            raise
        return bound(address, ANY_PORT)
