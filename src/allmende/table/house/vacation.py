"""Vacations: for some days a year the time of somebody rests, at all tables where people have days
for each move. It is told at each of them."""

import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection as Transaction

from ..limits import VACATION_DAYS
from ..refusal import FORBIDDEN, WRONG_FIELD, Refusal
from ..store import meeting, shared
from ..store.clock import DAY, SECOND
from ..store.facts import BACK_EARLY, VACATION
from ..store.owners import owner_of
from ..tables.catching_up import catch_up
from ..tokens import Device
from ..wire.meeting import Vacation
from ..wire.telling import time_of

if TYPE_CHECKING:
    from .lobby import Lobby

A_DAY = DAY * SECOND
A_YEAR = 365 * A_DAY
DATE_LETTERS = 10


def days_taken(found: Sequence[tuple[int, int]], since: int) -> int:
    """Count the days of vacations after a time; a day that has begun counts."""
    return sum(-(-(ends - max(begins, since)) // A_DAY) for begins, ends in found)


def read_vacation(c: Transaction, device: Device, moment: int) -> Vacation:
    """Say whether somebody is on vacation, and how many days are left."""
    found = meeting.vacations(c, owner_of(c, device), moment - A_YEAR)
    end = max((ends for _, ends in found), default=0)
    slow = [pace for _, _, pace, _ in meeting.timed_tables(c, device) if pace.is_correspondence]
    return {
        "until": time_of(end) if end > moment else None,
        "days_left": max(0, VACATION_DAYS - days_taken(found, moment - A_YEAR)),
        "tables": len(slow),
    }


async def vacation_of(lobby: "Lobby", device: Device | None) -> Vacation:
    """Say whether somebody is on vacation, and how many days are left."""
    if device is None:
        return {"until": None, "days_left": VACATION_DAYS, "tables": 0}
    moment = int(time.time() * SECOND)
    return await lobby.scribe.run(lambda c: read_vacation(c, device, moment))


async def go(lobby: "Lobby", device: Device | None, days: int) -> Vacation:
    """Let somebody go on vacation for some days, or come back (0)."""
    if device is None:
        raise Refusal("table.no_vacation", FORBIDDEN)
    await lobby.timekeeper.be_sure()
    away = lobby.timekeeper.time.away
    moment = int(time.time() * SECOND)

    def work(c: Transaction) -> list[str]:
        stands, owner = read_vacation(c, device, moment), owner_of(c, device)
        here = moment - away
        if days == 0:
            meeting.end_vacation(c, owner, moment)
            return meeting.let_rest(c, device, here, here, BACK_EARLY, "")
        if stands["until"] is not None:
            raise Refusal("table.on_vacation")
        if days > stands["days_left"]:
            left = stands["days_left"]
            raise Refusal("table.vacation_used_up", WRONG_FIELD, left=left, most=VACATION_DAYS)
        end = moment + days * A_DAY
        meeting.add_vacation(c, owner, moment, end)
        return meeting.let_rest(c, device, here, end - away, VACATION, time_of(end)[:DATE_LETTERS])

    await tell(lobby, await lobby.scribe.run(work))
    return await vacation_of(lobby, device)


async def tell(lobby: "Lobby", tables: Sequence[str]) -> None:
    """Show at some tables what was written down about their clocks."""
    for table in tables:
        room = lobby.rooms.get(table)
        if room is not None:
            await room.serially(partial(catch_up, room))
    if lobby.company is not None:
        await lobby.company.tell([shared.changed(table) for table in tables])
    lobby.timekeeper.wake()
