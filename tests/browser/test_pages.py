"""Every screen: no serious violation, no scrolling during a turn, fingers find what they press."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from allmende.core.registry import known_games
from tests.table.server_process import Server

from .axe import serious_in_both_schemes
from .guest import SIZES, Guest

CALF = {"kind": "bot", "level": "calf"}
FINGER = 44
TOO_SMALL = """least => [...document.querySelectorAll('button, a, select, input, summary')]
    .filter(it => it.checkVisibility() && !it.closest('label'))
    .map(it => [it.ariaLabel ?? it.textContent.trim(), it.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > 0 && Math.min(box.width, box.height) < least)
    .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
OVERFLOW = """() => { const page = document.documentElement;
    return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight]; }"""
OUTSIDE = """() => [...document.querySelectorAll('.table button, .table a')]
    .filter(it => it.checkVisibility() && !it.closest('.any'))
    .map(it => [it.ariaLabel ?? it.textContent, it.getBoundingClientRect()])
    .filter(([, box]) => box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5
                         || box.bottom > innerHeight + 0.5)
    .map(([name]) => name)"""


def test_axe_finds_nothing_serious(guests: Callable[..., Guest], server: Server) -> None:
    guest, other = guests(server), guests(server)
    guest.home()
    assert serious_in_both_schemes(guest.page) == []
    guest.card("halali").get_by_role("button", name="invite").click()
    assert serious_in_both_schemes(guest.page) == []
    guest.page.get_by_role("button", name="Open the table").click()
    expect(guest.page.get_by_role("button", name="Open the door")).to_be_visible()
    assert serious_in_both_schemes(guest.page) == []
    link = guest.invitation()
    other.page.goto(link)
    expect(other.page.get_by_role("button", name="Sit down")).to_be_visible()
    assert serious_in_both_schemes(other.page) == []
    guest.sit_down("halali", CALF)
    guest.wait_for_turn_or_end()
    guest.flip_or_move()
    guest.wait_for_turn_or_end()
    assert serious_in_both_schemes(guest.page) == []
    guest.page.get_by_role("button", name="Table and settings").click()
    assert serious_in_both_schemes(guest.page) == []
    guest.page.get_by_role("button", name="Give up").click()
    guest.page.get_by_role("button", name="Really give up").click()
    expect(guest.page.get_by_role("link", name="Game file")).to_be_visible()
    assert serious_in_both_schemes(guest.page) == []


@pytest.mark.parametrize("game", known_games())
def test_a_table_fits_every_screen_and_everybody_can_use_it(
    guests: Callable[..., Guest], server: Server, game: str
) -> None:
    guest = guests(server, has_touch=True)
    guest.sit_down(game, CALF)
    guest.wait_for_turn_or_end()
    for size in SIZES:
        guest.look_with(size)
        assert max(guest.page.evaluate(OVERFLOW)) <= 0, size
        assert guest.page.evaluate(OUTSIDE) == [], size
        if size == "phone":
            assert guest.page.evaluate(TOO_SMALL, FINGER) == []
    assert serious_in_both_schemes(guest.page) == []


def test_fingers_find_their_targets_on_the_home_page_of_a_phone(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server, size="phone", has_touch=True)
    guest.home()
    assert guest.page.evaluate(TOO_SMALL, FINGER) == []


def test_the_page_stays_at_home(guests: Callable[..., Guest], server: Server) -> None:
    """Nothing is asked of any other server, and the policy blocks nothing of ours."""
    guest = guests(server, fresh=True)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.play_bot("kuh_vadis")
    guest.wait_for_turn_or_end()
    assert asked
    assert all(url.startswith((guest.address, "data:")) for url in asked)


def test_the_switch_of_light_and_dark_is_remembered(guest: Guest) -> None:
    guest.home()
    switch = guest.page.get_by_role("button", name="Light or dark")
    switch.click()
    switch.click()
    expect(guest.page.locator("html")).to_have_attribute("data-theme", "dark")
    guest.page.reload()
    expect(guest.page.locator("html")).to_have_attribute("data-theme", "dark")
