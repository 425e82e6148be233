"""The record of Kuhfstein."""

from enum import IntEnum

from allmende.core.fields import (
    a_seat,
    bits,
    by_seat,
    component,
    each_seat,
    flag,
    follows_from,
    hidden,
    listed,
    number,
    one_of,
    or_none,
    packed,
)
from allmende.core.names import choice_at, hyphenated, option_at
from allmende.core.record import components, record_type
from allmende.core.seen import everybody

from .components import (
    ACTIONS,
    CARD_SLOTS,
    COWS,
    FIELDS,
    FREE,
    LANDSCAPES,
    MOST_AWARD,
    MOST_BONUS_TILES,
    MOST_CARDS,
    MOST_CELLS,
    MOST_COPIES,
    MOST_EXCHANGES,
    MOST_PLACES,
    MOST_SCORING,
    MOST_SEATS,
    ROTATIONS,
    TILE_SLOTS,
    TREES_PER_SEAT,
    WIDEST,
)

NONE = -1

OPTIONS = {"bonus": ("basic", "random"), "start_card": ("drawn", "chosen"), "enclosed": ("4", "8")}
BONUS_OPTION = option_at(OPTIONS, "bonus")
START_CARD_OPTION = option_at(OPTIONS, "start_card")
ENCLOSED_OPTION = option_at(OPTIONS, "enclosed")
RANDOM_BONUS = choice_at(OPTIONS, "bonus", "random")
CHOSEN_START_CARD = choice_at(OPTIONS, "start_card", "chosen")
ENCLOSED_BY_EIGHT = choice_at(OPTIONS, "enclosed", "8")


class Phase(IntEnum):
    """What is being decided."""

    START_CARD = 0  # which open card to begin with
    ACTION = 1
    EXTRA_ACTION = 2  # from a bonus
    TILE = 3  # which tile, or an exchange of the display
    BONUS_TILE = 4  # the same from a bonus, without an exchange
    PLACE = 5  # where the tile goes
    TREE = 6
    CARD = 7  # which card, or an exchange of the display
    BONUS_CARD = 8  # the same from a bonus, without an exchange
    LAY = 9  # where the card fits
    SCORING = 10  # which scoring tile to keep


PHASES = hyphenated(Phase)


class Ending(IntEnum):
    """The ways a game can end."""

    GOAL = 0  # somebody has reached 65 points and the round was played out
    SHORTAGE = 1  # the tile display could not be refilled


ENDINGS = hyphenated(Ending)


class Place(IntEnum):
    """Where a card or a scoring tile is. Add the seat to HAND and KEPT."""

    PILE = 0  # face down: the draw pile of cards, the box of scoring tiles
    DISPLAY = 1
    DISCARD = 2
    HAND = 3
    KEPT = HAND + MOST_SEATS  # a scoring tile chosen at the end


EVERYBODY = everybody(MOST_SEATS)

SEAT_COLUMNS = (MOST_SEATS,)

LANDSCAPE = one_of(LANDSCAPES + 1)  # or 0
A_CARD = or_none(one_of(MOST_CARDS))
PLACE_OF_CARD = hidden(one_of(Place.HAND, each_seat(MOST_SEATS)))
PLACE_OF_SCORING = hidden(one_of(Place.HAND, each_seat(MOST_SEATS), each_seat(MOST_SEATS)))
SEEN = bits(each_seat(MOST_SEATS), 1)
GROUND = packed(one_of(FREE + 1), bits(3))  # and whether there is a cow, a used tile, a tree
USUAL_POINTS = 200  # three times the goal; more are shown to a learner as that many …
USUAL_ROUNDS = 100  # … and more rounds as well

# The components, put here by the equipment. Cells of a card are listed open ones first; the first
# of all is the anchor, and the others are told by their way from it along the ribbon.
COMPONENT_FIELDS = components(
    ("card_offset", "i1", (MOST_CARDS, ROTATIONS, MOST_CELLS)),
    ("card_want", "i1", (MOST_CARDS, ROTATIONS, MOST_CELLS)),
    ("card_leader", "i1", (MOST_CARDS, ROTATIONS)),  # first rotation with the same open cells
    ("card_cells", "i1", (MOST_CARDS,)),
    ("card_cows", "i1", (MOST_CARDS,)),
    ("card_points", "i1", (MOST_CARDS,)),
    ("card_shows", "i1", (MOST_CARDS,)),  # bit mask of the landscapes it shows
    ("goal", "i2"),  # points that end the game
    ("place_at", "i2", (MOST_PLACES,)),  # bonus places of the track, ascending
    ("tile_effect", "i1", (MOST_BONUS_TILES + 1, 2)),  # by bonus tile (0: printed cow) and side
    ("scoring_kind", "i1", (MOST_SCORING,)),
    ("scoring_land", "i1", (MOST_SCORING,)),
    ("scoring_need", "i2", (MOST_SCORING,)),
    ("scoring_points", "i1", (MOST_SCORING,)),
    ("cards", "i1"),  # how many there are of each
    ("places", "i1"),
    ("bonus_tiles", "i1"),
    ("scoring_tiles", "i1"),
)

