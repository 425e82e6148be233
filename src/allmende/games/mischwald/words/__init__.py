"""Mischwald in words: everything between the record and people."""

from allmende.core.game import Words

from .board import board
from .moves import about, candidates, move_data, notation
from .position import describe, restore
from .reasons import why_not
from .shapes import SHAPES
from .story import story
from .view import breakdown, turn_of, view

WORDS = Words(
    view=view,
    notation=notation,
    move_data=move_data,
    about=about,
    candidates=candidates,
    story=story,
    why_not=why_not,
    board=board,
    turn=turn_of,
    breakdown=breakdown,
    describe=describe,
    restore=restore,
    shapes=SHAPES,
)
