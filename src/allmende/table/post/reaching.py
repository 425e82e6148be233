"""Where a push service may be. Anybody can name any address as theirs, so that this server would
knock at doors in its own network: it goes to public addresses only, and to those that the house
allows; and it goes to the very address that it has looked at."""

import asyncio
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from ..callers import is_among

HTTPS = 443
DETOURS = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "::/96", "::ffff:0:0:0/96")))
"""Addresses of IPv6 that lead to any of IPv4."""
LONGEST_ENDPOINT = 1024


class NotReached(Exception):
    """A server cannot be reached, or is where none may be."""


@dataclass(frozen=True)
class Endpoint:
    """Where a push service takes messages for one browser."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """The server, as the signature names it."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{name}" if self.port == HTTPS else f"https://{name}:{self.port}"


def read_endpoint(text: str) -> Endpoint | None:
    """Read an endpoint; None if it is none: plain https, to a host, without a name or password."""
    if len(text) > LONGEST_ENDPOINT or not text.isascii() or not text.isprintable() or " " in text:
        return None
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port or HTTPS
    except ValueError:
        return None
    if parts.scheme != "https" or not host or "@" in parts.netloc or parts.fragment:
        return None
    query = f"?{parts.query}" if parts.query else ""
    return Endpoint(host, port, f"{parts.path or '/'}{query}")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Tell whether an address belongs to the internet, by no detour."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        is_detour = address.sixtofour or address.teredo or any(address in it for it in DETOURS)
        if is_detour or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast


def may_be_reached(address: str, port: int, allowed: Sequence[str]) -> bool:
    """Tell whether a push service may be at an address."""
    if is_among(address, tuple(allowed)):
        return True
    return port == HTTPS and is_public(ip_address(address.partition("%")[0]))


def is_plausible(endpoint: Endpoint, allowed: Sequence[str]) -> bool:
    """Tell at once whether an endpoint can be one; where its name leads is seen when it is used."""
    try:
        ip_address(endpoint.host)
    except ValueError:
        return "." in endpoint.host and (endpoint.port == HTTPS or bool(allowed))
    return may_be_reached(endpoint.host, endpoint.port, allowed)


async def address_of(endpoint: Endpoint, allowed: Sequence[str]) -> str:
    """Return the address behind an endpoint, if one may go to all that its name leads to."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    except OSError as trouble:
        raise NotReached("no such host") from trouble
    addresses = [str(place[0]) for *_, place in found]
    if not addresses or not all(
        may_be_reached(address, endpoint.port, allowed) for address in addresses
    ):
        raise NotReached("not at a public address")
    return addresses[0]
