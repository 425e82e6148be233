"""A screen that everybody looks at stays awake as long as it is looked at, and fills all of the
glass if somebody wishes."""

from collections.abc import Iterator

import pytest

from tests.table.clients import LINK, Device
from tests.table.server_process import Server

from .tabs import Tab, Window

KEEP_LOCKS = """
  window.locks = [];
  const request = WakeLock.prototype.request;
  WakeLock.prototype.request = async function (kind) {
    const lock = await request.call(this, kind);
    window.locks.push(lock);
    return lock;
  };
"""
HELD = "window.locks.filter(lock => !lock.released).length"
FULL = "button[aria-label='Full screen']"
IS_FULL = f"""document.fullscreenElement !== null
    && document.querySelector("{FULL}[aria-pressed=true]") !== null"""
IS_SMALL = f"""document.fullscreenElement === null
    && document.querySelector("{FULL}[aria-pressed=false]") !== null"""


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    window = Window(tmp_path_factory.mktemp("profile"))
    yield window
    window.close()


def look_at(window: Window, server: Server, way: str) -> Tab:
    """Open a table on a screen or as a hand, in a browser that may keep the screen awake."""
    made = Device(server).open_table("halali", [LINK, LINK])
    tab = window.open_tab()
    tab.ask("Browser.grantPermissions", origin=server.origin, permissions=["wakeLockScreen"])
    tab.ask("Page.enable")
    tab.ask("Page.addScriptToEvaluateOnNewDocument", source=KEEP_LOCKS)
    tab.ask("Page.navigate", url=f"{server.origin}/{way}/{made['id']}")
    tab.wait_until("document.querySelector('[data-line=open]') !== null")
    return tab


@pytest.mark.parametrize("way", ["screen", "hand"])
def test_a_screen_stays_awake_while_it_is_looked_at(
    way: str, window: Window, server: Server
) -> None:
    tab = look_at(window, server, way)
    tab.wait_until(f"{HELD} === 1")
    window.open_tab()
    tab.wait_until("document.hidden")
    tab.wait_until(f"{HELD} === 0")
    tab.come_to_front()
    tab.wait_until("!document.hidden")
    tab.wait_until(f"window.locks.length === 2 && {HELD} === 1")
    # Somebody who goes back to the home page lets it sleep again.
    tab.evaluate("history.pushState(null, '', '/'), dispatchEvent(new Event('popstate'))")
    tab.wait_until("document.querySelector('article[data-game]') !== null")
    tab.wait_until(f"{HELD} === 0")


def test_one_button_fills_the_screen_and_gives_it_back(window: Window, server: Server) -> None:
    tab = look_at(window, server, "screen")
    tab.wait_until(IS_SMALL)
    tab.click(FULL)
    tab.wait_until(IS_FULL)
    tab.click(FULL)
    tab.wait_until(IS_SMALL)
    # The browser has ways of its own to leave it: the button knows.
    tab.click(FULL)
    tab.wait_until(IS_FULL)
    tab.evaluate("document.exitFullscreen()")
    tab.wait_until(IS_SMALL)
