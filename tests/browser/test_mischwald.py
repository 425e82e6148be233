"""Mischwald in a real browser: by tap and by keyboard from the deal and to the end, cards to read,
hands to hide."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.table.server_process import Server

from .axe import serious_violations
from .guest import OTHER_SCREENS, SCREENS, Guest
from .late import End, sit_down_late, sit_down_to_act
from .opposite import Opposite

OPENING = 14
CHOICE_OF_TWO, END_OF_FIVE = End(left=15, seed=24), End(left=17, seed=40)
"""Games that are nearly over: a handful of cards lies in the deck, with the third winter among
them. In the first one Anna has a choice of what a card brings her; in both it is her turn."""
COMFORTABLE_HAND = 7
CALVES = [{"kind": "bot", "level": "calf"}] * 4
PHASE = "() => document.querySelector('.prompt')?.dataset.phase ?? null"
OVERFLOW = """() => { const page = document.documentElement;
    return Math.max(page.scrollWidth - innerWidth, page.scrollHeight - innerHeight); }"""


def sit_down(guest: Guest, *others: dict[str, str]) -> str:
    """Open a table for Anna and others, go there, and return its address."""
    return guest.sit_down("mischwald", *others)


def hand_of(guest: Guest) -> Locator:
    """Find the cards in hand."""
    return guest.page.locator("[data-hand] button")


def decide(guest: Guest) -> str:
    """Make one decision by tap, and return what it was about."""
    before, made = guest.version, 1
    phase: str = guest.page.evaluate(PHASE)
    if phase == "mulligan":
        guest.page.locator("[data-answer=keep]").click()
    elif phase == "place":
        guest.page.locator(".forest button.can").last.click()
    elif phase == "pay":
        made = pay_backwards(guest)
    elif phase == "choice":
        answer_or_stop(guest)
    elif phase == "draw" or hand_of(guest).count() < COMFORTABLE_HAND:
        guest.page.locator("[data-deck]").click()
    else:
        play_dearest(guest)
    guest.say_yes_if_asked(before)
    guest.wait_for_version(before + made)
    return phase


def pay_backwards(guest: Guest) -> int:
    """Choose the cards to pay with from the last to the first: the order is nobody's business."""
    ((_, view),) = guest.shown()["views"].items()
    owed: int = view["playing"]["owed"]
    for card in guest.page.locator("[data-hand] button.can").all()[: -owed - 1 : -1]:
        card.click()
    return owed


def answer_or_stop(guest: Guest) -> None:
    """Say yes where that is enough; where cards are wanted, be content."""
    yes = guest.page.locator("[data-answer=yes]")
    (yes if yes.count() else guest.page.locator("[data-answer=no]")).click()


def play_dearest(guest: Guest) -> None:
    """Play from the last card in hand that has a use other than as a sapling."""
    for card in reversed(hand_of(guest).all()):
        card.click()
        uses = guest.page.locator("[data-use=play].possible")
        if uses.count():
            return uses.first.click()
    return guest.page.locator("[data-use=sapling]").click()


def test_against_a_bot_by_tap_from_the_deal_and_to_the_end(guest: Guest) -> None:
    sit_down(guest, *CALVES[:1])
    decisions: list[str] = []
    for _ in range(OPENING):
        assert guest.wait_for_turn_or_end()
        decisions.append(decide(guest))
    sit_down_late(guest, "mischwald", *CALVES[:1], end=CHOICE_OF_TWO)
    while guest.wait_for_turn_or_end():
        decisions.append(decide(guest))
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    expect(guest.page.get_by_text("The third winter has come.").first).to_be_visible()
    assert {"mulligan", "action", "draw", "pay", "choice"} <= set(decisions)
    # After the end everything is still there to be seen.
    guest.page.keyboard.press("Escape")
    trees = guest.page.locator(".forest .cards > li").count()
    assert trees > 1
    guest.page.locator("[data-forest='1']").click()
    expect(guest.page.locator("[data-forest='1']")).to_have_attribute("aria-selected", "true")
    expect(guest.page.locator("[data-deck]")).to_be_visible()


