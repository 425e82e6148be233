"""The weight of the components in a record: it tells whether one of them was changed."""

from typing import Any

import numpy as np

from allmende.core.record import Record
from allmende.core.rule import rule


@rule
def weigh(values: np.ndarray, at: int) -> Any:
    """Add up values, each times its place in the row: no two can change places unnoticed."""
    weight: Any = 0
    for value in values.flat:
        at += 1
        weight += at * np.int64(value)
    return weight


@rule
def sum_of_components(s: Record) -> Any:
    """Weigh all that the equipment has put into a record."""
    at = 0
    weight = weigh(s.card_offset, at)
    at += s.card_offset.size
    weight += weigh(s.card_want, at)
    at += s.card_want.size
    weight += weigh(s.card_leader, at)
    at += s.card_leader.size
    for of_cards in (s.card_cells, s.card_cows, s.card_points, s.card_shows):
        weight += weigh(of_cards, at)
        at += of_cards.size
    for of_scoring in (s.scoring_kind, s.scoring_land, s.scoring_points):
        weight += weigh(of_scoring, at)
        at += of_scoring.size
    weight += weigh(s.scoring_need, at)
    at += s.scoring_need.size
    weight += weigh(s.place_at, at)
    at += s.place_at.size
    weight += weigh(s.tile_effect, at)
    at += s.tile_effect.size
    for count in (np.int64(s.goal), np.int64(s.cards), np.int64(s.places)):
        at += 1
        weight += at * count
    return weight + (at + 1) * int(s.bonus_tiles) + (at + 2) * int(s.scoring_tiles)
