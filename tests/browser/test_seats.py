"""Sitting down, and coming with a phone: who holds a seat is told, and a link is good for one."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.table.clients import Device
from tests.table.server_process import Server
from tests.table.sitting import Sitting

from .axe import serious_violations
from .guest import Guest

SMALL = (360, 640)


def test_an_invitation_is_used_once(guests: Callable[..., Guest], server: Server) -> None:
    """Nothing is dealt before; and the second to come reads what happened and what to do."""
    anna, bert = guests(server), guests(server)
    anna.open_table("stieren_versieren", "invite", names="Anna")
    link = anna.invitation()
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("heading", name="Waiting for everybody")).to_be_visible()
    assert serious_violations(anna.page) == []
    anna.listen()
    bert.join(link, "Bert")
    expect(anna.page.locator(".evening")).to_be_visible()
    anna.wait_to_hear("Bert sits down on seat 2.")
    expect(anna.page.locator(".side .log li").nth(1)).to_contain_text("the hands are dealt")
    bert.wipe()
    bert.page.goto(link)
    bert.page.get_by_role("button", name="Sit down").click()
    expect(bert.page.get_by_role("alert")).to_contain_text("This invitation has been used")
    expect(bert.page.get_by_role("alert")).to_contain_text("Ask the host for a new one")


def come_as(guest: Guest, device: Device, table: Sitting) -> None:
    """Go to a table with the browser of somebody who sits there."""
    cookie = {"name": "allmende", "value": device.cookie or "", "url": guest.address}
    guest.context.add_cookies([cookie])  # type: ignore[list-item]
    guest.page.goto(f"{guest.address}/t/{table.id}")
    guest.wait_for_table()
    guest.listen()


def test_a_phone_comes_by_a_link(guests: Callable[..., Guest], server: Server) -> None:
    """The link is made by keyboard on a small screen, shown with a countdown, and told of."""
    table, anna, bert = Sitting(server).seat_all(), guests(server), guests(server)
    phone = guests(server, size="phone")
    come_as(anna, table.host, table)
    come_as(bert, table.guests[0], table)
    bert.resize(*SMALL)
    bert.page.get_by_role("button", name="Table and settings").click()
    bert.tab_to("[data-add-device]")
    bert.page.keyboard.press("Enter")
    dialog = bert.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Another device for Bert")
    expect(dialog.get_by_role("timer")).to_have_text(re.compile(r"for another (10:00|9:\d\d)"))
    bert.page.get_by_text("In another browser on this machine").click()
    assert serious_violations(bert.page) == []
    phone.page.goto(dialog.get_by_label("Link for your other device").input_value())
    phone.page.get_by_role("button", name="Use this device").click()
    phone.wait_for_table()
    expect(phone.table).to_have_attribute("data-seat", "1")
    expect(dialog).to_have_count(0)
    anna.wait_to_hear("Bert plays with one more device.")
    expect(anna.page.locator(".side .log li").last).to_have_text("Bert plays with one more device.")
    # If that was not Bert's phone, it is dropped again.
    bert.page.get_by_role("button", name="Table and settings").click()
    bert.page.get_by_role("button", name="Drop the other devices").click()
    expect(phone.reads("You are watching")).to_be_visible()


def test_the_table_is_asked_about_a_hand(guests: Callable[..., Guest], server: Server) -> None:
    """Cleo is away: the host proposes somebody else, and who is asked finds the question."""
    table, anna, bert = Sitting(server, 2).begin(), guests(server), guests(server)
    come_as(anna, table.host, table)
    come_as(bert, table.guests[0], table)
    bert.resize(*SMALL)
    anna.page.get_by_role("button", name="Table and settings").click()
    anna.page.get_by_role("button", name="Propose somebody else").last.click()
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("group", name="A proposal")).to_contain_text("Still asked: Bert")
    bert.wait_to_hear("The host proposes to give the seat of Cleo")
    assert serious_violations(bert.page) == []
    bert.page.get_by_role("button", name="I agree").click()
    expect(anna.page.get_by_role("button", name="Invite")).to_be_visible()
    expect(anna.page.get_by_role("group", name="A proposal")).to_have_count(0)
    anna.page.get_by_role("button", name="Invite").click()
    assert "#" in anna.invitation()
