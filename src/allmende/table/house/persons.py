"""People with several devices: how one comes, what it may do, and how everything about somebody is
told or deleted.

A further device sees the list of all games of its person. To a seat it comes one by one, when its
person opens that table with it: then it is told there and counted, as every further device is.
"""

import secrets
from typing import Any

from sqlalchemy import Connection as Transaction
from sqlalchemy import delete, select, update

from ..limits import CODE_SECONDS
from ..log import now
from ..refusal import CONFLICT, Refusal
from ..store import knowing, removal, statements
from ..store.belongings import delete_all, tell_all
from ..store.facts import Listed
from ..store.owners import check_trusted, devices_of, owner_of
from ..store.schema import CHAT, EVENTS, HOLDERS, INVITES, SEATINGS, TABLES
from ..tables import holders
from ..tokens import Device
from ..wire import persons
from .commands import DEVICE_PART
from .lobby import Lobby
from .removing import forget_room, tell_others
from .statistics import statistics

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""None of them is easily taken for another: I and O are missing, and so are 0 and 1."""
GROUPS, IN_A_GROUP = 4, 4
"""A code has 80 random bits, in groups that can be read out."""
PATH = "/me"


def new_code() -> str:
    """Make a code that nobody can guess."""
    return "-".join(
        "".join(secrets.choice(LETTERS) for _ in range(IN_A_GROUP)) for _ in range(GROUPS)
    )


def as_written(code: str) -> str:
    """Return a code as it was made, however somebody has typed it."""
    letters = [letter for letter in code.upper() if letter in LETTERS]
    if len(letters) != GROUPS * IN_A_GROUP:
        return ""
    groups = range(0, len(letters), IN_A_GROUP)
    return "-".join("".join(letters[at : at + IN_A_GROUP]) for at in groups)


# Which devices are mine


def about(c: Transaction, device: Device | None) -> persons.Me:
    """Say which devices and passkeys a person has."""
    owner = "" if device is None else owner_of(c, device)
    at = now()
    return {
        "devices": [
            {
                "id": row.id,
                "name": row.name,
                "since": row.since,
                "here": row.device == device,
                "trusted": row.trusted <= at,
            }
            for row in knowing.devices_in(c, owner)
        ],
        "passkeys": [
            {"id": row.id, "name": row.name, "since": row.since}
            for row in knowing.passkeys_in(c, owner)
        ],
    }


async def make_code(lobby: Lobby, device: Device, name: str) -> persons.DeviceCode:
    """Make a code for another device of whom this one belongs to."""
    code = new_code()

    def work(c: Transaction) -> None:
        knowing.add_code(c, knowing.person_of(c, device, name), knowing.FOR_DEVICE, code)

    await lobby.scribe.run(work)
    return {"code": code, "url": f"{PATH}#{code}", "seconds": CODE_SECONDS}


async def join(lobby: Lobby, device: Device, code: str, name: str) -> persons.Me:
    """Let a device be one of the person's who made a code."""

    def work(c: Transaction) -> persons.Me:
        knowing.come_by_code(c, device, as_written(code), name)
        return about(c, device)

    return await lobby.scribe.run(work)


# Seats


async def come(lobby: Lobby, table: str, device: Device | None) -> persons.Came:
    """Bring a device to the seats that others of its person hold at a table."""
    mine = await lobby.own_tables.devices_of(device)
    if device is None or len(mine) < 2:
        return {"seats": []}
    room = await lobby.room(table)
    seats = [
        chair.seat for chair in room.chairs if chair.holders & mine and device not in chair.holders
    ]
    for seat in seats:
        await holders.come_along(room, device, seat, mine)
    return {"seats": seats}


async def drop(lobby: Lobby, device: Device, which: str) -> persons.Me:
    """Take a device from a person, with its hold on all seats; where nobody else of theirs holds
    one, the device that asks takes it over, or their latest one if it goes itself."""
    gone, heir, mine = await lobby.scribe.run(lambda c: dropped(c, device, which))
    found = await lobby.scribe.run(lambda c: statements.all_tables_of(c, frozenset({gone})))
    for listed in found:
        await hand_over(lobby, listed, gone, heir, mine)
    for table in await lobby.scribe.run(lambda c: hosted_by(c, frozenset({gone}))):
        await give_table(lobby, table, heir)
    return await lobby.scribe.run(lambda c: about(c, device))


