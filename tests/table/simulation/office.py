"""A push service and a mail server of this world: slow, out of order, and sometimes the last thing
that a house speaks with. They hold what they are sent against what was promised."""

import asyncio
import ssl
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cache
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import Connection, bindparam, select

from allmende.table.house.company import Company
from allmende.table.post import mail
from allmende.table.post.hours import seconds_of_quiet
from allmende.table.post.judging import Judged
from allmende.table.post.postman import Postman
from allmende.table.post.push import Reply
from allmende.table.post.reaching import NotReached
from allmende.table.settings import Mail, Notices
from allmende.table.store import outbox, reachable
from allmende.table.store.facts import PERSON
from allmende.table.store.notice_facts import (
    CONFIRM,
    INVITATION,
    TURN,
    Letter,
    Mailbox,
    Subscription,
)
from allmende.table.store.notice_schema import OUTBOX
from allmende.table.store.owners import owner_of
from allmende.table.store.schema import PROCESSES

from ..post_office import encoded, point
from .ledger import Ledger, demand
from .network import Json
from .world import DAWN, World

if TYPE_CHECKING:
    from .process import Process

ORIGIN = "https://games.example"
EVERYBODY_IS_CALLED = Notices(
    push_after=2.0, mail=Mail("mail.example", 25, "table@games.example", "none"), mail_after=5.0
)
IN_A_PUSH = {"kind", "title", "body", "path", "tag", "language"}
SOONEST, LATEST, VERY_LATE = 0.01, 2.0, 25.0
"""Seconds that a push service takes."""
FOR_EVER = 1e9
ACCEPTED, UNWELL, BUSY = 201, 503, 429
PUT_OFF = 3_600.0
"""Seconds: what is to be sent so late waits for the end of quiet hours."""
DUE = select(OUTBOX.c.target).where(OUTBOX.c.due < bindparam("before")).limit(1)
ENDED = select(PROCESSES.c.id).where(
    PROCESSES.c.until < bindparam("now"), PROCESSES.c.id != bindparam("own")
)
"""What is asked after every step is put into words once."""


@cache
def browser_keys() -> Json:
    """Make the keys of a browser; all of this world share them."""
    key = ec.generate_private_key(ec.SECP256R1())
    return {"p256dh": encoded(point(key.public_key())), "auth": encoded(b"." * 16)}


@dataclass
class Sent:
    """Something that was accepted, and from whom."""

    letter: Letter
    process: "Process"
    claimed: float
    """When the house had taken it upon itself."""
    lost_leases: list[float]
    """When the house was taken for dead."""
    is_unanswered: bool = False
    noted: float | None = None
    """When it was crossed out."""

    def is_taken_over(self) -> bool:
        """Whether the lease of the house ended before that was crossed out."""
        end = self.noted if self.noted is not None else FOR_EVER
        return any(self.claimed <= lost <= end for lost in self.lost_leases)

    def may_come_again(self, again: "Sent") -> bool:
        """Whether the house could not know that it was accepted, or died before it was crossed
        out, or one of two houses was taken for dead, as it could not renew its lease."""
        if self.is_unanswered:
            return True
        if self.process is again.process:
            return False
        died = self.process.is_dead and self.noted is None
        return died or self.is_taken_over() or again.is_taken_over()


