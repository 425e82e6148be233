"""The postman: takes letters out of the outbox when their time has come, and sends them.

A letter is claimed, judged anew, sent, and only then crossed out. Between sending and crossing out
a process may die, and an answer may be lost on its way: then it is sent once more, with the same
topic, tag or name, by which browsers and mailboxes know that they have it. Nothing else is ever
sent twice, also where the database is away when it is to be crossed out.
"""

import asyncio
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sqlalchemy import Connection as Transaction
from sqlalchemy import Table, select
from sqlalchemy.exc import SQLAlchemyError

from ..background import in_background
from ..limits import LETTERS_AT_ONCE, MAILS_A_DAY, PUSHES_A_DAY
from ..log import Log
from ..metrics import Metrics
from ..settings import Settings
from ..store import outbox, reachable, shared
from ..store.notice_facts import CONFIRM, DAILY, MAIL, PUSH, Letter, Mailbox, Subscription
from ..store.notice_schema import MAILBOXES, SUBSCRIPTIONS
from ..store.scribe import Scribe
from ..tokens import Device
from .hours import day_of, seconds_of_quiet, seconds_to_midnight, seconds_to_morning
from .judging import LETTERS_LAST, Found, Judged, look_up
from .reaching import NotReached, read_endpoint

if TYPE_CHECKING:
    from .keys import Keys
    from .push import PushSender

GLANCE = 1.0
"""Seconds between two looks into the outbox."""
TIDY_EVERY = 3600.0
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 6 * 3600.0
"""Seconds before sending is tried again: longer and longer."""
MANY_TRIES = 12
SECONDS_TO_FINISH = 2.0
QUESTIONS_LAST = LETTERS_LAST
"""So long an address may be confirmed."""
TOPIC = "topic"
GONE = (404, 410)
BUSY = (408, 425, 429)
TROUBLE = 500

Watching = Callable[[list[str]], Awaitable[dict[str, set[Device]]]]
"""Tells who looks at some tables."""


