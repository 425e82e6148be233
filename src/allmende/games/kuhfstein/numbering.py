"""The numbers of the moves, one range for each kind.

An action is a short row of moves: `tile`, which tile, where, a tree or not; `card`, which card; a
card to play, where it fits; a herd to bring home.
"""

from .components import FIELDS, LANDSCAPES, MOST_CARDS, MOST_SCORING, ROTATIONS, SQUARES

TILE_ACTION = 0
CARD_ACTION = TILE_ACTION + 1
PLAY = CARD_ACTION + 1  # + card
HOME = PLAY + MOST_CARDS  # + first field of a herd
TAKE_TILE = HOME + FIELDS  # + landscape
EXCHANGE_TILES = TAKE_TILE + LANDSCAPES
PLACE = EXCHANGE_TILES + 1  # + field
NO_TREE = PLACE + FIELDS
PLANT = NO_TREE + 1  # + square around the new tile
TAKE_CARD = PLANT + len(SQUARES)  # + card
EXCHANGE_CARDS = TAKE_CARD + MOST_CARDS
LAY = EXCHANGE_CARDS + 1  # + rotation and field of the anchor
KEEP = LAY + ROTATIONS * FIELDS  # + scoring tile
MOVES = KEEP + MOST_SCORING
