"""The four places and the cows at them."""

from allmende.core.chance import draw
from allmende.core.record import Record
from allmende.core.rule import rule

from .bulls import AT, count_in
from .components import BULLS, CORNERS, COWS, COWS_IN_PLAY, PLACES
from .state import EVERYBODY, NONE, Spot

NOT_YET, DRAWN, SHACK = int(Spot.NOT_YET), int(Spot.DRAWN), int(Spot.SHACK)


@rule
def corner_of(s: Record, place: int) -> int:
    """Find the corner of the square in which a place lies."""
    found = NONE
    for corner in range(CORNERS):
        if s.grid[corner] == place:
            found = corner
    return found


@rule
def across(s: Record, place: int, way: int) -> int:
    """Return the place that lies sideways, up or down, or diagonally across from a place."""
    return int(s.grid[corner_of(s, place) ^ way])


@rule
def cows_in_stack(s: Record) -> int:
    """Count the cows that are still to come."""
    return COWS_IN_PLAY - int(s.arrived)


@rule
def draw_cow(s: Record, spot: int, seen: int) -> None:
    """Take a cow off the stack, face down; `seen` is the mask of those who look at her."""
    slot = int(s.arrived)
    s.cow_card[slot] = unused_card(s, draw(s, COWS - slot))
    s.cow_spot[slot] = spot
    s.cow_seen[slot] = seen
    s.arrived += 1


@rule
def unused_card(s: Record, n: int) -> int:
    """Find the card that has `n` others before it among those that have not come into play."""
    used = 0
    for slot in range(COWS_IN_PLAY):
        if s.cow_card[slot] != NONE:
            used |= 1 << int(s.cow_card[slot])
    card = 0
    while n > 0 or (used >> card) & 1:
        n -= (used >> card) & 1 == 0
        card += 1
    return card


@rule
def is_at_place(s: Record, slot: int) -> bool:
    """Tell whether a cow is at one of the places."""
    return 0 <= s.cow_spot[slot] < PLACES


@rule
def symbol_of(s: Record, slot: int) -> int:
    """Return the symbol of a cow."""
    return int(s.cow_symbol[s.cow_card[slot]])


@rule
def value_of(s: Record, slot: int) -> int:
    """Return the number of symbols of a cow."""
    return int(s.cow_value[s.cow_card[slot]])


@rule
def can_be_moved(s: Record, slot: int) -> bool:
    """Tell whether a cow shows her face and is not at her favourite place, where she settles."""
    return is_at_place(s, slot) and s.cow_up[slot] == 1 and s.cow_spot[slot] != symbol_of(s, slot)


@rule
def can_be_courted(s: Record, slot: int) -> bool:
    """Tell whether a cow shows her face and is at her favourite place."""
    return is_at_place(s, slot) and s.cow_up[slot] == 1 and s.cow_spot[slot] == symbol_of(s, slot)


@rule
def reveal_cow(s: Record, slot: int) -> None:
    """Turn a cow face up for good."""
    s.cow_up[slot] = 1
    s.cow_seen[slot] = EVERYBODY


@rule
def no_cow_is_left(s: Record) -> bool:
    """Tell whether there is no cow at any place."""
    cows = 0
    for slot in range(int(s.arrived)):
        cows += is_at_place(s, slot)
    return cows == 0


@rule
def bulls_at(s: Record, place: int) -> int:
    """Count the bulls of all players at a place."""
    found = 0
    for seat in range(s.seats):
        found += count_in(s, seat, AT + place)
    return found


@rule
def fewest_bulls(s: Record) -> int:
    """Count the bulls at the emptiest place."""
    fewest = BULLS * PLACES
    for place in range(PLACES):
        fewest = min(fewest, bulls_at(s, place))
    return fewest


@rule
def emptiest_place(s: Record) -> int:
    """Find the place with the fewest bulls, or NONE if several have equally few."""
    fewest, found = fewest_bulls(s), NONE
    for place in range(PLACES):
        if bulls_at(s, place) == fewest:
            if found != NONE:
                return NONE
            found = place
    return found
