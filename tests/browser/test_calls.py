"""How the table calls its players: by sounds, which can be muted, and by notifications."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.table.clients import wait_for
from tests.table.server_process import Server

from .conftest import WHOLE_CHROMIUM, launched
from .guest import Guest
from .test_playing_together import two_by_link

KEEP_WHAT_SOUNDS = """
  window.sounded = 0;
  window.AudioContext = class extends AudioContext {
    constructor() { super(); window.instrument = this; }
  };
  const start = AudioScheduledSourceNode.prototype.start;
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const begin = kind.prototype.start ?? start;
    kind.prototype.start = function (...when) {
      window.sounded += 1;
      return begin.apply(this, when);
    };
  }
"""
NOTIFICATIONS = """async () => {
  const caller = await navigator.serviceWorker.getRegistration();
  return ((await caller?.getNotifications()) ?? []).map(call => [call.title, call.body]);
}"""
AS_ON_ANDROID = """
  const real = Notification;
  window.Notification = class {
    constructor() { throw new TypeError('Illegal constructor. Use showNotification() instead.'); }
    static get permission() { return real.permission; }
    static requestPermission() { return real.requestPermission(); }
  };
"""
"""There pages may not make notifications themselves."""
WINDOW_THAT_COMES = """async path => {
  const came = [];
  WindowClient.prototype.focus = async function () { came.push(this.url); return this; };
  await bringToFront(path);
  return came;
}"""
"""Focus needs the finger of a person: the window that would get it is told instead."""
LOOK_AWAY = """
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
"""
LOOK_BACK = LOOK_AWAY.replace("true, conf", "false, conf")


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """A browser with windows: the other kind shows no notifications."""
    yield from launched(driver, WHOLE_CHROMIUM)


def make_a_move(guest: Guest) -> int:
    """Make a move and wait for the next turn; return how many sounds there were before."""
    before = int(guest.page.evaluate("window.sounded"))
    assert guest.wait_for_turn_or_end()
    guest.flip_or_move()
    assert guest.wait_for_turn_or_end()
    return before


def move_in_silence(guest: Guest) -> None:
    """Make a move of which nothing is heard."""
    assert make_a_move(guest) == int(guest.page.evaluate("window.sounded"))


def test_a_move_is_heard_until_the_sound_is_off(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server, fresh=True)
    guest.page.add_init_script(KEEP_WHAT_SOUNDS)
    guest.play_bot("halali")
    for _ in range(2):
        guest.wait_until("before => window.sounded > before", arg=make_a_move(guest))
        # Who listens to nothing should not pay for it; the next move is heard all the same.
        guest.wait_until("() => window.instrument.state === 'suspended'")
    guest.page.get_by_role("button", name="Table and settings").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Sound").click()
    guest.page.keyboard.press("Escape")
    move_in_silence(guest)
    # The wish is remembered.
    guest.page.reload()
    guest.wait_for_table()
    move_in_silence(guest)


@pytest.mark.parametrize("wished", [True, False])
def test_who_looks_away_is_called_if_they_wish(
    guests: Callable[..., Guest], server: Server, wished: bool
) -> None:
    anna, bert = two_by_link(guests, server, "halali", fresh=True, service_workers="allow")
    bert.context.grant_permissions(["notifications"])
    bert.page.add_init_script(AS_ON_ANDROID)
    bert.page.reload()
    bert.wait_for_table()
    if wished:
        bert.page.get_by_role("button", name="Table and settings").click()
        bert.page.get_by_role("checkbox", name="Notify").check()
        bert.page.keyboard.press("Escape")
    assert bert.page.evaluate(NOTIFICATIONS) == []
    bert.page.evaluate(LOOK_AWAY)
    anna.flip_or_move()
    expect(bert.page).to_have_title("● Your turn · Halali!")
    if not wished:
        assert bert.page.evaluate(NOTIFICATIONS) == []
        return
    wait_for(lambda: bool(bert.page.evaluate(NOTIFICATIONS)))
    assert bert.page.evaluate(NOTIFICATIONS) == [["It is your turn.", "Halali!"]]
    [caller] = bert.context.service_workers
    table = bert.page.url.removeprefix(bert.address)
    assert caller.evaluate(WINDOW_THAT_COMES, table) == [bert.page.url]
    # Who has come back needs no call any more.
    bert.page.evaluate(LOOK_BACK)
    wait_for(lambda: not bert.page.evaluate(NOTIFICATIONS))
