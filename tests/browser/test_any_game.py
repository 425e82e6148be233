"""Games that have no drawing here: on the general board, or on the board that they bring."""

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.own_board import BROKEN, install
from tests.table.clients import Device
from tests.table.server_process import LAZY, Server

from .axe import serious_violations
from .conftest import AS_FOR_PEOPLE
from .guest import SIZES, Guest, Scheme
from .test_keyboard import start_with_keys, walk_to
from .test_pages import FINGER, TOO_SMALL

FOUR, SMALL = "four-in-a-row", "small"
FILES = ("examples/four_in_a_row.py", "tests/games/small/small_game.py")
OWN, TORN = "own-board", "torn-board"
FOUR_UPWARDS = "abababa"
SCROLLS = """() => { const page = document.documentElement;
                    return Math.max(page.scrollWidth - innerWidth,
                                    page.scrollHeight - innerHeight); }"""

Guests = Callable[..., Guest]


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with two games from files, and two from packages that bring boards."""
    site = tmp_path_factory.mktemp("site")
    install(site, OWN)
    install(site, TORN, BROKEN)
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    arguments = [word for file in FILES for word in ("--game", file)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        server = Server(tmp_path_factory.mktemp("table"), LAZY, *AS_FOR_PEOPLE, *arguments)
    server.lasting = True
    assert Device(server).get("/api/games").status == 200  # the page waits until they are loaded
    yield server
    server.close()


def drop(guest: Guest, column: str, row: int = 0) -> None:
    """Tap on a column of four in a row and wait for the disc."""
    before = guest.version
    at = "abcdefg".index(column)
    guest.page.locator(f'.cell[data-row="{row}"][data-column="{at}"]').click()
    guest.say_yes_if_asked(before)
    guest.wait_for_version(before + 1)


def fits(guest: Guest, *screens: tuple[str, Scheme], axe: bool = False) -> None:
    """Look at the page with screens, the last one of which stays: nothing is to be scrolled, and on
    a phone a finger finds everything."""
    for size, scheme in screens:
        guest.look_with(size, scheme)
        assert guest.page.evaluate(SCROLLS) <= 0, size
        assert guest.page.evaluate(TOO_SMALL, FINGER) == [] or size != "phone"
        assert not axe or serious_violations(guest.page) == [], size


def test_four_in_a_row_by_tap(guests: Guests, brought: Server) -> None:
    guest = guests(brought, has_touch=True)
    guest.open_table(FOUR, "device")
    guest.wait_for_table()
    phone: tuple[str, Scheme] = ("phone", "dark")
    wide: tuple[str, Scheme] = ("wide", "light")
    for turn, column in enumerate(FOUR_UPWARDS):
        # Two columns are filled by turns: each of them is tapped on both screens.
        fits(guest, *((phone, wide) if turn // 2 % 2 else (wide, phone)), axe=turn == 4)
        drop(guest, column, row=turn % 6)
        marked = guest.cells("last move")
        expect(marked).to_have_count(1)
        assert f"{column}{turn // 2 + 1}, piece of {'Bert' if turn % 2 else 'Anna'}" in str(
            marked.get_attribute("aria-label")
        )
    expect(guest.page.locator("dialog h2")).to_be_visible()
    for screen in (phone, wide):
        guest.look_with(*screen)
        assert serious_violations(guest.page) == [], screen


def test_four_in_a_row_with_the_keyboard_alone(guests: Guests, brought: Server) -> None:
    guest = guests(brought)
    start_with_keys(guest, FOUR)
    for turn, column in enumerate(FOUR_UPWARDS):
        walk_to(guest, 2, "abcdefg".index(column))
        guest.page.keyboard.press("Enter")
        if guest.is_asked(before=turn):
            guest.page.keyboard.press("Enter")
        guest.wait_for_version(turn + 1)
        name = "Bert" if turn % 2 else "Anna"
        told = guest.page.locator(f'.side .log li[data-version="{turn + 1}"]').first
        expect(told).to_have_text(f"{name} plays {column}.")
    expect(guest.page.locator("dialog h2")).to_be_visible()


def test_a_full_column_says_why_not(guests: Guests, brought: Server) -> None:
    guest = guests(brought, language="nl")
    guest.page.goto(brought.origin)
    guest.card(FOUR).locator(".ways button").nth(2).click()
    guest.page.locator("dialog button[type=submit]").click()
    guest.wait_for_table()
    for _ in range(6):
        drop(guest, "d")
    guest.page.locator('.cell[data-row="0"][data-column="3"]').click()
    expect(guest.page.locator(".note.reason")).to_contain_text("Kolom d is vol.")
    assert guest.version == 6


def test_all_moves_can_be_chosen_in_words(guests: Guests, brought: Server) -> None:
    guest = guests(brought)
    guest.open_table(FOUR, "device")
    guest.wait_for_table()
    guest.page.get_by_text("All moves in words (7)").click()
    guest.page.locator("details").get_by_role("button", name="Drop: c").click()
    guest.say_yes_if_asked(before=0)
    guest.wait_for_version(1)
    expect(guest.cells("c1, piece of Anna")).to_have_count(1)


def test_hidden_hands_on_every_screen(guests: Guests, brought: Server) -> None:
    guest = guests(brought, has_touch=True)
    guest.play_bot(SMALL)
    moves = 0
    while guest.wait_for_turn_or_end():
        hand = guest.page.get_by_role("region", name="Hand", exact=True)
        expect(hand.get_by_role("button", name="can be chosen")).to_have_count(
            hand.get_by_role("button").count()
        )
        # All screens at the beginning, then one after the other.
        for size in list(SIZES)[moves % len(SIZES) :][: 1 if moves else None]:
            guest.look_with(size)
            assert guest.page.evaluate(SCROLLS) <= 0, size
            if moves == 0:
                assert serious_violations(guest.page) == [], size
        before = guest.version
        hand.get_by_role("button").first.click()
        guest.say_yes_if_asked(before)
        guest.wait_for_version(before + 1)
        guest.wait_until("() => document.querySelector('.table[data-turn=true], dialog h2')")
        moves += 1
    assert moves > 0
    seen = [view for heard in guest.heard for view in heard.get("views", {}).values()]
    assert seen
    assert all(view["seat"] == 0 for view in seen)


def test_a_spectator_sees_no_hand_and_no_buttons(guests: Guests, brought: Server) -> None:
    guest = guests(brought)
    guest.sit_down(SMALL, {"kind": "bot", "level": "calf"})
    watcher = guests(brought)
    watcher.page.goto(guest.page.url)
    watcher.wait_for_table()
    expect(watcher.page.get_by_role("region", name="Hand", exact=True)).to_contain_text("none")
    expect(watcher.page.locator(".any button")).to_have_count(0)
    expect(watcher.page.locator(".any tbody tr")).to_have_count(2)
    assert serious_violations(watcher.page) == []


def test_a_game_brings_its_own_board(guests: Guests, brought: Server) -> None:
    guest = guests(brought)
    guest.home()
    expect(guest.card(OWN).locator("img")).to_have_attribute("src", f"/boards/{OWN}/cover.svg")
    guest.open_table(OWN, "device")
    guest.wait_for_table()
    board = guest.page.locator(".own-board")
    expect(board).to_have_attribute("data-discs", "0")
    expect(board.locator("button").first).to_have_css("border-radius", "24px")
    for turn, column in enumerate(FOUR_UPWARDS, start=1):
        name = "Anna" if turn % 2 else "Bert"
        board.get_by_role("button", name=f"{column} of {name}").click()
        if guest.is_asked(before=turn - 1):
            expect(guest.reads(f"into {column}")).to_be_visible()
            guest.page.locator("[data-confirm]").click()
        expect(board).to_have_attribute("data-discs", str(turn))
    expect(guest.page.locator("dialog h2")).to_be_visible()


def test_a_broken_board_gives_way_to_the_general_one(guests: Guests, brought: Server) -> None:
    guest = guests(brought)
    guest.open_table(TORN, "device")
    guest.wait_for_table()
    expect(guest.page.locator(".any .trouble")).to_contain_text("no paint left")
    drop(guest, "a")
    expect(guest.cells("a1, piece of Anna")).to_have_count(1)
    assert serious_violations(guest.page) == []
