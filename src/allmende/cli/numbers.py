"""Numbers as people of a language write them."""

import math

from allmende.paper.numbers import COMMA_LANGUAGES


def in_percent(share: float) -> str:
    """Write a share in whole per cent."""
    return f"{100 * share:.0f} %"


def within_percent(error: float) -> str:
    """Write how far off a share may be, twice its standard error, rounded up to whole per cent."""
    return f"± {math.ceil(200 * error)} %"


def with_decimal(number: float, language: str) -> str:
    """Write a number with one decimal."""
    written = f"{number:.1f}"
    return written.replace(".", ",") if language in COMMA_LANGUAGES else written
