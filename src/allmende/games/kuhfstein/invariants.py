"""What is true of every record of Kuhfstein, whatever was played."""

from allmende.core.flaws import Flaws, sentences
from allmende.core.record import Record
from allmende.core.rule import rule

from .components import (
    ACTIONS,
    CARD_SLOTS,
    CENTRE,
    COPIES,
    COW,
    COWS,
    FIELDS,
    FREE,
    FULL_TABLE,
    GROUND,
    LANDSCAPES,
    MOST_CARDS,
    MOST_COPIES,
    MOST_EXCHANGES,
    MOST_PLACES,
    MOST_SCORING,
    MOST_SEATS,
    NOTHING,
    PER_SEAT,
    PRINTED,
    SIDES,
    SQUARE,
    TREE,
    TREES_PER_SEAT,
    USED,
    WIDEST,
    Effect,
)
from .landscape import around, column_of, count_tiles, is_tile, row_of, trees_left
from .state import EVERYBODY, NONE, Ending, Phase, Place
from .supply import HAND, KEPT, PILE, open_tiles_of, total
from .track import cows_on_track, effect_of, somebody_reached_goal
from .weight import sum_of_components


class Flaw(Flaws):
    """What can be wrong with a record."""

    COMPONENTS = "the components are not those of its data document"
    TRACK = "the bonus tiles are not each in one slot of the track"
    TILES = "the landscape tiles are not those of the game"
    ASIDE = "tiles are set aside beside an empty stack"
    LAYOUT = "a layout does not hang together with what is noted about it"
    TREES = "the trees do not stand in squares of their own"
    COWS = "a player's cows are not six"
    CARDS = "the cards are not where they can be, or seen by those who cannot have seen them"
    SCORING = "not everybody has two scoring tiles"
    TURN = "the marks of the turn do not fit what is being decided"
    BONUSES = "a bonus waits that was not reached"
    END = "the end of the game does not fit the points"


FLAWS = sentences(Flaw)


@rule
def flaw(s: Record) -> int:
    """Return 0 for a sound record, else the number of the first flaw."""
    if sum_of_components(s) != s.component_sum:
        return Flaw.COMPONENTS
    if not bonus_tiles_lie_in_slots(s):
        return Flaw.TRACK
    if not tiles_are_complete(s):
        return Flaw.TILES
    if total(s.stack) == 0 and total(s.aside) > 0:  # they become the new stack at once (K20)
        return Flaw.ASIDE
    for seat in range(MOST_SEATS):
        if not layout_is_sound(s, seat):
            return Flaw.LAYOUT
        if not trees_are_sound(s, seat):
            return Flaw.TREES
        if not cows_are_sound(s, seat):
            return Flaw.COWS
    if not cards_are_sound(s):
        return Flaw.CARDS
    if not scoring_tiles_are_sound(s):
        return Flaw.SCORING
    if not turn_is_sound(s):
        return Flaw.TURN
    if not bonuses_were_reached(s):
        return Flaw.BONUSES
    if not end_is_sound(s):
        return Flaw.END
    return 0


@rule
def bonus_tiles_lie_in_slots(s: Record) -> bool:
    """Tell whether each bonus tile lies in one slot with one of its two sides up."""
    found = 0
    for place in range(MOST_PLACES):
        tile, side = s.place_tile[place], s.place_side[place]
        if tile < 0 or tile > s.bonus_tiles or side < 0 or side > 1 or (found >> tile) & 1:
            return False
        if tile == PRINTED:
            if side != 0:
                return False
        elif place >= s.places:
            return False
        else:
            found |= 1 << tile
    return found == (1 << (s.bonus_tiles + 1)) - 2


@rule
def tiles_are_complete(s: Record) -> bool:
    """Tell whether every landscape has all its tiles in the layouts, displays and stacks."""
    for slot in range(len(s.tile_display)):
        if s.tile_display[slot] < 0 or s.tile_display[slot] > LANDSCAPES:
            return False
    if s.taken < 0 or s.taken > LANDSCAPES:
        return False
    for kind in range(LANDSCAPES):
        if s.stack[kind] < 0 or s.aside[kind] < 0:
            return False
        found = int(s.stack[kind]) + s.aside[kind] + open_tiles_of(s, kind + 1)
        found += s.taken == kind + 1
        for seat in range(MOST_SEATS):
            if s.laid_count[seat, kind] < 0 or s.laid_count[seat, kind] > MOST_COPIES:
                return False
            found += s.laid_count[seat, kind]
        if found != COPIES[kind] - (FULL_TABLE - s.seats):
            return False
    return True