def press_on(guest: Guest, selector: str, times: int = 1) -> None:
    """Go to something with the Tab key and press it."""
    if not guest.has_focus(selector):
        guest.tab_to(selector)
    for _ in range(times):
        guest.page.keyboard.press("Enter")


def decide_with_keys(guest: Guest) -> str:
    """Make one decision with the keyboard alone: draw as long as there is room, then plant a
    sapling. Return what the announcer has to say of it."""
    phase: str = guest.page.evaluate(PHASE)
    if phase == "mulligan":
        press_on(guest, "[data-answer=keep]")
        return "Anna keeps the hand."
    if guest.page.locator("[data-deck].can").count():
        press_on(guest, "[data-deck]", times=2)
        return "Anna draws from the deck."
    press_on(guest, "[data-hand] button")
    press_on(guest, "[data-use=sapling]", times=2)
    return "Anna plants a sapling"


def decide_and_hear(guest: Guest) -> None:
    """Make one decision with the keyboard alone; it is told, and nothing needs scrolling."""
    before, sentence = guest.version, decide_with_keys(guest)
    guest.wait_for_version(before + 1)
    guest.wait_to_hear(sentence)
    assert guest.page.evaluate(OVERFLOW) <= 0


def test_five_with_the_keyboard_alone_on_a_phone_from_the_deal_and_to_the_end(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server, size="phone", has_touch=True)
    sit_down(guest, *CALVES)
    guest.listen()
    for _ in range(OPENING):
        assert guest.wait_for_turn_or_end()
        decide_and_hear(guest)
    assert guest.due["Anna keeps the hand."] == 1
    assert guest.due["Anna draws from the deck."] > 2
    assert guest.due["Anna plants a sapling"] > 0
    sit_down_late(guest, "mischwald", *CALVES, end=END_OF_FIVE)
    guest.due.clear()
    guest.listen()
    while guest.wait_for_turn_or_end():
        decide_and_hear(guest)
    assert guest.due
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    guest.wait_to_hear("Final score")


def split_card(guest: Guest) -> Locator:
    """Find a card with two halves in a hand that was just dealt."""
    for _ in range(5):
        sit_down(guest, *CALVES[:1])
        if guest.wait_for_turn_or_end() and guest.page.evaluate(PHASE) == "mulligan":
            decide(guest)
        guest.wait_for_turn_or_end()
        found = guest.page.locator("[data-hand] button[aria-label*='; '][aria-label*='symbol']")
        if found.count():
            return found.first
    raise AssertionError("five hands without a split card")


def test_an_impossible_wish_is_answered_with_the_reason(guest: Guest) -> None:
    split_card(guest).click()
    use = guest.page.locator("[data-use=play]").first
    expect(use).to_have_attribute("aria-disabled", "true")
    use.click(force=True)  # the page answers here too, though it says that this is not possible
    expect(guest.page.locator(".note.reason")).to_contain_text("There is no free slot")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Points"), ("de", "Punkte"), ("nl", "Punten")]
)
def test_a_card_can_be_read_in_every_language(
    guests: Callable[..., Guest], server: Server, language: str, words: str
) -> None:
    guest = guests(server, size="phone", language=language)
    sit_down(guest, *CALVES[:1])
    guest.wait_for_turn_or_end()
    hand_of(guest).last.click()
    guest.page.locator("[data-look]").click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog.locator("section").first).to_be_visible()
    assert "mischwald." not in dialog.inner_text()
    assert "rule." not in dialog.inner_text()
    guest.page.keyboard.press("Escape")
    hand_of(guest).first.focus()
    guest.page.keyboard.press("?")
    expect(dialog.locator("section").first).to_be_visible()
    # A species without points of its own is rare; one of six cards has them.
    guest.page.keyboard.press("Escape")
    texts = []
    for card in hand_of(guest).all():
        card.click(button="right")
        texts.append(dialog.inner_text())
        guest.page.keyboard.press("Escape")
    assert any(words in text for text in texts)


