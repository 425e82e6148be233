"""The rules of Stieren Versieren: the contract, and the seven phases of a round."""

import numpy as np

from allmende.core.bits import lowest, without_lowest
from allmende.core.chance import draw, shuffle
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.turns import finish, may_act, seat_after, wait_for

from .actions import (
    bring_extra_bull,
    chase,
    end_swap,
    list_actions,
    list_companions,
    list_further_swaps,
    list_hand,
    set_out,
    swap_away,
    take_along,
    talk,
)
from .bulls import (
    CHOSEN,
    HAND,
    bring_out,
    bulls_in,
    count_in,
    fill_hand,
    first_of_twins,
    twins_before,
)
from .components import (
    ACTIONS,
    BULLS,
    CORNERS,
    COWS_IN_PLAY,
    FEWEST_SEATS,
    MOST_SEATS,
    PAIR_HIGH,
    PAIR_LOW,
    PAIR_NUMBER,
    PLACES,
)
from .fight import (
    answer,
    commit,
    court,
    forget_fight,
    list_answers,
    list_commitments,
    list_picks,
    settle,
)
from .numbering import (
    CHASE,
    CHOOSE,
    CHOOSE_TWO,
    COURT,
    DONE,
    EXTRA,
    MOVE,
    PASS,
    PICK,
    PUT_COW,
    SWAP,
    TALK,
)
from .places import (
    DRAWN,
    NOT_YET,
    bulls_at,
    cows_in_stack,
    draw_cow,
    emptiest_place,
    fewest_bulls,
    no_cow_is_left,
)
from .state import LAYOUT_OPTION, NONE, RANDOM_LAYOUT, Ending, Phase

BOTH = 2  # with two players everybody chooses two bulls


@rule
def deal(s: Record) -> None:
    """Lay out places and cows, deal hands and signs, and draw lots for who begins."""
    clear_table(s)
    if s.options[LAYOUT_OPTION] == RANDOM_LAYOUT:
        shuffle(s, s.grid, CORNERS)
    shuffle(s, s.sign, MOST_SEATS)
    for corner in range(CORNERS):
        draw_cow(s, int(s.grid[corner]), 0)
    for seat in range(s.seats):
        fill_hand(s, seat)
    s.first = draw(s, int(s.seats))
    begin_round(s)


@rule
def clear_table(s: Record) -> None:
    """Begin with no cow in play and nobody's turn."""
    for slot in range(COWS_IN_PLAY):
        s.cow_card[slot] = NONE
        s.cow_spot[slot] = NOT_YET
        s.cow_bull[slot] = NONE
    for seat in range(MOST_SEATS):
        s.sign[seat] = seat
        s.champion[seat] = NONE
    s.wooed, s.mover, s.target, s.last_swap, s.turn = NONE, NONE, NONE, NONE, NONE
    s.talker = NONE


@rule
def begin_round(s: Record) -> None:
    """Phase 1: let the start player peek at a cow, unless none is left to come."""
    s.round_number += 1
    if cows_in_stack(s) == 0:
        s.no_peek = 1
        begin_choosing(s)
    else:
        draw_cow(s, DRAWN, 1 << int(s.first))
        s.phase = Phase.COW
        wait_for(s, int(s.first))


@rule
def put_cow(s: Record, place: int) -> None:
    """Put the cow that was drawn at a place, face down."""
    s.cow_spot[s.arrived - 1] = place


@rule
def begin_choosing(s: Record) -> None:
    """Phase 2: everybody who has a bull in hand chooses in secret, all at once."""
    s.phase = Phase.CHOOSE
    s.waiting = 0
    for seat in range(s.seats):
        if count_in(s, seat, HAND) > 0:
            s.waiting |= 1 << seat
    if s.waiting == 0:
        begin_turn(s, int(s.first))