RECORD = record_type(
    (
        *COMPONENT_FIELDS,
        ("component_sum", "i8", component()),  # tells whether they are still those put here
        # The table: the bonus tile on each bonus place, 0 if printed, and the side that is up.
        ("place_tile", "i1", (MOST_PLACES,), one_of(MOST_BONUS_TILES + 1)),
        ("place_side", "i1", (MOST_PLACES,), flag()),
        # Face-down tiles, of which chance draws one when it is turned up; and those set aside.
        ("stack", "i1", (LANDSCAPES,), number(0, MOST_COPIES)),
        ("aside", "i1", (LANDSCAPES,), number(0, MOST_COPIES)),
        ("tile_display", "i1", (TILE_SLOTS,), LANDSCAPE),
        ("card_display", "i1", (CARD_SLOTS,), A_CARD),
        ("card_place", "i1", (MOST_CARDS,), PLACE_OF_CARD),
        ("card_seen", "i1", (MOST_CARDS,), SEEN),  # who knows where it is
        ("scoring_place", "i1", (MOST_SCORING,), PLACE_OF_SCORING),
        ("scoring_seen", "i1", (MOST_SCORING,), SEEN),
        # The players: their layout, the fields of the tiles and of the cows, both ascending.
        ("board", "u1", (MOST_SEATS, FIELDS), by_seat(GROUND)),
        ("laid", "i2", (MOST_SEATS, LANDSCAPES, MOST_COPIES), by_seat(follows_from("board"))),
        ("laid_count", "i1", (MOST_SEATS, LANDSCAPES), by_seat(number(0, MOST_COPIES))),
        ("north", "i1", SEAT_COLUMNS, by_seat(number(-WIDEST, 0))),  # how far the layout reaches
        ("south", "i1", SEAT_COLUMNS, by_seat(number(0, WIDEST))),  # from its first tile
        ("west", "i1", SEAT_COLUMNS, by_seat(number(-WIDEST, 0))),
        ("east", "i1", SEAT_COLUMNS, by_seat(number(0, WIDEST))),
        ("cow_at", "i2", (MOST_SEATS, COWS), by_seat(follows_from("board"))),
        ("grazing", "i1", SEAT_COLUMNS, by_seat(number(0, COWS))),
        ("supply", "i1", SEAT_COLUMNS, by_seat(number(0, COWS))),
        ("trees", "i1", SEAT_COLUMNS, by_seat(number(0, TREES_PER_SEAT * MOST_SEATS))),
        ("points", "i2", SEAT_COLUMNS, by_seat(number(0, USUAL_POINTS))),
        ("award", "i1", SEAT_COLUMNS, by_seat(number(0, MOST_AWARD))),  # from the scoring tile
        # The turn.
        ("first", "i1", a_seat(MOST_SEATS)),  # who has the fox
        ("round_number", "i2", number(0, USUAL_ROUNDS)),
        ("last_round", "i1", flag()),
        ("finale", "i1", one_of(len(Ending))),  # that the choice of scoring tiles leads to
        ("actions_left", "i1", number(0, ACTIONS)),
        # The bonus places still to be carried out, the last one first.
        ("waiting_bonus", "i1", (MOST_PLACES,), listed(one_of(MOST_PLACES), "waiting_bonuses")),
        ("waiting_bonuses", "i1", number(0, MOST_PLACES)),
        ("exchanges", "i1", number(0, MOST_EXCHANGES)),  # in this action
        ("taken", "i1", LANDSCAPE),  # of the tile about to be placed
        ("placed", "i2", or_none(one_of(FIELDS))),  # where the tile lies that may earn a tree
        ("playing", "i1", A_CARD),
    )
)