class Postman:
    """Sends what lies in the outbox."""

    def __init__(
        self,
        settings: Settings,
        scribe: Scribe,
        metrics: Metrics,
        log: Log,
        process: str,
        watching: Watching,
    ) -> None:
        self.settings = settings.notices
        self.origin = settings.public_url or ""
        self.scribe = scribe
        self.metrics = metrics
        self.log = log
        self.process = process
        self.watching = watching
        self.keys: Keys | None = None
        self.pusher: PushSender | None = None
        self.trusted: ssl.SSLContext | None = None
        self.under_way: dict[str, asyncio.Task[None]] = {}
        """What is being sent, by its target."""
        self.unnoted: set[tuple[outbox.Key, str]] = set()
        """What was sent and could not be crossed out yet."""
        self.going_round: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()
        """Set as soon as it is known whether and how anybody can be called."""
        self.tidied = float("-inf")
        self.is_stuck = False

    @property
    def is_at_work(self) -> bool:
        """Whether anybody can be called."""
        return self.keys is not None

    # Beginning and end

    async def begin(self) -> None:
        """Get the keys ready, and go round from now on."""
        if self.settings.push or self.settings.mail is not None:
            self.going_round = asyncio.create_task(self.work())
        else:
            self.ready.set()

    async def work(self) -> None:
        """Get ready, however long the database is away, then go round."""
        try:
            while not await self.is_ready():
                await asyncio.sleep(GLANCE)
        except Exception as trouble:
            self.metrics.failures_total.add()
            self.log.error("nobody can be called", trouble)
            return
        finally:
            self.ready.set()
        await self.go_round()

    async def is_ready(self) -> bool:
        """Get ready, and tell whether that went well."""
        try:
            await self.get_ready()
        except SQLAlchemyError as trouble:
            self.note_away(trouble)
            return False
        return True

    def note_away(self, trouble: SQLAlchemyError) -> None:
        """Say once that the database is away."""
        if not self.is_stuck:
            self.log.error("outbox away", trouble)
        self.is_stuck = True

    async def get_ready(self) -> None:
        """Get the keys and what speaks with push services."""
        # Loaded here and in a thread: the libraries take a while, and not every house needs them.
        module = await in_background(lambda: import_module(".keys", __package__))
        self.keys = await self.scribe.run(module.kept_keys)
        self.trusted = await in_background(self.trust)
        if self.settings.push:
            self.pusher = await in_background(self.make_pusher)

    def trust(self) -> ssl.SSLContext:
        """Load the certificates that servers may be signed with."""
        context = ssl.create_default_context()
        if self.settings.trust is not None:
            context.load_verify_locations(self.settings.trust)
        return context

    def make_pusher(self) -> "PushSender":
        """Load what speaks with push services."""
        from .push import PushSender

        assert self.keys is not None
        assert self.trusted is not None
        return PushSender(self.keys, self.contact(), self.settings.push_networks, self.trusted)

    def contact(self) -> str:
        """Say where a push service reaches whoever runs this house."""
        if self.settings.mail is not None:
            return f"mailto:{self.settings.mail.sender}"
        return f"https://{urlsplit(self.origin).hostname or 'localhost'}"

    async def close(self) -> None:
        """Take up nothing new, and finish what is being sent; what takes too long is left to the
        next process, and must not be sent by this one as well."""
        if self.going_round is not None:
            self.going_round.cancel()
        if self.under_way:
            _, late = await asyncio.wait(self.under_way.values(), timeout=SECONDS_TO_FINISH)
            for task in late:
                task.cancel()

    # Going round

    async def go_round(self) -> None:
        """Look into the outbox again and again."""
        while True:
            try:
                await self.take_some()
                self.is_stuck = False
            except SQLAlchemyError as trouble:
                self.note_away(trouble)
            await asyncio.sleep(GLANCE)

    async def take_some(self) -> None:
        """Take letters whose time has come, and send them while everything else goes on."""
        if len(self.under_way) >= LETTERS_AT_ONCE:
            return
        letters = await self.scribe.run(self.claim, passing=True)
        by_target = sorted(letters, key=lambda letter: (letter.target, letter.kind != CONFIRM))
        for target, some in groupby(by_target, key=lambda letter: letter.target):
            self.under_way[target] = asyncio.create_task(self.see_to(target, list(some)))

    def claim(self, c: Transaction) -> list[Letter]:
        """Take letters out of the outbox; now and then forget addresses that nobody confirmed."""
        clock = self.scribe.database.clock()
        now = time.monotonic()
        if now - self.tidied >= TIDY_EVERY:
            self.tidied = now
            reachable.forget_unconfirmed(c, clock - QUESTIONS_LAST)
        if self.scribe.database.is_shared and not shared.has_lease(c, self.process, clock):
            return []
        waits = {PUSH: self.settings.push_after, MAIL: self.settings.mail_after}
        return outbox.claim(c, self.process, clock, waits, tuple(self.under_way))

    async def see_to(self, target: str, letters: list[Letter]) -> None:
        """Send the letters of one target, while nothing else goes there."""
        try:
            await self.deliver(letters)
        finally:
            del self.under_way[target]

    async def deliver(self, letters: list[Letter]) -> None:
        """Send the letters of one target, as far as they still have their point."""
        try:
            now = await self.scribe.run(self.clock, passing=True)
            letters = await self.without_sent(letters, now)
            if not letters:
                return
            judge = partial(look_up, process=self.process, letters=letters, now=now)
            found = await self.scribe.run(judge, passing=True)
            good = await self.still_wanted(found.good)
            wanted = [judged.letter for judged in good]
            idle = [letter for letter in found.ours if letter not in wanted]
            if idle:
                self.count("idle", len(idle))
                await self.scribe.run(lambda c: outbox.done(c, self.process, idle))
            if good and found.way is not None:
                await self.send_or_wait(found, good, now)
        except SQLAlchemyError as trouble:
            self.log.error("letter not noted", trouble)  # it is still ours, and comes again
        except Exception as trouble:
            self.metrics.failures_total.add()
            self.log.error("letter failed", trouble)
            await self.later(letters, self.pause(letters), failed=True)

    async def without_sent(self, letters: list[Letter], now: float) -> list[Letter]:
        """Cross out what was sent before, and return the rest."""
        sent_before = [it for it in letters if (outbox.key_of(it), it.stamp) in self.unnoted]
        if sent_before:
            await self.cross_out(sent_before, now)
        return [letter for letter in letters if letter not in sent_before]

    async def cross_out(self, letters: Sequence[Letter], now: float) -> None:
        """Cross out what was sent, and count it; what cannot be is remembered until it can."""
        marks = {(outbox.key_of(letter), letter.stamp) for letter in letters}
        part = MAILBOXES if letters[0].channel == MAIL else SUBSCRIPTIONS
        self.unnoted |= marks
        await self.scribe.run(lambda c: sent(c, self.process, letters, part, day_of(now)))
        self.unnoted -= marks

    def clock(self, c: Transaction) -> float:
        """Return the time by the clock that all processes share."""
        return float(c.execute(select(self.scribe.database.clock())).scalar_one())

    async def still_wanted(self, good: Sequence[Judged]) -> list[Judged]:
        """Leave out what calls somebody to a table that they are looking at."""
        watching = await self.watching(sorted({it.letter.table_id for it in good}))
        return [it for it in good if not it.holders & watching.get(it.letter.table_id, set())]

    async def send_or_wait(self, found: Found, good: list[Judged], now: float) -> None:
        """Send letters, or put them back until it is their time."""
        letters = [judged.letter for judged in good]
        asks = any(letter.kind == CONFIRM for letter in letters)
        wait = 0.0 if asks else waits_for(found, letters, now)
        if wait > 0:
            await self.later(letters, wait, failed=False)
        elif isinstance(found.way, Mailbox):
            await self.send_mail(found.way, good, now)
        elif found.way is not None:
            for judged in good:
                await self.send_push(found.way, judged, now)

    async def later(self, letters: Sequence[Letter], wait: float, failed: bool) -> None:
        """Put letters back into the outbox for a while."""
        clock = self.scribe.database.clock()
        await self.scribe.run(lambda c: outbox.later(c, self.process, letters, clock, wait, failed))

    def pause(self, letters: Sequence[Letter]) -> float:
        """Say how long to wait after a failure."""
        tries = min(MANY_TRIES, max(letter.tries for letter in letters))
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0**tries)

    def count(self, result: str, count: int = 1) -> None:
        """Count what became of letters."""
        self.metrics.notices_total.add(result, count)

    # Push

    async def send_push(self, way: Subscription, judged: Judged, now: float) -> None:
        """Send one letter to a browser."""
        from .words import message_of

        letter, endpoint = judged.letter, read_endpoint(way.endpoint)
        if self.pusher is None or self.keys is None or endpoint is None:
            await self.scribe.run(lambda c: outbox.done(c, self.process, [letter]))
            return
        message = message_of(letter, judged.game, way.language)
        topic = self.keys.token(TOPIC, " ".join(outbox.key_of(letter)))
        try:
            reply = await self.pusher.send(way, endpoint, message, topic, int(LETTERS_LAST))
        except NotReached as trouble:
            self.count("push_failed")
            self.log.warning("push failed", why=str(trouble))
            await self.later([letter], self.pause([letter]), failed=True)
            return
        if reply.status in GONE:
            self.count("push_gone")
            await self.scribe.run(lambda c: reachable.forget_target(c, SUBSCRIPTIONS, way.id))
        elif reply.status in BUSY or reply.status >= TROUBLE:
            self.count("push_failed")
            self.log.warning("push failed", status=reply.status)
            wait = min(LONGEST_PAUSE, max(self.pause([letter]), reply.retry_after or 0.0))
            await self.later([letter], wait, failed=True)
        else:
            is_sent = reply.status // 100 == 2
            self.count("push_sent" if is_sent else "push_refused")
            if not is_sent:
                self.log.warning("push refused", status=reply.status)
            await self.cross_out([letter], now)

    # Mail

    async def send_mail(self, box: Mailbox, good: list[Judged], now: float) -> None:
        """Send letters to an address, all in one mail; or the question whether it is right."""
        from . import mail

        server, keys, trusted = self.settings.mail, self.keys, self.trusted
        letters = [judged.letter for judged in good]
        if server is None or keys is None or trusted is None:
            await self.scribe.run(lambda c: outbox.done(c, self.process, letters))
            return
        if letters[0].kind == CONFIRM:
            message = mail.question(server, keys, self.origin, box, letters[0])
        else:
            games = [(judged.letter, judged.game) for judged in good]
            message = mail.news(server, keys, self.origin, box, games)
        try:
            await in_background(lambda: mail.send(server, trusted, message))
        except mail.NotSent as trouble:
            self.count("mail_gone" if trouble.for_good else "mail_failed")
            self.log.warning("mail failed", for_good=trouble.for_good)
            if trouble.for_good:
                await self.scribe.run(lambda c: reachable.forget_target(c, MAILBOXES, box.id))
            else:
                await self.later(letters, self.pause(letters), failed=True)
            return
        self.count("mail_sent")
        await self.cross_out(letters, now)

    # Who has come

    async def has_come(self, table: str, device: Device | None) -> None:
        """Take back what was to call somebody to a table who is there now."""
        if device is None or not self.is_at_work:
            return
        try:
            await self.scribe.run(lambda c: outbox.has_seen(c, table, device), passing=True)
        except SQLAlchemyError:
            return  # whoever is there is not called anyway


def waits_for(found: Found, letters: Sequence[Letter], now: float) -> float:
    """Say how long letters have to wait: for the end of quiet hours, for the morning, or for the
    next day if there was enough on this one."""
    is_mail = isinstance(found.way, Mailbox)
    waits = [seconds_of_quiet(found.quiet, now)]
    if found.sent_today >= (MAILS_A_DAY if is_mail else PUSHES_A_DAY):
        waits.append(seconds_to_midnight(now))
    if isinstance(found.way, Mailbox) and found.way.pace == DAILY:
        first = min(letter.since for letter in letters)
        waits.append(seconds_to_morning(found.quiet, first, now))
    return max(waits)


def sent(c: Transaction, process: str, letters: Sequence[Letter], part: Table, day: int) -> None:
    """Cross out letters that were sent, and count them."""
    outbox.done(c, process, letters)
    outbox.note_calls(c, letters)
    reachable.count_sent(c, part, letters[0].target, day)
