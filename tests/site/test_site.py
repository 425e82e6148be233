"""The site that `make docs` has built, read in a browser that reaches nothing but this machine."""

import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from tests.browser.axe import serious_violations
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.guest import PATIENCE

SITE = Path("build/site")
DOORS = ("play", "host", "research", "design", "contribute")
LOOKED_FOR = {
    "exploitability": "openspiel.html",
    "SIGTERM": "hosting.html",
    "record_type": "reference/games.html",
    "auto_reset": "reference/env.html",
    "disguise": "write-a-game.html",
}
"""What somebody might look for, and a page that has it."""
LOOKED_AT = ("index.html", "players.html", "reference/matches.html", "examples/poppies.py.html")
SIZES = {"phone": (360, 640), "laptop": (1280, 720)}
FOREIGN = re.compile(
    r"""<(?:script|img|source|iframe|link)\b[^>]*?\b(?:src|href)="(?:https?:)?//"""
)


class Silent(SimpleHTTPRequestHandler):
    """A plain server of files."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    handler = partial(Silent, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Reader:
    """Somebody with a page before them, whose browser reaches this site and nothing else."""

    def __init__(self, browser: Browser, address: str, size: str, scheme: str) -> None:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
        )
        self.address, self.width = address, width
        self.foreign: list[str] = []
        self.errors: list[str] = []
        context.route("**/*", self.let_through)
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def let_through(self, route: Route) -> None:
        if route.request.url.startswith(self.address):
            route.continue_()
        else:
            self.foreign.append(route.request.url)
            route.abort()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_can_be_read(browser: Browser, address: str, size: str, scheme: str) -> None:
    reader = Reader(browser, address, size, scheme)
    for place in LOOKED_AT:
        reader.page.goto(address + place, wait_until="networkidle")
        wide = reader.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= reader.width, place
        assert serious_violations(reader.page) == [], place
    assert reader.foreign == []
    assert reader.errors == []


def test_what_is_looked_for_is_found(browser: Browser, address: str) -> None:
    reader = Reader(browser, address, "laptop", "light")
    field = reader.page.get_by_role("textbox", name="Search")
    for word, place in LOOKED_FOR.items():
        reader.page.goto(address)
        field.click()
        field.press_sequentially(word)
        expect(
            reader.page.locator(f".md-search-result__link[href*='{place}']").first
        ).to_be_visible()
    assert reader.foreign == []


def test_doors_lead_in(browser: Browser, address: str) -> None:
    reader = Reader(browser, address, "phone", "light")
    for door in DOORS:
        reader.page.goto(address)
        reader.page.get_by_role("article").get_by_role(
            "link", name=door.title(), exact=True
        ).click()
        expect(reader.page).to_have_url(f"{address}{door}.html")


def test_every_page_can_be_found() -> None:
    index = json.loads((SITE / "search/search_index.json").read_text("utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    pages = {str(page.relative_to(SITE)) for page in SITE.rglob("*.html")} - {"404.html"}
    assert pages == {place or "index.html" for place in found}
    assert len(pages) > 30


def test_nothing_comes_from_elsewhere() -> None:
    for page in SITE.rglob("*.html"):
        assert not FOREIGN.search(page.read_text("utf-8")), page
