"""Laws that need a second process: compiled and interpreted rules agree, everywhere and always."""

import atexit
import json
import os
import subprocess
import sys
from functools import cache
from tempfile import TemporaryFile
from typing import Any

from .case import BrokenLaw, Case, demand
from .trace import trace

GAMES = 3
TRACE = "from allmende.conformance.trace import main; main()"
INTERPRETED = {"compiled": "0", "interpreted": "1"}


def other_processes_agree(case: Case) -> None:
    """A second process plays the same bytes: compiled, and interpreted with overflow an error."""
    seeds = [seed for seed, _ in case.games_for("trace", GAMES)]
    expected = trace(case, seeds)
    for mode in INTERPRETED:
        found = elsewhere(mode).trace(case, seeds)
        for ply, (mine, theirs) in enumerate(zip(expected, found, strict=False)):
            demand(mine == theirs, f"another process, {mode}, differs at step {ply}: {theirs}")
        demand(len(expected) == len(found), "another process played a game of another length")


@cache
def elsewhere(mode: str) -> "Elsewhere":
    """Start the process of a mode, one for all cases: starting costs more than playing."""
    return Elsewhere(mode)


def close_elsewhere() -> None:
    """Let all such processes end; who asks again starts others."""
    for mode in INTERPRETED if elsewhere.cache_info().currsize else ():
        elsewhere(mode).close()
    elsewhere.cache_clear()


class Elsewhere:
    """A process that traces games until it is closed."""

    def __init__(self, mode: str) -> None:
        self.complaints = TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error::RuntimeWarning", "-c", TRACE],
            env={
                **os.environ,
                "ALLMENDE_INTERPRET": INTERPRETED[mode],
                "PYTHONHASHSEED": "1",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.complaints,
            encoding="utf-8",
        )
        atexit.register(self.close)

    def close(self) -> None:
        """Let it end."""
        self.process.communicate()
        self.complaints.close()
        atexit.unregister(self.close)

    def trace(self, case: Case, seeds: list[str]) -> list[str]:
        """Let it play some games."""
        wish = {"where": case.where, "seats": case.seats, "options": case.options, "seeds": seeds}
        answer = self.ask(wish)
        demand("trace" in answer, f"another process failed: {answer.get('trouble')}")
        found: list[str] = answer["trace"]
        return found

    def ask(self, wish: dict[str, Any]) -> dict[str, Any]:
        """Send a line and read a line."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            print(json.dumps(wish), file=self.process.stdin, flush=True)
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        except (OSError, ValueError):
            self.complaints.seek(0)
            raise BrokenLaw(f"another process ended: {self.complaints.read()[-2000:]}") from None
        return answer
