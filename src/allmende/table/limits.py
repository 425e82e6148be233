"""Limits: how much and how often. A bucket fills steadily and each request takes a drop."""

import time
from collections import OrderedDict
from dataclasses import dataclass

from .callers import Caller

BODY_BYTES = 16 * 1024
FILE_BYTES = 64 * 1024
MESSAGE_BYTES = 4 * 1024
FRAME_BYTES = 64 * 1024
HEAD_BYTES = 16 * 1024
HEAD_LINES = 128
"""Of a request; a browser and two proxies send some thirty."""
MOST_PARTS = 16
"""In so many parts a message may come over a socket; those of browsers come in one."""
NAME_LENGTH = 40
CHAT_LENGTH = 300
ID_LENGTH = 64
MOST_SEATS = 8
DEVICES_PER_SEAT = 6
LINK_SECONDS = 600
"""How long a link for a further device can be used."""
DEVICES_PER_PERSON = 12
PASSKEYS_PER_PERSON = 12
CODE_SECONDS = 600
"""How long a code for another device of a person can be used, and what a passkey is to sign."""
SECONDS_TO_TRUST = 24 * 3600
"""So long a device that came by a code cannot drop those that were there before it."""
SPECTATORS_PER_TABLE = 64
SOCKETS_PER_PLAYER = 16
"""At one table, by one device."""
MOST_SOCKETS = 5_000
SOCKETS_PER_ADDRESS = 256
SECONDS_TO_ARRIVE = 20.0
"""For a request, its body included."""
SECONDS_TO_LEAVE = 60.0
"""So long an answer waits for somebody to read on."""
FILES_IN_RESERVE = 64
"""Of all files that the server may hold open, those that are kept from connections."""
PLACES_FOR_PLAYERS = 1_000
"""Of all sockets, those that nobody can take who only watches."""
CALLERS_REMEMBERED = 10_000
DEVICES_PER_ADDRESS = 8
"""So many devices of one address may do all that one may: a family, a club behind one router."""
WAITING_PER_ADDRESS = 6
"""So many questions of one address may wait for the thinkers."""
STORY_AT_ONCE = 100
"""So many entries of a story are sent unasked, or for one question."""
MOST_TAKEN_BACK = 500
"""So many moves may be taken back in one game, by all together. The log keeps them all, so that
without such a bound it would grow for ever; moves themselves are never refused for it."""
FRAMES_AT_ONCE = 16
LOOKERS_AT_ONCE = 2
FILES_KEPT = 500
FILES_IN_MEMORY = 16
PICTURES_AWAITED = 8
SHEETS_KEPT = 64
SQUEEZED_BYTES = 16 * 1024 * 1024
PICTURE_BYTES = 8 * 1024 * 1024
SUBSCRIPTIONS_PER_OWNER = 8
"""Browsers through which somebody can be called; the first make room for more."""
MAILBOXES_PER_OWNER = 2
PUSHES_A_DAY = 200
"""To one browser."""
MAILS_A_DAY = 20
"""To one address."""
QUESTIONS_PER_ADDRESS = 3
"""So often within some days an address is asked whether it is right, whoever types it in."""
HOUSE_QUESTIONS, QUESTIONS_WINDOW = 30, 300.0
"""So many such questions go out in so many seconds, from all processes of a house together."""
LETTERS_AT_ONCE = 8
"""So many are sent at the same time."""


OPEN_TABLES_PER_PERSON = 3
OPEN_TABLES_PER_ADDRESS = 12
"""With free seats for everybody, at the same time."""
REPORT_LENGTH = 300
VACATION_DAYS = 30
"""So many days of vacation somebody may take in 365 days."""
AHEAD_POSITIONS = 300
"""So many positions are looked at for moves that somebody may plan."""


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    at_once: int


MESSAGES = Rate(20, 40)
CHAT = Rate(0.5, 5)
QUESTIONS = Rate(4, 8)
HINTS = Rate(0.5, 4)
GLANCES = Rate(0.5, 20)
"""So often a page may say that it is hidden, or seen again."""
REQUESTS = Rate(30, 120)
NEW_TABLES = Rate(0.5, 30)
LOOKS = Rate(8, 80)
NEW_WAYS = Rate(0.02, 10)
"""Browsers and addresses that a device may bring."""
SITTING_DOWN = Rate(1 / 6, 10)
"""At open tables, to look for company and to open a table included."""
REPORTS = Rate(1 / 300, 5)
CODES = Rate(0.1, 10)
"""Codes and passkeys: made, tried and signed, by all of an address together."""
EXPORTS = Rate(1 / 30, 4)
"""Everything about somebody, told in one file."""


class Bucket:
    """Holds drops; empty means too fast."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.drops = float(rate.at_once)
        self.filled = time.monotonic()

    def take(self, drops: int = 1) -> bool:
        """Take a drop, or several, if there are as many."""
        now = time.monotonic()
        gained = (now - self.filled) * self.rate.per_second
        self.drops, self.filled = min(self.rate.at_once, self.drops + gained), now
        if self.drops < drops:
            return False
        self.drops -= drops
        return True


class Allowance:
    """How often something may be asked for: by one device, and by all of one address together.
    Whoever shows no device is one device with all others of the address that show none."""

    def __init__(self, rate: Rate, devices: int = DEVICES_PER_ADDRESS) -> None:
        together = Rate(devices * rate.per_second, devices * rate.at_once)
        self.by_device = Buckets(rate)
        self.by_address = Buckets(together)

    def take(self, caller: Caller) -> bool:
        """Take a drop from the buckets of a caller, if both have one."""
        device = caller.device or caller.address
        return self.by_device.take(device) and self.by_address.take(caller.address)


class Buckets:
    """A bucket for each caller; those not heard of for longest are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.by_caller: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, caller: str) -> bool:
        """Take a drop from the bucket of a caller."""
        bucket = self.by_caller.get(caller)
        if bucket is None:
            bucket = self.by_caller[caller] = Bucket(self.rate)
            if len(self.by_caller) > CALLERS_REMEMBERED:
                self.by_caller.popitem(last=False)
        else:
            self.by_caller.move_to_end(caller)
        return bucket.take()
