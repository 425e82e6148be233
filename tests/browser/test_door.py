"""Invitations name only addresses that work, and the door opens for the people in this house."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.table.server_process import Json, Server

from .axe import serious_violations
from .conftest import HOUSE
from .guest import Guest

PHONE = (360, 640)
NO_NETWORK: Json = {"state": "closed", "origins": [], "public": None, "yours": True}
SPILLS = "() => document.querySelector('dialog .content').scrollWidth > innerWidth"


def test_the_door_opens_for_a_guest_in_the_house_and_closes_again(
    guests: Callable[..., Guest], server: Server
) -> None:
    anna, bert = guests(server, size="phone"), guests(server, fresh=True)
    anna.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    anna.open_table("halali", "invite", names="Anna")
    codes, links = (
        anna.page.get_by_role("img", name="QR code"),
        anna.page.get_by_role("textbox", name="Link for seat"),
    )
    there = f"http://{HOUSE}:{server.port}"
    # Closed: nothing to scan or to send, but an offer that says what it means.
    dialog = anna.page.get_by_role("dialog")
    expect(dialog.get_by_text(there)).to_be_visible()
    expect(dialog.get_by_text("everybody in this network")).to_be_visible()
    expect(codes).to_have_count(0)
    expect(links).to_have_count(0)
    assert serious_violations(anna.page) == []
    # One step, by the keyboard, which stays where it is.
    anna.page.get_by_role("button", name="Open the door").press("Enter")
    expect(codes).to_be_visible()
    link = links.input_value()
    assert link.startswith(f"{there}/t/")
    expect(anna.page.get_by_role("button", name="Close the door")).to_be_focused()
    assert serious_violations(anna.page) == []
    assert not anna.page.evaluate(SPILLS)
    bert.join(link, "Bert")
    expect(dialog).to_have_count(0)
    anna.wait_for_turn_or_end()
    anna.flip_or_move()
    bert.wait_for_turn_or_end()
    # The door is found again at the table, and whoever came in by it is told.
    anna.page.get_by_role("button", name="Table and settings").click()
    anna.page.get_by_role("button", name="Close the door").click()
    expect(anna.page.get_by_role("button", name="Open the door")).to_be_focused()
    expect(bert.page.get_by_text(re.compile("closed the door")).first).to_be_visible()


def test_where_nobody_gets_in_the_page_says_what_to_do(guest: Guest) -> None:
    guest.page.route(
        "**/api/door",
        lambda route: route.fulfill(content_type="application/json", body=json.dumps(NO_NETWORK)),
    )
    guest.open_table("halali", "invite", names="Anna")
    dialog = guest.page.get_by_role("dialog")
    expect(dialog.get_by_text("Nobody else can get to this machine")).to_be_visible()
    expect(dialog.get_by_text("Connect it to the Wi-Fi")).to_be_visible()
    expect(dialog.get_by_role("button", name="Open the door")).to_have_count(0)
    expect(dialog.get_by_role("img", name="QR code")).to_have_count(0)
    assert serious_violations(guest.page) == []
    # Two browsers on one machine still work.
    assert guest.invitation().startswith("http://127.0.0.1:")
    guest.page.unroute("**/api/door")
