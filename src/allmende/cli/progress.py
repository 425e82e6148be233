"""A progress bar on stderr, for those who watch, that vanishes in the end."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from .speech import plain_console

SLOW = 10
"""Below this many things a second the pace is shown with a decimal."""


@contextmanager
def watched(total: int, waiting: str, going: str, unit: str) -> Iterator[Callable[[int], None]]:
    """Yield what is told how many things were done; a bar shows it if somebody watches."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Pace(unit),
        TimeRemainingColumn(),
        console=plain_console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(waiting, total=total)
        yield lambda done: bar.update(task, advance=done, description=going)


class Pace(ProgressColumn):
    """Shows how many things are done in a second."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.unit = unit

    def render(self, task: Task) -> Text:
        """Write the pace as soon as there is one."""
        if not task.speed:
            return Text()
        digits = 1 if task.speed < SLOW else 0
        return Text(f"{task.speed:,.{digits}f} {self.unit}/s", style="cyan")
