"""The page as something that is installed: what opens without a server, what never comes from a
cache, and a new build that is put over an old one while a page is open."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.table.server_process import LAZY, Server

from .conftest import AS_FOR_PEOPLE, PAGE
from .guest import Guest

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const one of await (await caches.open(name)).keys()) kept.push(new URL(one.url).pathname);
  return kept;
}"""
SECOND_BUILD = "() => document.querySelector('script[type=module]')?.src.includes('b2-')"
ALLOWED = ("/assets/", "/api/games", "/api/texts/", "/api/lessons/", "/api/puzzles/", "/boards/")
BESIDE = ("/", "/manifest.webmanifest", "/icon-192.png")


def with_worker(guests: Callable[..., Guest], server: Server) -> Guest:
    """Invite somebody whose browser has got the worker ready."""
    guest = guests(server, fresh=True, service_workers="allow")
    guest.page.goto(guest.address)
    guest.page.wait_for_function(CONTROLLED)
    return guest


def test_what_was_read_opens_without_a_server(
    guests: Callable[..., Guest], own_server: Server
) -> None:
    guest = with_worker(guests, own_server)
    page = guest.page
    for path in ("/rules/halali", "/learn/halali", "/puzzle/halali"):
        page.goto(guest.address + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
    page.goto(guest.address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    own_server.stop()
    for path in ("/", "/rules/halali", "/rules/mischwald", "/learn/halali", "/puzzle/halali"):
        page.goto(guest.address + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(guest.address)
    expect(page.get_by_text("No connection to the table")).to_be_visible()
    own_server.restart()
    expect(page.get_by_text("No connection to the table")).not_to_be_visible()


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
