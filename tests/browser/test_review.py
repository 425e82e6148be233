"""Looking back at a game, hints in three steps, and the statistics of a device."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.table.clients import Device, bot, here, person
from tests.table.server_process import Server
from tests.table.test_table_review import review_of

from .axe import serious_violations
from .guest import PATIENCE, Guest
from .test_pages import FINGER, TOO_SMALL

COACH = 5 * PATIENCE
"""How long the coach may take on a busy machine: it looks at every move of a game."""
SINGLE = {"match": "single"}
BESIDE = "it => [it.scrollWidth - it.clientWidth, it.getBoundingClientRect().bottom - innerHeight]"


def lend(device: Device, guest: Guest) -> None:
    """Let a guest's browser be a device."""
    assert device.cookie is not None
    cookie = {"name": "allmende", "value": device.cookie, "url": guest.address}
    guest.context.add_cookies([cookie])  # type: ignore[list-item]


def look_back(guest: Guest, table: str) -> Locator:
    """Open a finished table and return its end screen."""
    guest.page.goto(f"{guest.address}/t/{table}")
    dialog = guest.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading").first).to_be_visible()
    return dialog


def wait_for_coach(dialog: Locator) -> None:
    """Wait until the coach has looked at the game."""
    expect(dialog.get_by_role("progressbar")).to_have_count(0, timeout=COACH)


@pytest.fixture(scope="session")
def server(brisk: Server) -> Server:
    """Where all of this happens: games are played out faster than any page would."""
    return brisk


@pytest.fixture(scope="session")
def halali(server: Server) -> tuple[Device, str]:
    """A finished game of Halali! with turning points, and the device that played it."""
    device = Device(server)
    while True:
        table = device.play_to_the_end("halali", [person("Anna"), here("Bert")], SINGLE)
        if review_of(device, table)["turning_points"]:
            return device, table


def test_the_end_of_a_game_tells_how_it_came_to_that(
    guest: Guest, server: Server, halali: tuple[Device, str]
) -> None:
    device, table = halali
    lend(device, guest)
    dialog = look_back(guest, table)
    review = device.get(f"/api/tables/{table}/review").json
    points = review["points"][-1]

    places = dialog.locator("ol li")
    expect(places).to_have_count(2)
    expect(places.first).to_contain_text(f"{max(points)} points")
    expect(places.first).to_contain_text("1.")
    total = dialog.get_by_role("table").get_by_role("row").last
    expect(total.get_by_role("cell")).to_have_text([str(it) for it in points])
    assert serious_violations(guest.page) == []

    dialog.get_by_role("tab", name="Course").click()
    chart = dialog.get_by_role("slider", name="Points")
    expect(chart).to_have_attribute("aria-valuetext", re.compile(f"Bert {points[1]}$"))
    rows = dialog.get_by_role("table", name="Points, move by move").get_by_role("row")
    expect(rows.last).to_contain_text(str(points[0]))
    chart.focus()
    guest.page.keyboard.press("Home")
    expect(chart).to_have_attribute("aria-valuetext", "Start: Anna 0, Bert 0")
    guest.page.keyboard.press("ArrowRight")
    expect(chart).to_have_attribute("aria-valuenow", "1")
    wait_for_coach(dialog)
    chances = dialog.get_by_role("slider", name="Chance to win")
    expect(chances).to_have_attribute("aria-valuetext", re.compile("100%"))
    assert serious_violations(guest.page) == []

    dialog.get_by_role("tab", name="Turning points").click()
    turns = device.get(f"/api/tables/{table}/review").json["turning_points"]
    expect(dialog.get_by_text("Better", exact=True)).to_have_count(len(turns))
    link = dialog.get_by_role("link", name="Look at this move").first
    expect(link).to_have_attribute("href", f"/t/{table}?turn={turns[0]['version']}")
    assert serious_violations(guest.page) == []
    link.click()
    expect(guest.page).to_have_url(re.compile(rf"/t/{table}\?turn={turns[0]['version']}$"))


