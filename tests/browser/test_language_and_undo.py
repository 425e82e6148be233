"""Three languages at any time; undo that says how far it reaches; reasons for the impossible."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.table.server_process import Server

from .guest import Guest


def test_the_language_changes_at_any_time_and_is_remembered(guest: Guest) -> None:
    guest.share_device("halali", match="single")
    guest.flip_or_move()
    assert "turns up" in guest.log()[0]
    guest.page.get_by_role("banner").get_by_label("Language").select_option("nl")
    expect(guest.page.locator("html")).to_have_attribute("lang", "nl")
    expect(guest.page.locator(".side .log li").first).to_contain_text("draait")
    expect(guest.page.get_by_role("heading", name="Wat er gebeurde")).to_be_visible()
    guest.page.reload()
    guest.wait_for_table()
    expect(guest.page.locator("html")).to_have_attribute("lang", "nl")
    guest.page.get_by_role("banner").get_by_label("Taal").select_option("de")
    expect(guest.page.locator(".side .log li").first).to_contain_text("deckt")
    guest.page.goto(guest.address)
    expect(guest.page.get_by_role("heading", name="Ein Tisch für alle")).to_be_visible()


def test_the_language_of_the_browser_is_the_first_choice(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server, language="de-AT")
    guest.home()
    expect(guest.page.locator("html")).to_have_attribute("lang", "de")


def test_undo_says_how_far_it_reaches_and_takes_back(guest: Guest) -> None:
    guest.share_device("kuh_vadis")
    undo = guest.page.locator("[data-undo]")
    expect(undo).to_have_text("Undo")
    guest.page.get_by_role("button", name="Keep all").click()
    expect(undo).to_have_text("Take back 1 move")
    undo.click()
    expect(guest.page.get_by_role("button", name="Keep all")).to_be_visible()
    guest.wait_for_story(2)
    assert guest.version == 2
    assert "takes back" in guest.log()[-1]


def test_undo_stops_at_what_was_shown_and_says_so(guest: Guest) -> None:
    guest.share_device("halali", match="single")
    guest.flip_or_move()
    undo = guest.page.locator("[data-undo]")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)
    expect(guest.page.locator(".note")).to_contain_text("cannot be taken back")


def last_legal(guest: Guest) -> list[dict[str, Any]]:
    """Return the moves that the table offers now."""
    ((_, moves),) = guest.shown()["legal"].items()
    return list(moves)


def test_halali_asks_before_a_tile_is_turned_up_and_not_before_a_walk(guest: Guest) -> None:
    guest.share_device("halali", match="single")
    asked = guest.page.locator("[data-confirm]")
    while not any(move["data"]["do"] == "move" for move in last_legal(guest)):
        assert all(move["final"] for move in last_legal(guest))
        before = guest.version
        guest.cells("can be turned up").first.click()
        expect(asked).to_be_visible()
        assert guest.version == before
        asked.click()
        guest.wait_for_story(before + 1)
    before = guest.version
    walk = next(move for move in last_legal(guest) if move["data"]["do"] == "move")
    assert not walk["final"]
    guest.cells(f"{walk['data']['from']}, ").first.click()
    guest.cells(f"{walk['data']['to']}, ").first.click()
    guest.wait_for_story(before + 1)
    expect(asked).to_have_count(0)
    expect(guest.page.locator("[data-undo]")).to_have_text("Take back 1 move")


def test_kuh_vadis_asks_before_dice_are_thrown_and_not_before_they_are_kept(guest: Guest) -> None:
    guest.share_device("kuh_vadis")
    asked = guest.page.locator("[data-confirm]")
    kinds = {move["data"]["do"]: move["final"] for move in last_legal(guest)}
    assert kinds == {"reroll": True, "stop": False}
    guest.page.get_by_role("button", name="again").click()
    expect(asked).to_be_visible()
    assert guest.version == 0
    asked.click()
    guest.wait_for_story(1)
    guest.page.get_by_role("button", name="Keep all").click()
    guest.wait_for_story(2)
    expect(asked).to_have_count(0)


def wish_to_be_asked(guest: Guest, when: str) -> None:
    """Say in the menu before which moves the table asks."""
    guest.page.get_by_role("button", name="Table and settings").click()
    guest.page.get_by_label("Ask before a move").select_option(when)
    guest.page.keyboard.press("Escape")


def test_who_wishes_is_asked_always_or_never(guest: Guest) -> None:
    guest.share_device("kuh_vadis")
    asked = guest.page.locator("[data-confirm]")
    wish_to_be_asked(guest, "never")
    guest.page.get_by_role("button", name="again").click()
    guest.wait_for_story(1)
    expect(asked).to_have_count(0)
    wish_to_be_asked(guest, "always")
    guest.page.get_by_role("button", name="Keep all").click()
    expect(asked).to_be_visible()
    assert guest.version == 1
    asked.click()
    guest.wait_for_story(2)


def test_an_impossible_wish_gets_its_reason(guest: Guest) -> None:
    guest.share_device("halali", match="single")
    guest.cells("d4, empty").click()
    expect(guest.page.locator(".note")).to_have_text("There is nothing on d4.")
    guest.page.goto(guest.address)
    guest.share_device("kuh_vadis")
    guest.cells("start").first.click()
    expect(guest.page.locator(".note")).to_contain_text("is a start")