@rule
def list_choices(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the bulls in hand; with two players, as long as there are two, all pairs of them."""
    if s.seats > FEWEST_SEATS or count_in(s, seat, HAND) < BOTH:
        return list_hand(s, seat, CHOOSE, 0, moves, 0)
    n, hand = 0, bulls_in(s, seat, HAND)
    lows = first_of_twins(s, hand)
    while lows != 0:
        low = lowest(lows)
        lows = without_lowest(lows)
        n = list_partners(s, hand, low, moves, n)
    return n


@rule
def list_partners(s: Record, hand: int, low: int, moves: np.ndarray, n: int) -> int:
    """List the pairs of a bull in hand with each higher one, of twins beside it with the first."""
    others = hand & ~(1 << low)
    highs = others >> low << low
    while highs != 0:
        high = lowest(highs)
        highs = without_lowest(highs)
        moves[n] = CHOOSE_TWO + PAIR_NUMBER[low, high]
        n += others & twins_before(s, high) == 0
    return n


@rule
def choose(s: Record, seat: int, move: int) -> None:
    """Lay one or two bulls face down; the last one to do so sets off the reveal."""
    if move < CHOOSE_TWO:
        s.bull_zone[seat, move - CHOOSE] = CHOSEN
    else:
        s.bull_zone[seat, PAIR_LOW[move - CHOOSE_TWO]] = CHOSEN
        s.bull_zone[seat, PAIR_HIGH[move - CHOOSE_TWO]] = CHOSEN
    s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        place_chosen_bulls(s)
        begin_turn(s, int(s.first))


@rule
def place_chosen_bulls(s: Record) -> None:
    """Phase 3: turn up all chosen bulls, each at the place of its symbol."""
    for seat in range(s.seats):
        chosen = bulls_in(s, seat, CHOSEN)
        while chosen != 0:
            bring_out(s, seat, lowest(chosen))
            chosen = without_lowest(chosen)


@rule
def begin_turn(s: Record, seat: int) -> None:
    """Phase 4: give a seat its two actions."""
    s.turn = seat
    s.actions_left = ACTIONS
    s.extra_done = 0
    s.phase = Phase.ACTION
    wait_for(s, seat)


@rule
def spend_action(s: Record) -> None:
    """Count an action; after the second one the turn is over."""
    s.actions_left -= 1
    if s.actions_left == 0:
        end_turn(s)
    else:
        s.phase = Phase.ACTION
        wait_for(s, int(s.turn))


@rule
def end_turn(s: Record) -> None:
    """Go on clockwise until everybody has had a turn."""
    following = seat_after(s, int(s.turn))
    if following == s.first:
        end_round(s)
    else:
        begin_turn(s, following)


@rule
def end_round(s: Record) -> None:
    """End the game if no cow is left to come. Else phases 5 to 7: fill all hands, pass the start on
    and look for a shortage of cows."""
    s.phase = Phase.ACTION
    s.actions_left = 0
    s.extra_done = 0
    s.turn = NONE
    if cows_in_stack(s) == 0:
        finish(s, Ending.EXTRA_ROUND if s.no_peek else Ending.LAST_COW)
        return
    for seat in range(s.seats):
        fill_hand(s, seat)
    s.first = seat_after(s, int(s.first))
    if no_cow_is_left(s):
        relieve_shortage(s)
    else:
        begin_round(s)


@rule
def relieve_shortage(s: Record) -> None:
    """Draw a cow unseen for the emptiest place; the new start player chooses between equal ones."""
    place = emptiest_place(s)
    if place == NONE:
        draw_cow(s, DRAWN, 0)
        s.phase = Phase.SHORTAGE
        wait_for(s, int(s.first))
    else:
        draw_cow(s, place, 0)
        begin_round(s)


@rule
def list_places(s: Record, moves: np.ndarray) -> int:
    """List where the drawn cow may go: anywhere, but in a shortage to an emptiest place."""
    most = fewest_bulls(s) if s.phase == Phase.SHORTAGE else BULLS * MOST_SEATS
    n = 0
    for place in range(PLACES):
        moves[n] = PUT_COW + place
        n += bulls_at(s, place) <= most
    return n


@rule
def legal(s: Record, seat: int, moves: np.ndarray) -> int:
    """List what a seat may decide now."""
    if not may_act(s, seat):
        return 0
    phase = s.phase
    if phase == Phase.ACTION:
        return list_actions(s, seat, moves)
    if phase == Phase.CHOOSE:
        return list_choices(s, seat, moves)
    if phase == Phase.COMPANION:
        return list_companions(s, seat, moves)
    if phase == Phase.SWAP:
        return list_further_swaps(s, seat, moves)
    if phase == Phase.CHALLENGE:
        return list_answers(s, seat, moves)
    if phase == Phase.COMMIT:
        return list_commitments(s, seat, moves)
    if phase == Phase.PICK:
        return list_picks(s, moves)
    return list_places(s, moves)


@rule
def play(s: Record, seat: int, move: int) -> None:
    """Carry out one decision, and go on when it completes an action."""
    s.ply += 1
    s.talker = NONE
    phase = s.phase
    if phase != Phase.PICK:
        forget_fight(s)
    if phase == Phase.COW:
        put_cow(s, move - PUT_COW)
        begin_choosing(s)
    elif phase == Phase.SHORTAGE:
        put_cow(s, move - PUT_COW)
        begin_round(s)
    elif phase == Phase.CHOOSE:
        choose(s, seat, move)
    elif move == PASS:
        end_turn(s)
    elif act(s, seat, move):
        spend_action(s)


@rule
def act(s: Record, seat: int, move: int) -> bool:
    """Do an action or a part of one, and tell whether it is complete."""
    phase = s.phase
    if phase == Phase.ACTION:
        return begin_action(s, seat, move)
    if phase == Phase.CHALLENGE:
        return answer(s, seat, move)
    if phase == Phase.COMMIT:
        return commit(s, seat, move)
    if phase == Phase.COMPANION:
        take_along(s, seat, move)
    elif phase == Phase.PICK:
        settle(s, move - PICK)
    elif move == DONE:
        end_swap(s, seat)
    else:
        swap_away(s, seat, move - SWAP)
        return False
    return True


@rule
def begin_action(s: Record, seat: int, move: int) -> bool:
    """Begin one of the six actions, and tell whether it is complete."""
    if move < MOVE:
        bull, slot = divmod(move - TALK, COWS_IN_PLAY)
        talk(s, seat, bull, slot)
    elif move < CHASE:
        bull, place = divmod(move - MOVE, PLACES)
        return set_out(s, seat, bull, place)
    elif move < EXTRA:
        slot, place = divmod(move - CHASE, PLACES)
        chase(s, slot, place)
    elif move < COURT:
        bring_extra_bull(s, seat, move - EXTRA)
    elif move < SWAP:
        bull, slot = divmod(move - COURT, COWS_IN_PLAY)
        return court(s, seat, bull, slot)
    else:
        swap_away(s, seat, move - SWAP)
        return False
    return True
