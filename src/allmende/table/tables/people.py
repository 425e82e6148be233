"""What changes the people: who sits where, whether a bot plays for them, and what they say."""

from dataclasses import replace

from allmende.core.language import Message

from ..log import now
from ..refusal import FORBIDDEN, Refusal
from ..store import statements
from ..store.facts import BOT, OPEN, PERSON, Chair, Kind, Remark
from ..tokens import Device
from ..wire import telling
from ..wire.socket import REVOKED
from .room import Room


async def set_chair(room: Room, chair: Chair) -> None:
    """Write down who sits in a chair, and tell everybody; the writer must be held."""
    await room.commit(lambda c: statements.set_chair(c, room.deal.id, chair))
    room.chairs[chair.seat] = chair
    room.send_players()
    room.changed(room)


async def rename(room: Room, device: Device | None, seat: int, name: str) -> None:
    """Give a player another name."""

    async def work() -> None:
        await set_chair(room, replace(room.own_chair(device, seat), name=name))

    await room.serially(work)


async def let_bot_play(room: Room, device: Device | None, seat: int, level: str) -> None:
    """Put a bot in a chair: one's own, or an absent player's if one is the host."""

    async def work() -> None:
        chair = room.chairs[seat]
        if not may_replace(room, device, chair):
            raise Refusal("table.not_your_seat", FORBIDDEN)
        await set_chair(room, replace(chair, kind=BOT, level=level))

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
        if chair.resigned:
            raise Refusal("table.resigned_already")
        await set_chair(room, replace(chair, kind=PERSON, level=None))

    await room.serially(work)


async def join(room: Room, device: Device, seat: int, name: str) -> None:
    """Give a seat to a device that was invited."""

    async def work() -> None:
        before = room.chairs[seat]
        chair = replace(before, name=name, holders=before.holders | {device})
        if not chair.resigned:
            chair = replace(chair, kind=PERSON, level=None)
        await room.commit(lambda c: statements.join(c, room.deal.id, chair, device))
        room.chairs[seat] = chair
        await room.show_device(device)
        room.send_players()
        room.changed(room)

    await room.serially(work)


async def revoke(room: Room, seat: int, token: str) -> None:
    """Take a seat from all who hold it; they may come back and watch."""

    async def work() -> None:
        before = room.chairs[seat]
        kind: Kind = BOT if before.kind == BOT else OPEN
        chair = replace(before, kind=kind, holders=set())
        await room.commit(lambda c: statements.revoke(c, room.deal.id, chair, token))
        room.chairs[seat] = chair
        dropped = {one for one in room.connections if one.device in before.holders}
        room.show_out(dropped, Message("table.seat_revoked"), REVOKED)
        room.send_players()

    await room.serially(work)


async def say(room: Room, device: Device | None, seat: int | None, text: str, client: str) -> None:
    """Say something to the table."""

    async def work() -> None:
        you = room.held_by(device)
        if device is None or not you:
            raise Refusal("table.players_speak", FORBIDDEN)
        chair = room.own_chair(device, you[0] if seat is None else seat)
        if any(remark.client == client for remark in room.remarks):
            return
        if not room.chat_rate.take(device):
            raise Refusal("table.chat_slow_down")
        count = room.remarks[-1].n if room.remarks else 0
        remark = Remark(count + 1, chair.seat, chair.name, text, client, now())
        await room.commit(lambda c: statements.add_remark(c, room.deal.id, remark))
        room.remarks = [*room.remarks, remark][-statements.MOST_REMARKS :]
        room.broadcast(telling.chat([remark]))

    await room.serially(work)
