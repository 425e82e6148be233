"""The score track: points, and the bonus places that a marker reaches or passes."""

from allmende.core.chance import draw, shuffle
from allmende.core.record import Record
from allmende.core.rule import rule

from .components import COWS, PRINTED, Effect


@rule
def effect_of(s: Record, place: int) -> int:
    """Return what a bonus place gives."""
    return s.tile_effect[s.place_tile[place], s.place_side[place]]


@rule
def scatter_bonus_tiles(s: Record) -> None:
    """Put the bonus tiles into the slots in an order of chance, each with a side of chance."""
    order, slots = s.waiting_bonus, 0  # not in use before the first turn, so lend it
    for tile in range(s.bonus_tiles):
        order[tile] = tile + 1
    shuffle(s, order, s.bonus_tiles)
    for place in range(s.places):
        if s.place_tile[place] != PRINTED:
            s.place_tile[place] = order[slots]
            s.place_side[place] = draw(s, 2)
            order[slots] = 0
            slots += 1


@rule
def cows_on_track(s: Record, points: int) -> int:
    """Count the cow fields beyond this many points."""
    cows = 0
    for place in range(s.places):
        cows += s.place_at[place] > points and effect_of(s, place) == Effect.COW
    return cows


@rule
def starting_cows(s: Record) -> int:
    """Count the cows that do not wait on the track."""
    return COWS - cows_on_track(s, 0)


@rule
def advance(s: Record, seat: int, points: int) -> None:
    """Move a marker its full distance; the bonus places it reaches or passes wait in the order of
    the track, before those that wait already."""
    before, after = s.points[seat], s.points[seat] + points
    s.points[seat] = after
    for step in range(1, s.places + 1):
        place = s.places - step
        if before < s.place_at[place] <= after:
            s.waiting_bonus[s.waiting_bonuses] = place
            s.waiting_bonuses += 1


@rule
def next_bonus(s: Record) -> int:
    """Take the bonus that is next in turn and return its place."""
    s.waiting_bonuses -= 1
    place = s.waiting_bonus[s.waiting_bonuses]
    s.waiting_bonus[s.waiting_bonuses] = 0
    return place


@rule
def somebody_reached_goal(s: Record) -> bool:
    """Tell whether a marker has reached the end of the track."""
    seats = 0
    for seat in range(s.seats):
        seats += s.points[seat] >= s.goal
    return seats > 0
