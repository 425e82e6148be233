"""The page as something that is installed: what opens without a server, what never comes from a
cache, and a new build that is put over an old one while a page is open."""

import json
import shutil
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from allmende.core.registry import known_games
from tests.table.server_process import LAZY, Server

from .conftest import AS_FOR_PEOPLE, PAGE
from .guest import Guest
from .test_learn import open_lesson, steps_in, take_step, tap
from .test_puzzles import open_puzzle, set_date

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const one of await (await caches.open(name)).keys()) kept.push(new URL(one.url).pathname);
  return kept;
}"""
LAID_IN = "() => localStorage.getItem('allmende.laid_in')?.split(' ')[0] ?? null"
"""Tells on which day everything was laid in."""
DAYS = 7
"""For so many days there are puzzles."""
AWAY = "No connection to the table"
OPEN = {"rules": "article h2", "learn": "[data-step='1']", "puzzle": ".puzzle [data-board] > *"}
"""What shows that a page is there whole."""
GO_ON = """path => { history.pushState(null, '', path); dispatchEvent(new Event('popstate')); }"""
"""Goes to another page as a link does, without loading the whole of it anew."""
SECOND_BUILD = "() => document.querySelector('script[type=module]')?.src.includes('b2-')"
ALLOWED = ("/assets/", "/api/games", "/api/texts/", "/api/lessons/", "/api/puzzles/", "/boards/")
BESIDE = ("/", "/manifest.webmanifest", "/icon-192.png")


def with_worker(guests: Callable[..., Guest], server: Server) -> Guest:
    """Invite somebody whose browser has got the worker ready."""
    guest = guests(server, fresh=True, service_workers="allow")
    guest.page.goto(guest.address)
    guest.page.wait_for_function(CONTROLLED)
    return guest


def after_one_visit(guests: Callable[..., Guest], server: Server) -> Guest:
    """Invite somebody who has seen the home page for as long as it takes to lay everything in."""
    guest = with_worker(guests, server)
    guest.wait_until(LAID_IN)
    return guest


def come_back(guest: Guest, server: Server) -> None:
    """Let the server come back while somebody looks at the home page. The word about it hides
    nothing for good."""
    guest.page.goto(guest.address)
    guest.look_with("phone")
    expect(guest.page.get_by_text(AWAY)).to_be_visible()
    guest.page.get_by_role("link", name="Privacy").click(trial=True)
    server.restart()
    expect(guest.page.get_by_text(AWAY)).not_to_be_visible()


def test_one_visit_is_enough_to_read_learn_and_puzzle_without_a_server(
    guests: Callable[..., Guest], own_server: Server
) -> None:
    guest = after_one_visit(guests, own_server)
    page = guest.page
    own_server.stop()
    for language in ("de", "nl", "en"):
        page.goto(f"{guest.address}/")
        page.locator("header select").first.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for game in known_games():
            for kind, shown in OPEN.items():
                page.evaluate(GO_ON, f"/{kind}/{game}")
                page.locator(shown).first.wait_for()
                expect(page.locator("html")).to_have_attribute("lang", language)
    come_back(guest, own_server)


def test_a_lesson_and_puzzles_of_a_week_are_played_without_a_server(
    guests: Callable[..., Guest], own_server: Server
) -> None:
    guest = after_one_visit(guests, own_server)
    page = guest.page
    own_server.stop()
    open_lesson(guest, "kuh_vadis")
    for _ in range(steps_in(guest)):
        take_step(guest, tap)
    expect(page.locator("[data-play]")).to_be_visible()
    page.locator("[data-play]").click()
    expect(page.get_by_role("alert").filter(has_text="cannot be reached")).to_be_visible()
    today = date.fromisoformat(page.evaluate(LAID_IN))
    for game, later in zip(known_games(), range(DAYS), strict=False):
        set_date(guest, today + timedelta(days=later))
        open_puzzle(guest, game)
        page.locator("[data-show]").click()
        expect(page.locator("[data-answer]")).to_be_visible()
    # What is not kept says so, and what only the server knows too.
    set_date(guest, today + timedelta(days=DAYS))
    page.goto(f"{guest.address}/puzzle/halali")
    expect(page.get_by_text("not kept on this device")).to_be_visible()
    set_date(guest, today)
    open_puzzle(guest, "halali")
    page.locator(".cell:not(.can)").first.click()
    expect(page.locator("[data-note]")).to_contain_text("only the server can say")
    come_back(guest, own_server)


def test_who_saves_data_loads_no_more_than_the_page(
    guests: Callable[..., Guest], own_server: Server
) -> None:
    guest = guests(own_server, fresh=True, service_workers="allow")
    tools = guest.context.new_cdp_session(guest.page)
    tools.send("Emulation.setDataSaverOverride", {"dataSaverEnabled": True})
    guest.home()
    assert guest.page.evaluate("navigator.connection.saveData") is True
    guest.page.wait_for_load_state("networkidle")
    guest.page.evaluate("() => new Promise(done => requestIdleCallback(done))")
    guest.page.wait_for_load_state("networkidle")
    assert guest.page.evaluate(KEPT) == []
    assert guest.page.evaluate("navigator.serviceWorker.getRegistration()") is None


def test_no_table_ever_comes_from_a_cache(guests: Callable[..., Guest], own_server: Server) -> None:
    guest = with_worker(guests, own_server)
    guest.play_bot("halali")
    guest.flip_or_move()
    guest.page.goto(guest.address)
    guest.page.wait_for_load_state("networkidle")
    kept = guest.page.evaluate(KEPT)
    assert len(kept) > 100
    assert [path for path in kept if not path.startswith(ALLOWED) and path not in BESIDE] == []
    for path in ("/api/tables", "/api/statistics", "/api/notices", "/api/keeping"):
        assert guest.page.evaluate("path => fetch(path).then(it => it.status)", path) == 200
    own_server.stop()
    for path in ("/api/tables", "/api/statistics", "/api/notices", "/api/keeping"):
        fetched = guest.page.evaluate("path => fetch(path).then(() => 'kept', () => 'none')", path)
        assert fetched == "none"
    own_server.restart()


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the page that a test may change."""
    folder = tmp_path / "page"
    shutil.copytree(PAGE.parent, folder)
    monkeypatch.setenv("ALLMENDE_PAGE", str(folder))
    return folder


