"""New tables: what somebody wishes for is read, dealt and written down; and the same people play
again."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection as Transaction

from allmende.bots.levels import levels_of
from allmende.bots.names import bot_name
from allmende.core.game import Game
from allmende.core.match import Match, fresh_seed
from allmende.core.registry import games_here

from ..background import beside
from ..callers import Caller
from ..limits import MOST_SEATS, NAME_LENGTH
from ..log import now
from ..refusal import FORBIDDEN, WRONG_FIELD, Refusal
from ..store import statements
from ..store.clock import Pace
from ..store.facts import BOT, OPEN, PERSON, Chair, Deal
from ..store.notice_facts import Notice
from ..tables import holders, noticing
from ..tables.dealing import has_free_seat, has_hands, start_for
from ..tables.history import standing_of
from ..tables.rebuilding import first_match
from ..tables.room import FindRoom, Room
from ..thinkers.workshop import Workshop
from ..tokens import Device, hashed, new_table_id, new_token
from ..wire import answers, telling
from ..wire.fields import Fields
from .house import House
from .inviting import invitations
from .openings import Openings
from .paces import read_pace
from .timekeeper import Timekeeper

ME, HOT_SEAT, LINK = "me", "device", "link"


class NewTables:
    """Opens tables."""

    def __init__(
        self,
        house: House,
        workshop: Workshop,
        timekeeper: Timekeeper,
        openings: Openings,
        find: FindRoom,
    ) -> None:
        self.house = house
        self.workshop = workshop
        self.timekeeper = timekeeper
        self.openings = openings
        self.find = find

    async def open(
        self, caller: Caller, wish: Fields, start: Match | None = None
    ) -> answers.NewTable:
        """Open a table, for a new game or for one that goes on from where a match has come to."""
        assert caller.device is not None
        device = caller.device
        game = await self.workshop.table(wish.choice("game", games_here()))
        players = wish.objects("players", MOST_SEATS)
        seats = wish.whole("seats", 1, MOST_SEATS, len(players))
        possible = game.seats if start is None else (start.seats,)
        if seats not in possible or seats != len(players):
            counts = ", ".join(str(count) for count in possible)
            raise Refusal("table.wrong_seats", WRONG_FIELD, seats=counts)
        options = read_options(game, wish.inner("options", {}))
        hints = wish.flag("hints", False)
        pace = read_pace(wish.inner("pace")) if "pace" in wish.left else None
        chairs = [read_chair(game, at, player, device) for at, player in enumerate(players)]
        opened = None
        if "open" in wish.left:
            opened = await self.openings.opened(caller, wish.inner("open"), chairs, pace)
        wish.close()
        deal = self.new_deal(game, seats, options, hints, device)
        if start is not None:
            begun, seat = start, first_of(device, chairs)
            deal = await beside(lambda: going_on(deal, begun, seat))
        tokens = {chair.seat: new_token() for chair in chairs if chair.kind == OPEN}
        also = holders.nothing_else if opened is None else opened(deal.id)
        await self.write_down(game, deal, chairs, tokens, caller=caller, pace=pace, also=also)
        return {
            "id": deal.id,
            "url": telling.path_of(deal.id),
            "invites": invitations(deal.id, tokens),
        }

    def new_deal(
        self, game: Game, seats: int, options: dict[str, str], hints: bool, host: Device
    ) -> Deal:
        """Make up a new table."""
        return Deal(
            new_table_id(),
            game.name,
            game.version,
            seats,
            options,
            hints,
            fresh_seed(),
            host,
            now(),
        )

    async def write_down(
        self,
        game: Game,
        deal: Deal,
        chairs: Sequence[Chair],
        tokens: dict[int, str],
        before: Room | None = None,
        caller: Caller | None = None,
        notices: Sequence[Notice] = (),
        pace: Pace | None = None,
        also: holders.Also = holders.nothing_else,
    ) -> None:
        """Keep a new table, and note it as the rematch of another one."""
        match = await beside(lambda: first_match(deal, game))
        waits = has_free_seat(chairs) and has_hands(game, match.record)
        standing = standing_of(0, [] if waits else match.to_act, match.ending)
        invites = {hashed(token): seat for seat, token in tokens.items()}

        def work(c: Transaction) -> None:
            statements.add_table(c, deal, standing, chairs, invites)
            seen_at = None if before is None else before.deal.id
            noticing.post(c, self.house.scribe.database, deal.id, notices, seen_at)
            if pace is not None:
                self.timekeeper.set_up(c, deal.id, pace, chairs, standing)
            also(c)
            if before is not None:
                statements.set_rematch(c, before.deal.id, deal.id)

        await (self.house.scribe.run(work) if before is None else before.commit(work))
        self.timekeeper.wake()
        self.house.metrics.tables_total.add()
        self.house.log.info("table opened", table=deal.id, game=deal.game, seats=deal.seats)
        if any(chair.kind == BOT for chair in chairs):
            await self.workshop.begin_with_bots(deal.game)
            (await self.find(deal.id)).last_caller = caller

    async def rematch(self, room: Room, device: Device | None) -> None:
        """Open a new table for the same people, each one seat further, once."""

        async def work() -> None:
            if not room.held_by(device) and not room.is_host(device):
                raise Refusal("table.not_your_seat", FORBIDDEN)
            if room.history.ending is None:
                raise Refusal("table.not_over")
            if room.rematch is not None:
                return
            old, game = room.deal, room.history.match.game
            options = game.options_now(old.options, old.rules)
            deal = self.new_deal(game, old.seats, options, old.hints, old.host)
            chairs = rotated(room.chairs)
            tokens = {chair.seat: new_token() for chair in chairs if chair.kind == OPEN}
            names = [chair.name for chair in room.chairs if device in chair.holders]
            called = noticing.new_table(chairs, room.watching_here(), names[0] if names else "")
            pace, also = room.terms.pace, self.openings.again(room, deal.id, chairs)
            await self.write_down(
                game, deal, chairs, tokens, room, room.caller(), called, pace, also
            )
            room.rematch = deal.id
            room.send_welcomes()

        await room.serially(work)


def going_on(deal: Deal, start: Match, seat: int | None) -> Deal:
    """Let a table begin where a match has come to."""
    if start.game.name != deal.game:
        raise Refusal("table.start_game", WRONG_FIELD, game=start.game.name)
    if start.over:
        raise Refusal("core.over")
    document = start_for(start, seat)
    return replace(deal, rules=start.rules, options=start.options, start=document)


def first_of(device: Device, chairs: Sequence[Chair]) -> int | None:
    """Return the first seat that a device takes."""
    return next((chair.seat for chair in chairs if device in chair.holders), None)


def read_options(game: Game, wish: Fields) -> dict[str, str]:
    """Read the options of a game; what is not named is the default."""
    chosen = {
        name: wish.choice(name, choices, choices[0]) for name, choices in game.options.items()
    }
    wish.close()
    return chosen


def read_chair(game: Game, seat: int, wish: Fields, device: Device) -> Chair:
    """Read who is to sit in a chair."""
    kind = wish.choice("kind", (ME, HOT_SEAT, LINK, BOT))
    level = wish.choice("level", levels_of(game)) if kind == BOT else None
    here = kind in (ME, HOT_SEAT)
    name = wish.text("name", NAME_LENGTH) if here else wish.text("name", NAME_LENGTH, "")
    wish.close()
    if here:
        return Chair(seat, PERSON, name, holders={device})
    if level is None:
        return Chair(seat, OPEN, name)
    return Chair(seat, BOT, name or bot_name(level, seat), level)


def rotated(chairs: Sequence[Chair]) -> list[Chair]:
    """Move everybody one seat further, fresh for a new game."""
    fresh = []
    for seat in range(len(chairs)):
        before = chairs[seat - 1]
        new = replace(before, seat=seat, resigned=False, timed_out=False)
        if before.holders:
            fresh.append(replace(new, kind=PERSON, level=None))
        else:
            fresh.append(new)
    return fresh
