"""Ways to reach people: what somebody may say about how, when and for what they are called."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection as Transaction

from allmende.core.language import LANGUAGES

from ..callers import Caller
from ..limits import (
    HOUSE_QUESTIONS,
    ID_LENGTH,
    NEW_WAYS,
    QUESTIONS_PER_ADDRESS,
    QUESTIONS_WINDOW,
    Allowance,
)
from ..post.hours import MINUTES_A_DAY, zone_named
from ..post.judging import LETTERS_LAST
from ..post.keys import CONFIRM, STOP
from ..post.mail import LONGEST_ADDRESS, read_address
from ..post.push import are_keys
from ..post.reaching import LONGEST_ENDPOINT, is_plausible, read_endpoint
from ..refusal import CONFLICT, FORBIDDEN, NOT_FOUND, TOO_MANY, WRONG_FIELD, Refusal
from ..store import outbox, reachable
from ..store.notice_facts import (
    EVERYWHERE,
    KINDS,
    PACES,
    Mailbox,
    NoticeKind,
    QuietHours,
    Subscription,
)
from ..store.owners import check_trusted, owner_of
from ..tokens import Device, table_named
from ..wire.fields import Fields
from ..wire.notices import NoticesSeen
from .lobby import Lobby

Result = TypeVar("Result")
KEY_LENGTH = 128
ZONE_LENGTH = 64
NO_MAIL_FOR = 365 * 24 * 3600.0
"""Seconds in which nobody can ask an address again whose reader said no."""


class Ways:
    """Keeps what people say about being called."""

    def __init__(self, lobby: Lobby) -> None:
        self.scribe = lobby.scribe
        self.postman = lobby.postman
        self.clock = lobby.scribe.database.clock
        self.new = Allowance(NEW_WAYS)

    async def for_owner(self, device: Device, work: Callable[[Transaction, str], Result]) -> Result:
        """Do something with what belongs to whoever has a device."""
        return await self.scribe.run(lambda c: work(c, owner_of(c, device)))

    async def seen_by(self, device: Device | None) -> NoticesSeen:
        """Say how whoever asks can be called, and for what."""
        keys, settings = self.postman.keys, self.postman.settings
        key = keys.public if keys is not None and settings.push else None
        who = Device("") if device is None else device

        def look(c: Transaction, owner: str) -> NoticesSeen:
            wishes = reachable.wishes_of(c, owner)
            quiet = reachable.quiet_hours_of(c, owner)
            return {
                "push_key": key,
                "browsers": reachable.subscriptions_of(c, owner) if device else [],
                "mail": settings.mail is not None,
                "mailboxes": [
                    {
                        "id": box.id,
                        "address": box.address,
                        "confirmed": box.confirmed,
                        "pace": box.pace,
                    }
                    for box in (reachable.mailboxes_of(c, owner) if device else [])
                ],
                "kinds": list(wishes.pop(EVERYWHERE)),
                "tables": [{"table": it, "kinds": list(kinds)} for it, kinds in wishes.items()],
                "quiet": None
                if quiet is None
                else {"zone": quiet.zone, "begin": quiet.begin, "finish": quiet.finish},
            }

        return await self.for_owner(who, look)

    # Browsers

    async def subscribe(self, caller: Caller, device: Device, wish: Fields) -> None:
        """Keep a browser that can be called."""
        text = wish.text("endpoint", LONGEST_ENDPOINT)
        keys = wish.inner("keys")
        p256dh, auth = keys.text("p256dh", KEY_LENGTH), keys.text("auth", KEY_LENGTH)
        keys.close()
        language = wish.choice("language", LANGUAGES)
        wish.close()
        if self.postman.pusher is None:
            raise Refusal("table.push_off", CONFLICT)
        endpoint = read_endpoint(text)
        allowed = self.postman.settings.push_networks
        if endpoint is None or not is_plausible(endpoint, allowed) or not are_keys(p256dh, auth):
            raise Refusal("table.bad_endpoint", WRONG_FIELD)
        self.count(caller)
        found = Subscription(reachable.digest(text), text, p256dh, auth, language)
        await self.scribe.run(lambda c: reachable.subscribe(c, device, found, self.clock()))

    async def unsubscribe(self, device: Device, wish: Fields) -> None:
        """Forget a browser."""
        name = reachable.digest(wish.text("endpoint", LONGEST_ENDPOINT))
        wish.close()
        await self.for_owner(device, lambda c, owner: reachable.unsubscribe(c, owner, name))

    def count(self, caller: Caller) -> None:
        """Demand that somebody does not bring too many browsers and addresses."""
        if not self.new.take(caller):
            raise Refusal("table.too_many_ways", TOO_MANY)

    # Addresses

    async def add_mailbox(self, caller: Caller, device: Device, wish: Fields) -> None:
        """Keep an address, and ask there whether it is right."""
        address = read_address(wish.text("address", LONGEST_ADDRESS))
        language = wish.choice("language", LANGUAGES)
        pace = wish.choice("pace", PACES)
        zone = read_zone(wish)
        wish.close()
        if self.postman.settings.mail is None:
            raise Refusal("table.mail_off", CONFLICT)
        if address is None:
            raise Refusal("table.bad_address", WRONG_FIELD)
        self.count(caller)

        def write(c: Transaction, owner: str) -> None:
            check_trusted(c, device)
            now = self.clock()
            if reachable.wants_no_mail(c, address, now):
                raise Refusal("table.no_mail_wanted", FORBIDDEN)
            is_new = all(box.address != address for box in reachable.mailboxes_of(c, owner))
            name = reachable.add_mailbox(c, owner, address, language, pace, now)
            if name is None:
                raise Refusal("table.too_many_mailboxes", CONFLICT)
            if reachable.quiet_hours_of(c, owner) is None:
                reachable.keep_quiet(c, owner, QuietHours(zone, 0, 0))
            box = reachable.mailbox(c, name)
            if box is None or box.confirmed:
                return
            if not is_new:
                reachable.note_question(c, box, now)
            asked = reachable.asked_since(c, address, now - LETTERS_LAST)
            in_all = reachable.all_asked_since(c, now - QUESTIONS_WINDOW)
            if asked > QUESTIONS_PER_ADDRESS or in_all > HOUSE_QUESTIONS:
                raise Refusal("table.too_many_ways", TOO_MANY)
            outbox.ask_to_confirm(c, name, owner, now)

        await self.for_owner(device, write)

    async def set_pace(self, device: Device, box: str, wish: Fields) -> None:
        """Send mail more often, or less."""
        pace = wish.choice("pace", PACES)
        wish.close()
        await self.for_owner(device, lambda c, owner: reachable.set_pace(c, owner, box, pace))

    async def remove_mailbox(self, device: Device, box: str) -> None:
        """Forget an address."""

        def write(c: Transaction, owner: str) -> None:
            check_trusted(c, device)
            reachable.remove_mailbox(c, owner, box)

        await self.for_owner(device, write)

    async def confirm(self, box: str, token: str) -> None:
        """Note that an address is right, as the link in the question was followed."""
        self.check_link(CONFIRM, box, token)

        def write(c: Transaction) -> None:
            self.found(c, box)
            reachable.confirm(c, box)

        await self.scribe.run(write)

    async def stop(self, box: str, token: str) -> None:
        """Send nothing to an address any more. To ask for it twice is no mistake."""
        self.check_link(STOP, box, token)

        def write(c: Transaction) -> None:
            found = reachable.mailbox(c, box)
            if found is not None:
                reachable.want_no_mail(c, found, self.clock() + NO_MAIL_FOR)

        await self.scribe.run(write)

    def check_link(self, purpose: str, box: str, token: str) -> None:
        """Demand that a link in a mail was made here."""
        keys = self.postman.keys
        if keys is None or not token.isascii() or not keys.is_token(token, purpose, box):
            raise Refusal("table.bad_mail_link", FORBIDDEN)

    def found(self, c: Transaction, box: str) -> Mailbox:
        """Return an address that is still known."""
        found = reachable.mailbox(c, box)
        if found is None:
            raise Refusal("table.mail_link_over", NOT_FOUND)
        return found

    # Wishes

    def count_first(self, c: Transaction, owner: str, caller: Caller) -> None:
        """Demand that whoever has wished nothing yet is not the next of many who only fill the
        house."""
        if not reachable.has_wishes(c, owner):
            self.count(caller)

    async def wish(self, caller: Caller, device: Device, wish: Fields) -> None:
        """Keep what somebody wants to be called for, everywhere or at a table."""
        place, kinds = wish.take("table"), read_kinds(wish)
        wish.close()
        table = EVERYWHERE if place is None else table_named(str(place)[:ID_LENGTH])

        def write(c: Transaction, owner: str) -> None:
            if table != EVERYWHERE and not reachable.holds_a_seat(c, table, device):
                raise Refusal("table.not_your_seat", FORBIDDEN)
            self.count_first(c, owner, caller)
            reachable.wish(c, owner, table, kinds)

        await self.for_owner(device, write)

    async def set_quiet(self, caller: Caller, device: Device, wish: Fields) -> None:
        """Keep when somebody wants to hear nothing."""
        zone = read_zone(wish)
        begin, finish = (wish.whole(name, 0, MINUTES_A_DAY - 1) for name in ("begin", "finish"))
        wish.close()
        hours = QuietHours(zone, begin, finish)

        def write(c: Transaction, owner: str) -> None:
            self.count_first(c, owner, caller)
            reachable.keep_quiet(c, owner, hours)

        await self.for_owner(device, write)

    async def forget(self, device: Device) -> None:
        """Forget everything about reaching somebody."""

        def write(c: Transaction, owner: str) -> None:
            check_trusted(c, device)
            reachable.forget_owner(c, owner)

        await self.for_owner(device, write)


def read_kinds(wish: Fields) -> list[NoticeKind] | None:
    """Read what somebody wants to be called for; None is what they want everywhere."""
    given = wish.take("kinds")
    if given is None:
        return None
    if not isinstance(given, list) or any(kind not in KINDS for kind in given):
        raise Refusal("table.bad_kinds", WRONG_FIELD, kinds=", ".join(KINDS))
    return [kind for kind in KINDS if kind in given]


def read_zone(wish: Fields) -> str:
    """Read a time zone, like Europe/Berlin."""
    zone = wish.text("zone", ZONE_LENGTH)
    if zone_named(zone) is None:
        raise Refusal("table.bad_zone", WRONG_FIELD)
    return zone