@pytest.fixture
def house(tmp_path: Path, build: Path) -> Iterator[Server]:
    """A server that shows that copy."""
    server = Server(tmp_path / "data", LAZY, *AS_FOR_PEOPLE)
    yield server
    server.close()


def rename(folder: Path) -> None:
    """Give all assets other names, in every file that names them."""
    names = {path.name: f"b2-{path.name}" for path in (folder / "assets").iterdir()}
    texts = [path for path in folder.rglob("*") if path.suffix in (".js", ".css", ".html")]
    for path in texts:
        text = path.read_text(encoding="utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        if path.name == "worker.js":
            text = text.replace('"version":"', '"version":"b2')
        path.write_text(text, encoding="utf-8")
    for old, new in names.items():
        (folder / "assets" / old).rename(folder / "assets" / new)


def script(guest: Guest) -> str:
    found: str = guest.page.evaluate("document.querySelector('script[type=module]').src")
    return found


def test_a_new_build_comes_without_a_broken_page(
    guests: Callable[..., Guest], house: Server, build: Path
) -> None:
    guest = with_worker(guests, house)
    page = guest.page
    first = script(guest)
    rename(build)
    # The page that is open goes on with its own files, also with those that it has not loaded yet.
    page.get_by_role("link", name="Kuh Vadis: Rules").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name="To all games").first.click()
    assert script(guest) == first
    page.evaluate("navigator.serviceWorker.getRegistration().then(it => it.update())")
    expect(page.get_by_text("A new version of this page is here.")).to_be_visible()
    other = guest.context.new_page()  # somebody with two windows
    other.goto(guest.address)
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("button", name="Load it").click()
    page.wait_for_function(SECOND_BUILD)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("A new version of this page is here.")).to_have_count(0)
    other.get_by_role("link", name="Halali!: Rules").click()
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    other.close()
    # Both builds are kept, so that a window with the first one still finds all of it.
    kept = page.evaluate("caches.keys().then(it => it.filter(name => name.startsWith('files-')))")
    assert len(kept) == 2


def test_the_manifest_is_what_browsers_want() -> None:
    manifest = json.loads((PAGE.parent / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert {"maskable"} <= {icon.get("purpose") for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        path = PAGE.parent / icon["src"].strip("/")
        head = path.read_bytes()[:24]
        sizes = [int.from_bytes(head[at : at + 4], "big") for at in (16, 20)]
        assert icon["sizes"] == "x".join(map(str, sizes))
