"""Makes the messages that a table sends. `messages` declares their shapes, `docs/wire.md` says what
they mean."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime

import orjson

from allmende.bots.names import bot_name
from allmende.core.language import Message
from allmende.core.match import Match

from ..log import now
from ..store.clock import SECOND, Clock, Pace
from ..store.facts import (
    AGREED,
    ALONE,
    BACK,
    BACK_EARLY,
    BOT,
    BOT_PLAYS,
    BOT_SITS,
    DEALT,
    DECLINED,
    DEVICE,
    FEWER,
    FREED,
    LEFT,
    LEFT_TO,
    PERSON,
    PROPOSED,
    RENAMED,
    REPLACED,
    SAT,
    TIMED_OUT,
    VACATION,
    WITHDRAWN,
    Chair,
    Deal,
    Listed,
    Remark,
    Seating,
)
from ..store.removal import removal
from ..store.terms import Terms
from ..tokens import Device
from . import messages
from .answers import Gathering, TableSummary
from .pacing import Pacing

CHANGES = {
    SAT: "table.seat_sat",
    REPLACED: "table.seat_replaced",
    DEVICE: "table.seat_device",
    FEWER: "table.seat_fewer",
    ALONE: "table.seat_alone",
    LEFT: "table.seat_left",
    LEFT_TO: "table.seat_left_to",
    FREED: "table.seat_freed",
    AGREED: "table.seat_agreed",
    DEALT: "table.seat_dealt",
    BOT_SITS: "table.seat_bot_sits",
    BOT_PLAYS: "table.seat_bot_plays",
    BACK: "table.seat_back",
    RENAMED: "table.seat_renamed",
    PROPOSED: "table.seat_proposed",
    DECLINED: "table.seat_declined",
    WITHDRAWN: "table.seat_withdrawn",
    TIMED_OUT: "table.seat_timed_out",
    VACATION: "table.seat_vacation",
    BACK_EARLY: "table.seat_back_early",
}
"""How each change of who holds a seat is told."""


def encoded(message: Mapping[str, object]) -> bytes:
    """Write a message as text, in the bytes that are sent."""
    try:
        return orjson.dumps(message, plain)
    except TypeError:  # a game that somebody brought may have keys that are no text: slower
        return orjson.dumps(message, plain, orjson.OPT_NON_STR_KEYS)


def plain(value: object) -> list[object]:
    """Write what is a tuple of named parts as the list of them; there is nothing else to know."""
    if isinstance(value, tuple):
        return list(value)
    raise TypeError(f"{value!r} of type {type(value).__name__} cannot be written as JSON")


def path_of(table: str) -> str:
    """Return where a table is found."""
    return f"/t/{table}"


def invitation(table: str, token: str) -> str:
    """Return the link of an invitation; what stands behind the # is never sent to a server."""
    return f"{path_of(table)}#{token}"


def device_link(table: str, token: str) -> str:
    """Return the link that brings another device to a seat."""
    return f"{path_of(table)}#+{token}"


def promise(deal: Deal) -> str:
    """Return the promise that is given at the start: anyone can check it at the end."""
    return hashlib.sha256((deal.start or deal.seed).encode()).hexdigest()


def welcome(
    deal: Deal,
    ending: str | None,
    rematch: str | None,
    you: Sequence[int],
    host: bool,
    *,
    hands: bool,
    dealt: bool,
    terms: Terms,
) -> messages.Welcome:
    """Say which table this is, and who the device is at it."""
    return {
        "type": "welcome",
        "table": {
            "id": deal.id,
            "game": deal.game,
            "seats": deal.seats,
            "options": deal.options,
            "hints": deal.hints,
            "hands": hands,
            "dealt": dealt,
            "seed_hash": promise(deal) if dealt else None,
            "seed": deal.seed if ending is not None and deal.start is None else None,
            "from_position": deal.start is not None,
            "rematch": path_of(rematch) if rematch else None,
            "opened": deal.created,
            "pace": None if terms.pace is None else pace(terms.pace),
            "public": terms.opening is not None,
            "talks": None if terms.opening is None else sorted(terms.talks),
        },
        "you": list(you),
        "host": host,
        "now": now(),
    }


def pace(terms: Pace) -> Pacing:
    """Say how much time there is."""
    return {
        "span": terms.span,
        "seconds": terms.seconds,
        "bonus": terms.bonus,
        "delay": terms.delay,
        "at_zero": terms.at_zero,
    }


def clock(shown: Clock, now: int) -> messages.Clock:
    """Say how much time each seat has left now, and whose runs."""
    seats = range(len(shown.left))
    return {
        "type": "clock",
        "left": [max(0, shown.left_at(seat, now)) for seat in seats],
        "free": [shown.free_at(seat, now) for seat in seats],
        "rests": [max(0, rest - now) for rest in shown.rests],
        "running": list(shown.running),
    }


