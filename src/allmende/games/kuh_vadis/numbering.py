"""The numbers of the moves: a set of dice to throw again, a field to mark, or no mark.

A set of dice is a number with one bit per die.
"""

from .components import DICE, FIELDS

STOP = 0  # throw none again
SETS_OF_DICE = 1 << DICE
MARK = SETS_OF_DICE  # + field
NO_MARK = MARK + FIELDS
MOVES = NO_MARK + 1
