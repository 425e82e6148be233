"""What each test costs: seconds of CPU of the tests' own process and of all that it started.

`make costs` prints the dearest tests and the sums by file and folder. Seconds of CPU say nearly the
same on a busy machine as on a quiet one; seconds on the wall do not.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.processes import BORN, OF_CHILDREN, OWN, children_of, seconds_in, stat_of

COST, WALL = "cpu seconds", "wall seconds"
DEAREST = 40

Being: TypeAlias = tuple[int, int]
"""A process: its number, and when it was born, as numbers come again."""


@dataclass
class Process:
    """What is known of a process, also after its end."""

    own: float = 0
    of_children: float = 0
    children: set[Being] = field(default_factory=set)


class Family:
    """A process and all that descends from it. Who waits for a child inherits its time; a browser
    does not wait, so the time that was last seen counts."""

    def __init__(self) -> None:
        self.seen: dict[Being, Process] = {}
        self.spent = 0.0

    def seconds(self) -> float:
        """Look at everybody alive and return the time of all who ever were seen. Nobody gives time
        back, though a child that has ended counts for nothing until somebody has waited for it."""
        alive: set[Being] = set()
        self.spent = max(self.spent, self.cost(self.look_at(os.getpid(), alive), alive))
        return self.spent

    def look_at(self, pid: int, alive: set[Being]) -> Being | None:
        """Note a living process with all that it started."""
        try:
            stat, children = stat_of(pid), list(children_of(pid))
        except OSError:  # it has ended meanwhile
            return None
        being = (pid, int(stat[BORN]))
        process = self.seen.setdefault(being, Process())
        process.own, process.of_children = (seconds_in(stat, it) for it in (OWN, OF_CHILDREN))
        alive.add(being)
        found = (self.look_at(child, alive) for child in children)
        process.children |= {child for child in found if child}
        return being

    def cost(self, being: Being | None, alive: set[Being]) -> float:
        """Add up a process and its descendants, those that ended once only."""
        if being is None:
            return 0
        process = self.seen[being]
        ended = sum(self.cost(child, alive) for child in process.children - alive)
        living = sum(self.cost(child, alive) for child in process.children & alive)
        return process.own + max(process.of_children, ended) + living


FAMILY = Family()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Note when a test begins, before its fixtures are made."""
    item.user_properties += [(COST, FAMILY.seconds()), (WALL, time.monotonic())]
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, pytest.TestReport]:
    """Put what a test has cost into its last report. To look at all the processes and threads of a
    browser takes longer than many a test, so it is done no oftener."""
    report: pytest.TestReport = yield
    if report.when != "teardown":
        return report
    begin: dict[str, Any] = dict(item.user_properties)
    report.user_properties = [
        (COST, FAMILY.seconds() - begin[COST]),
        (WALL, time.monotonic() - begin[WALL]),
    ]
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print where the time went; TEST_COSTS names a file for all of it."""
    costs = {
        report.nodeid: dict(report.user_properties)
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", "") == "teardown"
    }
    write = terminalreporter.write_line
    for name in sorted(costs, key=lambda name: -costs[name][COST])[:DEAREST]:
        write(line(costs[name][COST], costs[name][WALL], name))
    for parts in (3, 2, 1):
        total, walls = Counter[str](), Counter[str]()
        for name, cost in costs.items():
            place = "/".join(name.split("::")[0].split("/")[:parts])
            total[place] += cost[COST]
            walls[place] += cost[WALL]
        for place, seconds in total.most_common():
            write(line(seconds, walls[place], place))
    if path := os.environ.get("TEST_COSTS"):
        Path(path).write_text(json.dumps(costs, indent=1))


def line(cost: float, wall: float, name: str) -> str:
    """Write one line: seconds of CPU, seconds on the wall, and whose they are."""
    return f"{cost:8.2f} {wall:8.2f} {name}"