def dropped(c: Transaction, device: Device, which: str) -> tuple[Device, Device, frozenset[Device]]:
    """Take a device from a person; return it, its heir, and all that were theirs."""
    gone = knowing.find_to_drop(c, device, which)
    mine = [Device(row.device) for row in knowing.devices_in(c, owner_of(c, device))]
    heir = device if gone != device else next(one for one in reversed(mine) if one != gone)
    knowing.drop_device(c, gone)
    return gone, heir, frozenset(mine)


async def hand_over(
    lobby: Lobby, listed: Listed, gone: Device, heir: Device, mine: frozenset[Device]
) -> None:
    """Take a device from its seats at a table. Where the game goes on that is told there."""
    seats = [chair.seat for chair in listed.chairs if gone in chair.holders]
    if listed.standing.ending is None:
        try:
            room = await lobby.room(listed.id)
            for seat in seats:
                await holders.drop_device(room, seat, gone, heir, mine)
            return
        except Refusal as refusal:
            lobby.house.log.warning("handed over unseen", reason=refusal.message.key)
    await lobby.scribe.run(lambda c: hand_over_unseen(c, listed, gone, heir))
    await after_leaving(lobby, [listed.id])


def hand_over_unseen(c: Transaction, listed: Listed, gone: Device, heir: Device) -> None:
    """Take a device from its seats at a table where nothing happens any more."""
    count_change(c, listed.id)
    for chair in listed.chairs:
        here = (
            HOLDERS.c.table_id == listed.id,
            HOLDERS.c.seat == chair.seat,
            HOLDERS.c.device == gone,
        )
        if gone in chair.holders and chair.holders == {gone}:
            c.execute(update(HOLDERS).where(*here).values(device=heir))
        else:
            c.execute(delete(HOLDERS).where(*here))


async def give_table(lobby: Lobby, table: str, heir: Device) -> None:
    """Let another device be the host of a table."""
    room = lobby.rooms.get(table)
    if room is not None and not room.given_up:
        await holders.change_host(room, heir)
        return

    def work(c: Transaction) -> None:
        count_change(c, table)
        statements.set_host(c, table, heir)

    await lobby.scribe.run(work)
    await tell_others(lobby, [table])


def count_change(c: Transaction, table: str) -> None:
    """Count a change of a table, first, so that others wait until it is committed."""
    counted = update(TABLES).where(TABLES.c.id == table)
    c.execute(counted.values(revision=TABLES.c.revision + 1))


async def after_leaving(lobby: Lobby, tables: list[str]) -> None:
    """Let rooms be built anew whose table was changed without them."""
    for table in tables:
        forget_room(lobby, table, removal.OWN_PART)
    await tell_others(lobby, tables)


# Everything about me


def all_of(c: Transaction, device: Device) -> frozenset[Device]:
    """Return all devices of somebody, if this one may see and delete everything about them."""
    check_trusted(c, device)
    return devices_of(c, device)


async def export(lobby: Lobby, device: Device | None) -> dict[str, Any]:
    """Tell everything about somebody."""
    return await lobby.scribe.run(lambda c: everything(c, device))


def everything(c: Transaction, device: Device | None) -> dict[str, Any]:
    """Tell everything about somebody: what belongs to them, and what they left at tables."""
    mine = frozenset[Device]() if device is None else all_of(c, device)
    tables = statements.all_tables_of(c, mine)
    return {
        "belongings": {} if device is None else tell_all(c, owner_of(c, device)),
        "tables": [about_table(c, listed, mine) for listed in tables],
        "hosted": hosted_by(c, mine),
        "statistics": statistics(statements.finished_by(c, mine), mine),
    }


def about_table(c: Transaction, listed: Listed, mine: frozenset[Device]) -> dict[str, Any]:
    """Tell what somebody has left at a table."""
    seats = [chair.seat for chair in listed.chairs if chair.holders & mine]
    moves = select(EVENTS.c.version, EVENTS.c.kind, EVENTS.c.seat, EVENTS.c.number, EVENTS.c.at)
    own_moves = moves.where(EVENTS.c.table_id == listed.id, EVENTS.c.seat.in_(seats))
    said = select(CHAT.c.at, CHAT.c.name, CHAT.c.text)
    own_words = said.where(CHAT.c.table_id == listed.id, CHAT.c.seat.in_(seats))
    return {
        "id": listed.id,
        "game": listed.game,
        "updated": listed.updated,
        "ending": listed.standing.ending,
        "result": listed.standing.result,
        "is_host": listed.host in mine,
        "seats": [
            {
                "seat": seat,
                "name": listed.chairs[seat].name,
                "resigned": listed.chairs[seat].resigned,
                "timed_out": listed.chairs[seat].timed_out,
            }
            for seat in seats
        ],
        "moves": [dict(row) for row in c.execute(own_moves).mappings()],
        "chat": [dict(row) for row in c.execute(own_words).mappings()],
    }


