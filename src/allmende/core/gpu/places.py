"""Where work is done: on the CPU or on a GPU, as somebody asks."""

from ..errors import BadSetup
from .device import has_gpu

CPU, GPU, AUTO = "cpu", "gpu", "auto"
PLACES = (CPU, GPU, AUTO)
"""Where work can be done; auto is a GPU if there is one."""


def checked_place(on: str, what: str) -> str:
    """Return a place that was asked for, if there is one of that name; `what` is done there."""
    if on not in PLACES:
        raise BadSetup(f"on {on!r}: {what} on {', '.join(PLACES)}")
    return on


def chosen_place(on: str, what: str) -> str:
    """Return the place that is meant: the CPU or a GPU."""
    if checked_place(on, what) != AUTO:
        return on
    return GPU if has_gpu() else CPU
