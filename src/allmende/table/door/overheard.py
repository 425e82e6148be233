"""What libraries log, in our own log: one object on each line, and no texts of strangers.

Whoever sends nonsense lets them write, so they may write so much and no more."""

import logging

from ..limits import Bucket, Rate
from ..log import Fact, Log

LINES = Rate(1, 20)
FROM_STRANGERS = (UnicodeDecodeError,)
"""What goes wrong when somebody sends nonsense, and is no failure of ours."""


class Overheard(logging.Handler):
    """Writes down what libraries say."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self.log = log
        self.pace = Bucket(LINES)
        self.left_out = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, unless there were many of late; then the next one says how many."""
        if not self.pace.take():
            self.left_out += 1
            return
        # What is put into the message when it is said may hold anything, so it stays out.
        says = str(record.msg).strip().partition("\n")[0]
        facts: dict[str, Fact] = {"by": record.name, "says": says}
        if self.left_out:
            facts["left_out"], self.left_out = self.left_out, 0
        trouble = record.exc_info[1] if record.exc_info else None
        if trouble is None or isinstance(trouble, FROM_STRANGERS):
            self.log.warning("overheard", **facts)
        else:
            self.log.error("overheard", trouble, **facts)


def listen_to_libraries(log: Log) -> None:
    """Let all that libraries log go to our log."""
    logging.getLogger().handlers[:] = [Overheard(log)]
