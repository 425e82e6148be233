"""The rules of Kuhfstein: whose decision it is, what may be decided, and what follows."""

import numpy as np

from allmende.core.bits import list_members, lowest, places_of, without_lowest
from allmende.core.chance import draw
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.turns import finish, may_act, seat_after, wait_for
from allmende.core.windows import WIDE

from .cards import can_play, list_layings, set_cows
from .components import (
    ACTIONS,
    CENTRE,
    COPIES,
    FIELDS,
    FREE,
    FULL_TABLE,
    LANDSCAPES,
    MOST_CARDS,
    NOTHING,
    SQUARES,
    TILE_SLOTS,
    TREE_POINTS,
    Effect,
)
from .landscape import (
    around,
    bring_all_cows_home,
    bring_herd_home,
    lay_tile,
    list_free_fields,
    list_herds,
    may_bear_tree,
    plant_tree,
    some_square_bears_tree,
)
from .numbering import (
    CARD_ACTION,
    EXCHANGE_CARDS,
    EXCHANGE_TILES,
    HOME,
    KEEP,
    LAY,
    NO_TREE,
    PLACE,
    PLANT,
    PLAY,
    TAKE_CARD,
    TAKE_TILE,
    TILE_ACTION,
)
from .scoring import (
    deal_scoring_tiles,
    list_scoring_tiles,
    reveal_scoring_tiles,
)
from .state import (
    BONUS_OPTION,
    CHOSEN_START_CARD,
    EVERYBODY,
    NONE,
    RANDOM_BONUS,
    START_CARD_OPTION,
    Ending,
    Phase,
)
from .supply import (
    DISCARD,
    DISPLAY,
    HAND,
    KEPT,
    draw_secret_card,
    exchange_cards,
    exchange_tiles,
    may_exchange_cards,
    may_exchange_tiles,
    open_cards,
    open_tiles,
    open_tiles_of,
    refill_cards,
    refill_tiles,
    take_open_card,
    take_open_tile,
)
from .track import (
    advance,
    effect_of,
    next_bonus,
    scatter_bonus_tiles,
    somebody_reached_goal,
    starting_cows,
)


@rule
def deal(s: Record) -> None:
    """Set up the table: displays, cows, scoring tiles, start cards, and the fox for one seat."""
    if s.options[BONUS_OPTION] == RANDOM_BONUS:
        scatter_bonus_tiles(s)
    s.first = draw(s, int(s.seats))
    s.round_number = 1
    s.taken = NOTHING
    s.placed = NONE
    s.playing = NONE
    s.card_display[:] = NONE
    for kind in range(LANDSCAPES):
        s.stack[kind] = COPIES[kind] - (FULL_TABLE - s.seats)
    for seat in range(s.seats):
        s.board[seat, CENTRE] = FREE
        s.supply[seat] = starting_cows(s)
    refill_cards(s)
    refill_tiles(s)
    deal_scoring_tiles(s)
    if s.options[START_CARD_OPTION] == CHOSEN_START_CARD:
        s.phase = Phase.START_CARD
        wait_for(s, (s.first + s.seats - 1) % s.seats)
    else:
        for step in range(s.seats):
            draw_secret_card(s, (s.first + step) % s.seats)
        begin_turn(s, s.first)


@rule
def begin_turn(s: Record, seat: int) -> None:
    """Give a seat its two actions."""
    s.actions_left = ACTIONS
    s.phase = Phase.ACTION
    wait_for(s, seat)


@rule
def legal(s: Record, seat: int, moves: np.ndarray) -> int:
    """List what a seat may decide now."""
    if not may_act(s, seat):
        return 0
    phase = s.phase
    if phase == Phase.ACTION or phase == Phase.EXTRA_ACTION:
        return list_actions(s, seat, moves)
    if phase == Phase.TILE or phase == Phase.BONUS_TILE:
        return list_tiles(s, moves)
    if phase == Phase.PLACE:
        return list_free_fields(s, seat, PLACE, moves)
    if phase == Phase.TREE:
        return list_trees(s, seat, moves)
    if phase == Phase.LAY:
        return list_layings(s, seat, s.playing, LAY, moves)
    if phase == Phase.SCORING:
        return list_scoring_tiles(s, seat, KEEP, moves)
    return list_cards(s, moves)


