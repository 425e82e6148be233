"""Where a match finds somebody who gives advice, without knowing who that is.

This module needs no compiler, so that the package can name its adviser when it is imported and
load it when it is first asked.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from .errors import AllmendeError

if TYPE_CHECKING:
    from .advice import Advice
    from .match import Move
    from .sight import Sight


class Adviser(Protocol):
    """Says which of a seat's moves are good, from what that seat knows and nothing else."""

    def __call__(
        self,
        sight: "Sight",
        moves: "Sequence[Move]",
        seconds: float | None,
        iterations: int | None,
    ) -> "Advice":
        """Think as long as the limits allow, or for a while of its own choice without any."""


Loader: TypeAlias = Callable[[], Adviser]

LOADERS: list[Loader] = []
"""Those who offered themselves; the last one is asked."""


def offer_adviser(load: Loader) -> None:
    """Let matches ask this adviser from now on; it is loaded when it is asked."""
    LOADERS.append(load)


def the_adviser() -> Adviser:
    """Return the adviser that offered itself last."""
    if not LOADERS:
        raise AllmendeError("nobody gives advice here: `import allmende` brings a coach")
    return LOADERS[-1]()
