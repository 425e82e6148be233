"""Me on my other devices: a code to scan or type, passkeys, and everything about me."""

import json
from collections.abc import Callable

from playwright.sync_api import expect

from tests.table.server_process import Server

from .axe import serious_in_both_schemes
from .guest import Guest

Invite = Callable[..., Guest]


def open_me(guest: Guest, token: str = "") -> None:
    guest.page.goto(f"{guest.address}/me{token}")
    expect(guest.page.get_by_role("heading", name="My devices")).to_be_visible()


def read_code(guest: Guest) -> str:
    guest.page.get_by_role("button", name="Make a code").click()
    guest.page.get_by_text("In another browser on this machine").click()
    return guest.page.locator("output:visible").inner_text()


def test_another_device_comes_by_a_code_and_plays(guests: Invite, server: Server) -> None:
    laptop, phone = guests(server, fresh=True), guests(server, fresh=True, size="phone")
    laptop.sit_down("halali", {"kind": "bot", "level": "calf"})
    open_me(laptop)
    assert serious_in_both_schemes(laptop.page) == []
    code = read_code(laptop)
    open_me(phone, f"#{code.lower()}")
    expect(phone.page.get_by_label("Code from the other device")).to_have_value(code.lower())
    phone.page.get_by_role("button", name="Join", exact=True).click()
    expect(phone.page.locator("li", has_text="this device")).to_be_visible()
    assert serious_in_both_schemes(phone.page) == []
    expect(laptop.page.locator(".came")).to_be_visible()
    expect(laptop.page.get_by_role("button", name="Drop", exact=False)).to_have_count(1)
    phone.page.get_by_role("link", name="To all games").click()
    phone.page.locator("#running ~ ul a").first.click()
    phone.page.locator(".table[data-seat='0']").wait_for()
    laptop.page.get_by_role("button", name="Drop", exact=False).click()
    laptop.page.get_by_role("dialog").get_by_role("button", name="Drop", exact=True).click()
    expect(laptop.page.get_by_role("button", name="Drop", exact=False)).to_have_count(0)
    phone.page.locator(".table:not([data-seat])").wait_for()


def test_a_passkey_leads_back(guests: Invite, server: Server) -> None:
    """With the authenticator that Chromium brings for tests; passkeys need a name, not a number."""
    laptop, tablet = guests(server, fresh=True), guests(server, fresh=True)
    for guest in (laptop, tablet):
        guest.address = guest.address.replace("127.0.0.1", "localhost")
    keys = laptop.context.new_cdp_session(laptop.page)
    keys.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    first = keys.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    open_me(laptop)
    laptop.page.get_by_role("button", name="Make a passkey").click()
    expect(laptop.page.get_by_role("button", name="Delete the passkey")).to_be_visible()
    made = keys.send("WebAuthn.getCredentials", {"authenticatorId": first["authenticatorId"]})

    others = tablet.context.new_cdp_session(tablet.page)
    others.send("WebAuthn.enable")
    second = others.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    others.send(
        "WebAuthn.addCredential",
        {"authenticatorId": second["authenticatorId"], "credential": made["credentials"][0]},
    )
    open_me(tablet)
    tablet.page.get_by_role("button", name="Come in with a passkey").click()
    expect(tablet.page.locator("#devices + ul > li")).to_have_count(2)
    expect(tablet.page.get_by_text("new: cannot drop others")).to_have_count(0)


def test_everything_about_me_is_saved_and_deleted(guests: Invite, server: Server) -> None:
    guest = guests(server, fresh=True)
    guest.sit_down("kuh_vadis", {"kind": "bot", "level": "calf"})
    open_me(guest)
    with guest.page.expect_download() as saved:
        guest.page.get_by_role("link", name="Save it as a file").click()
    told = json.loads(saved.value.path().read_text())
    assert told["tables"][0]["seats"][0]["name"] == "Anna"
    guest.page.get_by_role("button", name="Delete everything about me").click()
    dialog = guest.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Delete everything", exact=True).click()
    expect(dialog.get_by_text("Everything about you is deleted.")).to_be_visible()
    dialog.get_by_role("button", name="To all games").click()
    expect(guest.page.locator("article").first).to_be_visible()
    assert guest.context.cookies() == []
    assert guest.context.request.get(f"{guest.address}/api/tables").json() == {"tables": []}
