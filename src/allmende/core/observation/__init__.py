"""What a seat knows as numbers for a learner: one flat tensor for every game, from what its fields
say they are, and the mask of legal moves.

An observation is made from a concealed record, so nothing that the seat cannot know is in it, and
no chance. Seats are counted from the own one on. docs/observations.md has the layout of every game.
"""

from .layout import Span, layout, size
from .masking import masker
from .writing import observer

__all__ = ["Span", "layout", "masker", "observer", "size"]