def player(chair: Chair, here: bool) -> messages.Player:
    """Describe who sits in a chair."""
    return {
        "seat": chair.seat,
        "kind": chair.kind,
        "name": chair.name,
        "level": chair.level,
        "bot": bot_in(chair),
        "here": here or chair.kind == BOT,
        "resigned": chair.resigned,
        "timed_out": chair.timed_out,
        "devices": len(chair.holders),
    }


def bot_in(chair: Chair) -> str | None:
    """Name the bot in a chair. One that plays for a person leaves them their name."""
    if chair.kind != BOT or chair.level is None:
        return None
    own = "" if chair.holders else chair.name
    return own or bot_name(chair.level, chair.seat)


def players(chairs: Sequence[Chair], present: set[Device]) -> messages.Players:
    """Say who sits where and who is here."""
    return {
        "type": "players",
        "players": [player(chair, bool(chair.holders & present)) for chair in chairs],
    }


def players_of_file(match: Match) -> list[messages.Player]:
    """Say who played the game of a file, as far as it says so."""
    return [
        player(
            Chair(
                seat,
                PERSON if who.level is None else BOT,
                who.name,
                who.level,
                seat in match.given_up,
                seat in match.timed_out,
            ),
            here=False,
        )
        for seat, who in enumerate(match.players)
    ]


def story(entries: list[messages.StoryEntry], has_gap: bool = False) -> messages.Story:
    """Tell what happened, and whether something before it was left out."""
    return {"type": "story", "entries": entries, "gap": has_gap}


def thinking(seat: int, on: bool, waits: bool = False) -> messages.Thinking:
    """Say that a bot thinks, or waits for a place to think, or has stopped."""
    return {"type": "thinking", "seat": seat, "on": on, "waits": waits}


def chat(remarks: Iterable[Remark]) -> messages.Chat:
    """Pass on what was said."""
    return {
        "type": "chat",
        "entries": [
            {"n": said.n, "from": said.name, "seat": said.seat, "text": said.text, "at": said.at}
            for said in remarks
        ],
    }


def seating(changes: Iterable[Seating]) -> messages.Seating:
    """Tell who came to a seat and who left it."""
    return {
        "type": "seating",
        "entries": [
            {
                "n": one.n,
                "version": one.version,
                "seat": one.seat,
                "event": change_told(one).as_data(),
                "at": one.at,
            }
            for one in changes
        ],
    }


def change_told(one: Seating) -> Message:
    """Put a change about a seat into words."""
    number = one.seat + 1
    return Message(CHANGES[one.kind], name=one.name, number=number, other=one.other)


def proposal(seat: int | None, asked: Iterable[int], agreed: Iterable[int]) -> messages.Proposal:
    """Say how it stands with a proposal to give a seat to somebody else."""
    return {"type": "proposal", "seat": seat, "asked": sorted(asked), "agreed": sorted(agreed)}


def ack(asked: str, version: int) -> messages.Ack:
    """Say that something is done and will not be lost."""
    return {"type": "ack", "id": asked, "version": version}


def no(asked: str | None, reason: Message) -> messages.No:
    """Say that something is not done, and why."""
    return {"type": "no", "id": asked, "reason": reason.as_data()}


def bye(reason: Message) -> messages.Bye:
    """Say why the connection ends."""
    return {"type": "bye", "reason": reason.as_data()}


def listed(
    table: Listed,
    devices: frozenset[Device],
    present: set[Device],
    timed: tuple[Pace, Clock] | None,
    on_the_wall: Callable[[int], int],
) -> TableSummary:
    """Describe a table in the list of somebody who has some devices."""
    terms, shown = timed or (None, None)
    you = [chair.seat for chair in table.chairs if chair.holders & devices]
    awaited = [seat for seat in you if table.chairs[seat].kind != BOT]
    over = table.standing.ending
    return {
        "id": table.id,
        "game": table.game,
        "players": players(table.chairs, present)["players"],
        "you": you,
        "your_turn": over is None and any(table.standing.waiting >> seat & 1 for seat in awaited),
        "over": over,
        "ply": table.standing.ply,
        "updated": table.updated,
        "removal": removal(table, devices),
        "pace": None if terms is None else pace(terms),
        "due": None if shown is None else due_of(shown, you, on_the_wall),
    }


def due_of(shown: Clock, seats: Collection[int], on_the_wall: Callable[[int], int]) -> str | None:
    """Say when the first of some seats will have no time left."""
    ends = [shown.end_of(seat) for seat in shown.running if seat in seats]
    return time_of(on_the_wall(min(ends))) if ends else None


def time_of(moment: int) -> str:
    """Write a moment in milliseconds as people all over the world write it."""
    return datetime.fromtimestamp(moment / SECOND, UTC).isoformat(timespec="milliseconds")


def gathering(deal: Deal, chairs: Sequence[Chair], present: set[Device]) -> Gathering:
    """Describe a table to somebody who is invited to it."""
    hosts = [one.name for one in chairs if one.kind == PERSON and deal.host in one.holders]
    return {
        "game": deal.game,
        "host": hosts[0] if hosts else None,
        "players": players(chairs, present)["players"],
    }
