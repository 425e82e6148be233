"""What the people at a table do: take a name, let a bot play for them, and talk."""

from dataclasses import replace

from sqlalchemy import Connection as Transaction

from ..log import now
from ..refusal import FORBIDDEN, Refusal
from ..store import meeting, statements
from ..store.facts import (
    BACK,
    BOT,
    BOT_PLAYS,
    BOT_SITS,
    OPEN,
    PERSON,
    RENAMED,
    Chair,
    Remark,
)
from ..store.owners import owner_of
from ..tokens import Device
from ..wire import telling
from . import noticing
from .holders import bots_own, change, named
from .room import Room
from .timing import is_out_of_time
from .turns import check_plays


async def rename(room: Room, device: Device | None, seat: int, name: str) -> None:
    """Give a player another name."""

    async def work() -> None:
        chair = room.own_chair(device, seat)
        if chair.name != name:
            await change(room, replace(chair, name=name), RENAMED, named(chair), name)

    await room.serially(work)


async def let_bot_play(room: Room, device: Device | None, seat: int, level: str) -> None:
    """Put a bot in a chair: one's own, or an absent player's or a free one if one is the host."""

    async def work() -> None:
        before = room.chairs[seat]
        if not may_replace(room, device, before):
            raise Refusal("table.not_your_seat", FORBIDDEN)
        chair = replace(before, kind=BOT, level=level)
        if before.kind == OPEN:
            chair = bots_own(chair)
        told = BOT_PLAYS if chair.holders else BOT_SITS
        await change(room, chair, told, named(before), telling.bot_in(chair) or "")

    await room.serially(work)


def may_replace(room: Room, device: Device | None, chair: Chair) -> bool:
    """Tell whether a device may put a bot in a chair."""
    if chair.seat in room.held_by(device):
        return True
    return room.is_host(device) and not chair.holders & room.present()


async def come_back(room: Room, device: Device | None, seat: int) -> None:
    """Take a seat back from the bot."""

    async def work() -> None:
        chair = room.own_chair(device, seat)
        check_plays(chair)
        if is_out_of_time(room.terms, room.time.now(), seat):
            raise Refusal("table.out_of_time")
        if chair.kind == BOT:
            mine = replace(chair, kind=PERSON, level=None)
            await change(room, mine, BACK, named(chair), telling.bot_in(chair) or "")

    await room.serially(work)


async def say(room: Room, device: Device | None, seat: int | None, text: str, client: str) -> None:
    """Say something to the table."""

    async def work() -> None:
        you = room.held_by(device)
        if device is None or not you:
            raise Refusal("table.players_speak", FORBIDDEN)
        chair = room.own_chair(device, you[0] if seat is None else seat)
        if not may_talk(room):
            raise Refusal("table.chat_off", FORBIDDEN)
        if any(remark.client == client for remark in room.remarks):
            return
        if not room.chat_rate.take(device):
            raise Refusal("table.chat_slow_down")
        count = room.remarks[-1].n if room.remarks else 0
        remark = Remark(count + 1, chair.seat, chair.name, text, client, now())
        notices = noticing.mentions(room.chairs, room.watching_here(), chair, text)

        def write(c: Transaction) -> None:
            statements.add_remark(c, room.deal.id, remark)
            noticing.post(c, room.scribe.database, room.deal.id, notices)

        await room.commit(write)
        room.remarks = [*room.remarks, remark][-statements.MOST_REMARKS :]
        room.broadcast(telling.chat([remark]))

    await room.serially(work)


def may_talk(room: Room) -> bool:
    """Tell whether people talk here: among strangers once all want to."""
    people = {chair.seat for chair in room.chairs if chair.holders}
    return not room.is_public or people <= room.terms.talks


async def want_to_talk(room: Room, device: Device | None, seat: int, on: bool) -> None:
    """Note whether somebody wants to talk at a table of strangers."""

    async def work() -> None:
        room.own_chair(device, seat)
        if not room.is_public or (seat in room.terms.talks) == on:
            return

        def write(c: Transaction) -> None:
            meeting.set_talk(c, room.deal.id, seat, owner_of(c, device or ""), on)

        await room.commit(write)
        talks = room.terms.talks | {seat} if on else room.terms.talks - {seat}
        room.terms = replace(room.terms, talks=talks)
        room.send_welcomes()

    await room.serially(work)
