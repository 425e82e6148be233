"""What a house forgets: tables that people remove, and those that are older than it keeps them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from sqlalchemy import Connection as Transaction

from allmende.core.language import Message

from ..background import in_background
from ..refusal import FORBIDDEN, Refusal
from ..store import removal, shared
from ..tables.room import Room
from ..tokens import Device
from ..wire import answers
from ..wire.socket import GOING_AWAY
from .lobby import Lobby

SWEEP_EVERY = timedelta(hours=6)

Result = TypeVar("Result")


async def remove(lobby: Lobby, table: str, device: Device | None) -> answers.Removed:
    """Remove a table for a device, or say why it stays."""
    if device is None:
        raise Refusal("table.not_your_seat", FORBIDDEN)
    done = await alone_with(lobby, table, lambda c: removal.remove(c, table, device))
    if done is None:
        raise Refusal("table.not_your_seat", FORBIDDEN)
    if done == removal.LATER:
        raise Refusal("table.remove_later")
    forget_room(lobby, table, done)
    return {"removed": done}


async def remove_all(lobby: Lobby, device: Device | None) -> answers.RemovedAll:
    """Remove all that a device has played."""
    if device is None:
        return {"removed": 0, "left": 0}
    done = await lobby.scribe.run(lambda c: removal.remove_all(c, device))
    for table, what in done.items():
        forget_room(lobby, table, what)
    await tell_others(lobby, [table for table, what in done.items() if what != removal.LATER])
    left = sum(what == removal.LATER for what in done.values())
    return {"removed": len(done) - left, "left": left}


async def alone_with(lobby: Lobby, table: str, work: Callable[[Transaction], Result]) -> Result:
    """Do some work on the database while nothing else changes a table."""

    def write() -> Awaitable[Result]:
        return lobby.scribe.run(work, about=table, notice=shared.changed(table))

    room = lobby.rooms.get(table)
    return await (write() if room is None else room.serially(write))


async def tell_others(lobby: Lobby, tables: Sequence[str]) -> None:
    """Tell the other processes, if there are any, that tables are gone or somebody left them."""
    if lobby.company is not None:
        await lobby.company.tell([shared.changed(table) for table in tables])


def forget_room(lobby: Lobby, table: str, what: removal.Removal) -> None:
    """Close the room of a table that was removed. Of one that somebody left, those who are there
    come back to a room that is built anew."""
    room: Room | None = lobby.rooms.get(table) if what != removal.LATER else None
    if room is not None:
        del lobby.rooms[table]
        room.given_up = True
        room.show_out(set(room.connections), Message("table.somebody_left"), GOING_AWAY)
        lobby.thinkers.look(room)


async def sweep_from_time_to_time(lobby: Lobby) -> None:
    """Delete what is too old again and again, if this house keeps nothing for ever."""
    while lobby.house.settings.keep is not None:
        await asyncio.sleep(SWEEP_EVERY.total_seconds())
        await sweep(lobby)


async def sweep(lobby: Lobby) -> None:
    """Delete the tables where nothing has happened for too long and nobody is, and the game files
    that nobody has looked at."""
    keep = lobby.house.settings.keep
    if keep is None:
        return
    before = datetime.now(UTC) - keep
    tables = 0
    while deleted := await lobby.scribe.run(lambda c: delete_old(lobby, c, before)):
        tables += len(deleted)
        await tell_others(lobby, deleted)
        for table in deleted:
            forget_room(lobby, table, removal.WHOLE)
    files = await in_background(lambda: lobby.house.cabinet.forget(before.timestamp()))
    if tables or files:
        lobby.house.log.info("kept no longer", tables=tables, files=files)


def delete_old(lobby: Lobby, c: Transaction, before: datetime) -> list[str]:
    """Delete some tables where nothing has happened since a time and nobody is."""
    busy = [table for table, room in list(lobby.rooms.items()) if room.connections or room.writing]
    old = removal.old_tables(c, before.isoformat(timespec="milliseconds"), busy)
    removal.delete_tables(c, old)
    return old
