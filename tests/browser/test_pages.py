"""Every screen: no serious violation, no scrolling during a turn, fingers find what they press."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.table.server_process import Server

from .axe import serious_violations
from .guest import SIZES, Guest

FINGER = 44
TOO_SMALL = """least => [...document.querySelectorAll('button, a, select, input, summary')]
    .filter(it => it.checkVisibility() && !it.closest('label'))
    .map(it => [it.ariaLabel ?? it.textContent.trim(), it.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > 0 && Math.min(box.width, box.height) < least)
    .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


def games_of(guest: Guest) -> list[str]:
    """List the games on the home page, which the guest must have opened."""
    found: list[str] = guest.page.locator("article").evaluate_all(
        "cards => cards.map(card => card.dataset.game)"
    )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    guests: Callable[..., Guest], server: Server, scheme: str
) -> None:
    guest = guests(server, color_scheme=scheme)
    guest.home()
    assert serious_violations(guest.page) == []
    guest.card("halali").get_by_role("button", name="invite").click()
    assert serious_violations(guest.page) == []
    guest.page.get_by_role("button", name="Open the table").click()
    expect(guest.page.get_by_role("button", name="Open the door")).to_be_visible()
    assert serious_violations(guest.page) == []
    link = guest.invitation()
    other = guests(server, color_scheme=scheme)
    other.page.goto(link)
    expect(other.page.get_by_role("button", name="Sit down")).to_be_visible()
    assert serious_violations(other.page) == []
    guest.home()
    for game in games_of(guest):
        guest.play_bot(game)
        guest.wait_for_turn_or_end()
        assert serious_violations(guest.page) == [], game
    guest.play_bot("halali")
    guest.wait_for_turn_or_end()
    guest.flip_or_move()
    guest.wait_for_turn_or_end()
    assert serious_violations(guest.page) == []
    guest.page.get_by_role("button", name="Table and settings").click()
    assert serious_violations(guest.page) == []
    guest.page.get_by_role("button", name="Give up").click()
    guest.page.get_by_role("button", name="Really give up").click()
    expect(guest.page.get_by_role("link", name="Game file")).to_be_visible()
    assert serious_violations(guest.page) == []


@pytest.mark.parametrize("size", SIZES)
def test_no_scrolling_during_a_turn(
    guests: Callable[..., Guest], server: Server, size: str
) -> None:
    guest = guests(server, size=size, has_touch=True)
    guest.home()
    for game in games_of(guest):
        guest.play_bot(game)
        guest.wait_for_turn_or_end()
        overflow = guest.page.evaluate(
            """() => { const page = document.documentElement;
                       return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight]; }"""
        )
        assert max(overflow) <= 0, game
        outside = guest.page.evaluate(
            """() => [...document.querySelectorAll('.table button, .table a')]
                 .filter(it => it.checkVisibility() && !it.closest('.any'))
                 .map(it => [it.ariaLabel ?? it.textContent, it.getBoundingClientRect()])
                 .filter(([, box]) => box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5
                                      || box.bottom > innerHeight + 0.5)
                 .map(([name]) => name)"""
        )
        assert outside == [], game


def test_fingers_find_their_targets_on_a_phone(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server, size="phone", has_touch=True)
    guest.home()
    assert guest.page.evaluate(TOO_SMALL, FINGER) == []
    for game in games_of(guest):
        guest.play_bot(game)
        guest.wait_for_turn_or_end()
        assert guest.page.evaluate(TOO_SMALL, FINGER) == [], game


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
