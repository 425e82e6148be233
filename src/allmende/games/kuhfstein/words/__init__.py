"""Kuhfstein in words: everything between the record and people."""

from allmende.core.game import Words

from .board import board
from .moves import about, candidates, move_data, notation
from .position import describe, restore
from .reasons import why_not
from .shapes import SHAPES
from .story import story
from .view import breakdown, round_of, tie_break, view

WORDS = Words(
    view=view,
    notation=notation,
    move_data=move_data,
    candidates=candidates,
    story=story,
    why_not=why_not,
    about=about,
    board=board,
    round=round_of,
    breakdown=breakdown,
    tie_break=tie_break,
    describe=describe,
    restore=restore,
    shapes=SHAPES,
)