def test_the_points_on_the_cards_can_be_switched_off(guest: Guest) -> None:
    sit_down(guest, *CALVES[:1])
    for _ in range(60):
        assert guest.wait_for_turn_or_end()
        decide(guest)
        if guest.page.locator(".forest .coin").count():
            break
    switch = guest.page.get_by_role("button", name="Show the points on the cards")
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert guest.page.locator(".forest .coin").count() > 0
    switch.click()
    expect(guest.page.locator(".forest .coin")).to_have_count(0)
    guest.page.reload()
    guest.wait_for_table()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_every_size_is_accessible_and_needs_no_scrolling(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server, has_touch=True)
    sit_down_to_act(guest, "mischwald", *CALVES[:2], after=40)
    for screen, other in zip(SCREENS, OTHER_SCREENS, strict=True):
        guest.look_with(*screen)
        assert guest.page.evaluate(OVERFLOW) <= 0, screen
        assert serious_violations(guest.page) == [], screen
        hand_of(guest).first.click()
        guest.look_with(*other)
        assert guest.page.evaluate(OVERFLOW) <= 0, other
        assert serious_violations(guest.page) == [], other
        guest.page.locator("[data-look]").click()
        assert serious_violations(guest.page) == [], other
        guest.page.keyboard.press("Escape")
        guest.look_with(*screen)
        guest.page.get_by_role("button", name="Signs and rules").click()
        assert serious_violations(guest.page) == [], screen
        guest.page.keyboard.press("Escape")
        expect(guest.page.get_by_role("dialog")).to_have_count(0)
        if guest.page.locator("[data-look]").count():
            hand_of(guest).first.click()  # lays the card back


def test_hands_stay_behind_the_curtain_at_one_device(guest: Guest) -> None:
    guest.share_device("mischwald")
    curtain = guest.page.get_by_role("heading", name="Pass the device to")
    expect(curtain).to_be_visible()
    first = curtain.inner_text()
    expect(hand_of(guest)).to_have_count(0)
    guest.page.get_by_role("button", name="I am").click()
    expect(hand_of(guest)).to_have_count(6)
    cards = [card.get_attribute("aria-label") for card in hand_of(guest).all()]
    guest.page.locator("[data-answer=keep]").click()
    expect(curtain).to_be_visible()
    assert curtain.inner_text() != first
    expect(hand_of(guest)).to_have_count(0)
    shown = guest.page.locator("body").inner_html()
    assert not any(card in shown for card in cards if card)


def test_a_spectator_sees_forests_and_no_hand(guests: Callable[..., Guest], server: Server) -> None:
    anna, carla = guests(server), guests(server)
    url = sit_down(anna, *CALVES[:1])
    carla.page.goto(url)
    carla.wait_for_table()
    expect(carla.page.locator("[data-forest]")).to_have_count(2)
    expect(hand_of(carla)).to_have_count(0)
    carla.page.locator("[data-forest='1']").click()
    expect(carla.page.get_by_role("tabpanel", name="Bibi")).to_be_visible()
    assert anna.wait_for_turn_or_end()
    decide(anna)
    carla.wait_for_version(anna.version)


def test_a_card_tells_in_words_what_it_does_and_scores_before_it_is_played(
    guest: Guest, server: Server
) -> None:
    table = Opposite(server, "mischwald")
    state = table.sockets[0].state
    gains: list[dict[str, Any]] = []
    while not gains or state["views"]["0"]["phase"] != "action":
        table.move(1 if table.may(1) else 0, "play", "place", "pay")
        state = table.sockets[0].hear_version(table.version)
        gains = [gain for gain in state["views"]["0"]["gains"] if gain["points"] > 0]
    table.seat(guest)
    named = [card["card"] for card in state["views"]["0"]["players"][0]["hand"]]
    card = hand_of(guest).nth(named.index(gains[0]["card"]))
    # The mouse rests on the card: all of it in words, with what it would score.
    card.hover()
    preview = guest.page.locator("[data-preview]")
    expect(preview).to_contain_text("Symbol:")
    worth = f"would score {gains[0]['points']} point"
    expect(preview).to_contain_text(worth)
    assert guest.page.locator(".hand .name").first.inner_text() != ""
    card.click()
    expect(preview).to_have_count(0)
    use = guest.page.locator(f"[data-use]:not([aria-disabled=true])[aria-label*='{worth}']")
    expect(use.first).to_be_visible()
    expect(guest.page.locator(".prompt .verb").first).to_have_text(re.compile("Plant|Play"))
    table.close()
