"""The rules of Mischwald: the contract, the set-up and the turn."""

import numpy as np

from allmende.core.bits import lowest, places_of, without_lowest
from allmende.core.chance import draw
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.turns import may_act, seat_after, wait_for
from allmende.core.windows import WIDE

from .cards import CARDS
from .components import (
    CLEARING_LIMIT,
    FACE,
    HALF_COST,
    OPENING_HAND,
    REMOVED,
    SAPLING,
    TREE_CARDS,
    WINTERS,
)
from .deck import CLEARING, GONE, count_in, move_all, turn_over_card
from .effects import answer, find_question, list_answers
from .forest import SAPLING_SIDE, is_tree_half, plant
from .hand import (
    FRESH,
    KNOWN,
    draw_cards,
    draw_to_hand,
    first_of_face,
    has_room,
    hold,
    lay_aside,
    let_go,
    lose_track,
)
from .numbering import DRAW, KEEP, MULLIGAN, PAY, PLACE, PLAY, SAPLING_OF, TAKE
from .payment import (
    list_payments,
    list_places,
    list_plays,
    list_saplings,
    pay,
    put_down,
    show_card,
    still_to_decide,
)
from .queue import FREE_PLAY, is_asked_for, queue_placed
from .state import NONE, Phase, Zone

MULLIGANED = int(Zone.MULLIGANED)


@rule
def deal(s: Record) -> None:
    """Build the deck, draw lots for who begins, and deal six cards to each from there on."""
    clear_table(s)
    s.first = draw(s, int(s.seats))
    for k in range(s.seats):
        draw_cards(s, (int(s.first) + k) % int(s.seats), OPENING_HAND, 0)
    s.phase = Phase.MULLIGAN
    pass_on(s, int(s.first))


@rule
def clear_table(s: Record) -> None:
    """Begin with all cards in deck and box, and nothing being played."""
    s.pool = CARDS
    s.deck = CARDS - REMOVED[s.seats] + WINTERS
    s.playing, s.target = NONE, NONE


@rule
def pass_on(s: Record, seat: int) -> None:
    """Make it the turn of a seat."""
    s.turn = seat
    wait_for(s, seat)


@rule
def following(s: Record) -> int:
    """Return the seat to the left of the one whose turn it is."""
    return seat_after(s, int(s.turn))


@rule
def has_tree(s: Record, seat: int) -> bool:
    """Tell whether there is a tree in a hand; the trees have the lowest numbers."""
    return s.hand[seat, 0] < TREE_CARDS


@rule
def list_mulligan(s: Record, seat: int, moves: np.ndarray) -> int:
    """List whether to keep the hand; only a hand without a tree may be exchanged. Everybody is
    asked, so that nobody can tell from it who holds a tree."""
    moves[0], moves[1] = KEEP, MULLIGAN
    return 1 if has_tree(s, seat) else 2


@rule
def decide_on_hand(s: Record, seat: int, move: int) -> None:
    """Keep the hand or exchange it, then ask the next one; after the last one the first begins."""
    if move == MULLIGAN:
        lay_aside(s, seat, MULLIGANED + seat)
        s.exchanged |= 1 << seat
        draw_cards(s, seat, OPENING_HAND, 0)
    if following(s) == s.first:
        s.phase = Phase.ACTION
    pass_on(s, following(s))


@rule
def list_actions(s: Record, seat: int, moves: np.ndarray) -> int:
    """List what a turn may begin with: draw a card, or play one."""
    n = list_draws(s, seat, moves)
    n = list_plays(s, seat, moves, n)
    return list_saplings(s, seat, moves, n)


