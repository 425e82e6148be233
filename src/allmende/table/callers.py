"""Callers: by which address and by which device somebody is counted.

A device is a cookie that anybody can make up, so all devices of one address are counted together as
well. Who has an IPv6 address has the 2⁶⁴ others of its network too: they count as one.
"""

import ipaddress
from dataclasses import dataclass
from functools import lru_cache

from starlette.types import Scope

from .tokens import Device

NETWORK_BITS = 64
ADDRESSES_REMEMBERED = 4_096
NOWHERE = ""
"""The address of those who are not here: a table whose people have left."""


@dataclass(frozen=True)
class Caller:
    """Who asks."""

    address: str = NOWHERE
    device: Device | None = None


@lru_cache(ADDRESSES_REMEMBERED)
def counted_as(host: str) -> str:
    """Return what an address is counted as: itself, or its network."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, NETWORK_BITS), strict=False))


def address_in(scope: Scope) -> str:
    """Return the address that a request comes from, as it is counted."""
    return counted_as(scope["client"][0] if scope.get("client") else NOWHERE)


@lru_cache(ADDRESSES_REMEMBERED)
def is_among(host: str, places: tuple[str, ...]) -> bool:
    """Tell whether an address is one of some addresses or lies in one of some networks."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return any(found in ipaddress.ip_network(place, strict=False) for place in places)
