"""Numbers about the running server, in the text format that Prometheus reads."""

import bisect
from collections.abc import Callable
from dataclasses import dataclass, field

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
PREFIX = "allmende_"


@dataclass
class Counter:
    """Counts things, told apart by one label at most."""

    about: str
    label: str = ""
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, value: str = "", count: int = 1) -> None:
        """Count."""
        self.counts[value] = self.counts.get(value, 0) + count

    def lines(self, name: str) -> list[str]:
        """Write the samples."""
        if not self.label:
            return [f"{name} {self.counts.get('', 0)}"]
        samples = sorted(self.counts.items())
        return [f'{name}{{{self.label}="{value}"}} {count}' for value, count in samples]


@dataclass
class Durations:
    """How long something took, counted in steps."""

    about: str
    counts: list[int] = field(default_factory=lambda: [0] * (len(SECONDS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        """Note a duration."""
        self.counts[bisect.bisect_left(SECONDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str) -> list[str]:
        """Write the steps, each with all that was as fast or faster."""
        steps, so_far = [], 0
        for bound, count in zip([*map(str, SECONDS), "+Inf"], self.counts, strict=True):
            so_far += count
            steps.append(f'{name}_bucket{{le="{bound}"}} {so_far}')
        return [*steps, f"{name}_sum {self.total:.6f}", f"{name}_count {so_far}"]


class Metrics:
    """All numbers of a server."""

    def __init__(self) -> None:
        self.requests_total = Counter("HTTP requests by status.", "status")
        self.messages_total = Counter("Messages from sockets by what they ask.", "do")
        self.refusals_total = Counter("Refusals by reason.", "reason")
        self.moves_total = Counter("Moves that were committed, by who made them.", "by")
        self.tables_total = Counter("Tables that were opened.")
        self.incidents_total = Counter("Bots that failed, by how.", "kind")
        self.notices_total = Counter("Notices by what became of them.", "result")
        self.failures_total = Counter("Failures of the server itself.")
        self.commits_total = Counter("Transactions that were committed.")
        self.commit_seconds = Durations("From asking for a write to its commit.")
        self.move_seconds = Durations("From reading a move to having sent it to everybody.")
        self.thought_seconds = Durations("Thoughts of bots.")
        self.gauges: dict[str, tuple[str, Callable[[], int]]] = {}

    def watch(self, name: str, about: str, value: Callable[[], int]) -> None:
        """Show a value that goes up and down."""
        self.gauges[name] = (about, value)

    def text(self) -> str:
        """Write everything down."""
        lines: list[str] = []
        for name, series in vars(self).items():
            if isinstance(series, Counter | Durations):
                kind = "counter" if isinstance(series, Counter) else "histogram"
                lines += headline(name, series.about, kind) + series.lines(PREFIX + name)
        for name, (about, value) in self.gauges.items():
            lines += [*headline(name, about, "gauge"), f"{PREFIX}{name} {value()}"]
        return "\n".join(lines) + "\n"


def headline(name: str, about: str, kind: str) -> list[str]:
    """Write what a series is about."""
    return [f"# HELP {PREFIX}{name} {about}", f"# TYPE {PREFIX}{name} {kind}"]
