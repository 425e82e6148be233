"""Writes docs/laws.md: what each law says, what it costs, and which planted bugs it catches.

`make laws` measures and writes; read the diff before you commit it.
"""

import json
import sys
from collections import defaultdict
from inspect import getdoc
from pathlib import Path

from allmende.conformance import Law
from tests.conformance.bugs import BUGS
from tests.conformance.planted import ALL_LAWS, broken_laws
from tests.costs import COST

PAGE = Path("docs/laws.md")
HEAD = """# The laws

Every game obeys these laws; `allmende check` tries them on yours, and the tests on every game here,
with every number of seats and with every option where it matters. Each law has to show that it can
fail: `tests/conformance/bugs.py` plants mistakes in a small game that people make in games.

*Alone* are the bugs that no other law catches, *with others* those that several notice. *Costs* are
the seconds of CPU that all cases of all games took when this page was written, with `make laws`.

| law | what it says | alone | with others | costs |
| --- | --- | --- | --- | --- |
"""
Catches = dict[str, list[str]]
"""The laws that each bug breaks."""


def spoken(name: str) -> str:
    """Write a name as words."""
    return name.replace("_", " ")


def first_sentence(law: Law) -> str:
    """Return what a law says of itself."""
    return " ".join((getdoc(law) or "").split("\n\n")[0].split())


def row(law: Law, catches: Catches, costs: dict[str, float]) -> str:
    """Write the row of a law."""
    name = law.__name__
    alone = [bug for bug, laws in catches.items() if laws == [name]]
    others = [bug for bug, laws in catches.items() if name in laws and len(laws) > 1]
    cells = [
        spoken(name),
        first_sentence(law),
        *("; ".join(map(spoken, bugs)) for bugs in (alone, others)),
        f"{costs.get(name, 0):.1f} s",
    ]
    return f"| {' | '.join(cells)} |"


def page(catches: Catches, costs: dict[str, float]) -> str:
    """Write the page."""
    return HEAD + "\n".join(row(law, catches, costs) for law in ALL_LAWS) + "\n"


def costs_by_law(measured: dict[str, dict[str, float]]) -> dict[str, float]:
    """Add up what the tests of each law cost."""
    total: dict[str, float] = defaultdict(float)
    for test, cost in measured.items():
        for law in ALL_LAWS:
            if f"-{law.__name__}]" in test:
                total[law.__name__] += cost[COST]
        if "::test_node_counts[" in test:
            total["node_counts_are_as_recorded"] += cost[COST]
    return total


def main() -> None:
    """Try all bugs on all laws, and write the page with the costs of a file."""
    measured = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    catches = {bug.__name__: list(broken_laws(bug.__name__)) for bug in BUGS}
    PAGE.write_text(page(catches, costs_by_law(measured)), encoding="utf-8")


if __name__ == "__main__":
    main()
