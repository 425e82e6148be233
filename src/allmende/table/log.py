"""The log: one JSON object per line, with events and numbers, never names, texts or secrets."""

import json
import sys
import time
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO, TypeAlias

Fact: TypeAlias = str | int | float | bool | None

INFO, WARNING, ERROR = "info", "warning", "error"


def now() -> str:
    """Return the time, as people all over the world write it."""
    return later(0)


def later(seconds: float) -> str:
    """Return the time in a while, by the same clock."""
    return datetime.fromtimestamp(time.time() + seconds, UTC).isoformat(timespec="milliseconds")


class Log:
    """Writes lines to a stream."""

    def __init__(self, stream: TextIO = sys.stderr) -> None:
        self.stream = stream

    def write(self, level: str, event: str, facts: dict[str, Fact]) -> None:
        """Write one line."""
        line = {"at": now(), "level": level, "event": event, **facts}
        with suppress(OSError):  # on a full disk the tables go on without a log
            print(json.dumps(line), file=self.stream, flush=True)

    def info(self, event: str, /, **facts: Fact) -> None:
        """Note what happened."""
        self.write(INFO, event, facts)

    def warning(self, event: str, /, **facts: Fact) -> None:
        """Note what somebody should look at one day."""
        self.write(WARNING, event, facts)

    def error(self, event: str, trouble: BaseException, /, **facts: Fact) -> None:
        """Note a failure by its kind and place. Its text stays out: it may hold anything."""
        frames = traceback.extract_tb(trouble.__traceback__)
        where = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames[-5:]))
        self.write(ERROR, event, {**facts, "kind": type(trouble).__name__, "where": where})
