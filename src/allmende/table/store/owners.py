"""Whose things a device may see and change."""

from sqlalchemy import Connection as Transaction
from sqlalchemy import select

from ..log import now
from ..refusal import FORBIDDEN, Refusal
from ..tokens import Device
from .person_schema import DEVICES


def owner_of(c: Transaction, device: str) -> str:
    """Return whose things a device may see and change: those of the person that it belongs to, or
    its own."""
    found: str | None = c.execute(
        select(DEVICES.c.owner).where(DEVICES.c.device == device)
    ).scalar()
    return device if found is None else found


def devices_of(c: Transaction, device: Device) -> frozenset[Device]:
    """Return all devices of the person that a device belongs to; mostly it is the only one."""
    mine = select(DEVICES.c.device).where(DEVICES.c.owner == owner_of(c, device))
    return frozenset({device, *(Device(one) for one in c.execute(mine).scalars())})


def is_trusted(c: Transaction, device: Device) -> bool:
    """Tell whether a device may do what cannot be undone for all of its person: not for a day after
    it came by a code, as long as there is another one."""
    row = c.execute(select(DEVICES).where(DEVICES.c.device == device)).first()
    return row is None or row.trusted <= now() or devices_of(c, device) == {device}


def check_trusted(c: Transaction, device: Device) -> None:
    """Demand that a device may do what cannot be undone for all of its person."""
    if not is_trusted(c, device):
        raise Refusal("table.not_trusted_yet", FORBIDDEN)


def acts_for(c: Transaction, device: Device) -> frozenset[Device]:
    """Return the devices for which one may give something up: all of its person, once trusted."""
    return devices_of(c, device) if is_trusted(c, device) else frozenset({device})
