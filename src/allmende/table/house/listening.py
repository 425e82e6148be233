"""Where a server listens, and at which addresses others find this machine."""

import ipaddress
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress

ANYWHERE = ("0.0.0.0", "::")
HERE = "127.0.0.1"
LOCALHOST = "localhost"
WAITING_ROOM = 512
FAR_AWAY = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that nobody has, to learn by which of our own we would go there."""
DISCARD_PORT = 9


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only of sockets that name TCP does asyncio send small messages at once; the others wait 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        keep_for_ourselves(listener)
        listener.bind((host, port))
        listener.listen(WAITING_ROOM)
    except OSError:
        listener.close()
        raise
    return listener


def keep_for_ourselves(listener: socket.socket) -> None:
    """Let nobody else listen on the port, but take it again right after a restart. On Windows the
    option that elsewhere allows the second would allow two servers on one port."""
    if sys.platform == "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def origin_of(host: str, port: int) -> str:
    """Write the address of a server as browsers do."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == LOCALHOST


def own_addresses() -> list[str]:
    """Return the addresses at which others can reach this machine, the usual one first. Nothing is
    sent to find them."""
    return [address for address in ways_out() if is_shared(address)]


def addresses_in_the_house() -> list[str]:
    """Return those of them that belong to a network at home, and not to the whole world."""
    return [address for address in own_addresses() if parsed(address).is_private]


def ways_out() -> Iterator[str]:
    """Return the addresses by which this machine would leave for somewhere far away."""
    for family, somewhere in FAR_AWAY:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, DISCARD_PORT))
            yield str(probe.getsockname()[0])


def is_shared(address: str) -> bool:
    """Tell whether a browser elsewhere can be sent to an address."""
    found = parsed(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


def parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Read an address, without the name of a cable that may follow it."""
    return ipaddress.ip_address(address.partition("%")[0])
