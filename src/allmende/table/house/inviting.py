"""Inviting: how people and their devices come to the seats of a table."""

from sqlalchemy import Connection as Transaction

from ..limits import LINK_SECONDS
from ..store import statements
from ..store.facts import OPEN
from ..store.scribe import Scribe
from ..tables import holders
from ..tables.room import FindRoom
from ..tokens import Device, hashed, new_token
from ..wire import answers, telling
from .openings import Openings


class Inviting:
    """Makes invitations, and exchanges them for seats."""

    def __init__(self, scribe: Scribe, openings: Openings, find: FindRoom) -> None:
        self.scribe = scribe
        self.openings = openings
        self.find = find

    async def gathering(self, table: str) -> answers.Gathering:
        """Say who has come to a table."""
        room = await self.find(table)
        return telling.gathering(room.deal, room.chairs, room.present())

    async def join(self, table: str, device: Device, token: str, name: str) -> int:
        """Exchange an invitation for a seat."""
        room = await self.find(table)
        self.openings.check_name(room, name)
        return await holders.join(room, device, hashed(token), name)

    async def add_device(self, table: str, device: Device, token: str) -> int:
        """Bring another device to a seat by its link."""
        room = await self.find(table)
        return await holders.add_device(room, device, hashed(token))

    async def link_device(self, table: str, device: Device | None, seat: int) -> answers.DeviceLink:
        """Make a link to a seat for another device of whoever holds it."""
        room, token = await self.find(table), new_token()
        room.check_seat(seat)
        await holders.link_device(room, device, seat, hashed(token))
        return {"url": telling.device_link(table, token), "seconds": LINK_SECONDS}

    async def revoke(self, table: str, device: Device | None, seat: int) -> answers.NewInvite:
        """Take a seat from those who hold it and invite anew."""
        room, token = await self.find(table), new_token()
        room.check_seat(seat)
        await holders.revoke(room, device, seat, hashed(token))
        return {"url": telling.invitation(table, token)}

    async def invites(self, table: str, device: Device | None) -> answers.Invites:
        """Make invitations for the seats that nobody holds."""
        room = await self.find(table)
        room.check_host(device)
        free = [chair.seat for chair in room.chairs if chair.kind == OPEN and not chair.holders]
        tokens = {seat: new_token() for seat in free}

        def work(c: Transaction) -> None:
            for seat, token in tokens.items():
                statements.add_invite(c, table, seat, hashed(token))

        await self.scribe.run(work)
        return {"invites": invitations(table, tokens)}


def invitations(table: str, tokens: dict[int, str]) -> list[answers.Invite]:
    """List invitations by seat."""
    return [
        {"seat": seat, "url": telling.invitation(table, token)} for seat, token in tokens.items()
    ]