class Office:
    """Takes pushes and mails, and keeps what it accepts."""

    def __init__(self, world: World, ledger: Ledger, city: asyncio.AbstractEventLoop) -> None:
        self.world = world
        self.ledger = ledger
        self.city = city
        self.slowness = 0.0
        self.failures = 0.0
        self.lost_answers = 0.0
        self.deaths = 0.0
        """How often a house dies when something of it was accepted."""
        self.sent: list[Sent] = []
        self.lost_leases = defaultdict[str, list[float]](list)
        """When houses were taken for dead, by their name in the database."""
        self.questions: dict[str, str] = {}
        """By address, where it is confirmed."""

    def mend(self) -> None:
        """Let nothing go wrong any more."""
        self.slowness = self.failures = self.lost_answers = self.deaths = 0.0

    async def take_push(self, process: "Process", letter: Letter, message: Json) -> Reply:
        """Take a message for a browser."""
        self.look_at(letter)
        fits = set(message) == IN_A_PUSH and message["path"] == f"/t/{letter.table_id}"
        self.insist(fits, f"a push has {message}")
        self.look_for_secrets(letter, " ".join(message.values()))
        slow = self.world.happens(self.slowness)
        await asyncio.sleep(self.world.between(SOONEST, VERY_LATE if slow else LATEST))
        if self.world.happens(self.failures):
            if self.world.happens(0.5):
                raise NotReached("nobody is there")
            return Reply(UNWELL if self.world.happens(0.5) else BUSY, None)
        accepted = self.accept(process, [letter])
        if self.world.happens(self.deaths):
            self.kill(process)
            await asyncio.sleep(FOR_EVER)
        if self.world.happens(self.lost_answers):
            accepted[0].is_unanswered = True
            raise NotReached("silence")
        return Reply(ACCEPTED, None)

    def take_mail(self, process: "Process", letters: list[Letter], message: EmailMessage) -> None:
        """Take a mail."""
        for letter in letters:
            self.look_at(letter)
        text = message.get_content()
        if letters[0].kind == CONFIRM:
            [path] = [word for word in text.split() if f"{ORIGIN}/confirm/" in word]
            self.questions[message["To"]] = path.removeprefix(ORIGIN)
        else:
            self.look_for_secrets(letters[0], text)
        if self.world.happens(self.failures):
            raise mail.NotSent(for_good=False)
        accepted = self.accept(process, letters)
        if self.world.happens(self.deaths):
            self.kill(process)
        elif self.world.happens(self.lost_answers):
            for one in accepted:
                one.is_unanswered = True
            raise mail.NotSent(for_good=False)

    def kill(self, process: "Process") -> None:
        """Let a house die before it knows that something was accepted."""
        self.world.note(process.name, "dies while it sends")
        self.city.call_soon(process.kill)

    def accept(self, process: "Process", letters: list[Letter]) -> list[Sent]:
        """Keep what was sent; only where a house could not know it may it come twice."""
        lobby = process.house.ready_lobby()
        assert lobby is not None
        lost = self.lost_leases[lobby.postman.process]
        accepted = [Sent(it, process, process.claimed[it.stamp], lost) for it in letters]
        for new in accepted:
            self.world.note("office", f"accepts {new.letter.kind} of {new.letter.table_id}")
            same = [it for it in self.sent if it.letter.stamp == new.letter.stamp]
            twice = [it.process.name for it in same if not it.may_come_again(new)]
            self.insist(not twice, f"{new.letter} was sent by {twice} and by {process.name}")
            self.ledger.counts["letters repeated"] += bool(same)
            self.ledger.counts[f"letters sent: {new.letter.channel}"] += 1
        self.sent += accepted
        return accepted

    def note_crossed_out(self, process: "Process", letters: Sequence[Letter]) -> None:
        """Keep in mind that a house knows what it has sent."""
        stamps = {letter.stamp for letter in letters}
        for it in self.sent:
            if it.process is process and it.letter.stamp in stamps and it.noted is None:
                it.noted = self.world.time

    def look_at(self, letter: Letter) -> None:
        """Demand that somebody wants to be called now, and was not called to the same turn."""
        chairs = self.ledger.kept(letter.table_id).chairs if letter.kind == TURN else []
        seats = [chair.seat for chair in chairs if chair.holders]
        with self.ledger.reading() as c:
            quiet = reachable.quiet_hours_of(c, letter.owner)
            rest = seconds_of_quiet(quiet, DAWN + self.world.time)
            self.insist(not rest or letter.kind == CONFIRM, f"{letter} comes in quiet hours")
            if letter.kind == TURN:
                place = letter.target, letter.table_id
                again = all(outbox.was_called(c, *place, seat) for seat in seats)
                self.insist(not again, f"{letter} calls to a turn that was announced")

    def look_for_secrets(self, letter: Letter, text: str) -> None:
        """Demand that nothing is told but that it is somebody's turn, and at which table."""
        kept = self.ledger.kept(letter.table_id)
        secrets = [kept.deal.seed, letter.stamp, *(remark.text for remark in kept.remarks)]
        told = [secret for secret in secrets if secret and secret in text]
        self.insist(not told, f"{letter} tells {told}")

    def insist(self, condition: object, what: str) -> None:
        """Let the evening fail unless something is so."""
        if not condition:
            self.world.fail(what)

    # In the end

    def is_idle(self) -> bool:
        """Tell whether all that is to be sent soon was sent."""
        with self.ledger.reading() as c:
            soon = c.execute(DUE, {"before": DAWN + self.world.time + PUT_OFF}).first()
        return soon is None

    def check_called(self, tables: list[str]) -> None:
        """Demand that everybody who is to decide and has gone was called, or will be when their
        quiet hours end."""
        for table in tables:
            kept = self.ledger.kept(table)
            for chair in kept.chairs if kept.happenings else ():  # else they are invited, if at all
                if chair.kind == PERSON and kept.standing.awaits(chair.seat):
                    self.check_turn(table, chair.seat, sorted(chair.holders))

    def check_turn(self, table: str, seat: int, devices: list[Any]) -> None:
        """Demand that a turn was announced wherever somebody can be reached."""
        with self.ledger.reading() as c:
            for owner in sorted({owner_of(c, device) for device in devices}):
                for _, target in outbox.targets_of(c, owner):
                    here = outbox.is_it((target, table, TURN))
                    waits = c.execute(select(OUTBOX.c.target).where(here)).first() is not None
                    called = outbox.was_called(c, target, table, seat)
                    invited = self.has_invited(target, table)
                    demand(waits or called or invited, f"{table}: seat {seat} was not called")
                    self.ledger.counts["turns announced"] += called

    def has_invited(self, target: str, table: str) -> bool:
        """Tell whether somebody was told of a new table where they begin."""
        return any(
            (it.letter.target, it.letter.table_id, it.letter.kind) == (target, table, INVITATION)
            for it in self.sent
        )


