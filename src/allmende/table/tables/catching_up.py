"""Catching up with what another process has changed about a table.

The log decides: what another process has committed happens here too, and is shown to everybody who
looks at the table here. Mostly that is one more move. Whatever else may have changed is read anew;
where the change does not continue what is known here, everybody comes back to a room built anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection as Transaction
from sqlalchemy.exc import SQLAlchemyError

from allmende.core.errors import AllmendeError
from allmende.core.language import Message

from ..refusal import BROKEN, NOT_FOUND, Refusal
from ..store import statements
from ..store.facts import (
    AGREED,
    ALONE,
    FEWER,
    FREED,
    LEFT,
    LEFT_TO,
    RESIGN,
    Chair,
    Happening,
    Kept,
    Seating,
)
from ..tokens import Device
from ..wire import telling
from ..wire.socket import GOING_AWAY, REVOKED
from .history import History
from .rebuilding import first_match
from .room import Room

SHOWN_OUT = {
    FREED: "table.seat_revoked",
    ALONE: "table.device_dropped",
    AGREED: "table.seat_given_on",
}
"""What is said to devices that lose a seat so."""
GIVES_UP_DEVICES = (*SHOWN_OUT, LEFT, LEFT_TO, FEWER)


@dataclass(frozen=True)
class News:
    """What has been committed since: events alone, or everything if there is more to it."""

    revision: int
    events: list[Happening]
    whole: Kept | None = None


def read_news(c: Transaction, table: str, revision: int, version: int, timed: bool) -> News | None:
    """Read what is new about a table; None if it is gone. Every change counts once, so where there
    are as many events as changes nothing else has changed, but the clock of a timed game."""
    found = statements.read_changes(c, table, version)
    if found is None:
        return None
    latest, events = found
    only_events = len(events) == latest - revision and not timed
    if only_events and all(event.kind != RESIGN for event in events):
        return News(latest, events)
    whole = statements.read_table(c, table)
    return None if whole is None else News(whole.revision, whole.happenings[version:], whole)


async def catch_up(room: Room) -> None:
    """Let happen here what another process has committed; the writer must be held."""
    table, seen, version = room.deal.id, room.revision, room.history.version
    timed = room.terms.pace is not None
    try:
        news = await room.scribe.run(lambda c: read_news(c, table, seen, version, timed))
    except SQLAlchemyError as trouble:
        room.log.error("not read", trouble, table=table)
        raise Refusal("table.not_saved", BROKEN) from None
    if news is None:
        close(room)
        raise Refusal("table.unknown_table", NOT_FOUND)
    if news.revision == seen:
        return
    try:
        await apply(room, news)
    except AllmendeError as trouble:
        room.log.error("broken history", trouble, table=table)
        room.give_up()
        raise Refusal("table.broken", BROKEN) from None


def close(room: Room) -> None:
    """Show everybody out of a room that does not fit its table any more, or has none."""
    room.given_up = True
    room.show_out(set(room.connections), Message("table.somebody_left"), GOING_AWAY)
    room.changed(room)


async def apply(room: Room, news: News) -> None:
    """Let happen what is new, and show it."""
    if news.whole is not None and not continues(room, news.whole):
        close(room)
        raise Refusal("table.unknown_table", NOT_FOUND)
    room.revision = news.revision
    if news.whole is not None and is_other_deal(room, news.whole):
        begin_anew(room, news.whole)
    for event in news.events:
        room.history.add(event)
    if news.events:
        room.history.check_print()
    room.look_again()
    if news.whole is None:
        await room.draw(room.seen_by(one.device) for one in room.connections)
        room.send_change(len(news.events))
        drop_idle_proposal(room)
    else:
        await show_changes(room, news.whole, len(news.events))
    room.changed(room)


def continues(room: Room, kept: Kept) -> bool:
    """Tell whether what is kept goes on from what is known here: nothing that was said or told is
    missing, and no device has lost a seat without that being told."""
    if kept.deal.host != room.deal.host or len(kept.happenings) < room.history.version:
        return False
    said = {remark.n for remark in kept.remarks}
    first = min(said, default=room.remarks[-1].n + 1 if room.remarks else 0)
    if any(remark.n >= first and remark.n not in said for remark in room.remarks):
        return False
    if room.remarks and not said:
        return False
    told = fresh_seatings(room, kept)
    return all(
        not lost(before, after)
        or any(one.seat == after.seat and one.kind in GIVES_UP_DEVICES for one in told)
        for before, after in zip(room.chairs, kept.chairs, strict=True)
    )


def lost(before: Chair, after: Chair) -> set[Device]:
    """Return the devices that have lost a seat."""
    return before.holders - after.holders


def fresh_seatings(room: Room, kept: Kept) -> list[Seating]:
    """Return what has been told about the seats since."""
    last = room.seatings[-1].n if room.seatings else 0
    return [one for one in kept.seatings if one.n > last]


def is_other_deal(room: Room, kept: Kept) -> bool:
    """Tell whether hands were dealt anew before the first move."""
    return (kept.deal.seed, kept.deal.start) != (room.deal.seed, room.deal.start)


def begin_anew(room: Room, kept: Kept) -> None:
    """Go on with another deal; what was thought about the one before has lost its point."""
    room.between_deals = True
    room.changed(room)
    room.deal = kept.deal
    room.history = History(first_match(kept.deal, room.history.game))
    room.between_deals = False


async def show_changes(room: Room, kept: Kept, events: int) -> None:
    """Show everything that may have changed besides the game."""
    before, told = room.chairs, fresh_seatings(room, kept)
    last = room.remarks[-1].n if room.remarks else 0
    said = [remark for remark in kept.remarks if remark.n > last]
    proposal = room.proposal
    is_about_table = before != kept.chairs or room.rematch != kept.rematch or bool(events)
    is_about_table = is_about_table or room.terms.talks != kept.terms.talks
    room.terms = kept.terms
    room.chairs, room.remarks, room.rematch = kept.chairs, kept.remarks, kept.rematch
    room.proposal = room.still_open(kept.proposal)
    if is_about_table or any(one.kind not in SHOWN_OUT for one in told):
        await room.show_all()
    if events:
        room.send_story(events, room.looking())
    if said:
        room.broadcast(telling.chat(said))
    if told:
        room.tell(told)
    if room.proposal != proposal:
        room.send_proposal()
    if room.terms.clock is not None:
        room.broadcast(room.clock_message(room.terms.clock))
    show_out_losers(room, before, told)


def show_out_losers(room: Room, before: Sequence[Chair], told: Sequence[Seating]) -> None:
    """Say goodbye to devices from which a seat was taken."""
    for one in told:
        if one.kind in SHOWN_OUT:
            devices = lost(before[one.seat], room.chairs[one.seat])
            dropped = {it for it in room.connections if it.device in devices}
            room.show_out(dropped, Message(SHOWN_OUT[one.kind]), REVOKED)


def drop_idle_proposal(room: Room) -> None:
    """Forget a proposal that has lost its point with the game."""
    if room.proposal is not None and room.is_idle(room.proposal):
        room.proposal = None
        room.send_proposal()
