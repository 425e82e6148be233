"""Agreeing that a seat goes to somebody else in a running game with hands.

The host proposes it; all other people at the table must say yes, and whoever sits there too, if
they are here. One no is enough to drop it. Everybody sees who is asked and who has agreed.
"""

from dataclasses import replace

from sqlalchemy import Connection as Transaction

from ..refusal import FORBIDDEN, Refusal
from ..store import statements
from ..store.facts import AGREED, DECLINED, OPEN, PROPOSED, WITHDRAWN
from ..tokens import Device
from .holders import Also, change, named, next_seating, show_out, voided
from .proposal import Proposal
from .room import Room


async def propose(room: Room, device: Device | None, seat: int) -> None:
    """Propose to give a seat to somebody else."""

    async def work() -> None:
        room.check_host(device)
        chair, known = room.chairs[seat], room.proposal
        if not room.guards_hands or chair.kind == OPEN:
            raise Refusal("table.no_agreement_needed")
        if chair.resigned:
            raise Refusal("table.seat_lost_on_time" if chair.timed_out else "table.seat_resigned")
        if known is not None and known.seat == seat:
            return
        proposal = Proposal(seat)
        if not room.asked_about(proposal):
            raise Refusal("table.nobody_to_agree")
        await note(room, PROPOSED, seat, proposal)

    await room.serially(work)


async def vote(room: Room, device: Device | None, seat: int, agree: bool) -> None:
    """Say yes or no to the proposal about a seat; the host may withdraw it."""

    async def work() -> None:
        proposal = room.proposal
        if proposal is None or proposal.seat != seat or not room.guards_hands:
            raise Refusal("table.no_proposal")
        mine = room.asked_about(proposal) & {*room.held_by(device)}
        if not mine and not (room.is_host(device) and not agree):
            raise Refusal("table.not_asked", FORBIDDEN)
        if not agree:
            await drop(room, proposal, min(mine, default=None))
            return
        agreed = replace(proposal, agreed=proposal.agreed | mine)
        if room.asked_about(agreed) <= agreed.agreed:
            await carry_out(room, agreed)
        elif agreed != proposal:
            await room.commit(proposed(room, agreed))
            room.proposal = agreed
        room.send_proposal()

    await room.serially(work)


async def drop(room: Room, proposal: Proposal, by: int | None) -> None:
    """Let a proposal go, because somebody said no or the host thought better of it."""
    if by is None:
        await note(room, WITHDRAWN, proposal.seat, None)
    else:
        await note(room, DECLINED, proposal.seat, None, named(room.chairs[by]))


async def carry_out(room: Room, proposal: Proposal) -> None:
    """Free a seat, as all have agreed."""
    before = room.chairs[proposal.seat]
    free = replace(before, kind=OPEN, level=None, holders=set(), linked=set())
    forget, void = proposed(room, None), voided(room, before.seat)

    def also(c: Transaction) -> None:
        forget(c)
        void(c)

    await change(room, free, AGREED, named(before), also=also)
    room.proposal = None
    show_out(room, before.holders, "table.seat_given_on")


def proposed(room: Room, proposal: Proposal | None) -> Also:
    """Keep a proposal, or that there is none any more."""
    text = None if proposal is None else proposal.as_text()
    return lambda c: statements.set_proposal(c, room.deal.id, text)


async def note(
    room: Room, kind: str, seat: int, proposal: Proposal | None, other: str = ""
) -> None:
    """Write down how it goes with a proposal about a seat, and tell everybody."""
    seating = next_seating(room, kind, seat, named(room.chairs[seat]), other)
    keep = proposed(room, proposal)

    def work(c: Transaction) -> None:
        statements.add_seating(c, room.deal.id, seating)
        keep(c)

    await room.commit(work)
    room.proposal = proposal
    room.tell([seating])
    room.send_proposal()
