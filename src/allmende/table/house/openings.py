"""Open seats: where people meet who do not know each other, if the house wants that.

A table that was opened to everybody is listed as long as it has free seats and whoever opened it is
there. All that protects a seat elsewhere protects it here too; besides, people who do not want to
sit together do not meet, names go by the list of the house, and nobody talks unless all want to.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection as Transaction

from ..background import beside
from ..callers import Caller
from ..limits import (
    NAME_LENGTH,
    OPEN_TABLES_PER_ADDRESS,
    OPEN_TABLES_PER_PERSON,
    REPORT_LENGTH,
)
from ..log import now as at_now
from ..refusal import FORBIDDEN, NOT_FOUND, TOO_MANY, WRONG_FIELD, Refusal
from ..store import meeting, timing
from ..store.clock import DAY, SECOND, Pace
from ..store.facts import Chair
from ..store.owners import owner_of
from ..store.terms import Opening
from ..tables import holders
from ..tables.holders import Also, named
from ..tables.room import Room
from ..tokens import Device
from ..wire import telling
from ..wire.fields import Fields
from ..wire.meeting import Blocks, Company, OpenSeats
from ..wire.meeting import OpenTable as OpenTableShown
from ..wire.socket import Connection
from .names import read_refused
from .paces import read_pace

if TYPE_CHECKING:
    from .lobby import Lobby

LEVELS = ("any", "new", "some", "strong")
ANY = "any"
LANGUAGES = (ANY, "en", "de", "nl")
REASONS = ("name", "chat", "play", "other")
GONE_AFTER = 60 * SECOND
AWAY_AFTER = 3 * DAY * SECOND
"""So many milliseconds after its host was last there a table is listed no more, where people play
at once, and where they come back for each move."""
NOTE_EVERY = 15.0
PAIRING_TAKES = 5 * SECOND
TRY_AGAIN = 0.1
MOST_TRIES = 50
SAID_LAST = 10


class Openings:
    """The tables of a house that want players, and those who look at the list."""

    def __init__(self, lobby: "Lobby") -> None:
        self.lobby = lobby
        self.scribe = lobby.scribe
        self.house = lobby.house
        self.is_on = self.house.settings.lobby
        self.refused = read_refused(self.house.settings.refused_names)
        self.watchers: set[Connection] = set()
        self.shown: dict[Connection, bytes] = {}
        self.noted = float("-inf")
        self.pairing = asyncio.Lock()

    # Who may

    def check_on(self) -> None:
        """Demand that strangers may meet in this house."""
        if not self.is_on:
            raise Refusal("table.no_lobby", NOT_FOUND)

    def check_pace(self, caller: Caller) -> None:
        """Demand that somebody does not sit down, or open tables, all the time."""
        self.check_on()
        if not self.house.sitting_down.take(caller):
            raise Refusal("table.sit_slower", TOO_MANY)

    def check_name(self, room: Room | None, name: str) -> None:
        """Demand that a name may be shown where strangers sit."""
        if (room is None or room.is_public) and self.refused.has(name):
            raise Refusal("table.name_refused", WRONG_FIELD)

    def check_welcome(self, c: Transaction, device: Device, address: str) -> str:
        """Demand that somebody may use open seats; return who it is."""
        owner, moment = owner_of(c, device), time_now()
        if meeting.is_banned(c, owner, self.print_of(c, address), moment):
            raise Refusal("table.banned", FORBIDDEN)
        return owner

    def print_of(self, c: Transaction, address: str) -> str:
        """Return what is kept of an address."""
        _, _, salt = timing.house_row(c, time_now())
        return meeting.address_print(salt, address)

    def check_company(self, c: Transaction, room: Room, device: Device, address: str) -> None:
        """Demand that somebody may sit with those who sit at a table. Whoever has given a seat back
        there does not come again: each time all is dealt anew, and its host is called."""
        owner = self.check_welcome(c, device, address)
        if meeting.has_sat(c, room.deal.id, owner):
            raise Refusal("table.left_before", FORBIDDEN)
        devices = {it for chair in room.chairs for it in chair.holders} | {room.deal.host}
        if meeting.owners_of(c, devices) & meeting.kept_apart(c, owner):
            raise Refusal("table.not_open_to_you", FORBIDDEN)

    # Opening

    def read_wish(self, wish: Fields) -> tuple[str, str]:
        """Read for whom seats are to be open: a language and how well people play."""
        return wish.choice("language", LANGUAGES, ANY), wish.choice("level", LEVELS, ANY)

    async def opened(
        self, caller: Caller, wish: Fields, chairs: list[Chair], pace: Pace | None
    ) -> Callable[[str], Also]:
        """Read that the seats of a new table are open to everybody; return what is written down for
        that with the table."""
        assert caller.device is not None
        device, address = caller.device, caller.address
        language, level = self.read_wish(wish)
        wish.close()
        self.check_pace(caller)
        for chair in chairs:
            if device in chair.holders:
                self.check_name(None, chair.name)
        if not any(not chair.holders and chair.kind == "open" for chair in chairs):
            raise Refusal("table.no_free_seat", WRONG_FIELD)

        def also(table: str) -> Also:
            def work(c: Transaction) -> None:
                owner = self.check_welcome(c, device, address)
                address_print = self.print_of(c, address)
                opening = Opening(owner, address_print, language, level)
                self.check_few(c, opening)
                meeting.add_opening(c, table, opening, listed_from(pace))
                for chair in chairs:
                    if device in chair.holders:
                        meeting.seat_stranger(c, table, chair.seat, owner, address_print)

            return work

        return also

    def check_few(self, c: Transaction, opening: Opening) -> None:
        """Demand that nobody opens tables that others have to look past."""
        own, near = meeting.count_open(c, opening, time_now() - GONE_AFTER)
        if own >= OPEN_TABLES_PER_PERSON or near >= OPEN_TABLES_PER_ADDRESS:
            raise Refusal("table.too_many_open", TOO_MANY, most=OPEN_TABLES_PER_PERSON)

    def again(self, room: Room, table: str, chairs: list[Chair]) -> Also:
        """Return what is written down for a rematch of strangers: they stay such, each one seat
        further."""
        opening, talks, before = room.terms.opening, room.terms.talks, room.deal.id
        if opening is None:
            return holders.nothing_else
        kept, seats = opening, len(chairs)

        def work(c: Transaction) -> None:
            check_all_want_to(c, chairs)
            meeting.add_opening(c, table, kept, listed_from(room.terms.pace))
            for chair in chairs:
                seat_before = (chair.seat - 1) % seats
                address = meeting.address_of(c, before, seat_before)
                for device in chair.holders:
                    owner = owner_of(c, device)
                    meeting.seat_stranger(c, table, chair.seat, owner, address)
                    meeting.set_talk(c, table, chair.seat, owner, seat_before in talks)

        return work

    # Sitting down

    async def sit(self, table: str, caller: Caller, name: str) -> int:
        """Let somebody sit down at an open table."""
        self.check_pace(caller)
        return await self.seat(table, caller, name)

    async def seat(self, table: str, caller: Caller, name: str) -> int:
        """Give somebody a free seat of an open table."""
        assert caller.device is not None
        device, address = caller.device, caller.address
        self.check_name(None, name)
        room = await self.lobby.room(table)

        async def may() -> None:
            await self.scribe.run(lambda c: self.check_company(c, room, device, address))

        def seated(seat: int) -> Also:
            def work(c: Transaction) -> None:
                address_print = self.print_of(c, address)
                meeting.seat_stranger(c, table, seat, owner_of(c, device), address_print)

            return work

        seat = await holders.sit_down(room, device, name, may, seated)
        self.lobby.timekeeper.wake()
        return seat

    async def play_now(self, caller: Caller, wish: Fields) -> Company:
        """Let somebody sit down where company is wanted, or open a table for it. Two who look for
        the same at the same time find each other."""
        game, seats = wish.choice("game", self.lobby.names), wish.whole("seats", 2, 8)
        name, (language, level) = wish.text("name", NAME_LENGTH), self.read_wish(wish)
        pacing = wish.take("pace", None)
        pace = None if pacing is None else read_pace(Fields(dict(pacing), "pace."))
        wish.close()
        self.check_pace(caller)
        await self.lobby.game(game)  # nobody waits for another game to get ready
        key = json.dumps([game, seats, None if pace is None else pace.as_text()])
        async with self.alone(key):
            for table in await self.fitting(caller, game, seats, pace, (language, level)):
                try:
                    seat = await self.seat(table, caller, name)
                except Refusal as refusal:
                    if refusal.message.key in ("table.banned", "table.name_refused"):
                        raise
                    continue
                return {"id": table, "url": telling.path_of(table), "seat": seat, "waits": False}
            others = [{"kind": "link"} for _ in range(seats - 1)]
            fresh = {
                "game": game,
                "players": [{"kind": "me", "name": name}, *others],
                "open": {"language": language, "level": level},
                **({} if pace is None else {"pace": telling.pace(pace)}),
            }
            made = await self.lobby.new_tables.open(caller, Fields(fresh))
            return {"id": made["id"], "url": made["url"], "seat": 0, "waits": True}

    @asynccontextmanager
    async def alone(self, key: str) -> AsyncIterator[None]:
        """Look for company while nobody else looks for the same, at any process."""
        async with self.pairing:
            for _ in range(MOST_TRIES):
                if await self.scribe.run(partial(claim_pairing, key), passing=True):
                    break
                await asyncio.sleep(TRY_AGAIN)
            try:
                yield
            finally:
                await self.scribe.run(lambda c: meeting.end_pairing(c, key), passing=True)

    async def fitting(
        self, caller: Caller, game: str, seats: int, pace: Pace | None, people: tuple[str, str]
    ) -> list[str]:
        """List the open tables that fit what somebody looks for, those that wait longest first."""
        found = await self.scribe.run(lambda c: self.listed(c, caller.device))
        standard = {
            name: choices[0] for name, choices in (await self.lobby.game(game)).options.items()
        }
        return [
            one.id
            for one in found
            if (one.game, len(one.chairs), one.pace) == (game, seats, pace)
            and json.loads(one.options) == standard
            and not one.hints
            and agrees(one.opening.language, people[0])
            and agrees(one.opening.level, people[1])
            and not any(caller.device in chair.holders for chair in one.chairs)
        ]

    # The list

    def listed(self, c: Transaction, device: Device | None) -> list[meeting.OpenTable]:
        """List the tables that want players, as far as somebody would sit with those there."""
        return self.those_for(c, self.all_listed(c), device)

    def all_listed(self, c: Transaction) -> list[meeting.OpenTable]:
        """List the tables that want players, and whose host is there."""
        return meeting.open_tables(c, time_now() - GONE_AFTER) if self.is_on else []

    def those_for(
        self, c: Transaction, found: list[meeting.OpenTable], device: Device | None
    ) -> list[meeting.OpenTable]:
        """Leave out the tables of those whom somebody does not want to meet, or who do not want to
        meet them."""
        apart = set() if device is None else meeting.kept_apart(c, owner_of(c, device))
        if not apart:
            return found
        return [one for one in found if not (one.owners(c) | {one.opening.owner}) & apart]

    async def open_seats(self, device: Device | None) -> OpenSeats:
        """Show the tables that want players."""
        found = await self.scribe.run(lambda c: self.listed(c, device))
        present = await self.lobby.present_at([one.id for one in found])
        return self.as_shown(found, device, present)

    def as_shown(
        self,
        found: list[meeting.OpenTable],
        device: Device | None,
        present: dict[str, set[Device]],
    ) -> OpenSeats:
        """Describe tables that want players to somebody."""
        tables = [shown(one, device, present.get(one.id, set())) for one in found]
        return {"type": "lobby", "on": self.is_on, "tables": tables}

    def written(
        self,
        found: list[meeting.OpenTable],
        device: Device | None,
        present: dict[str, set[Device]],
    ) -> bytes:
        """Write what somebody is shown."""
        return telling.encoded(self.as_shown(found, device, present))

    async def watch(self, connection: Connection) -> None:
        """Show somebody the list until they go, whenever it changes."""
        self.watchers.add(connection)
        try:
            await self.show()
            self.lobby.timekeeper.wake()
            while await connection.receive() is not None:
                if not self.house.messages.take(connection.caller):
                    return
        finally:
            self.watchers.discard(connection)
            self.shown.pop(connection, None)

    async def look(self) -> bool:
        """Note which hosts are here, and show the list to those who look at it; tell whether there
        is anything to be looked at again."""
        if not self.is_on:
            return False
        mine = [room for room in self.lobby.rooms.values() if room.is_public]
        here = {
            it.deal.id: listed_from(it.terms.pace) for it in mine if hosting(it) & it.present_here()
        }
        if here and time.monotonic() > self.noted + NOTE_EVERY:
            self.noted = time.monotonic()
            await self.scribe.run(lambda c: meeting.note_seen(c, here), passing=True)
        if self.watchers:
            await self.show()
        return bool(here or self.watchers)

    async def show(self) -> None:
        """Show everybody who looks what has changed."""
        watchers = list(self.watchers)
        devices = {one.device for one in watchers}

        def read(c: Transaction) -> dict[Device | None, list[meeting.OpenTable]]:
            found = self.all_listed(c)
            return {device: self.those_for(c, found, device) for device in devices}

        found = await self.scribe.run(read)
        ids = {one.id for tables in found.values() for one in tables}
        present = await self.lobby.present_at(sorted(ids))
        for one in watchers:
            text = await beside(partial(self.written, found[one.device], one.device, present))
            if self.shown.get(one) != text and one in self.watchers:
                self.shown[one] = text
                one.send(text)

    # Keeping people away

    async def block(self, table: str, seat: int, device: Device | None) -> None:
        """Keep whoever sits in a seat away from somebody."""
        room = await self.lobby.room(table)
        room.check_seat(seat)
        chair = room.chairs[seat]
        if device is None or not room.held_by(device) or device in chair.holders:
            raise Refusal("table.not_your_seat", FORBIDDEN)

        def work(c: Transaction) -> None:
            for other in meeting.owners_of(c, chair.holders):
                meeting.add_block(c, owner_of(c, device), other, named(chair))

        await self.scribe.run(work)

    async def blocks(self, device: Device | None) -> Blocks:
        """List whom somebody keeps away."""
        if device is None:
            return {"blocks": []}
        found = await self.scribe.run(lambda c: meeting.blocks_of(c, owner_of(c, device)))
        return {"blocks": [{"ref": ref, "name": name, "at": at} for ref, name, at in found]}

    async def lift(self, ref: str, device: Device | None) -> None:
        """Keep somebody away no longer."""
        if device is not None:
            await self.scribe.run(lambda c: meeting.lift_block(c, owner_of(c, device), ref))

    async def report(self, table: str, seat: int, caller: Caller, wish: Fields) -> None:
        """Keep what somebody reports about a seat, for the host of the house."""
        reason = wish.choice("reason", REASONS)
        words = wish.text("words", REPORT_LENGTH, "")
        wish.close()
        room = await self.lobby.room(table)
        room.check_seat(seat)
        device, chair = caller.device, room.chairs[seat]
        if device is None or not room.is_public or not chair.holders:
            raise Refusal("table.nobody_to_report", FORBIDDEN)
        if not self.house.reports.take(caller):
            raise Refusal("table.report_slower", TOO_MANY)
        said = "\n".join(one.text for one in room.remarks if one.seat == seat)

        def work(c: Transaction) -> None:
            reporter, reported = owner_of(c, device), min(meeting.owners_of(c, chair.holders))
            address = meeting.address_of(c, table, seat)
            ref, at, last = meeting.new_ref(), at_now(), said[-SAID_LAST * REPORT_LENGTH :]
            report = meeting.Report(
                ref, table, seat, chair.name, reported, address, reporter, reason, words, last, at
            )
            meeting.add_report(c, report)

        await self.scribe.run(work)
        self.house.log.info("reported", table=table, reason=reason)


def claim_pairing(key: str, c: Transaction) -> bool:
    """Let somebody look for company of a kind, unless somebody else does so just now."""
    moment = time_now()
    return meeting.claim_pairing(c, key, moment, moment + PAIRING_TAKES)


def agrees(one: str, other: str) -> bool:
    """Tell whether two wishes go together."""
    return ANY in (one, other) or one == other


def time_now() -> int:
    """Return what the clock on the wall shows, in milliseconds."""
    return int(time.time() * SECOND)


def listed_from(pace: Pace | None) -> int:
    """Say since when the host of a table counts as gone, if they go now: where people come back for
    each move, that lies ahead."""
    is_slow = pace is not None and pace.is_correspondence
    return time_now() + (AWAY_AFTER - GONE_AFTER if is_slow else 0)


def check_all_want_to(c: Transaction, chairs: Sequence[Chair]) -> None:
    """Demand that all who sit at a table of strangers may sit together again."""
    owners = meeting.owners_of(c, {device for chair in chairs for device in chair.holders})
    for one in owners:
        is_kept_away = meeting.is_banned(c, one, meeting.NOBODY, time_now())
        if is_kept_away or owners & meeting.kept_apart(c, one):
            raise Refusal("table.no_rematch", FORBIDDEN)


def shown(one: meeting.OpenTable, device: Device | None, present: set[Device]) -> OpenTableShown:
    """Describe a table that wants players."""
    return {
        "id": one.id,
        "game": one.game,
        "options": json.loads(one.options),
        "hints": one.hints,
        "pace": None if one.pace is None else telling.pace(one.pace),
        "language": one.opening.language,
        "level": one.opening.level,  # type: ignore[typeddict-item]
        "players": telling.players(one.chairs, present)["players"],
        "opened": one.created,
        "yours": any(device in chair.holders for chair in one.chairs),
    }


def hosting(room: Room) -> set[Device]:
    """Return the devices of whoever opened a table: the first one, and those at the same seat."""
    seats = [chair.holders for chair in room.chairs if room.deal.host in chair.holders]
    return {room.deal.host}.union(*seats)
