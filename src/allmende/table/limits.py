"""Limits: how much and how often. A bucket fills steadily and each request takes a drop."""

import time
from collections import OrderedDict
from dataclasses import dataclass

BODY_BYTES = 16 * 1024
FILE_BYTES = 64 * 1024
MESSAGE_BYTES = 4 * 1024
FRAME_BYTES = 64 * 1024
NAME_LENGTH = 40
CHAT_LENGTH = 300
ID_LENGTH = 64
MOST_SEATS = 8
DEVICES_PER_SEAT = 6
LINK_SECONDS = 600
"""How long a link for a further device can be used."""
SOCKETS_PER_TABLE = 64
MOST_SOCKETS = 5_000
CALLERS_REMEMBERED = 10_000
FRAMES_AT_ONCE = 16
LOOKERS_AT_ONCE = 2
FILES_KEPT = 500
FILES_IN_MEMORY = 16
PICTURES_AWAITED = 8
PICTURE_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    at_once: int


MESSAGES = Rate(20, 40)
CHAT = Rate(0.5, 5)
QUESTIONS = Rate(4, 8)
HINTS = Rate(0.5, 4)
REQUESTS = Rate(30, 120)
NEW_TABLES = Rate(0.5, 30)
LOOKS = Rate(8, 80)


class Bucket:
    """Holds drops; empty means too fast."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.drops = float(rate.at_once)
        self.filled = time.monotonic()

    def take(self) -> bool:
        """Take a drop, if there is one."""
        now = time.monotonic()
        gained = (now - self.filled) * self.rate.per_second
        self.drops, self.filled = min(self.rate.at_once, self.drops + gained), now
        if self.drops < 1:
            return False
        self.drops -= 1
        return True


class Buckets:
    """A bucket for each caller; those not heard of for longest are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.by_caller: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, caller: str) -> bool:
        """Take a drop from the bucket of a caller."""
        bucket = self.by_caller.setdefault(caller, Bucket(self.rate))
        self.by_caller.move_to_end(caller)
        if len(self.by_caller) > CALLERS_REMEMBERED:
            self.by_caller.popitem(last=False)
        return bucket.take()