def hosted_by(c: Transaction, mine: frozenset[Device]) -> list[str]:
    """List the tables that some devices have opened."""
    return list(c.execute(select(TABLES.c.id).where(TABLES.c.host.in_(mine))).scalars())


async def forget(lobby: Lobby, device: Device | None) -> persons.Forgotten:
    """Delete everything about somebody. A game that others still play goes on with a bot."""
    if device is None:
        return {"tables": 0}
    mine = await lobby.scribe.run(lambda c: all_of(c, device))
    found = await lobby.scribe.run(lambda c: statements.all_tables_of(c, mine))
    for listed in found:
        if removal.removal(listed, mine) == removal.LATER:
            await leave_game(lobby, listed, mine)
    done = await lobby.scribe.run(lambda c: delete_everything(c, device, mine, found))
    for table, what in done.items():
        forget_room(lobby, table, what)
    await tell_others(lobby, list(done))
    return {"tables": len(found)}


async def leave_game(lobby: Lobby, listed: Listed, mine: frozenset[Device]) -> None:
    """Give all seats of somebody back, so that a bot plays on or somebody else can sit down."""
    try:
        room = await lobby.room(listed.id)
        for chair in room.chairs:
            for one in chair.holders & mine:
                await holders.leave(room, one, chair.seat)
    except Refusal as refusal:
        if refusal.status == CONFLICT:
            lobby.house.log.warning("not left", reason=refusal.message.key)
        else:
            raise


def delete_everything(
    c: Transaction, device: Device, mine: frozenset[Device], found: list[Listed]
) -> dict[str, removal.Removal]:
    """Delete everything about somebody, and say what became of which table. Where they have sat
    down since it was looked, with any device, they are deleted as well."""
    mine |= all_of(c, device)
    known = {listed.id for listed in found}
    found = [*found, *(it for it in statements.all_tables_of(c, mine) if it.id not in known)]
    done = {listed.id: removal.remove_listed(c, listed, mine) for listed in found}
    for listed in found:
        if done[listed.id] != removal.WHOLE:
            wipe_traces(c, listed, mine)
            done[listed.id] = removal.OWN_PART
    for table in hosted_by(c, mine):
        done[table] = leave_as_host(c, table)
    delete_all(c, owner_of(c, device))
    return done


def wipe_traces(c: Transaction, listed: Listed, mine: frozenset[Device]) -> None:
    """Take away what somebody has left at a table that stays."""
    count_change(c, listed.id)
    seats = [chair.seat for chair in listed.chairs if chair.holders and chair.holders <= mine]
    for part in (CHAT, SEATINGS):
        c.execute(delete(part).where(part.c.table_id == listed.id, part.c.seat.in_(seats)))
    c.execute(delete(HOLDERS).where(HOLDERS.c.table_id == listed.id, HOLDERS.c.device.in_(mine)))
    used = update(INVITES).where(INVITES.c.table_id == listed.id, INVITES.c.used_by.in_(mine))
    c.execute(used.values(used_by=removal.NAMELESS))
    for one in mine:
        sent = EVENTS.c.client.startswith(f"{one[:DEVICE_PART]}:", autoescape=True)
        c.execute(update(EVENTS).where(EVENTS.c.table_id == listed.id, sent).values(client=None))


def leave_as_host(c: Transaction, table: str) -> removal.Removal:
    """Let a table have no host any more; one where nobody sits goes."""
    if c.execute(select(HOLDERS.c.seat).where(HOLDERS.c.table_id == table)).first() is None:
        removal.delete_tables(c, [table])
        return removal.WHOLE
    count_change(c, table)
    statements.set_host(c, table, Device(removal.NAMELESS))
    return removal.OWN_PART
