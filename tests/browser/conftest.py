"""A server, a browser, and guests that come with a browser of their own."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.table.server_process import Server

from .guest import Guest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src/allmende/table/page/index.html"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AS_FOR_PEOPLE = ("--messages-per-second", "20")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all; each guest has a profile of its own in it."""
    assert CHROMIUM, "the tests of the page need Chromium: install the package chromium"
    assert PAGE.exists(), "the page is not built: run `make page`"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lives as long as the tests, with the limit that a page has to keep to."""
    server = Server(tmp_path_factory.mktemp("table"), *AS_FOR_PEOPLE)
    yield server
    server.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(tmp_path, *AS_FOR_PEOPLE)
    yield server
    server.close()


@pytest.fixture
def guests(browser: Browser) -> Iterator[Callable[..., Guest]]:
    """Make guests; after the test none of them may have seen an error of the page."""
    made: list[Guest] = []

    def make(server: Server, **wishes: Any) -> Guest:
        guest = Guest(browser, server.origin, **wishes)
        made.append(guest)
        return guest

    yield make
    for guest in made:
        guest.context.close()
    assert [trouble for guest in made for trouble in guest.troubles] == []


@pytest.fixture
def guest(guests: Callable[..., Guest], server: Server) -> Guest:
    """One guest at the shared server."""
    return guests(server)
