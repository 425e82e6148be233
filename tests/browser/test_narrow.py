"""A phone of 360 by 640 late in a game: nothing is cut, and nothing lies out of sight that fits."""

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
    .flatMap(it => [...it.firstChild.data.matchAll(/[^\\s-]+/g)].filter(word => {
        const range = document.createRange();
        range.setStart(it.firstChild, word.index);
        range.setEnd(it.firstChild, word.index + word[0].length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word))"""
"""Lists the words that go on in another line."""
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
