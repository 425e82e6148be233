"""What changes the game: moves, undo and resignations, each checked before it is written down."""

import time
from collections.abc import Sequence
from dataclasses import replace

from allmende.core.glance import glance
from allmende.core.language import Message
from allmende.core.match import OUT_OF_TIME, RESIGNED, TWO
from allmende.core.record import Record

from ..log import now
from ..refusal import FORBIDDEN, Because, Refusal
from ..store.clock import LOSES
from ..store.facts import (
    BOT,
    BOT_PLAYS,
    LEVEL_IN_NEED,
    MOVE,
    NO_NUMBER,
    PERSON,
    RESIGN,
    TIME_IS_UP,
    TIMED_OUT,
    UNDO,
    Chair,
    Happening,
    Result,
    Seating,
)
from ..tokens import Device
from ..wire import telling
from . import scene
from .history import Judged, places_without, print_of, standing_of
from .holders import change, named, next_seating
from .room import Room
from .undo import Reach


async def move(
    room: Room,
    device: Device | None,
    seat: int,
    number: int,
    version: int,
    client: str,
    thought: int | None = None,
) -> int:
    """Make the move of a person and return its version. The page says for how many milliseconds
    it was thought about; what else has passed it was under way."""

    begin = time.perf_counter()

    async def work() -> int:
        chair = room.own_chair(device, seat)
        done = done_before(room, client, MOVE, [seat], number)
        if done is not None:
            return done
        if chair.kind == BOT:
            raise Refusal("table.bot_plays")
        room.check_dealt()
        check_fresh(room, seat, version)
        forgiven = await under_way(room, seat, thought)
        await append_move(room, seat, number, client, forgiven)
        room.metrics.moves_total.add(PERSON)
        room.metrics.move_seconds.add(time.perf_counter() - begin)
        return room.history.version

    return await room.alone(work)


def check_fresh(room: Room, seat: int, version: int) -> None:
    """Demand that a seat decides about the game as it stands."""
    history = room.history
    same = version == history.version or history.ending is not None
    if not same and not history.was_free_since(seat, version):
        raise Refusal("table.stale")


async def under_way(room: Room, seat: int, thought: int | None) -> int:
    """Return for how many milliseconds a decision seems to have been under way; refuse one that
    comes when no time is left."""
    clock = room.terms.clock
    if clock is None:
        return 0
    await room.time.be_sure()
    now = room.time.now()
    if clock.is_up(seat, now):
        raise Refusal("table.out_of_time")
    return 0 if thought is None else max(0, clock.used(seat, now) - thought)


async def bot_move(room: Room, seat: int, number: int) -> None:
    """Make the move of a bot; the writer must be held."""
    await append_move(room, seat, number, None)
    room.metrics.moves_total.add(BOT)


async def append_move(
    room: Room, seat: int, number: int, client: str | None, forgiven: int = 0
) -> None:
    """Check a move, append it to the log and show it."""
    match, game, look = room.history.match, room.history.match.game, room.scene
    if look.ending is not None:
        raise Refusal("core.over")
    if number not in look.numbers(seat):
        reason = game.why_not(look.imagined(seat), seat, number)
        raise Because(reason or Message("core.unknown_move"))
    after = game.after(match.record, seat, number)
    seen = glance(after)
    ending = game.ending(seen)
    standing = standing_of(len(match.moves) + 1, game.to_act(seen), ending)
    if ending is not None:
        result = Result(game.scores(after), game.places(after))
        standing = replace(standing, result=result.as_text())
    judged = Judged(after, seen, look.foretold(seat, number))
    event = happening(room, MOVE, seat, number, client, after)
    await room.append(event, standing, judged=judged, forgiven=forgiven)


async def undo(room: Room, device: Device | None, count: int, version: int, client: str) -> int:
    """Take back moves of the device's own and return the version of that."""

    async def work() -> int:
        you = room.held_by(device)
        if not you:
            raise Refusal("table.not_your_seat", FORBIDDEN)
        done = done_before(room, client, UNDO, you, count)
        if done is not None:
            return done
        if version != room.history.version:
            raise Refusal("table.stale")
        seat, reached = scene.undo_of(room.scene, you)
        if reached is None or count > reached.moves:
            raise no_undo(reached)
        await check_time_to_undo(room, seat, count)
        await take_back(room, seat, count, client)
        return room.history.version

    return await room.serially(work)


async def check_time_to_undo(room: Room, seat: int, count: int) -> None:
    """Demand that a seat has time left if it returns to an earlier decision: its time has run ever
    since then."""
    back_to = room.history.made_at[-count] - 1
    past = room.terms.ticks.get(back_to)
    if past is not None:
        await room.time.be_sure()
        if past.is_up(seat, room.time.now()):
            raise Refusal("table.no_time_to_undo")


