"""Afterwards: what is left of a game that is over, with its rules and without."""

from sqlalchemy import Connection as Transaction

from allmende.core import file

from ..background import beside
from ..callers import Caller
from ..library.branch import seated
from ..library.stored import stored_table
from ..refusal import CONFLICT, NOT_FOUND, Refusal
from ..store import statements
from ..store.facts import Kept
from ..store.scribe import Scribe
from ..tables.room import FindRoom
from ..thinkers.review import Reviews
from ..tokens import Device
from ..wire import answers

OTHER_RULES = "table.other_rules"


class Afterwards:
    """Looks back at games, and hands them out."""

    def __init__(self, scribe: Scribe, reviews: Reviews, find: FindRoom) -> None:
        self.scribe = scribe
        self.reviews = reviews
        self.find = find

    async def review_of(self, table: str, caller: Caller) -> answers.Review:
        """Look back at a table whose game is over."""
        room = await self.find(table)
        if room.history.ending is None:
            raise Refusal("table.review_later", CONFLICT)
        return await self.reviews.of(table, room.history, caller)

    async def file_of(self, table: str) -> str:
        """Return the game file of a table whose game is over; the stored one without its rules."""
        try:
            room = await self.find(table)
        except Refusal as refusal:
            _, game = await self.scribe.run(lambda c: read_stored(c, table))
            if refusal.message.key != OTHER_RULES or game is None:
                raise
            return game
        if room.history.ending is None:
            raise Refusal("table.file_later", CONFLICT)
        match, players = room.history.match, seated(room.chairs)
        return await beside(lambda: file.write(match, players))

    async def stored(self, table: str, device: Device | None) -> answers.StoredTable:
        """Tell what is stored of a table, which needs no rules."""
        kept, game = await self.scribe.run(lambda c: read_stored(c, table))
        return await beside(lambda: stored_table(kept, game, device))


def read_stored(c: Transaction, table: str) -> tuple[Kept, str | None]:
    """Read what is stored of a table, and its game file if the game is over and it was kept."""
    kept = statements.read_table(c, table)
    if kept is None:
        raise Refusal("table.unknown_table", NOT_FOUND)
    is_over = kept.standing.ending is not None
    return kept, statements.kept_game(c, table, len(kept.happenings)) if is_over else None
