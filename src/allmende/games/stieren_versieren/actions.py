"""The six actions of a turn: what may be done, and what it does."""

import numpy as np

from allmende.core.bits import list_members, lowest, without_lowest
from allmende.core.record import Record
from allmende.core.rule import rule

from .bulls import (
    AT,
    DISCARD,
    HAND,
    bring_out,
    bulls_in,
    fill_hand,
    first_of_twins,
    put_open,
)
from .components import (
    BULLS,
    COWS_IN_PLAY,
    DIAGONALLY,
    FEWEST_SEATS,
    PLACES,
    SIDEWAYS,
    UP_OR_DOWN,
)
from .numbering import (
    ALONE,
    CHASE,
    COURT,
    DONE,
    EXTRA,
    LEAD,
    MOVE,
    PASS,
    SWAP,
    TAKE_MATE,
    TALK,
)
from .places import (
    across,
    can_be_courted,
    can_be_moved,
    is_at_place,
    reveal_cow,
    symbol_of,
    value_of,
)
from .state import NONE, Phase

ROW = 16  # bits: a set of cows at each place, one after the other in one number
ONE_ROW = (1 << ROW) - 1


@rule
def list_actions(s: Record, seat: int, moves: np.ndarray) -> int:
    """List everything that a seat may do with an action; to pass is always possible."""
    out, hand = bulls_out(s, seat), first_of_twins(s, bulls_in(s, seat, HAND))
    n = list_talks(s, seat, out, moves, 0)
    n = list_walks(s, seat, out, moves, n)
    n = list_chases(s, seat, moves, n)
    n = list_extra_bulls(s, hand, moves, n)
    n = list_courtings(s, seat, out, moves, n)
    n = list_members(hand, SWAP, moves, n)
    moves[n] = PASS
    return n + 1


@rule
def bulls_out(s: Record, seat: int) -> int:
    """Return the set of bulls at places, of twins at one place only the first."""
    out = 0
    for place in range(PLACES):
        out |= first_of_twins(s, bulls_in(s, seat, AT + place))
    return out


@rule
def cows_at(cows: int, place: int) -> int:
    """Return the cows at one place out of sets of cows at all places."""
    return (cows >> ROW * place) & ONE_ROW


@rule
def list_talks(s: Record, seat: int, out: int, moves: np.ndarray, n: int) -> int:
    """List each bull with each face-down cow at its place."""
    face_down = 0
    for slot in range(int(s.arrived)):
        if is_at_place(s, slot) and s.cow_up[slot] == 0:
            face_down |= 1 << (ROW * int(s.cow_spot[slot]) + slot)
    while out != 0 and face_down != 0:
        bull = lowest(out)
        here = cows_at(face_down, int(s.bull_zone[seat, bull]) - AT)
        n = list_members(here, TALK + bull * COWS_IN_PLAY, moves, n)
        out = without_lowest(out)
    return n


@rule
def list_walks(s: Record, seat: int, out: int, moves: np.ndarray, n: int) -> int:
    """List each bull with both places next to its own."""
    while out != 0:
        bull = lowest(out)
        here = int(s.bull_zone[seat, bull]) - AT
        one, other = across(s, here, SIDEWAYS), across(s, here, UP_OR_DOWN)
        moves[n] = MOVE + bull * PLACES + min(one, other)
        moves[n + 1] = MOVE + bull * PLACES + max(one, other)
        n += 2
        out = without_lowest(out)
    return n


@rule
def list_chases(s: Record, seat: int, moves: np.ndarray, n: int) -> int:
    """List each cow that own bulls can chase, with every other place."""
    for slot in range(int(s.arrived)):
        if can_be_moved(s, slot) and force_against(s, seat, slot) >= value_of(s, slot):
            for place in range(PLACES):
                moves[n] = CHASE + slot * PLACES + place
                n += place != s.cow_spot[slot]
    return n


@rule
def force_against(s: Record, seat: int, slot: int) -> int:
    """Add up the own bulls at a cow's place that do not share her symbol."""
    force, bulls = 0, bulls_in(s, seat, AT + int(s.cow_spot[slot]))
    while bulls != 0:
        bull = lowest(bulls)
        bulls = without_lowest(bulls)
        force += int(s.bull_value[bull]) if s.bull_symbol[bull] != symbol_of(s, slot) else 0
    return force


@rule
def list_extra_bulls(s: Record, hand: int, moves: np.ndarray, n: int) -> int:
    """List the hand: one extra bull in a turn, and none with two players."""
    if s.extra_done or s.seats == FEWEST_SEATS:
        return n
    return list_members(hand, EXTRA, moves, n)


@rule
def list_hand(s: Record, seat: int, kind: int, least: int, moves: np.ndarray, n: int) -> int:
    """List the bulls in hand from a number on."""
    hand = first_of_twins(s, bulls_in(s, seat, HAND))
    return list_members(hand >> least, kind + least, moves, n)


