"""The first table of a game that nobody has compiled: the page says how far it is and goes on."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from allmende.core.rule import INTERPRETED
from tests.table.new_game import EXAMPLE, NEW_GAME, compiled_in, install, lazy_server
from tests.table.server_process import Server

from .guest import Guest

pytestmark = pytest.mark.skipif(INTERPRETED, reason="rules are interpreted in this run")

PATIENCE = 900_000
"""Milliseconds: compiling takes its time, and much more of it on a busy machine."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    install(monkeypatch, tmp_path, EXAMPLE.read_text())
    server = lazy_server(tmp_path)
    yield server
    server.close()


def test_the_page_shows_how_far_it_is_and_goes_on_by_itself(
    guests: Callable[..., Guest], server: Server
) -> None:
    anna, bert = guests(server), guests(server, language="nl")
    for guest in (anna, bert):
        guest.page.goto(server.origin)
        expect(guest.card(NEW_GAME)).to_be_visible(timeout=PATIENCE)
        guest.card(NEW_GAME).get_by_role("button").first.click()
    for guest, words in ((anna, "for the first time"), (bert, "voor het eerst")):
        bar = guest.card(NEW_GAME).get_by_role("progressbar", name=words)
        expect(bar).to_be_visible(timeout=PATIENCE)
        assert int(bar.get_attribute("max") or 0) > 1
        announced = guest.page.locator("[data-announcer]", has_text=words)
        expect(announced).to_have_attribute("aria-live", "polite")
    for guest in (anna, bert):
        guest.page.wait_for_url("**/t/*", timeout=PATIENCE)
    anna.wait_for_table()
    anna.page.locator("main button").first.click()
    confirm = anna.page.locator("[data-confirm]")
    confirm.or_(anna.page.locator('.table[data-version="1"]')).first.wait_for()
    if confirm.count():
        confirm.click()
    expect(anna.page.get_by_role("progressbar", name="bots are learning")).to_be_visible()
    anna.page.wait_for_selector('.table[data-version="2"]', timeout=PATIENCE)
    expect(anna.page.get_by_role("progressbar")).to_have_count(0)
    assert compiled_in(server) == ["table", "bots"]
