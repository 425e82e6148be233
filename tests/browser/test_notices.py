"""Being called in Chromium with a real service worker: what is pushed is shown, and leads to the
table. Its push service cannot be reached from here, nor told to be another: a subscription to one
of our own takes its place, and the developer tools deliver to the worker what it was sent. With
nothing in between it is tried in Firefox (`test_called_in_firefox.py`)."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import CDPSession, Playwright, expect

from tests.table.clients import LINK, Device, person, wait_for
from tests.table.post_office import Browser, PostOffice
from tests.table.server_process import Server
from tests.table.test_table_notices import make_due

from .axe import serious_violations
from .conftest import WHOLE_CHROMIUM, launched
from .guest import SCREENS, Guest
from .test_calls import LOOK_AWAY, LOOK_BACK, NOTIFICATIONS

SUBSCRIBE_TO = """subscription => {
  const fake = {
    endpoint: subscription.endpoint,
    toJSON: () => subscription,
    unsubscribe: async () => { fake.gone = true; return true; },
  };
  PushManager.prototype.subscribe = async options => {
    window.asked = { visible: options.userVisibleOnly,
                     key: [...new Uint8Array(options.applicationServerKey)] };
    window.subscribed = fake;
    return fake;
  };
  PushManager.prototype.getSubscription = async () =>
    window.subscribed && !fake.gone ? window.subscribed : null;
}"""
"""Stands in for the push service of the browser, and for nothing else."""
SEEN = "fetch('/api/notices').then(it => it.json())"
WORKING = "navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Chromium]:
    """A browser with windows: the other kind shows no notifications."""
    yield from launched(driver, WHOLE_CHROMIUM)


def deliver(guest: Guest, message: Any) -> None:
    """Hand a message to the worker, as the push service of the browser would."""
    tools: CDPSession = guest.context.new_cdp_session(guest.page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    wait_for(lambda: bool(found) or bool(guest.page.evaluate("1") != 1))
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": guest.address, "registrationId": found[-1], "data": json.dumps(message)},
    )
    tools.detach()


def beside_anna(guests: Callable[..., Guest], house: Server, **wishes: Any) -> tuple[Device, Guest]:
    """Let somebody come with a browser to the table of somebody who has none."""
    anna, bert = Device(house), guests(house, fresh=True, **wishes)
    made = anna.open_table("halali", [person("Anna"), LINK])
    bert.join(f"{bert.address}{made['invites'][0]['url']}", "Bert")
    bert.wait_for_table()
    return anna, bert


def open_notices(guest: Guest) -> None:
    guest.page.get_by_role("button", name="Notifications").first.click()
    expect(guest.page.get_by_role("checkbox", name="It is my turn").first).to_be_visible()


def test_a_turn_is_pushed_shown_and_leads_to_the_table(
    guests: Callable[..., Guest], house: Server, office: PostOffice
) -> None:
    anna, bert = beside_anna(guests, house, service_workers="allow")
    table = bert.page.url.removeprefix(bert.address)
    phone = Browser(office.push, "phone")
    bert.context.grant_permissions(["notifications"])
    bert.page.goto(bert.address)
    wait_for(lambda: bool(bert.page.evaluate(WORKING)))
    bert.page.evaluate(SUBSCRIBE_TO, phone.subscription())
    open_notices(bert)
    bert.page.get_by_role("checkbox", name="Call me").check()
    expect(bert.page.get_by_role("checkbox", name="Call me")).to_be_checked()
    asked = bert.page.wait_for_function("window.asked").json_value()
    wait_for(lambda: bool(bert.page.evaluate(SEEN)["browsers"]))
    assert asked["visible"] is True
    assert len(asked["key"]) == 65
    bert.page.keyboard.press("Escape")
    with anna.sit(table.removeprefix("/t/")) as socket:
        socket.play_any(Random(1))
    [pushed] = office.push.wait_for(1)
    deliver(bert, pushed.message)
    wait_for(lambda: bool(bert.page.evaluate(NOTIFICATIONS)))
    assert bert.page.evaluate(NOTIFICATIONS) == [["Your turn", "Halali!: Anna has moved."]]
    # The same again, as after a death between sending and noting it, is one notification.
    deliver(bert, pushed.message)
    bert.page.wait_for_timeout(200)
    assert len(bert.page.evaluate(NOTIFICATIONS)) == 1
    [worker] = bert.context.service_workers
    opened = worker.evaluate(
        """async () => {
          const came = [];
          Clients.prototype.openWindow = async path => { came.push(path); return null; };
          const [call] = await self.registration.getNotifications();
          self.dispatchEvent(new NotificationEvent('notificationclick', { notification: call }));
          await new Promise(done => setTimeout(done, 300));
          return [came, (await self.registration.getNotifications()).length];
        }"""
    )
    assert opened == [[table], 0]


SUBSCRIBE = """wish => fetch('/api/notices/push', { method: 'POST', body: JSON.stringify(wish),
  headers: { 'content-type': 'application/json' } }).then(it => it.status)"""


def make_due_until_called(house: Server, office: PostOffice) -> None:
    """Let time pass until a call comes: a move may be made before the page has said that it is
    hidden, and then the call is put off for a minute."""

    def is_called() -> bool:
        make_due(house)
        return bool(office.push.pushed)

    wait_for(is_called)


def test_a_page_in_a_pocket_does_not_silence_its_reader(
    guests: Callable[..., Guest], house: Server, office: PostOffice
) -> None:
    anna, bert = beside_anna(guests, house)
    table = bert.page.url.rpartition("/")[2]
    phone = Browser(office.push, "phone").subscription()
    assert bert.page.evaluate(SUBSCRIBE, phone) == 200
    with anna.sit(table) as socket:
        heard = len(socket.heard)
        bert.page.evaluate(LOOK_AWAY)
        socket.play_any(Random(1))
        make_due_until_called(house, office)
        told = [it for it in socket.heard[heard:] if it["type"] == "players"]
        assert all(player["here"] for it in told for player in it["players"])
        # Who looks again is not called.
        bert.page.evaluate(LOOK_BACK)
        assert bert.wait_for_turn_or_end()
        bert.flip_or_move()
        socket.hear_until(lambda it: it["type"] == "state" and bool(it["legal"]))
        socket.play_any(Random(2))
        assert bert.wait_for_turn_or_end()
    assert len(office.push.pushed) == 1


def test_wishes_are_set_with_a_hand(
    guests: Callable[..., Guest], house: Server, office: PostOffice
) -> None:
    _, bert = beside_anna(guests, house)
    open_notices(bert)
    bert.page.get_by_role("checkbox", name="Something else at this table").check()
    here = bert.page.get_by_role("group", name="At this table")
    here.get_by_role("checkbox", name="A game is over").uncheck()
    expect(here.get_by_role("checkbox", name="A game is over")).not_to_be_checked()
    bert.page.get_by_role("checkbox", name="Quiet hours").check()
    bert.page.get_by_label("From", exact=True).fill("21:30")
    bert.page.get_by_label("To", exact=True).click()
    bert.page.get_by_label("Mail address").fill("bert@example.org")
    bert.page.get_by_role("button", name="Add").click()
    expect(bert.page.get_by_text("We have sent you a mail")).to_be_visible()
    assert serious_violations(bert.page) == []
    [mail] = office.mail.wait_for(1)
    link = next(word for word in mail.get_content().split() if "/confirm/" in word)
    page = bert.context.new_page()
    page.goto(link.replace("https://games.example", bert.address))
    page.get_by_role("button", name="Yes, send mails there").click()
    expect(page.get_by_role("status").first).to_contain_text("Confirmed")
    page.goto(link.replace("https://games.example", bert.address).replace("/confirm/", "/stop/"))
    page.get_by_role("button", name="Send no more mails").click()
    expect(page.get_by_role("alert").first).to_contain_text("not complete")
    page.close()
    seen = bert.page.evaluate(SEEN)
    assert seen["quiet"]["begin"] == 21 * 60 + 30
    assert seen["mailboxes"][0]["confirmed"] is True
    assert seen["tables"][0]["kinds"] == ["turn", "invitation", "mention"]


def test_the_dialog_fits_every_screen(guests: Callable[..., Guest], house: Server) -> None:
    guest = guests(house, fresh=True)
    guest.page.goto(guest.address)
    open_notices(guest)
    for size, scheme in SCREENS:
        guest.look_with(size, scheme)
        assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert serious_violations(guest.page) == []