async def take_back(room: Room, seat: int, count: int, client: str) -> None:
    """Append an undo to the log and show it."""
    match = room.history.match
    left = len(match.moves) - count
    after = match.record_at(left)
    standing = standing_of(left, match.game.to_act(after), None)
    await room.append(happening(room, UNDO, seat, count, client, after), standing)


def no_undo(reached: Reach | None) -> Refusal:
    """Say why something cannot be taken back."""
    if reached is None or reached.barrier is None:
        return Refusal("table.nothing_to_undo")
    return Because(reached.barrier)


async def resign(room: Room, device: Device | None, seat: int, client: str) -> int:
    """Let a seat give up: with two seats the game is over, else a bot plays on."""

    async def work() -> int:
        chair = room.own_chair(device, seat)
        done = done_before(room, client, RESIGN, [seat], NO_NUMBER)
        if done is not None:
            return done
        if room.history.ending is not None:
            raise Refusal("core.over")
        check_plays(chair)
        room.check_dealt()
        await lose(room, chair, client, NO_NUMBER, BOT_PLAYS)
        return room.history.version

    return await room.serially(work)


def check_plays(chair: Chair) -> None:
    """Demand that whoever holds a seat has not given up, nor lost because no time was left."""
    if chair.resigned:
        raise Refusal("table.out_of_time" if chair.timed_out else "table.resigned_already")


async def lose(room: Room, chair: Chair, client: str | None, number: int, kind: str) -> None:
    """Let a seat have lost: with two seats the game is over, else a bot plays on."""
    match, timed_out = room.history.match, number == TIME_IS_UP
    given_up, seating = replace(chair, resigned=True, timed_out=timed_out), None
    if match.seats == TWO:
        resigned = {*room.history.resigned, chair.seat}
        result = Result(match.scores(), places_without(resigned, TWO))
        standing = standing_of(len(match.moves), [], OUT_OF_TIME if timed_out else RESIGNED)
        standing = replace(standing, result=result.as_text())
    else:
        standing = standing_of(len(match.moves), match.to_act, None)
        given_up = replace(given_up, kind=BOT, level=LEVEL_IN_NEED)
        seating = bot_takes_over(room, chair, given_up, kind)
    event = happening(room, RESIGN, chair.seat, number, client, match.record)
    await room.append(event, standing, given_up, seating)
    room.send_players()


async def let_flags_fall(room: Room) -> list[int]:
    """Let happen what was agreed on, for all seats that have no time left; return which those
    are."""

    async def work() -> list[int]:
        fallen: list[int] = []
        await room.time.be_sure()
        while (seat := out_of_time(room)) is not None:
            await let_flag_fall(room, room.chairs[seat])
            fallen.append(seat)
        return fallen

    return await room.serially(work)


def out_of_time(room: Room) -> int | None:
    """Return a seat that has no time left, if there is one."""
    clock, now = room.terms.clock, room.time.now()
    late = [] if clock is None else [seat for seat in clock.running if clock.is_up(seat, now)]
    return min(late, default=None)


async def let_flag_fall(room: Room, chair: Chair) -> None:
    """Let a seat lose that has no time left, or let a bot take over."""
    assert room.terms.pace is not None
    if room.terms.pace.at_zero == LOSES:
        await lose(room, chair, None, TIME_IS_UP, TIMED_OUT)
    else:
        replaced = replace(chair, kind=BOT, level=LEVEL_IN_NEED)
        bot = telling.bot_in(replaced) or ""
        await change(room, replaced, TIMED_OUT, named(chair), bot)


def bot_takes_over(room: Room, before: Chair, after: Chair, kind: str) -> Seating:
    """Make the entry of the log that tells which bot plays on for somebody who gives up."""
    bot = telling.bot_in(after) or ""
    told = next_seating(room, kind, after.seat, named(before), bot)
    return replace(told, version=room.history.version + 1)


def happening(
    room: Room, kind: str, seat: int, number: int, client: str | None, after: Record
) -> Happening:
    """Make the next event of the log, with the print that the record leaves after it."""
    version = room.history.version + 1
    return Happening(version, kind, seat, number, client, now(), print_of(after))


def done_before(
    room: Room, client: str, kind: str, seats: Sequence[int], number: int
) -> int | None:
    """Return the version of a wish that was fulfilled already, when it is sent again."""
    done = room.history.by_client.get(client)
    if done is None:
        return None
    if (done.kind, done.number) == (kind, number) and done.seat in seats:
        return done.version
    raise Refusal("table.id_used")
