"""What changes the game: moves, undo and resignations, each checked before it is written down."""

import time
from collections.abc import Sequence
from dataclasses import replace

from allmende.core.language import Message
from allmende.core.match import RESIGNED, TWO
from allmende.core.record import Record

from ..log import now
from ..refusal import FORBIDDEN, Because, Refusal
from ..store.facts import (
    BOT,
    BOT_PLAYS,
    LEVEL_IN_NEED,
    MOVE,
    NO_NUMBER,
    PERSON,
    RESIGN,
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
from .holders import named, next_seating
from .room import Room
from .undo import Reach


async def move(
    room: Room, device: Device | None, seat: int, number: int, version: int, client: str
) -> int:
    """Make the move of a person and return its version."""

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
        await append_move(room, seat, number, client)
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


async def bot_move(room: Room, seat: int, number: int) -> None:
    """Make the move of a bot; the writer must be held."""
    await append_move(room, seat, number, None)
    room.metrics.moves_total.add(BOT)


async def append_move(room: Room, seat: int, number: int, client: str | None) -> None:
    """Check a move, append it to the log and show it."""
    match, game, look = room.history.match, room.history.match.game, room.scene
    if look.ending is not None:
        raise Refusal("core.over")
    if number not in look.numbers(seat):
        reason = game.why_not(look.imagined(seat), seat, number)
        raise Because(reason or Message("core.unknown_move"))
    after = game.after(match.record, seat, number)
    ending = game.ending(after)
    standing = standing_of(len(match.moves) + 1, game.to_act(after), ending)
    if ending is not None:
        result = Result(game.scores(after), game.places(after))
        standing = replace(standing, result=result.as_text())
    judged = Judged(after, look.foretold(seat, number))
    event = happening(room, MOVE, seat, number, client, after)
    await room.append(event, standing, judged=judged)


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
        seat, reached = scene.undo_of(room.history, you)
        if reached is None or count > reached.moves:
            raise no_undo(reached)
        await take_back(room, seat, count, client)
        return room.history.version

    return await room.serially(work)


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
        if chair.resigned:
            raise Refusal("table.resigned_already")
        room.check_dealt()
        match, given_up = room.history.match, replace(chair, resigned=True)
        seating = None
        if match.seats == TWO:
            result = Result(match.scores(), places_without({*room.history.resigned, seat}, TWO))
            standing = standing_of(len(match.moves), [], RESIGNED)
            standing = replace(standing, result=result.as_text())
        else:
            standing = standing_of(len(match.moves), match.to_act, None)
            given_up = replace(given_up, kind=BOT, level=LEVEL_IN_NEED)
            seating = bot_takes_over(room, chair, given_up)
        event = happening(room, RESIGN, seat, NO_NUMBER, client, match.record)
        await room.append(event, standing, given_up, seating)
        room.send_players()
        return room.history.version

    return await room.serially(work)


def bot_takes_over(room: Room, before: Chair, after: Chair) -> Seating:
    """Make the entry of the log that tells which bot plays on for somebody who gives up."""
    bot = telling.bot_in(after) or ""
    told = next_seating(room, BOT_PLAYS, after.seat, named(before), bot)
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
