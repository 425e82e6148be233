"""What is told beside the board: dice as pictures, cards by their names, and no word broken."""

import re

from playwright.sync_api import Route, expect

from .axe import serious_violations
from .guest import Guest

BERT = {"kind": "device", "name": "Bert"}
CARD = re.compile(r"“[a-z +]+ \(\d+\)”")
"""The name of a card: what it shows, and its points."""
BROKEN = """list => [...list.querySelectorAll('[role=tab]')].flatMap(tab => {
    const text = tab.firstChild, words = [...text.data.matchAll(/\\S+/g)];
    return words.filter(word => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1 || tab.scrollWidth > tab.clientWidth;
    }).map(([word]) => word); })"""
"""Lists the words on tabs that go on in another line, or do not fit into their tab."""


def test_the_log_of_kuh_vadis_shows_dice(guest: Guest) -> None:
    guest.sit_down("kuh_vadis", BERT)
    guest.page.get_by_role("button", name="Keep all").click()
    guest.wait_for_story(1)
    line = guest.page.locator(".side .log li").last
    expect(line.locator("svg").last).to_be_visible()
    state = next(message for message in reversed(guest.heard) if message["type"] == "state")
    dice = state["views"]["0"]["dice"]
    assert line.locator(".thrown svg").count() == len(dice)
    # Who listens hears what they show.
    expect(line.get_by_role("img", name=" ".join(dice))).to_be_visible()
    assert re.fullmatch(r"(Anna|Bert) stops with\s+\.", guest.log()[-1])


def test_cards_of_kuhfstein_go_by_their_names(guest: Guest) -> None:
    guest.sit_down("kuhfstein", BERT)
    guest.page.locator(".curtain button").click()
    guest.page.locator("ul[aria-label^='Hand'] button").first.click()
    note = guest.page.locator(".floating .note")
    expect(note).to_have_text(CARD)
    # Of two actions the second ends the turn, which cannot be taken back.
    cards = guest.page.locator("ul[aria-label^='Open cards'] button.can")
    cards.first.click()
    guest.wait_for_story(2)
    cards.first.click()
    expect(guest.page.locator(".bar .status")).to_have_text(CARD)


def test_no_word_on_a_tab_is_broken(guest: Guest) -> None:
    guest.sit_down("kuhfstein", {"kind": "bot", "level": "calf"})
    guest.page.get_by_role("button", name="Table and settings").click()
    guest.page.get_by_role("button", name="Give up").click()
    guest.page.get_by_role("button", name="Really give up").click()
    guest.resize(360, 640)
    tabs = guest.page.locator("dialog [role=tablist]")
    for language in ("en", "de", "nl"):
        speak(guest, language)
        tabs.locator("[data-tab=points]").wait_for()
        assert tabs.evaluate(BROKEN) == [], language


def test_no_comment_of_a_lesson_is_passed_over(guest: Guest) -> None:
    guest.page.goto(f"{guest.address}/learn/kuhfstein")
    guest.page.locator("[data-next]").click()
    expect(guest.reads("Step 2 of")).to_be_visible()
    # To press the lake begins the action and takes it: two moves, about which one thing is said.
    guest.page.locator("ul[aria-label^='Open tiles'] button", has_text="lake").click()
    # The announcer says the same for a while.
    expect(guest.page.locator("p.comment")).to_contain_text("Put the lake into the corner")
    expect(guest.reads("Step 3 of")).to_be_visible()


def test_the_home_page_says_what_is_wrong_with_a_game(guest: Guest) -> None:
    def break_one(route: Route) -> None:
        answer = route.fetch()
        broken = [{"name": "moss", "reason": "'moss' cannot be loaded: ImportError: no moss"}]
        route.fulfill(response=answer, json={**answer.json(), "broken": broken})

    guest.page.route("**/api/games", break_one)
    guest.home()
    expect(guest.page.get_by_role("note")).to_contain_text("ImportError: no moss")
    expect(guest.page.locator("article")).not_to_have_count(0)
    assert serious_violations(guest.page) == []
    guest.page.unroute("**/api/games")


def speak(guest: Guest, language: str) -> None:
    """Load the page anew in another language."""
    guest.page.evaluate(
        "it => localStorage.setItem('allmende.settings', JSON.stringify({language: it}))", language
    )
    guest.page.reload()
    expect(guest.page.locator("html")).to_have_attribute("lang", language)
