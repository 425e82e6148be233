"""A server, a browser, and guests that come with a browser of their own."""

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.table.post_office import PostOffice
from tests.table.server_process import LAZY, Server

from .guest import PATIENCE, Guest, Scheme

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src/allmende/table/page/index.html"
WHOLE_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
"""The same engine without windows, where that is installed: it costs a quarter less."""
HOUSE = "127.0.0.2"
"""Plays the address of this machine in its network."""
AS_FOR_PEOPLE = ("--messages-per-second", "20", "--house-address", HOUSE)
FLAGS = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--disable-dev-shm-usage"]
FLAGS += ["--js-flags=--no-maglev --no-turbofan"]
"""The last one leaves out the compilers that make long work fast: they cost an eighth of what a
browser does, and no page lives long enough here to get it back."""


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """What starts browsers and speaks with them."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """One browser for all; each guest has a profile of its own in it."""
    yield from launched(driver, CHROMIUM)


def launched(driver: Playwright, program: str | None) -> Iterator[Browser]:
    """Start a browser, and close it in the end."""
    assert program, "the tests of the page need Chromium: install the package chromium"
    assert PAGE.exists(), "the page is not built: run `make page`"
    browser = driver.chromium.launch(executable_path=program, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lives as long as the tests, with the limit that a page has to keep to."""
    server = Server(tmp_path_factory.mktemp("table"), LAZY, *AS_FOR_PEOPLE)
    server.lasting = True
    yield server
    server.close()


@pytest.fixture
def office(tmp_path: Path) -> Iterator[PostOffice]:
    """A push service and a mail server of our own."""
    office = PostOffice(tmp_path)
    yield office
    office.close()


@pytest.fixture
def house(tmp_path: Path, office: PostOffice) -> Iterator[Server]:
    """A server that calls people through them."""
    server = Server(tmp_path / "data", LAZY, *AS_FOR_PEOPLE, *office.settings())
    yield server
    server.close()


@pytest.fixture(scope="session")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lives as long as the tests, at which moves are made faster than any page
    would."""
    server = Server(tmp_path_factory.mktemp("brisk"), LAZY)
    server.lasting = True
    yield server
    server.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(tmp_path, LAZY, *AS_FOR_PEOPLE)
    yield server
    server.close()


@pytest.fixture(scope="session")
def idle() -> dict[str, list[Guest]]:
    """Guests that have nothing to do, by what they wish for. To begin with a fresh profile costs
    twice as much, most of it before the page says anything."""
    return defaultdict(list)


@pytest.fixture
def guests(browser: Browser, idle: dict[str, list[Guest]]) -> Iterator[Callable[..., Guest]]:
    """Invite guests who have forgotten everything; whom a test changes for good comes `fresh`, as
    at a server that is not lasting. After the test nobody may have seen an error of the page."""
    invited: list[tuple[Guest, str | None]] = []

    def invite(
        host: Server,
        fresh: bool = False,
        size: str = "wide",
        scheme: Scheme = "light",
        **wishes: Any,
    ) -> Guest:
        alike = f"{host.origin} {sorted(wishes.items())}" if host.lasting and not fresh else None
        waiting = idle[alike] if alike else []
        guest = waiting.pop() if waiting else Guest(browser, host.origin, **wishes)
        invited.append((guest, alike))
        guest.look_with(size, scheme)
        return guest

    yield invite
    troubles = [trouble for guest, _ in invited for trouble in guest.troubles]
    for guest, alike in invited:
        if alike is None or troubles:
            guest.context.close()
        else:
            guest.wipe()
            idle[alike].append(guest)
    assert troubles == []


@pytest.fixture
def guest(guests: Callable[..., Guest], server: Server) -> Guest:
    """One guest at the shared server."""
    return guests(server)
