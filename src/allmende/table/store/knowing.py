"""Which devices are one person's: what is written about that, and read. Each function works in an
open transaction."""

import secrets
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from ..limits import CODE_SECONDS, DEVICES_PER_PERSON, PASSKEYS_PER_PERSON, SECONDS_TO_TRUST
from ..log import later, now
from ..refusal import CONFLICT, FORBIDDEN, NOT_FOUND, Refusal
from ..tokens import Device, hashed, new_token
from .belongings import join_all
from .owners import check_trusted, is_trusted, owner_of
from .person_schema import CODES, DEVICES, PASSKEYS
from .reachable import unsubscribe_device

FOR_DEVICE, TO_REGISTER, TO_SIGN_IN = "device", "register", "signin"
"""What a code is for."""
NOBODY = ""
ID_BYTES = 6


def person_of(c: Connection, device: Device, name: str) -> str:
    """Return the person that a device belongs to, who begins to be one now if need be. The name of
    a person is new: nobody who is dropped later knows or keeps it."""
    known = c.execute(select(DEVICES.c.owner).where(DEVICES.c.device == device)).scalar()
    if known is not None:
        return str(known)
    owner = new_token()
    join_all(c, device, owner)
    add_device(c, owner, device, name, now())
    return owner


def add_device(c: Connection, owner: str, device: Device, name: str, trusted: str) -> None:
    """Let a device belong to a person."""
    row = {"device": device, "owner": owner, "id": secrets.token_urlsafe(ID_BYTES)}
    c.execute(insert(DEVICES), {**row, "name": name, "since": now(), "trusted": trusted})


def devices_in(c: Connection, owner: str) -> list[Any]:
    """List the devices of a person, the first one first."""
    mine = select(DEVICES).where(DEVICES.c.owner == owner).order_by(DEVICES.c.since, DEVICES.c.id)
    return list(c.execute(mine))


def passkeys_in(c: Connection, owner: str) -> list[Any]:
    """List the passkeys of a person."""
    mine = select(PASSKEYS).where(PASSKEYS.c.owner == owner).order_by(PASSKEYS.c.since)
    return list(c.execute(mine))


# Codes


def add_code(c: Connection, owner: str, kind: str, token: str) -> None:
    """Write down a code; one before it of that kind is void, and what is too old is forgotten."""
    c.execute(delete(CODES).where(CODES.c.until < now()))
    if owner != NOBODY:
        c.execute(delete(CODES).where(CODES.c.owner == owner, CODES.c.kind == kind))
    row = {"token": hashed(token), "owner": owner, "kind": kind, "until": later(CODE_SECONDS)}
    c.execute(insert(CODES), row)


def use_code(c: Connection, kind: str, token: str) -> str:
    """Use a code up and return whose it was."""
    here = (CODES.c.token == hashed(token), CODES.c.kind == kind)
    used = c.execute(delete(CODES).where(*here).returning(CODES.c.owner, CODES.c.until)).first()
    if used is None or used.until < now():
        raise Refusal("table.bad_code", FORBIDDEN)
    return str(used.owner)


# Devices that come and go


def come_by_code(c: Connection, device: Device, token: str, name: str) -> None:
    """Let a device belong to the person who made a code. It is trusted later."""
    owner = use_code(c, FOR_DEVICE, token)
    belong(c, owner, device, name, later(SECONDS_TO_TRUST))


def belong(c: Connection, owner: str, device: Device, name: str, trusted: str) -> None:
    """Let a device belong to a person, with all that belonged to it or to its person before."""
    before = owner_of(c, device)
    if before == owner:
        c.execute(
            update(DEVICES)
            .where(DEVICES.c.device == device, DEVICES.c.trusted > trusted)
            .values(trusted=trusted)
        )
        return
    c.execute(
        update(DEVICES)
        .where(DEVICES.c.owner == before, DEVICES.c.trusted < trusted)
        .values(trusted=trusted)
    )
    join_all(c, before, owner)
    if c.execute(select(DEVICES.c.id).where(DEVICES.c.device == device)).first() is None:
        add_device(c, owner, device, name, trusted)
    check_room(c, owner, DEVICES, DEVICES_PER_PERSON, "table.too_many_own_devices")


def check_room(c: Connection, owner: str, kind: Any, most: int, reason: str) -> None:
    """Demand that a person does not have too many of something."""
    mine = select(func.count()).select_from(kind).where(kind.c.owner == owner)
    if c.execute(mine).scalar_one() > most:
        raise Refusal(reason, CONFLICT, most=most)


def find_to_drop(c: Connection, device: Device, which: str) -> Device:
    """Return the device that is to be dropped, if the one that asks may do so: itself, one that
    came later, or any once it is trusted. All of them are locked: of two that drop each other at
    the same time one stays."""
    owner = owner_of(c, device)
    all_of_them = select(DEVICES.c.id).where(DEVICES.c.owner == owner).order_by(DEVICES.c.id)
    c.execute(all_of_them.with_for_update()).all()
    mine = {row.id: row for row in devices_in(c, owner)}
    asking = next((row for row in mine.values() if row.device == device), None)
    wanted = mine.get(which)
    if asking is None or wanted is None:
        raise Refusal("table.unknown_device", NOT_FOUND)
    if len(mine) == 1:
        raise Refusal("table.only_device", CONFLICT)
    is_own = wanted.device == device
    if not is_own and not is_trusted(c, device) and wanted.since <= asking.since:
        raise Refusal("table.not_trusted_yet", FORBIDDEN)
    return Device(wanted.device)


def drop_device(c: Connection, device: Device) -> None:
    """Let a device be nobody's again; codes that it may have made are void, and its browser is not
    called any more."""
    owner = owner_of(c, device)
    c.execute(delete(CODES).where(CODES.c.owner == owner))
    c.execute(delete(DEVICES).where(DEVICES.c.device == device))
    unsubscribe_device(c, device)


# Passkeys


def add_passkey(c: Connection, owner: str, credential: str, key: str, uses: int, name: str) -> None:
    """Write down a passkey of a person."""
    row = {"credential": credential, "owner": owner, "key": key, "uses": uses, "name": name}
    c.execute(insert(PASSKEYS), {**row, "id": secrets.token_urlsafe(ID_BYTES), "since": now()})
    check_room(c, owner, PASSKEYS, PASSKEYS_PER_PERSON, "table.too_many_passkeys")


def read_passkey(c: Connection, credential: str) -> Any:
    """Return a passkey, or None if it is nobody's."""
    return c.execute(select(PASSKEYS).where(PASSKEYS.c.credential == credential)).first()


def come_by_passkey(c: Connection, device: Device, credential: str, uses: int, name: str) -> None:
    """Let a device belong to the person whose passkey has signed, and write down how often that was
    used, as it says itself. It may have been dropped since the signature was checked."""
    mine = update(PASSKEYS).where(PASSKEYS.c.credential == credential).values(uses=uses)
    owner = c.execute(mine.returning(PASSKEYS.c.owner)).scalar()
    if owner is None:
        raise Refusal("table.bad_passkey", FORBIDDEN)
    belong(c, owner, device, name, now())


def drop_passkey(c: Connection, device: Device, which: str) -> None:
    """Forget a passkey of the person that a device belongs to."""
    owner = owner_of(c, device)
    check_trusted(c, device)
    mine = (PASSKEYS.c.owner == owner, PASSKEYS.c.id == which)
    if c.execute(delete(PASSKEYS).where(*mine)).rowcount == 0:
        raise Refusal("table.unknown_passkey", NOT_FOUND)
