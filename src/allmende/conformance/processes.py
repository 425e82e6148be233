"""Laws that need a second process: compiled and interpreted rules agree, everywhere and always."""

import json
import os
import subprocess
import sys

from .case import Case, demand
from .trace import trace

GAMES = 3
TRACE = "from allmende.conformance.trace import main; main()"


def other_processes_agree(case: Case) -> None:
    """A second process plays the same bytes: compiled, and interpreted with overflow an error."""
    expected = trace(case, GAMES)
    for interpreted in ("0", "1"):
        found = trace_elsewhere(case, interpreted)
        for ply, (mine, theirs) in enumerate(zip(expected, found, strict=False)):
            mode = "interpreted" if interpreted == "1" else "compiled"
            demand(mine == theirs, f"another process, {mode}, differs at step {ply}: {theirs}")
        demand(len(expected) == len(found), "another process played a game of another length")


def trace_elsewhere(case: Case, interpreted: str) -> list[str]:
    """Trace the same games in a process of its own."""
    process = subprocess.run(
        [
            *(sys.executable, "-W", "error::RuntimeWarning", "-c", TRACE),
            *(case.where, str(case.seats), json.dumps(case.options), str(GAMES)),
        ],
        env={**os.environ, "ALLMENDE_INTERPRET": interpreted, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
    )
    demand(process.returncode == 0, f"another process failed: {process.stderr.strip()[-2000:]}")
    return process.stdout.split("\n")[:-1]
