"""Reading at which pace people want to play."""

from ..store.clock import (
    BOT_TAKES_OVER,
    DAY,
    EACH_MOVE,
    LOSES,
    WHOLE_GAME,
    AtZero,
    Pace,
    Span,
)
from ..wire.fields import Fields

SHORTEST, LONGEST_MOVE, LONGEST_GAME = 5, 14 * DAY, DAY
"""Seconds: the least there may be, and the most for a move and for a game."""
SPANS: tuple[Span, ...] = (EACH_MOVE, WHOLE_GAME)
ENDS: tuple[AtZero, ...] = (BOT_TAKES_OVER, LOSES)
MOST_ADDED = 600
"""Seconds that a decision may bring, or be free for."""


def read_pace(wish: Fields) -> Pace:
    """Read a pace: time for each move, or for the whole game with what each decision adds."""
    span = wish.choice("span", SPANS)
    longest = LONGEST_MOVE if span == EACH_MOVE else LONGEST_GAME
    seconds = wish.whole("seconds", SHORTEST, longest)
    most_bonus = MOST_ADDED if span == WHOLE_GAME else 0
    pace = Pace(
        span,
        seconds,
        wish.whole("bonus", 0, most_bonus, 0),
        wish.whole("delay", 0, MOST_ADDED, 0),
        wish.choice("at_zero", ENDS, BOT_TAKES_OVER),
    )
    wish.close()
    return pace
