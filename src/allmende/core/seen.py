"""Who has seen a thing: a mask with one bit for each seat, and one more for those who watch."""

from collections.abc import Callable

from .rule import rule


def everybody(most_seats: int) -> int:
    """Return the mask of what has lain open: all seats have seen it, and those who only watch."""
    return (1 << (most_seats + 1)) - 1


def seen_by(most_seats: int) -> Callable[[int, int], bool]:
    """Make the rule that reads such a mask in a game of at most so many seats."""

    @rule
    def has_seen(seen: int, seat: int) -> bool:
        """Tell whether a seat is in a mask of those who have seen; -1 is a spectator."""
        return (int(seen) >> (seat if seat >= 0 else most_seats)) & 1 == 1

    return has_seen
