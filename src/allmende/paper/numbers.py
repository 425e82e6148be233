"""Numbers as people of a language write them."""

from collections.abc import Sequence

from allmende.lab.rating import Interval

COMMA_LANGUAGES = ("de", "nl")
SWAPPED = str.maketrans(",.", ".,")
PER_CENT = "\N{NO-BREAK SPACE}%"


class Numbers:
    """Writes numbers in one language."""

    def __init__(self, language: str) -> None:
        self.swaps = language in COMMA_LANGUAGES

    def decimal(self, number: float, digits: int = 1) -> str:
        """Write a number with so many decimals; a long one in groups of three digits."""
        written = f"{number:,.{digits}f}"
        return written.translate(SWAPPED) if self.swaps else written

    def whole(self, number: float) -> str:
        """Write a whole number."""
        return self.decimal(number, 0)

    def percent(self, share: float, digits: int = 0) -> str:
        """Write a share in per cent."""
        return self.decimal(100 * share, digits) + PER_CENT

    def percents(self, interval: Interval, digits: int = 0) -> str:
        """Write an interval of a share in per cent."""
        low, high = (self.decimal(100 * edge, digits) for edge in interval)
        return f"{low}–{high}{PER_CENT}"

    def around(self, interval: Interval, digits: int = 1) -> str:
        """Write an interval of a mean; nothing is written where nothing is known."""
        if interval.as_data() is None:
            return ""
        return "–".join(self.decimal(edge, digits) for edge in interval)

    def times(self, factor: float) -> str:
        """Write how many times as much something is; near nothing with two decimals."""
        return f"{self.decimal(factor, 1 if factor >= 1 else 2)}\N{NO-BREAK SPACE}×"

    def listed(self, names: Sequence[str]) -> str:
        """Write names one after the other."""
        return ", ".join(names)
