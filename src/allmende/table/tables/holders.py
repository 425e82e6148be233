"""Who holds a seat. Every change is written down with what is told of it, and told to everybody;
before the first move of a game with hands it is followed by a new deal.

A seat with a hand is safe in a running game: only a bot may take it over, which knows what the seat
knows, or somebody else after the table has agreed (see `agreeing`).
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from sqlalchemy import Connection as Transaction

from allmende.bots.names import bot_name
from allmende.core.language import Message

from ..background import beside
from ..limits import DEVICES_PER_SEAT, LINK_SECONDS
from ..log import later, now
from ..refusal import FORBIDDEN, Refusal
from ..store import statements, timing
from ..store.clock import Clock
from ..store.facts import (
    ALONE,
    BACK,
    BOT,
    DEALT,
    DEVICE,
    FEWER,
    FREED,
    LEFT,
    LEFT_TO,
    LEVEL_IN_NEED,
    OPEN,
    PERSON,
    REPLACED,
    SAT,
    Chair,
    Deal,
    Invite,
    Kind,
    Seating,
    Standing,
)
from ..store.notice_facts import Notice
from ..tokens import Device
from ..wire import telling
from ..wire.socket import REVOKED
from . import noticing
from .dealing import dealt_anew, has_free_seat, is_other_hand
from .history import History, standing_of
from .rebuilding import first_match
from .room import Room
from .timing import after_seating

FINGERPRINT = 12
"""So much of the hash of a deal is told in the log; the table has all of it."""

Also = Callable[[Transaction], None]
SeatedAlso = Callable[[int], Also]
"""What else is written down when somebody sits down on a seat."""


def nothing_else(c: Transaction) -> None:
    """Write nothing down besides the change itself."""


# Every change goes through here


async def change(
    room: Room, chair: Chair, kind: str, name: str, other: str = "", also: Also = nothing_else
) -> None:
    """Write down who holds a seat from now on, and tell everybody; the writer must be held."""
    chairs = room.chairs_with(chair)
    seatings = [next_seating(room, kind, chair.seat, name, other)]
    deal, history = await beside(lambda: deal_after(room, room.chairs[chair.seat], chairs))
    if deal is not None:
        fingerprint = telling.promise(deal)[:FINGERPRINT]
        seatings.append(following(seatings[0], DEALT, fingerprint))
    waiting = waiting_after(room, chairs, history or room.history)
    notices = notices_of(room, kind, chair, chairs, name, waiting)
    clock = await clock_after(room, room.chairs[chair.seat], chairs, waiting)

    def work(c: Transaction) -> None:
        noticing.post(c, room.scribe.database, room.deal.id, notices)
        statements.set_chair(c, room.deal.id, chair)
        statements.set_holders(c, room.deal.id, chair)
        also(c)
        for seating in seatings:
            statements.add_seating(c, room.deal.id, seating)
        if waiting is not None:
            statements.set_deal(c, deal or room.deal, waiting)
        if clock is not None:
            over = room.history.ending is not None
            timing.set_clock(c, room.deal.id, clock, room.history.version, over)

    await room.commit(work)
    was_gathering, room.chairs = room.is_gathering, chairs
    if deal is not None and history is not None:
        await room.deal_hands(deal, history)
    elif was_gathering != room.is_gathering:
        await room.show_all()
    else:
        room.send_players()
    room.keep_time(clock)
    room.tell(seatings)
    room.changed(room)


def notices_of(
    room: Room, kind: str, chair: Chair, chairs: Sequence[Chair], name: str, waiting: int | None
) -> list[Notice]:
    """List who is to be called when a seat has changed: the host if somebody came, whoever begins
    if everybody sits now, and who takes back a seat without looking, whose turn it is."""
    watching, called = room.watching_here(), []
    if kind in (SAT, REPLACED):
        called += noticing.somebody_came(chairs, watching, room.deal.host, name)
    if kind == BACK:
        now = Standing(0, room.history.waiting[-1], None)
        called += noticing.turns([chair], watching, (), now)
    if waiting is not None:
        called += noticing.turns(chairs, watching, room.to_act, Standing(0, waiting, None))
    return called


async def clock_after(
    room: Room, before: Chair, chairs: Sequence[Chair], waiting: int | None
) -> Clock | None:
    """Return what the clock shows after a seat has changed, if there is one."""
    if room.terms.clock is None:
        return None
    await room.time.be_sure()
    mask = room.history.waiting[-1] if waiting is None else waiting
    return after_seating(room.terms, room.time.now(), before, chairs, mask)


def next_seating(room: Room, kind: str, seat: int, name: str, other: str = "") -> Seating:
    """Make the next entry of the log of who sits where."""
    count = room.seatings[-1].n if room.seatings else 0
    return Seating(count + 1, room.history.version, kind, seat, name, other, now())


def following(seating: Seating, kind: str, other: str) -> Seating:
    """Make the entry after one that led to it."""
    return replace(seating, n=seating.n + 1, kind=kind, other=other)


def deal_after(
    room: Room, before: Chair, chairs: Sequence[Chair]
) -> tuple[Deal | None, History | None]:
    """Return the deal that follows when a seat goes to somebody else, if one does now, and the
    history that begins with it."""
    chair = chairs[before.seat]
    begun = room.history.version > 0
    if begun or not room.hands or has_free_seat(chairs) or not is_other_hand(before, chair):
        return None, None
    hosts = [one.seat for one in chairs if room.deal.host in one.holders]
    deal = dealt_anew(room.deal, room.history.match, hosts[0] if hosts else None)
    return deal, History(first_match(deal, room.history.game))


def waiting_after(room: Room, chairs: Sequence[Chair], history: History) -> int | None:
    """Say who is to act after a change before the first move; later no seat changes that."""
    if history.version > 0:
        return None
    nobody = room.hands and has_free_seat(chairs)
    return standing_of(0, [] if nobody else history.to_act, None).waiting


def named(chair: Chair) -> str:
    """Name whoever sits in a chair: a bot by its own name, if it plays for nobody."""
    return chair.name or telling.bot_in(chair) or ""


# Sitting down


async def join(room: Room, device: Device, token: str, name: str) -> int:
    """Give the seat of an invitation to a device, and return it. The same device may ask again."""

    async def work() -> int:
        invite = await find_invite(room, token)
        if invite is None or invite.until is not None:
            raise Refusal("table.bad_invite", FORBIDDEN)
        chair = room.chairs[invite.seat]
        if invite.used_by == device and device in chair.holders:
            return invite.seat
        if invite.used_by is not None or chair.holders:
            raise Refusal("table.invite_used", FORBIDDEN)
        if chair.kind != OPEN:
            check_free_to_change(room)
        kind: Kind = chair.kind if chair.resigned else PERSON
        level = chair.level if chair.resigned else None
        seated = replace(chair, kind=kind, level=level, name=name, holders={device})
        told = REPLACED if chair.kind == BOT else SAT
        await change(room, seated, told, name, named(chair), used(room, token, device))
        await room.show_device(device)
        return invite.seat

    return await room.serially(work)


async def sit_down(
    room: Room, device: Device, name: str, may: Callable[[], Awaitable[None]], seated: SeatedAlso
) -> int:
    """Give a free seat of an open table to a device that may have it, and return it. Whoever sits
    here already stays where they are."""

    async def work() -> int:
        mine = room.held_by(device)
        if mine:
            return mine[0]
        await may()
        free = [chair for chair in room.chairs if chair.kind == OPEN]
        if not room.is_public or not free or room.history.ending is not None:
            raise Refusal("table.no_free_seat")
        chair = replace(free[0], kind=PERSON, level=None, name=name, holders={device})
        await change(room, chair, SAT, name, also=seated(chair.seat))
        room.terms = replace(room.terms, talks=room.terms.talks - {chair.seat})
        await room.show_device(device)
        return chair.seat

    return await room.serially(work)


async def find_invite(room: Room, token: str) -> Invite | None:
    """Look up an invitation or a link."""
    return await room.scribe.run(lambda c: statements.read_invite(c, room.deal.id, token))


def used(room: Room, token: str, device: Device) -> Also:
    """Use up an invitation or a link."""
    return lambda c: statements.use_invite(c, room.deal.id, token, device)


def check_free_to_change(room: Room) -> None:
    """Demand that a seat which is not free may go to somebody else without asking the others: there
    is no hand to be seen, or it will be dealt anew."""
    if room.guards_hands:
        raise Refusal("table.needs_agreement")
    if room.history.ending is not None:
        raise Refusal("table.over_seats")


# Further devices


async def link_device(room: Room, device: Device | None, seat: int, token: str) -> None:
    """Make a link for another device of whoever sits in a seat; the one before it is void."""

    async def work() -> None:
        chair = room.own_chair(device, seat)
        if len(chair.holders) >= DEVICES_PER_SEAT:
            raise Refusal("table.too_many_devices", most=DEVICES_PER_SEAT)
        until = later(LINK_SECONDS)

        def write(c: Transaction) -> None:
            statements.void_links(c, room.deal.id, seat)
            statements.add_invite(c, room.deal.id, seat, token, until)

        await room.commit(write)

    await room.serially(work)


async def add_device(room: Room, device: Device, token: str) -> int:
    """Let a device act for the seat of a link, and return it. The same device may ask again."""

    async def work() -> int:
        link = await find_invite(room, token)
        if link is None or link.until is None:
            raise Refusal("table.bad_link", FORBIDDEN)
        chair = room.chairs[link.seat]
        if device in chair.holders:
            return link.seat
        if link.used_by is not None:
            raise Refusal("table.link_used", FORBIDDEN)
        if link.until < now():
            raise Refusal("table.link_over", FORBIDDEN)
        more = replace(chair, holders=chair.holders | {device}, linked=chair.linked | {device})
        await change(room, more, DEVICE, named(chair), also=used(room, token, device))
        await room.show_device(device)
        return link.seat

    return await room.serially(work)


async def come_along(room: Room, device: Device, seat: int, mine: frozenset[Device]) -> None:
    """Let a device act for a seat that another device of the same person holds."""

    async def work() -> None:
        chair = room.chairs[seat]
        if device in chair.holders or not chair.holders & mine:
            return
        if len(chair.holders) >= DEVICES_PER_SEAT:
            raise Refusal("table.too_many_devices", most=DEVICES_PER_SEAT)
        more = replace(chair, holders=chair.holders | {device}, linked=chair.linked | {device})
        await change(room, more, DEVICE, named(chair))
        await room.show_device(device)

    await room.serially(work)


async def drop_device(
    room: Room, seat: int, gone: Device, heir: Device, mine: frozenset[Device]
) -> None:
    """Take a device from a seat that its person keeps: with another device of theirs that holds it,
    or else with one that takes it over, which is told before."""

    async def work() -> None:
        chair = room.chairs[seat]
        if gone not in chair.holders:
            return
        if not (chair.holders - {gone}) & mine:
            linked = chair.linked | ({heir} if gone in chair.linked else set())
            more = replace(chair, holders=chair.holders | {heir}, linked=linked)
            await change(room, more, DEVICE, named(chair))
            chair = room.chairs[seat]
        left = replace(chair, holders=chair.holders - {gone}, linked=chair.linked - {gone})
        await change(room, left, FEWER, named(chair))
        show_out(room, {gone}, "table.device_dropped")
        await room.show_device(heir)

    await room.serially(work)


async def change_host(room: Room, device: Device) -> None:
    """Let another device of the same person be the host."""

    async def work() -> None:
        await room.commit(lambda c: statements.set_host(c, room.deal.id, device))
        room.deal = replace(room.deal, host=device)
        room.send_welcomes()

    await room.serially(work)


async def be_alone(room: Room, device: Device | None, seat: int) -> None:
    """Drop the devices that came to a seat by a link; only one that did not may do so."""

    async def work() -> None:
        chair = room.own_chair(device, seat)
        if device in chair.linked:
            raise Refusal("table.first_device_only", FORBIDDEN)
        if not chair.linked:
            return
        alone = replace(chair, holders=chair.holders - chair.linked, linked=set())

        def links(c: Transaction) -> None:
            statements.void_links(c, room.deal.id, seat)

        await change(room, alone, ALONE, named(chair), also=links)
        show_out(room, chair.linked, "table.device_dropped")

    await room.serially(work)


# Giving a seat back


async def leave(room: Room, device: Device | None, seat: int) -> None:
    """Give a seat back with one device. With the last one the seat is free before the first move;
    later a bot plays on."""

    async def work() -> None:
        chair = room.own_chair(device, seat)
        if room.history.ending is not None:
            raise Refusal("table.over_seats")
        left = replace(chair, holders=chair.holders - {device}, linked=chair.linked - {device})
        if left.holders:
            await change(room, left, FEWER, named(chair))
        else:
            gone = vacated(room, left)
            told, bot = (LEFT, "") if gone.kind == OPEN else (LEFT_TO, gone.name)
            await change(room, gone, told, named(chair), bot, voided(room, seat))
        if device is not None:
            await room.show_device(device)

    await room.serially(work)


def vacated(room: Room, chair: Chair) -> Chair:
    """Return a chair that nobody holds any more: free, or with a bot where the game goes on."""
    if chair.kind != BOT and room.history.version == 0:
        return replace(chair, kind=OPEN)
    return bots_own(replace(chair, kind=BOT, level=chair.level or LEVEL_IN_NEED))


def bots_own(chair: Chair) -> Chair:
    """Return a chair with the name of the bot that sits there for nobody but itself."""
    return replace(chair, name=bot_name(chair.level or LEVEL_IN_NEED, chair.seat))


def voided(room: Room, seat: int) -> Also:
    """Make all ways to a seat void."""
    return lambda c: statements.void_invites(c, room.deal.id, seat)


async def revoke(room: Room, device: Device | None, seat: int, token: str) -> None:
    """Take a seat from all who hold it, for a new invitation; they may come back and watch."""

    async def work() -> None:
        room.check_host(device)
        before = room.chairs[seat]

        def invite(c: Transaction) -> None:
            statements.void_invites(c, room.deal.id, seat)
            statements.add_invite(c, room.deal.id, seat, token)

        if before.kind == OPEN:
            await room.commit(invite)
            return
        check_free_to_change(room)
        freed = replace(before, holders=set(), linked=set())
        if before.kind == PERSON:
            freed = replace(freed, kind=OPEN)
        elif before.holders:
            freed = bots_own(freed)
        await change(room, freed, FREED, named(before), also=invite)
        show_out(room, before.holders, "table.seat_revoked")

    await room.serially(work)


def show_out(room: Room, devices: set[Device], reason: str) -> None:
    """Say goodbye to devices that have lost a seat."""
    dropped = {one for one in room.connections if one.device in devices}
    room.show_out(dropped, Message(reason), REVOKED)