@rule
def layout_is_sound(s: Record, seat: int) -> bool:
    """Tell whether lists, fields and the reach of a layout agree. A seat that is not there has no
    layout at all."""
    tiles = count_tiles(s, seat)
    if seat >= s.seats and tiles > 0:
        return False
    north = south = west = east = 0
    for kind in range(LANDSCAPES):
        last = -1
        for i in range(MOST_COPIES):
            field = s.laid[seat, kind, i]
            if i >= s.laid_count[seat, kind]:
                if field != 0:
                    return False
                continue
            if field <= last or field >= FIELDS or s.board[seat, field] & GROUND != kind + 1:
                return False
            last = field
            row, column = row_of(s, seat, field), column_of(s, seat, field)
            north, south = min(north, row), max(south, row)
            west, east = min(west, column), max(east, column)
    if north != s.north[seat] or south != s.south[seat]:
        return False
    if west != s.west[seat] or east != s.east[seat]:
        return False
    if south - north >= WIDEST or east - west >= WIDEST:
        return False
    return fields_are_sound(s, seat, tiles)


@rule
def fields_are_sound(s: Record, seat: int, tiles: int) -> bool:
    """Tell whether there are as many tiles on the fields as are listed, and the free fields are
    those beside a tile."""
    board, found = s.board[seat], 0
    for field in range(FIELDS):
        content = board[field]
        if content == NOTHING:
            continue
        if content == FREE:
            if tiles > 0 and not touches_tile(s, seat, field):
                return False
            continue
        if content >= 2 * TREE or content & GROUND in (NOTHING, FREE):
            return False
        found += 1
        for side in range(len(SIDES)):
            if board[around(field + SIDES[side])] == NOTHING:
                return False
    if tiles == 0:
        return s.board[seat, CENTRE] == (FREE if seat < s.seats else NOTHING)
    return found == tiles and is_tile(board[CENTRE])


@rule
def touches_tile(s: Record, seat: int, field: int) -> bool:
    """Tell whether a tile lies beside a field."""
    tiles = 0
    for side in range(len(SIDES)):
        tiles += is_tile(s.board[seat, around(field + SIDES[side])])
    return tiles > 0


@rule
def trees_are_sound(s: Record, seat: int) -> bool:
    """Tell whether each tree stands in a square of four used tiles, all equal or all different,
    and no tile is used without one."""
    trees, used = 0, 0
    for kind in range(LANDSCAPES):
        for i in range(s.laid_count[seat, kind]):
            field = s.laid[seat, kind, i]
            used += (s.board[seat, field] & USED) != 0
            if s.board[seat, field] & TREE:
                trees += 1
                if not square_bears_tree(s, seat, field):
                    return False
    in_game = TREES_PER_SEAT * s.seats
    return trees == s.trees[seat] and used == len(SQUARE) * trees and trees <= in_game


@rule
def square_bears_tree(s: Record, seat: int, corner: int) -> bool:
    """Tell whether the four tiles of a square are used and all equal or all different."""
    kinds, different = 0, 0
    for i in range(len(SQUARE)):
        found = int(s.board[seat, around(corner + SQUARE[i])])
        if not found & USED:
            return False
        different += (kinds >> (found & GROUND)) & 1 == 0
        kinds |= 1 << (found & GROUND)
    return different in (1, len(SQUARE))


@rule
def cows_are_sound(s: Record, seat: int) -> bool:
    """Tell whether the cows of a seat in the supply, on the layout and on the track are six."""
    grazing, last = 0, -1
    if s.grazing[seat] < 0 or s.grazing[seat] > COWS or s.supply[seat] < 0:
        return False
    for kind in range(LANDSCAPES):
        for i in range(s.laid_count[seat, kind]):
            grazing += (s.board[seat, s.laid[seat, kind, i]] & COW) != 0
    for i in range(COWS):
        field = s.cow_at[seat, i]
        if i >= s.grazing[seat]:
            if field != 0:
                return False
        elif field <= last or field >= FIELDS or not s.board[seat, field] & COW:
            return False
        last = field
    if seat >= s.seats:
        return grazing == 0 and s.grazing[seat] == 0 and s.supply[seat] == 0
    on_track = cows_on_track(s, s.points[seat])
    if (s.waiting >> seat) & 1 and s.phase != Phase.SCORING:
        for i in range(min(s.waiting_bonuses, MOST_PLACES)):
            on_track += effect_of(s, s.waiting_bonus[i]) == Effect.COW
    return grazing == s.grazing[seat] and grazing + s.supply[seat] + on_track == COWS


@rule
def cards_are_sound(s: Record) -> bool:
    """Tell whether each card is in one place and seen by those who can have seen it."""
    blind, fresh, stale, shown = 0, 0, 0, 0
    for card in range(MOST_CARDS):
        place, seen = s.card_place[card], s.card_seen[card]
        if card >= s.cards:
            if place != PILE or seen != 0:
                return False
        elif place == PILE:
            fresh += seen == 0
            stale += seen == EVERYBODY
            if seen != 0 and seen != EVERYBODY:
                return False
        elif place < 0 or place >= HAND + s.seats:
            return False
        elif seen != EVERYBODY:
            if place < HAND or seen != 1 << (place - HAND) or (blind >> (place - HAND)) & 1:
                return False
            blind |= 1 << (place - HAND)
        shown += place == Place.DISPLAY
    return (fresh == 0 or stale == 0) and display_is_sound(s, shown)