class Trust(ssl.SSLContext):
    """What a house shows to the mail server of this world: that it is itself."""

    postman: Postman


class Pusher:
    """Speaks with the push service of this world."""

    def __init__(self, postman: Postman) -> None:
        self.postman = postman

    async def send(
        self, way: Subscription, endpoint: object, message: Json, topic: str, ttl: int
    ) -> Reply:
        """Hand over a message."""
        process = process_of(self.postman)
        assert process.office is not None
        [letter] = process.letters[way.id]
        return await process.office.take_push(process, letter, message)


def process_of(postman: Postman) -> "Process":
    """Return the house that a postman belongs to."""
    process: Process = postman.scribe.process  # type: ignore[attr-defined]
    return process


def trust(postman: Postman) -> Trust:
    """Let the mail server know who speaks."""
    context = Trust(ssl.PROTOCOL_TLS_CLIENT)
    context.postman = postman
    return context


def hand_over(server: Mail, trusted: Trust, message: EmailMessage) -> None:
    """Hand a mail to the mail server of this world."""
    process = process_of(trusted.postman)
    assert process.office is not None
    box = message["List-Unsubscribe"].split("/")[-2]
    process.office.take_mail(process, process.letters[box], message)


def note_lost_leases(company: Company, c: Connection) -> None:
    """Keep in mind which houses another one is about to take for dead."""
    process: Process = company.scribe.process  # type: ignore[attr-defined]
    if process.office is not None:
        asked = {"now": DAWN + process.world.time, "own": company.process}
        for name in c.execute(ENDED, asked).scalars():
            process.office.lost_leases[name].append(process.world.time)


@contextmanager
def open_office() -> Iterator[None]:
    """Let all houses send what they have to send to the office of their world."""
    real_push, real_mail = Postman.send_push, Postman.send_mail
    real_claim, real_cross_out, real_renew = Postman.claim, Postman.cross_out, Company.renew

    async def send_push(postman: Postman, way: Subscription, judged: Judged, now: float) -> None:
        process_of(postman).letters[way.id] = [judged.letter]
        await real_push(postman, way, judged, now)

    async def send_mail(postman: Postman, box: Mailbox, good: list[Judged], now: float) -> None:
        process_of(postman).letters[box.id] = [judged.letter for judged in good]
        await real_mail(postman, box, good, now)

    def claim(postman: Postman, c: Connection) -> list[Letter]:
        process, letters = process_of(postman), real_claim(postman, c)
        process.claimed |= {letter.stamp: process.world.time for letter in letters}
        return letters

    async def cross_out(postman: Postman, letters: Sequence[Letter], now: float) -> None:
        await real_cross_out(postman, letters, now)
        process = process_of(postman)
        assert process.office is not None
        process.office.note_crossed_out(process, letters)

    def renew(company: Company, c: Connection) -> Any:
        note_lost_leases(company, c)
        return real_renew(company, c)

    with ExitStack() as stack:
        for place, name, stand_in in (
            (Postman, "claim", claim),
            (Postman, "cross_out", cross_out),
            (Company, "renew", renew),
            (Postman, "trust", trust),
            (Postman, "make_pusher", lambda postman: Pusher(postman)),
            (Postman, "send_push", send_push),
            (Postman, "send_mail", send_mail),
            (mail, "send", hand_over),
        ):
            stack.enter_context(patch.object(place, name, stand_in))
        yield
