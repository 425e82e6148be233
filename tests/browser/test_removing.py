"""Tables are removed after a question, and the page says what is kept and for how long."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.table.server_process import Server

from .axe import serious_violations
from .guest import SIZES, Guest, Scheme
from .test_pages import FINGER, OVERFLOW, TOO_SMALL

HERE = {"kind": "device", "name": "Bert"}
ANNA, LINK = {"kind": "me", "name": "Anna"}, {"kind": "link"}
QUESTIONS = {
    "en": ("Remove all …", "Remove everything?", "Cancel"),
    "de": ("Alle entfernen …", "Alles entfernen?", "Abbrechen"),
    "nl": ("Alle verwijderen …", "Alles verwijderen?", "Annuleren"),
}
PRIVACY = {
    "en": ("Privacy", "For how long", "this server deletes nothing by itself"),
    "de": ("Datenschutz", "Wie lange", "Von selbst löscht dieser Server nichts"),
    "nl": ("Privacy", "Hoe lang", "uit zichzelf wist deze server niets"),
}


def test_tables_are_removed_by_keyboard_and_pointer(
    guests: Callable[..., Guest], server: Server
) -> None:
    anna, bert = guests(server), guests(server)
    for game in ("halali", "kuh_vadis"):
        anna.sit_down(game, HERE)
    made = anna.context.request.post(
        f"{server.origin}/api/tables",
        data={"game": "halali", "seats": 2, "players": [ANNA, LINK]},
        headers={"origin": server.origin},
    ).json()
    bert.join(f"{server.origin}{made['invites'][0]['url']}", "Bert")
    anna.home()
    page, dialog = anna.page, anna.page.get_by_role("dialog")
    rows = page.locator("section[aria-labelledby=running] li")
    expect(rows).to_have_count(3)
    anna.listen()
    page.get_by_role("button", name="Remove Kuh Vadis, at this device").focus()
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("The whole table is deleted")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Remove Kuh Vadis, at this device")).to_be_focused()
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Remove", exact=True).press("Enter")
    expect(rows).to_have_count(2)
    anna.wait_to_hear("Removed.")
    expect(page.get_by_role("heading", name="Your tables")).to_be_focused()
    page.get_by_role("button", name="Remove all …").click()
    assert serious_violations(page) == []
    dialog.get_by_role("button", name="Remove everything").click()
    expect(dialog).to_contain_text("One game stays")
    dialog.get_by_role("button", name="Close").last.click()
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Remove Halali!").click()
    expect(dialog).to_contain_text("Others are still playing")
    expect(dialog.get_by_role("button", name="Remove", exact=True)).to_have_count(0)


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("de", "dark"), ("nl", "light")])
def test_the_question_and_the_page_are_there_in_every_language(
    guests: Callable[..., Guest], server: Server, language: str, scheme: Scheme
) -> None:
    guest = guests(server, language=language)
    guest.sit_down("halali", HERE)
    guest.home()
    ask, question, no = QUESTIONS[language]
    guest.look_with("phone")
    guest.page.get_by_role("button", name=ask).click()
    expect(guest.page.get_by_role("heading", name=question)).to_be_visible()
    guest.page.get_by_role("button", name=no).click()
    assert guest.page.evaluate(TOO_SMALL, FINGER) == []
    assert guest.page.evaluate(OVERFLOW)[0] <= 0
    title, heading, sentence = PRIVACY[language]
    guest.page.locator("footer").get_by_role("link", name=title).click()
    expect(guest.page.get_by_role("heading", name=title, level=1)).to_be_visible()
    expect(guest.page.locator("#content")).to_be_focused()
    expect(guest.page.get_by_role("heading", name=heading)).to_be_visible()
    expect(guest.reads(sentence)).to_be_visible()
    for size in SIZES:
        guest.look_with(size)
        assert guest.page.evaluate(OVERFLOW)[0] <= 0, size
    guest.look_with("phone", scheme)
    assert serious_violations(guest.page) == []
    guest.page.reload()
    expect(guest.page.get_by_role("heading", name=title, level=1)).to_be_visible()