def test_tabs_go_by_arrow_keys(guest: Guest, halali: tuple[Device, str]) -> None:
    device, table = halali
    lend(device, guest)
    dialog = look_back(guest, table)
    guest.tab_to("[role=tab]")
    guest.page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("tab", name="Course")).to_be_focused()
    expect(dialog.get_by_role("slider", name="Points")).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    guest.page.get_by_role("button", name="Result").click()
    expect(dialog).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_end_fits_a_phone(
    guests: Callable[..., Guest], server: Server, halali: tuple[Device, str], language: str
) -> None:
    device, table = halali
    guest = guests(server, size="phone", has_touch=True, language=language)
    lend(device, guest)
    dialog = look_back(guest, table)
    for tab in dialog.get_by_role("tab").all():
        tab.click()
        wait_for_coach(dialog)
        wide, _ = dialog.locator(".content").evaluate(BESIDE)
        assert wide <= 0, "nothing is cut off at the side"
        assert guest.page.evaluate(TOO_SMALL, FINGER) == []
        for act in dialog.locator("footer .button").all():
            _, below = act.evaluate(BESIDE)
            assert below <= 0, "what to do next is always in reach"


def test_a_game_without_points_and_its_rematch(guests: Callable[..., Guest], brisk: Server) -> None:
    device, guest = Device(brisk), guests(brisk)
    table = device.play_to_the_end("kuh_vadis", [person("Anna"), here("Bert")])
    lend(device, guest)
    dialog = look_back(guest, table)
    expect(dialog.get_by_role("tab")).to_have_count(2)
    wait_for_coach(dialog)
    expect(dialog.get_by_role("slider")).to_have_count(1)
    expect(dialog.get_by_role("table", name="Chance to win")).to_be_attached()
    assert serious_violations(guest.page) == []
    dialog.get_by_role("button", name="Play again").click()
    guest.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    guest.wait_for_table()
    expect(dialog).to_have_count(0)


def test_hints_in_three_steps_with_the_keyboard(guest: Guest, server: Server) -> None:
    device = Device(server)
    made = device.open_table("kuh_vadis", [person("Anna"), here("Bert")], {}, hints=True)
    lend(device, guest)
    guest.page.goto(f"{guest.address}/t/{made['id']}")
    guest.wait_for_table()
    panel = guest.page.get_by_role("group", name="What a strong player would do")
    guest.tab_to("[data-hint=nudge]")
    guest.page.keyboard.press("Enter")
    expect(panel).to_contain_text(re.compile("A strong player would|one of these"))
    expect(panel.locator(".best")).to_have_count(0)
    expect(guest.page.locator("[data-hint=move]")).to_be_focused()
    guest.page.keyboard.press("Enter")
    best = panel.locator(".best")
    expect(best).to_be_visible()
    said = guest.page.locator("[data-announcer]").filter(has_text="Recommended")
    expect(said).to_have_count(1)
    guest.page.locator("[data-hint=reason]").wait_for()
    guest.page.keyboard.press("Enter")
    expect(panel).to_contain_text("of the games that the coach imagines")
    assert serious_violations(guest.page) == []
    best.click()
    guest.say_yes_if_asked(before=0)
    guest.wait_for_version(1)
    expect(panel).to_have_count(0)
    expect(guest.page.locator("[data-hint=nudge]")).to_be_visible()


def test_no_hints_where_the_table_has_none(guest: Guest, server: Server) -> None:
    device = Device(server)
    made = device.open_table("kuh_vadis", [person("Anna"), here("Bert")])
    lend(device, guest)
    guest.page.goto(f"{guest.address}/t/{made['id']}")
    guest.wait_for_table()
    expect(guest.page.locator("[data-hint]")).to_have_count(0)


def test_my_statistics(guests: Callable[..., Guest], brisk: Server) -> None:
    device, guest = Device(brisk), guests(brisk)
    device.play_to_the_end("halali", [person("Anna"), bot("calf")], SINGLE)
    lend(device, guest)
    found = device.get("/api/statistics").json
    guest.home()
    guest.page.get_by_role("button", name="My statistics").click()
    dialog = guest.page.get_by_role("dialog")
    games = dialog.get_by_role("table", name="By game").get_by_role("row").last
    expect(games).to_contain_text("Halali!")
    expect(games.get_by_role("cell").nth(2)).to_have_text(str(found["games"][0]["best"]))
    expect(dialog.get_by_role("table", name="By opponent")).to_contain_text("Calf")
    assert serious_violations(guest.page) == []
    dialog.get_by_role("button", name="Forget all").click()
    assert serious_violations(guest.page) == []
    dialog.get_by_role("button", name="Yes, forget").click()
    expect(dialog).to_contain_text("No finished game counts yet")
    assert device.get("/api/statistics").json["played"] == 0
