"""A phone of 360 by 640 late in a game, and names on larger screens: nothing is cut, and nothing
lies out of sight that fits."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

import allmende
from allmende.core.file import read, write
from allmende.core.match import Match
from tests.table.clients import Device, bot, person
from tests.table.server_process import Server
from tests.table.test_table_branch import begin
from tests.table.test_table_replay import open_file

from .guest import Guest
from .test_review import lend

PHONE = (360, 640)
RECORDED = Path(__file__).parents[1] / "games"
CUT = """root => [...document.querySelectorAll(root)].filter(it => it.checkVisibility())
    .filter(it => it.scrollWidth > it.clientWidth + 1).map(it => it.textContent.trim())"""
"""Lists what is wider than the room it has."""
PANELS = """() => [...document.querySelectorAll('[data-player] .more')].filter(panel => {
    const edge = panel.getBoundingClientRect().right + 1;
    const isCut = it => it.scrollWidth > it.clientWidth + 1 && it.matches('.more > :first-child');
    return [...panel.querySelectorAll('*')].some(it => it.checkVisibility()
        && !it.closest('.unseen, .status, .bag, .word')
        && (isCut(it) || it.getBoundingClientRect().right > edge));
    }).map(panel => panel.textContent)"""
"""Lists the panels of players that show less than they should."""
BROKEN = """root => [...document.querySelectorAll(root)].filter(it => it.checkVisibility())
    .flatMap(it => [...it.firstChild.data.matchAll(/[^\\s\u00ad-]+/g)].filter(word => {
        const range = document.createRange();
        const line = at => { range.setStart(it.firstChild, at); range.setEnd(it.firstChild, at + 1);
            return Math.round([...range.getClientRects()].at(-1).top); };
        return line(word.index) !== line(word.index + word[0].length - 1);
    }).map(([word]) => word))"""
"""Lists the words that go on in another line, other than between their syllables."""
UNREADABLE = """names => names.filter(it => it.scrollWidth > it.clientWidth + 1
    || it.scrollHeight > it.clientHeight + 2 || parseFloat(getComputedStyle(it).fontSize) < 8)
    .map(it => `${it.textContent} ${getComputedStyle(it).fontSize}`)"""
"""Lists the names that are cut, or too small to be read."""
HOARD = 20
HIDDEN = "it => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight]"


def by_chance(game: str, seats: int, plies: int) -> str:
    """Return the file of a game that chance has played."""
    match, chance = allmende.new(game, seats=seats, seed=5), Random(5)
    while len(match.moves) < plies and not match.over:
        match.play(chance.choice(match.legal(match.to_act[0])))
    return write(match)


def recorded(game: str, name: str) -> str:
    """Return the file of a game that is kept here."""
    return (RECORDED / game / "recorded" / f"{name}.allmende").read_text("utf-8")


@pytest.fixture
def seated(server: Server) -> Callable[..., str]:
    """Let somebody sit down with a phone in the middle of a game; return the name of its file."""
    device = Device(server)

    def sit(guest: Guest, text: str, before_end: int, language: str = "en") -> str:
        made = str(open_file(device, text).json["id"])
        match = read(text.encode(), Match)
        step = len(match.moves) - before_end
        seat = match.game.to_act(match.record_at(step))[0]
        players = [bot() for _ in range(match.seats)]
        players[seat] = person("Friedrich-Wilhelm")
        opened = begin(device, match.game.name, players, {"file": made, "step": step, "line": ""})
        assert opened.status == 201, opened.content
        lend(device, guest)
        guest.page.goto(f"{guest.address}/healthz")
        guest.page.evaluate(
            "it => localStorage.setItem('allmende.settings', JSON.stringify({language: it}))",
            language,
        )
        guest.resize(*PHONE)
        guest.page.goto(f"{guest.address}{opened.json['url']}")
        guest.wait_for_table()
        return made

    return sit


@pytest.fixture
def late(guest: Guest, seated: Callable[..., str]) -> Callable[..., str]:
    """Sit down in the middle of a game."""
    return partial(seated, guest)


def test_halali_late(guest: Guest, late: Callable[..., str]) -> None:
    late(recorded("halali", "return-match"), 4, "de")
    panel = guest.page.locator("[data-player]").first.bounding_box()
    assert panel is not None
    # Two players share the width, whatever is in their bags.
    assert panel["width"] > PHONE[0] * 0.4
    assert guest.page.evaluate(PANELS) == []


def test_kuhfstein_late(guest: Guest, late: Callable[..., str]) -> None:
    late(recorded("kuhfstein", "greedy-4-goal"), 12)
    assert guest.page.evaluate(PANELS) == []
    assert max(guest.page.locator(".zoom").evaluate(HIDDEN)) <= 0
    guest.page.locator("[data-tab]").last.click()
    for size in (PHONE, (600, 640), (690, 650)):
        guest.resize(*size)
        assert guest.page.locator("[role=tabpanel] > .panel").evaluate(HIDDEN)[0] <= 0, size


def test_a_finger_first_comes_closer_to_small_fields(
    guests: Callable[..., Guest], server: Server, seated: Callable[..., str]
) -> None:
    guest = guests(server, has_touch=True, is_mobile=True)
    seated(guest, recorded("kuhfstein", "greedy-4-goal"), 12)
    zoom = guest.page.locator(".zoom")
    assert zoom.get_attribute("data-zoom") == "1.00"
    field = guest.page.locator(".cell").nth(20)
    field.tap()
    expect(zoom).not_to_have_attribute("data-zoom", "1.00")
    box = field.bounding_box()
    assert box is not None
    assert box["width"] >= 32
    assert guest.page.locator(".floating .note").count() == 0


@pytest.mark.parametrize("language", ["de", "nl"])
def test_stieren_versieren_late(guest: Guest, late: Callable[..., str], language: str) -> None:
    late(recorded("stieren_versieren", "last_cow_4"), 20, language)
    assert guest.page.evaluate(PANELS) == []
    assert guest.page.evaluate(CUT, ".ground .name") == []


def test_mischwald_late(guest: Guest, late: Callable[..., str]) -> None:
    made = late(by_chance("mischwald", 5, 200), 0, "nl")
    assert guest.page.evaluate(PANELS) == []
    assert guest.page.evaluate(BROKEN, ".half .name") == []
    guest.page.goto(f"{guest.address}/r/{made}?turn=200")
    forest = guest.page.locator(".replay .forest")
    forest.wait_for()
    box = forest.bounding_box()
    assert box is not None
    # More than one row of trees is in sight.
    assert box["height"] > 84
    assert guest.page.evaluate(CUT, "[data-where]") == []
    eyes = guest.page.get_by_role("combobox", name="ogen").bounding_box()
    assert eyes is not None
    assert eyes["width"] > 120


def test_the_clearing_of_mischwald_lies_in_sight(guest: Guest, late: Callable[..., str]) -> None:
    late(by_chance("mischwald", 2, 190), 0)
    clearing = guest.page.locator("[data-clearing]")
    cards = clearing.locator("li").count()
    # More than five need a finger's width each.
    assert cards == 5
    assert clearing.evaluate(HIDDEN)[0] <= 0


def of_a_hoarder() -> str:
    """Return the file of a game of which a player holds twenty cards: all take cards while they
    can."""
    match, chance = allmende.new("kuhfstein", seats=2, seed=5), Random(5)
    while len(match.view(match.to_act[0])["players"][match.to_act[0]]["hand"]) < HOARD:
        legal = match.legal(match.to_act[0])
        cards = [move for move in legal if move.data["do"] == "card" or "card" in move.data]
        match.play(chance.choice(cards or legal))
    return write(match)


def test_a_hand_of_twenty_cards_is_whole(guest: Guest, late: Callable[..., str]) -> None:
    late(of_a_hoarder(), 0, "de")
    guest.page.locator("[data-tab]").nth(2).click()
    cards = guest.page.locator(".hand-row li")
    expect(cards).to_have_count(HOARD)
    assert guest.page.locator(".hand-row").evaluate(HIDDEN)[1] <= 0
    for size in (PHONE, (820, 1180)):
        guest.resize(*size)
        last, row = cards.last.bounding_box(), guest.page.locator(".hand-row").bounding_box()
        assert last is not None
        assert row is not None
        assert last["y"] + last["height"] <= row["y"] + row["height"] + 1, size
        assert last["width"] > 30, size


def test_what_a_button_says_stays_in_it(guest: Guest, late: Callable[..., str]) -> None:
    late(recorded("kuhfstein", "greedy-2-goal"), 155, "de")
    expect(guest.page.locator(".row .button")).to_have_text("Austauschen")
    assert guest.page.evaluate(CUT, ".row .button") == []


def test_names_of_players_are_told_whole_where_there_is_room(
    guest: Guest, late: Callable[..., str]
) -> None:
    late(by_chance("mischwald", 5, 200), 0, "nl")
    for size in ((820, 1180), (1280, 720)):
        guest.resize(*size)
        assert guest.page.evaluate(CUT, "[data-player] .who") == [], size


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_names_on_cards_are_whole_and_can_be_read(
    guest: Guest, late: Callable[..., str], language: str
) -> None:
    late(by_chance("mischwald", 2, 200), 0, language)
    # On a phone a long name leaves the other one its own.
    assert guest.page.evaluate(CUT, "[data-forest='1'] .who") == []
    for size in ((820, 1180), (1280, 720), (1920, 1080)):
        guest.resize(*size)
        names = guest.page.locator("[data-hand] .half .name:visible")
        assert names.count() == 10, size
        assert names.evaluate_all(UNREADABLE) == [], size
    card = guest.page.locator("[data-hand] li").last.bounding_box()
    assert card is not None
    assert card["height"] > 140, "a large window has large cards"


def test_the_keyboard_looks_at_a_card_as_the_mouse_does(
    guest: Guest, late: Callable[..., str]
) -> None:
    late(by_chance("mischwald", 2, 200), 0)
    guest.resize(1280, 720)
    guest.tab_to("[data-hand] button")
    preview = guest.page.locator("[data-preview]")
    expect(preview).to_contain_text("Oak")
    guest.page.keyboard.press("End")
    expect(preview).to_contain_text("Tawny Owl")
    guest.page.keyboard.press("Escape")
    expect(preview).to_have_count(0)