@rule
def display_is_sound(s: Record, shown: int) -> bool:
    """Tell whether the slots of the display hold the cards that lie in it, each once."""
    for slot in range(CARD_SLOTS):
        card = s.card_display[slot]
        if card < NONE or card >= s.cards:
            return False
        if card != NONE:
            shown -= 1
            if s.card_place[card] != Place.DISPLAY:
                return False
            for other in range(slot):
                if s.card_display[other] == card:
                    return False
    return shown == 0


@rule
def scoring_tiles_are_sound(s: Record) -> bool:
    """Tell whether each seat has two scoring tiles and knows them, and nobody those in the box."""
    for tile in range(MOST_SCORING):
        place, seen = s.scoring_place[tile], s.scoring_seen[tile]
        if place == PILE:
            if seen != 0:
                return False
        elif tile >= s.scoring_tiles or place < HAND or place >= KEPT + MOST_SEATS:
            return False
        else:
            revealed = place >= KEPT and s.over > 0
            if seen != (EVERYBODY if revealed else 1 << ((place - HAND) % MOST_SEATS)):
                return False
    for seat in range(MOST_SEATS):
        held, kept = 0, 0
        for tile in range(s.scoring_tiles):
            held += s.scoring_place[tile] == HAND + seat
            kept += s.scoring_place[tile] == KEPT + seat
        if held + kept != (PER_SEAT if seat < s.seats else 0) or kept > 1:
            return False
        chosen = seat < s.seats and s.phase == Phase.SCORING and not (s.waiting >> seat) & 1
        if kept != chosen:
            return False
    return True


@rule
def turn_is_sound(s: Record) -> bool:
    """Tell whether the marks of a turn fit what is being decided and by whom."""
    phase = s.phase
    if (s.taken != NOTHING) != (phase == Phase.PLACE) or s.first < 0 or s.first >= s.seats:
        return False
    if (s.placed != NONE) != (phase == Phase.TREE) or (s.playing != NONE) != (phase == Phase.LAY):
        return False
    if s.exchanges < 0 or s.exchanges > MOST_EXCHANGES or s.round_number < 1:
        return False
    if s.exchanges > 0 and phase != Phase.TILE and phase != Phase.CARD:
        return False
    between = phase == Phase.SCORING or phase == Phase.START_CARD
    if s.actions_left < 0 or s.actions_left > (0 if between else ACTIONS):
        return False
    if phase == Phase.ACTION and (s.actions_left == 0 or s.waiting_bonuses > 0):
        return False
    if phase == Phase.SCORING:
        return s.waiting < 1 << s.seats
    for seat in range(s.seats):
        if s.waiting == 1 << seat:
            return mark_is_sound(s, seat)
    return False


@rule
def mark_is_sound(s: Record, seat: int) -> bool:
    """Tell whether the new tile, or the card being played, belongs to the seat to act."""
    if s.phase == Phase.TREE:
        if s.placed < 0 or s.placed >= FIELDS or trees_left(s) <= 0:
            return False
        return is_tile(s.board[seat, s.placed])
    if s.phase == Phase.LAY:
        card = s.playing
        if card < 0 or card >= s.cards or s.card_place[card] != HAND + seat:
            return False
        return s.card_seen[card] == EVERYBODY
    return True


@rule
def bonuses_were_reached(s: Record) -> bool:
    """Tell whether each waiting bonus waits once, and was reached by the seat to act."""
    if s.waiting_bonuses < 0 or s.waiting_bonuses > s.places:
        return False
    found = 0
    for i in range(MOST_PLACES):
        place = s.waiting_bonus[i]
        if i >= s.waiting_bonuses:
            if place != 0:
                return False
            continue
        if s.phase == Phase.SCORING or place < 0 or place >= s.places or (found >> place) & 1:
            return False
        found |= 1 << place
        for seat in range(s.seats):
            if (s.waiting >> seat) & 1 and s.points[seat] < s.place_at[place]:
                return False
    return True


@rule
def end_is_sound(s: Record) -> bool:
    """Tell whether the last round, the choice of scoring tiles and the end fit the points."""
    if s.over > 0 and (s.phase != Phase.SCORING or s.over != 1 + s.finale):
        return False
    if s.finale < 0 or s.finale > Ending.SHORTAGE or s.last_round < 0 or s.last_round > 1:
        return False
    if (s.over > 0) != (s.waiting == 0) or (s.phase != Phase.SCORING and s.finale != 0):
        return False
    if s.phase == Phase.SCORING and (s.finale == Ending.GOAL) != (s.last_round == 1):
        return False
    if s.last_round == 1 and not somebody_reached_goal(s):
        return False
    for seat in range(MOST_SEATS):
        if s.points[seat] < 0 or s.award[seat] < 0 or (s.award[seat] > 0 and s.over == 0):
            return False
        if seat >= s.seats and (s.points[seat] != 0 or s.award[seat] != 0):
            return False
    return True