@rule
def list_draws(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the deck and the cards in the clearing, unless the hand is full."""
    if not has_room(s, seat):
        return 0
    moves[0], n, last = DRAW, 1, NONE
    for first in range(0, CARDS, WIDE):
        clearing = places_of(s.zone, CLEARING, first)
        while clearing != 0:
            face = FACE[first + lowest(clearing)]
            clearing = without_lowest(clearing)
            moves[n] = TAKE + face
            n += face != last
            last = face
    return n


@rule
def draw_one(s: Record, seat: int, move: int) -> None:
    """Draw a card from the deck, or take one openly from the clearing."""
    if move == DRAW:
        draw_to_hand(s, seat, 0)
    else:
        hold(s, seat, first_of_face(s, move - TAKE, CLEARING), KNOWN)


@rule
def begin_action(s: Record, seat: int, move: int) -> None:
    """Draw a first card, play a half, or make a sapling."""
    if move < PLAY:
        draw_one(s, seat, move)
        if s.over == 0 and has_room(s, seat):
            s.phase = Phase.DRAW
        else:
            end_turn(s)
    else:
        play_card(s, seat, move)


@rule
def play_card(s: Record, seat: int, move: int) -> None:
    """Play a half, at its cost or for nothing, or a card face down."""
    if move >= SAPLING_OF:
        plant_sapling(s, seat, move - SAPLING_OF)
    else:
        half = move - PLAY
        show_card(s, seat, half, 0 if is_asked_for(s, FREE_PLAY) else HALF_COST[half])
        complete_play(s, seat)


@rule
def plant_sapling(s: Record, seat: int, face: int) -> None:
    """Plant a card face down; a card is turned over as after a tree."""
    plant(s, seat, let_go(s, seat, face), SAPLING_SIDE)
    lose_track(s, seat)
    queue_placed(s, SAPLING, 0)
    turn_over_card(s)
    work_off(s, seat)


@rule
def complete_play(s: Record, seat: int) -> None:
    """Ask for place and payment; then put the card down, and after a tree turn over a card."""
    s.phase = still_to_decide(s)
    if s.phase == NONE:
        half, matched = int(s.playing), int(s.matched)
        put_down(s, seat)
        queue_placed(s, half, matched)
        if is_tree_half(half):
            turn_over_card(s)
        work_off(s, seat)


@rule
def work_off(s: Record, seat: int) -> None:
    """Go on with what was placed up to the next question, or end the turn."""
    s.phase = Phase.CHOICE
    if s.over == 0 and not find_question(s, seat):
        end_turn(s)


@rule
def end_turn(s: Record) -> None:
    """Clear a full clearing, then go on with an extra turn or the next player."""
    if s.over:
        return
    s.phase = Phase.ACTION
    for card in range(CARDS):
        s.mark[card] &= ~FRESH
    if count_in(s, CLEARING) >= CLEARING_LIMIT:
        move_all(s, CLEARING, GONE, 0)
    if s.extra_turns > 0:
        s.extra_turns -= 1
    else:
        pass_on(s, following(s))


@rule
def legal(s: Record, seat: int, moves: np.ndarray) -> int:
    """List what a seat may decide now."""
    if not may_act(s, seat):
        return 0
    phase = s.phase
    if phase == Phase.ACTION:
        return list_actions(s, seat, moves)
    if phase == Phase.DRAW:
        return list_draws(s, seat, moves)
    if phase == Phase.PAY:
        return list_payments(s, seat, moves)
    if phase == Phase.PLACE:
        return list_places(s, seat, moves)
    if phase == Phase.CHOICE:
        return list_answers(s, seat, moves)
    return list_mulligan(s, seat, moves)


@rule
def play(s: Record, seat: int, move: int) -> None:
    """Carry out one decision, and go on to the next one."""
    s.ply += 1
    phase = s.phase
    if phase == Phase.ACTION:
        begin_action(s, seat, move)
    elif phase == Phase.DRAW:
        draw_one(s, seat, move)
        end_turn(s)
    elif phase == Phase.PLACE:
        s.target = move - PLACE
        complete_play(s, seat)
    elif phase == Phase.PAY:
        pay(s, seat, move - PAY)
        complete_play(s, seat)
    elif phase == Phase.MULLIGAN:
        decide_on_hand(s, seat, move)
    elif PLAY <= move < PLACE:
        play_card(s, seat, move)
    else:
        answer(s, seat, move)
        work_off(s, seat)
