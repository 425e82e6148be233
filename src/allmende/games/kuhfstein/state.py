"""The record of Kuhfstein."""

from enum import IntEnum

from allmende.core.names import choice_at, hyphenated, option_at
from allmende.core.record import record_type
from allmende.core.seen import everybody

from .components import (
    CARD_SLOTS,
    COWS,
    FIELDS,
    LANDSCAPES,
    MOST_BONUS_TILES,
    MOST_CARDS,
    MOST_CELLS,
    MOST_COPIES,
    MOST_PLACES,
    MOST_SCORING,
    MOST_SEATS,
    ROTATIONS,
    TILE_SLOTS,
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

# The components, put here by the equipment. Cells of a card are listed open ones first; the first
# of all is the anchor, and the others are told by their way from it along the ribbon.
COMPONENT_FIELDS = (
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
        ("component_sum", "i8"),  # tells whether the components are still those put here
        # The table.
        ("place_tile", "i1", (MOST_PLACES,)),  # the bonus tile on each bonus place, 0 if printed …
        ("place_side", "i1", (MOST_PLACES,)),  # … and the side that is up
        ("stack", "i1", (LANDSCAPES,)),  # face-down tiles; chance draws one when it is turned up
        ("aside", "i1", (LANDSCAPES,)),  # tiles set aside by exchanges
        ("tile_display", "i1", (TILE_SLOTS,)),  # a landscape or 0
        ("card_display", "i1", (CARD_SLOTS,)),  # a card or NONE
        ("card_place", "i1", (MOST_CARDS,)),
        ("card_seen", "i1", (MOST_CARDS,)),  # bit mask of who knows where it is
        ("scoring_place", "i1", (MOST_SCORING,)),
        ("scoring_seen", "i1", (MOST_SCORING,)),
        # The players.
        ("board", "u1", (MOST_SEATS, FIELDS)),
        ("laid", "i2", (MOST_SEATS, LANDSCAPES, MOST_COPIES)),  # fields of the tiles, ascending
        ("laid_count", "i1", (MOST_SEATS, LANDSCAPES)),
        ("north", "i1", SEAT_COLUMNS),  # how far the layout reaches from its first tile
        ("south", "i1", SEAT_COLUMNS),
        ("west", "i1", SEAT_COLUMNS),
        ("east", "i1", SEAT_COLUMNS),
        ("cow_at", "i2", (MOST_SEATS, COWS)),  # fields of the cows, ascending
        ("grazing", "i1", SEAT_COLUMNS),  # how many they are
        ("supply", "i1", SEAT_COLUMNS),
        ("trees", "i1", SEAT_COLUMNS),
        ("points", "i2", SEAT_COLUMNS),
        ("award", "i1", SEAT_COLUMNS),  # points from the scoring tile
        # The turn.
        ("first", "i1"),  # the seat with the fox
        ("round_number", "i2"),
        ("last_round", "i1"),
        ("finale", "i1"),  # the ending that the choice of scoring tiles leads to
        ("actions_left", "i1"),
        ("waiting_bonus", "i1", (MOST_PLACES,)),  # bonus places still to be carried out, last first
        ("waiting_bonuses", "i1"),
        ("exchanges", "i1"),  # in this action
        ("taken", "i1"),  # the landscape of the tile about to be placed, or 0
        ("placed", "i2"),  # the field of the tile that may earn a tree, or NONE
        ("playing", "i1"),  # the card being played, or NONE
    )
)