@rule
def list_courtings(s: Record, seat: int, out: int, moves: np.ndarray, n: int) -> int:
    """List each bull with each cow where both are at the favourite place of both."""
    at_home = 0
    for slot in range(int(s.arrived)):
        if can_be_courted(s, slot):
            at_home |= 1 << (ROW * symbol_of(s, slot) + slot)
    while out != 0 and at_home != 0:
        bull = lowest(out)
        place = int(s.bull_symbol[bull])
        if s.bull_zone[seat, bull] == AT + place:
            n = list_members(cows_at(at_home, place), COURT + bull * COWS_IN_PLAY, moves, n)
        out = without_lowest(out)
    return n


@rule
def list_further_swaps(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the bulls that may follow in a swap: rising, so that each set has one order."""
    n = list_hand(s, seat, SWAP, int(s.last_swap) + 1, moves, 0)
    moves[n] = DONE
    return n + 1


@rule
def list_companions(s: Record, seat: int, moves: np.ndarray) -> int:
    """List whom a moving bull may take along: nobody, a cow of its symbol, or a mate."""
    moves[0], n = ALONE, 1
    for slot in range(int(s.arrived)):
        moves[n] = LEAD + slot
        n += may_lead(s, seat, slot)
    for bull in range(BULLS):
        moves[n] = TAKE_MATE + bull
        n += may_take(s, seat, bull)
    return n


@rule
def may_lead(s: Record, seat: int, slot: int) -> bool:
    """Tell whether the moving bull may lead a cow along."""
    if not can_be_moved(s, slot) or symbol_of(s, slot) != s.bull_symbol[s.mover]:
        return False
    return int(s.cow_spot[slot]) + AT == s.bull_zone[seat, s.mover]


@rule
def may_take(s: Record, seat: int, bull: int) -> bool:
    """Tell whether the moving bull may take another along. Two that go together are one move: the
    first of them is the one that moves."""
    if bull <= s.mover or s.bull_symbol[bull] != s.bull_symbol[s.mover]:
        return False
    if s.bull_zone[seat, bull] != s.bull_zone[seat, s.mover]:
        return False
    for twin in range(int(s.first_twin[bull]), bull):
        if twin != s.mover and s.bull_zone[seat, twin] == s.bull_zone[seat, bull]:
            return False
    return True


@rule
def talk(s: Record, seat: int, bull: int, slot: int) -> None:
    """Turn a cow up. A bull with more symbols than she was too blunt, and flees diagonally."""
    s.talker = bull
    reveal_cow(s, slot)
    if s.bull_value[bull] > value_of(s, slot):
        here = int(s.bull_zone[seat, bull]) - AT
        s.bull_zone[seat, bull] = AT + across(s, here, DIAGONALLY)


@rule
def set_out(s: Record, seat: int, bull: int, place: int) -> bool:
    """Move a bull, and tell whether it has arrived: first it may choose a companion."""
    s.mover, s.target = bull, place
    for slot in range(int(s.arrived)):
        if may_lead(s, seat, slot):
            s.phase = Phase.COMPANION
    for mate in range(bull + 1, BULLS):
        if may_take(s, seat, mate):
            s.phase = Phase.COMPANION
    if s.phase == Phase.COMPANION:
        return False
    arrive(s, seat)
    return True


@rule
def take_along(s: Record, seat: int, move: int) -> None:
    """Bring a companion to the new place, then the bull itself."""
    if move >= TAKE_MATE:
        s.bull_zone[seat, move - TAKE_MATE] = AT + int(s.target)
    elif move >= LEAD:
        s.cow_spot[move - LEAD] = s.target
    arrive(s, seat)


@rule
def arrive(s: Record, seat: int) -> None:
    """Put the moving bull down at its new place."""
    s.bull_zone[seat, s.mover] = AT + int(s.target)
    s.mover, s.target = NONE, NONE


@rule
def chase(s: Record, slot: int, place: int) -> None:
    """Chase a cow to another place; the bulls stay."""
    s.cow_spot[slot] = place


@rule
def bring_extra_bull(s: Record, seat: int, bull: int) -> None:
    """Put a bull from the hand at the place of its symbol."""
    bring_out(s, seat, bull)
    s.extra_done = 1


@rule
def swap_away(s: Record, seat: int, bull: int) -> None:
    """Discard a bull openly; more may follow."""
    s.last_swap = put_open(s, seat, bull, DISCARD)
    s.phase = Phase.SWAP


@rule
def end_swap(s: Record, seat: int) -> None:
    """Draw up to a full hand after the last bull was swapped away."""
    s.last_swap = NONE
    fill_hand(s, seat)
