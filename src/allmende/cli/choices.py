"""Arguments that are one word out of a few, or a number within bounds."""

from collections.abc import Callable, Sequence

from typer import BadParameter

CALF, COW, BULL, FOX, OWL, RANDOM, PEOPLE = OPPONENTS = (
    "calf",
    "cow",
    "bull",
    "fox",
    "owl",
    "random",
    "people",
)
"""Who can sit in the other seats. Named here so that help needs no compiler."""


def one_of(words: Sequence[str]) -> Callable[[str], str]:
    """Return what accepts one of the given words."""

    def read(text: str) -> str:
        if text not in words:
            raise BadParameter(f"'{text}' is not one of {', '.join(words)}")
        return text

    return read


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return what accepts a whole number from `low` to `high`."""

    def read(text: str) -> int:
        digits = str(text)  # a default comes as a number
        sensible = digits.isdecimal() and len(digits) <= len(str(high))
        if not sensible or not low <= int(digits) <= high:
            raise BadParameter(f"'{digits}' is not a whole number from {low} to {high:,}")
        return int(digits)

    return read


def positive_number(high: float) -> Callable[[str], float]:
    """Return what accepts a number above 0, up to `high`."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = 0.0
        if not 0.0 < number <= high:
            raise BadParameter(f"'{text}' is not a number above 0, up to {high:,g}")
        return number

    return read
