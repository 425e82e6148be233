"""Agreeing that a seat goes to somebody else in a running game with hands.

The host proposes it; all other people at the table must say yes, and whoever sits there too, if
they are here. One no is enough to drop it. Everybody sees who is asked and who has agreed. A
proposal is not kept: a server that starts again has forgotten it.
"""

from dataclasses import replace

from ..refusal import FORBIDDEN, Refusal
from ..store import statements
from ..store.facts import AGREED, DECLINED, OPEN, PROPOSED, WITHDRAWN
from ..tokens import Device
from .holders import change, named, next_seating, show_out, voided
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
            raise Refusal("table.seat_resigned")
        if known is not None and known.seat == seat:
            return
        proposal = Proposal(seat)
        if not room.asked_about(proposal):
            raise Refusal("table.nobody_to_agree")
        await note(room, PROPOSED, proposal)
        room.proposal = proposal
        room.send_proposal()

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
        proposal.agreed |= mine
        if room.asked_about(proposal) <= proposal.agreed:
            await carry_out(room, proposal)
        room.send_proposal()

    await room.serially(work)


async def drop(room: Room, proposal: Proposal, by: int | None) -> None:
    """Let a proposal go, because somebody said no or the host thought better of it."""
    if by is None:
        await note(room, WITHDRAWN, proposal)
    else:
        await note(room, DECLINED, proposal, named(room.chairs[by]))
    room.proposal = None
    room.send_proposal()


async def carry_out(room: Room, proposal: Proposal) -> None:
    """Free a seat, as all have agreed."""
    before = room.chairs[proposal.seat]
    free = replace(before, kind=OPEN, level=None, holders=set(), linked=set())
    await change(room, free, AGREED, named(before), also=voided(room, before.seat))
    room.proposal = None
    show_out(room, before.holders, "table.seat_given_on")


async def note(room: Room, kind: str, proposal: Proposal, other: str = "") -> None:
    """Write down how it goes with a proposal, and tell everybody."""
    chair = room.chairs[proposal.seat]
    seating = next_seating(room, kind, chair.seat, named(chair), other)
    await room.commit(lambda c: statements.add_seating(c, room.deal.id, seating))
    room.tell([seating])
