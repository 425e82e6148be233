"""Looking away: who has stopped looking at a table, where one process serves them all. Among
several, `company` writes down who looks, and sees the same from that."""

import asyncio

from sqlalchemy import Connection as Transaction
from sqlalchemy.exc import SQLAlchemyError

from ..post.postman import Postman
from ..store.scribe import Scribe
from ..tables import noticing
from ..tables.room import Room
from ..tokens import Device

PAUSE = 5.0
"""Seconds until it is tried again to write something down."""
SECONDS_TO_FINISH = 2.0


class LookingAway:
    """Calls those who saw that their turn had come and then stopped looking."""

    def __init__(self, scribe: Scribe, postman: Postman) -> None:
        self.scribe = scribe
        self.postman = postman
        self.noting: set[asyncio.Task[None]] = set()

    def attended(self, room: Room) -> None:
        """See who does not look at a table any more."""
        before, room.announced = room.announced or {}, room.attendance()
        gone = {device for device, looked in before.items() if looked} - room.watching_here()
        if gone and room.history.ending is None and self.postman.is_at_work:
            task = asyncio.create_task(self.note(room, gone))
            self.noting.add(task)
            task.add_done_callback(self.noting.discard)

    async def note(self, room: Room, gone: set[Device]) -> None:
        """Write down that some are to be called, if they leave a turn behind; again, until it is
        written down or they are back."""
        while left := gone - room.watching_here():
            try:
                await self.write_down(room, left)
                return
            except SQLAlchemyError as trouble:
                room.log.error("call not noted", trouble, table=room.deal.id)
                await asyncio.sleep(PAUSE)

    async def write_down(self, room: Room, gone: set[Device]) -> None:
        """Write down that some are to be called, if they leave a turn behind."""
        # Moves that are written in one transaction are written last: those that came before must be
        # there already, for whoever made them thought that all of these look.
        await self.scribe.run(lambda c: None, passing=True)
        watching = room.watching_here()

        def work(c: Transaction) -> None:
            noticing.call_after_all(c, self.scribe.database, room.deal.id, gone, watching)

        await self.scribe.run(work, about=room.deal.id, passing=True)

    async def close(self) -> None:
        """Finish what is being noted, unless the database is away."""
        if self.noting:
            await asyncio.wait(self.noting, timeout=SECONDS_TO_FINISH)