@rule
def list_actions(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the actions that can be completed: a tile, a card, each card that can be played, each
    herd."""
    n = 0
    if open_tiles(s) > 0:
        moves[n] = TILE_ACTION
        n += 1
    if open_cards(s) > 0:
        moves[n] = CARD_ACTION
        n += 1
    n = list_playable_cards(s, seat, n, moves)
    return list_herds(s, seat, HOME, n, moves)


@rule
def list_playable_cards(s: Record, seat: int, n: int, moves: np.ndarray) -> int:
    """List the cards in hand that can be played, behind the `n` moves that stand there already."""
    for first in range(0, MOST_CARDS, WIDE):
        hand = places_of(s.card_place, HAND + seat, first)
        while hand != 0:
            card = first + lowest(hand)
            hand = without_lowest(hand)
            moves[n] = PLAY + card
            n += can_play(s, seat, card)
    return n


@rule
def can_do_something(s: Record, seat: int) -> bool:
    """Tell whether a seat has any action that can be completed."""
    if open_tiles(s) > 0 or open_cards(s) > 0 or s.grazing[seat] > 0:
        return True
    for card in range(s.cards):
        if s.card_place[card] == HAND + seat and can_play(s, seat, card):
            return True
    return False


@rule
def list_tiles(s: Record, moves: np.ndarray) -> int:
    """List the landscapes in the display, and the exchange of the display in an action."""
    n = 0
    for landscape in range(1, LANDSCAPES + 1):
        if open_tiles_of(s, landscape) > 0:
            moves[n] = TAKE_TILE + landscape - 1
            n += 1
    if s.phase == Phase.TILE and may_exchange_tiles(s):
        moves[n] = EXCHANGE_TILES
        n += 1
    return n


@rule
def list_trees(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the squares around the new tile that may bear a tree; one may always do without."""
    moves[0] = NO_TREE
    n = 1
    for i in range(len(SQUARES)):
        if may_bear_tree(s, seat, around(s.placed + SQUARES[i])):
            moves[n] = PLANT + i
            n += 1
    return n


@rule
def list_cards(s: Record, moves: np.ndarray) -> int:
    """List the cards in the display, and the exchange of the display in an action."""
    n = 0
    for first in range(0, MOST_CARDS, WIDE):
        n = list_members(places_of(s.card_place, DISPLAY, first), TAKE_CARD + first, moves, n)
    if s.phase == Phase.CARD and may_exchange_cards(s):
        moves[n] = EXCHANGE_CARDS
        n += 1
    return n


@rule
def play(s: Record, seat: int, move: int) -> None:
    """Carry out one decision, and go on to the next one that somebody has to make."""
    s.ply += 1
    if move < TAKE_TILE:
        begin_action(s, seat, move)
    elif move < EXCHANGE_TILES:
        pick_up_tile(s, move - TAKE_TILE + 1)
    elif move == EXCHANGE_TILES:
        exchange_tiles(s)
    elif move < NO_TREE:
        place_tile(s, seat, move - PLACE)
    elif move < TAKE_CARD:
        decide_tree(s, seat, move)
    elif move < EXCHANGE_CARDS:
        take_card(s, seat, move - TAKE_CARD)
    elif move == EXCHANGE_CARDS:
        exchange_cards(s)
    elif move < KEEP:
        lay_card(s, seat, move - LAY)
    else:
        keep_scoring_tile(s, seat, move - KEEP)


@rule
def begin_action(s: Record, seat: int, move: int) -> None:
    """Begin an action. One from a bonus does not use up an action of the turn."""
    if s.phase == Phase.ACTION:
        s.actions_left -= 1
    if move == TILE_ACTION:
        s.phase = Phase.TILE
    elif move == CARD_ACTION:
        s.phase = Phase.CARD
    elif move < HOME:
        show_card(s, move - PLAY)
    else:
        bring_herd_home(s, seat, move - HOME)
        go_on(s, seat)


@rule
def show_card(s: Record, card: int) -> None:
    """Lay the card that is being played on the table for all to see."""
    s.playing = card
    s.card_seen[card] = EVERYBODY
    s.phase = Phase.LAY


@rule
def pick_up_tile(s: Record, landscape: int) -> None:
    """Take a tile out of the display."""
    take_open_tile(s, landscape)
    s.exchanges = 0
    s.taken = landscape
    s.phase = Phase.PLACE


@rule
def place_tile(s: Record, seat: int, field: int) -> None:
    """Place the tile in hand; if it completes a square that may bear a tree, ask for it."""
    lay_tile(s, seat, field, s.taken)
    s.taken = NOTHING
    if some_square_bears_tree(s, seat, field):
        s.placed = field
        s.phase = Phase.TREE
    else:
        go_on(s, seat)


@rule
def decide_tree(s: Record, seat: int, move: int) -> None:
    """Plant a tree for five points, or leave it."""
    if move != NO_TREE:
        plant_tree(s, seat, around(s.placed + SQUARES[move - PLANT]))
        advance(s, seat, TREE_POINTS)
    s.placed = NONE
    go_on(s, seat)


@rule
def take_card(s: Record, seat: int, card: int) -> None:
    """Take a card of the display on hand."""
    take_open_card(s, seat, card)
    s.exchanges = 0
    if s.phase == Phase.START_CARD:
        pass_choice_on(s, seat)
    else:
        go_on(s, seat)


@rule
def pass_choice_on(s: Record, seat: int) -> None:
    """Let the next seat against the clock choose its start card; the fox chooses last."""
    if seat == s.first:
        refill_cards(s)
        begin_turn(s, seat)
    else:
        wait_for(s, (seat + s.seats - 1) % s.seats)


@rule
def lay_card(s: Record, seat: int, laying: int) -> None:
    """Put the cows of a card on the layout, discard it and move the marker."""
    card = s.playing
    set_cows(s, seat, card, laying // FIELDS, laying % FIELDS)
    s.card_place[card] = DISCARD
    s.playing = NONE
    advance(s, seat, s.card_points[card])
    go_on(s, seat)


@rule
def go_on(s: Record, seat: int) -> None:
    """Go on to the next decision: of this turn, or of the next turn in which there is one."""
    while not turn_goes_on(s, seat):
        end_turn(s, seat)
        if s.phase == Phase.SCORING:
            return
        seat = seat_after(s, seat)


@rule
def turn_goes_on(s: Record, seat: int) -> bool:
    """Carry out waiting bonuses and tell whether the seat has something to decide. Actions that
    cannot be completed are forfeited."""
    while s.waiting_bonuses > 0:
        if bonus_asks(s, seat, effect_of(s, next_bonus(s))):
            return True
    s.phase = Phase.ACTION
    if s.actions_left > 0 and can_do_something(s, seat):
        return True
    s.actions_left = 0
    return False


@rule
def bonus_asks(s: Record, seat: int, effect: int) -> bool:
    """Carry out a bonus, or begin it and tell that it asks for a decision. One that is not
    possible is lost."""
    if effect == Effect.COW:
        s.supply[seat] += 1
        return False
    if effect == Effect.ALL_COWS_HOME:
        bring_all_cows_home(s, seat)
        return False
    if effect == Effect.EXTRA_ACTION:
        s.phase = Phase.EXTRA_ACTION
        return can_do_something(s, seat)
    if effect == Effect.TAKE_CARD:
        s.phase = Phase.BONUS_CARD
        return open_cards(s) > 0
    s.phase = Phase.BONUS_TILE
    return open_tiles(s) > 0


@rule
def end_turn(s: Record, seat: int) -> None:
    """Refill the displays, see whether the end has come, and pass the turn on."""
    refill_tiles(s)
    refill_cards(s)
    if somebody_reached_goal(s):
        s.last_round = 1
    elif open_tiles(s) < TILE_SLOTS:
        begin_scoring(s, Ending.SHORTAGE)
        return
    following = seat_after(s, seat)
    if following == s.first:
        if s.last_round:
            begin_scoring(s, Ending.GOAL)
            return
        s.round_number += 1
    begin_turn(s, following)


@rule
def begin_scoring(s: Record, ending: int) -> None:
    """Let everybody choose a scoring tile in secret."""
    s.finale = ending
    s.phase = Phase.SCORING
    s.waiting = (1 << s.seats) - 1


@rule
def keep_scoring_tile(s: Record, seat: int, tile: int) -> None:
    """Keep one of the two scoring tiles; when all have chosen, reveal and end the game."""
    s.scoring_place[tile] = KEPT + seat
    s.waiting -= 1 << seat
    if s.waiting == 0:
        reveal_scoring_tiles(s)
        finish(s, s.finale)
