"""One big screen and phones as hands, with one large and four small browsers in each title."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from allmende.core import file
from allmende.core.match import Match
from tests.table.server_process import Server

from .axe import serious_in_both_schemes
from .guest import GLANCE, Guest
from .late import End, played

LARGE, SMALL = (1920, 1080), (360, 640)
PHONES = 4
SPECTATOR = "spectator"
SEATS = {"halali": 2, "kuh_vadis": 2, "kuhfstein": 4, "stieren_versieren": 4, "mischwald": 5}
"""How many play: as many as phones there are and fit, and a bot where one more does."""
OPTIONS = {"halali": {"match": "single"}}
ENDS = {
    "halali": End(left=3),
    "kuh_vadis": End(left=4, seed=54),
    "kuhfstein": End(left=8, seed=8),
    "stieren_versieren": End(left=8, seed=8),
    "mischwald": End(left=8, seed=40),
}
"""Where the last moves of a game begin, from where it cannot go on for long whatever is thrown or
chosen."""
MOVES = 6
PRESSES = 120
POSSIBLE = ", ".join(
    f"main {thing}"
    for thing in (
        '.cell[aria-label*="can be turned up"]',
        ".target",
        ".can",
        ".possible",
        ".acts button",
        ".hand button",
        ".button:not(:disabled)",
    )
)
"""What boards mark as something that can be pressed now."""
VISIBLE = """all => all.flatMap((it, at) =>
    it.checkVisibility({visibilityProperty: true}) ? [at] : [])"""
"""Asks for all at once: a board may have a hundred things."""

CUT_OFF = """board => [...board.querySelectorAll('*')]
    .filter(it => ['auto', 'scroll'].includes(getComputedStyle(it).overflowY))
    .filter(it => it.checkVisibility() && it.scrollHeight > it.clientHeight + 1)
    .map(it => `${it.className}: ${it.scrollHeight} > ${it.clientHeight}`)"""
"""Lists what would have to be scrolled to be seen."""

Invite = Callable[..., Guest]


def open_screen(guests: Invite, server: Server, game: str, seats: int, bots: int) -> Guest:
    """Set up a table on a big screen, from the home page."""
    screen = guests(server)
    screen.resize(*LARGE)
    screen.home()
    screen.page.get_by_role("link", name="Big screen").click()
    screen.page.locator(f"button[data-game={game}]").click()
    group = screen.page.get_by_role("group")
    group.filter(has_text="How many play?").get_by_role("button", name=str(seats)).click()
    group.filter(has_text="are bots?").get_by_role("button", name=str(bots)).click()
    if bots:
        group.filter(has_text="bot").get_by_role("button", name="calf").first.click()
    screen.page.get_by_role("button", name="Show the table").click()
    screen.page.wait_for_url("**/screen/*")
    return screen


def links_on(screen: Guest) -> list[str]:
    """Read the links that the codes stand for, as a browser on this machine can follow them."""
    screen.page.get_by_text("In another browser on this machine").click()
    fields = screen.page.get_by_role("textbox", name="Link for seat")
    expect(fields.first).to_be_visible()
    return [field.input_value() for field in fields.all()]


def sit_down(guests: Invite, server: Server, links: list[str]) -> list[Guest]:
    """Let people sit down with their phones."""
    phones = [guests(server) for _ in range(PHONES)]
    for at, phone in enumerate(phones):
        phone.resize(*SMALL)
        if at < len(links):
            assert "/hand/" in links[at]
            phone.page.goto(links[at])
            phone.page.get_by_role("textbox").fill(f"Player {at + 1}")
            phone.page.get_by_role("button", name="Sit down").click()
        else:
            phone.page.goto(links[0].partition("#")[0])
    for phone in phones:
        phone.page.locator(".hand-of-player[data-line=open] main > *").first.wait_for()
    return phones


def whose_turn(phones: list[Guest]) -> Guest | None:
    """Find a phone that has to decide."""
    turns = (p for p in phones if p.table.get_attribute("data-turn") == "true")
    return next(turns, None)


def press_on(phone: Guest, chance: Random) -> None:
    """Press what the phone offers until something has happened at the table."""
    before = phone.version
    for _ in range(PRESSES):
        if phone.version > before or phone.table.get_attribute("data-turn") != "true":
            return
        yes = phone.page.locator("[data-confirm]")
        if phone.page.locator("dialog[open]").count():
            phone.page.keyboard.press("Escape")  # an explanation
        elif yes.count():
            yes.first.click()
        else:
            offered = phone.page.locator(POSSIBLE)
            if seen := offered.evaluate_all(VISIBLE):
                offered.nth(chance.choice(seen)).click(force=True)
        phone.page.wait_for_timeout(GLANCE)
    raise AssertionError("nothing that the phone offers leads to a move")


def play_on(phones: list[Guest], chance: Random, moves: int) -> None:
    """Make some moves with whichever phone has to decide."""
    for _ in range(moves):
        phones[0].wait_until("() => document.readyState === 'complete'")
        while (phone := whose_turn(phones)) is None:
            phones[0].page.wait_for_timeout(GLANCE)
        press_on(phone, chance)


def pictures_in(guest: Guest) -> list[Any]:
    """List all states and past positions that a browser was sent."""
    return [said for said in guest.heard if said["type"] == "state"]


def last_picture(screen: Guest) -> Any:
    """Return the state in which the game is over; its message may be overheard a little later."""
    while not pictures_in(screen)[-1]["over"]:
        screen.page.wait_for_timeout(GLANCE)
    return pictures_in(screen)[-1]


@pytest.mark.parametrize("game", SEATS)
def test_a_game_on_a_big_screen_with_phones_as_hands(
    game: str, guests: Invite, server: Server
) -> None:
    seats, chance = SEATS[game], Random(game)
    screen = open_screen(guests, server, game, seats, bots=max(0, seats - PHONES))
    answers: list[str] = []
    screen.page.on("response", lambda it: answers.append(it.url))
    phones = sit_down(guests, server, links_on(screen))
    expect(screen.page.locator(".screen main.board")).to_be_visible()
    play_on(phones, chance, MOVES)
    version = max(phone.version for phone in phones)
    screen.wait_until(
        "v => Number(document.querySelector('.screen')?.dataset.version ?? -1) >= v", arg=version
    )
    expect(screen.page.locator(".turn")).not_to_be_empty()
    assert screen.page.locator("[data-thinks]").count() >= 1
    check_that_it_fits(screen, phones)
    check_that_it_learned_nothing(screen, phones)


def check_that_it_fits(screen: Guest, phones: list[Guest]) -> None:
    """Nothing lies beyond the edge of any screen, and nothing that all look at has to be
    scrolled."""
    assert screen.page.locator("main.board").evaluate(CUT_OFF) == []
    for guest in (screen, *phones):
        wide, high = guest.page.evaluate(
            "() => [document.documentElement.scrollWidth - innerWidth,"
            " document.documentElement.scrollHeight - innerHeight]"
        )
        assert wide <= 0
        assert high <= 0


def check_that_it_learned_nothing(screen: Guest, phones: list[Guest]) -> None:
    """The screen was sent what a spectator is sent, in every message; a phone its own seat."""
    shown = pictures_in(screen)
    assert shown
    for state in shown:
        assert set(state["views"]) == {SPECTATOR}
        assert state["legal"] == {}
        assert state["undo"] is None
    for said in screen.heard:
        assert said["type"] != "welcome" or (said["you"], said["host"]) == ([], True)
        assert all("events_for" not in entry for entry in said.get("entries", []))
    watched = {state["version"]: state for state in shown}
    for phone in phones:
        if phone.table.get_attribute("data-seat") is not None:
            continue
        for state in pictures_in(phone):
            same = watched.get(state["version"])
            assert same is None or same["views"] == state["views"]


@pytest.mark.parametrize("game", SEATS)
def test_a_game_comes_to_its_end_and_another_begins(
    game: str, guests: Invite, server: Server
) -> None:
    """From a late position, with a phone that wishes for another game."""
    seats, end = SEATS[game], ENDS[game]
    screen = guests(server)
    screen.resize(*LARGE)
    screen.home()
    match = played(game, seats, options=OPTIONS.get(game), seed=end.seed)
    phones = sit_down(guests, server, late_table(screen, match, len(match.moves) - end.left))
    play_to_the_end(screen, phones, Random(game))
    check_the_end(screen, phones, seats)
    check_that_it_fits(screen, phones)
    check_that_it_learned_nothing(screen, phones)
    assert serious_in_both_schemes(screen.page) == []
    assert serious_in_both_schemes(phones[0].page) == []
    first, players = screen.page.url, [phone for phone in phones if is_seated(phone)]
    players[-1].page.locator("[data-again]").click()
    screen.page.wait_for_url(lambda url: url != first and "/screen/" in url)
    for phone in players:
        phone.page.wait_for_url(lambda url: url.rsplit("/", 1)[1] in screen.page.url)
        phone.page.locator(".hand-of-player[data-line=open]").wait_for()


def is_seated(phone: Guest) -> bool:
    return phone.table.get_attribute("data-seat") is not None


def play_to_the_end(screen: Guest, phones: list[Guest], chance: Random) -> None:
    """Make moves with whichever phone has to decide, until the screen says that it is over."""
    while screen.page.locator(".screen[data-over]").count() == 0:
        phone = whose_turn(phones)
        if phone is not None:
            press_on(phone, chance)
        phones[0].page.wait_for_timeout(GLANCE)


def check_the_end(screen: Guest, phones: list[Guest], seats: int) -> None:
    """The screen shows everybody's place and points; a phone those of its player."""
    expect(screen.page.get_by_role("dialog")).to_be_visible()
    ranking = screen.page.get_by_role("dialog").locator("[data-place]")
    expect(ranking).to_have_count(seats)
    shown = screen.page.get_by_role("dialog").inner_text()
    final = last_picture(screen)
    for phone in phones:
        if is_seated(phone):
            seat = int(phone.table.get_attribute("data-seat") or 0)
            own = phone.page.get_by_text(f"You came in at place {final['places'][seat]}")
            expect(own).to_be_visible()
            assert str(final["scores"][seat]) in own.inner_text()
            assert f"Player {seat + 1}" in shown
            assert str(final["scores"][seat]) in shown
        else:
            expect(phone.page.locator("[data-again]")).to_have_count(0)


def late_table(screen: Guest, match: Match, step: int) -> list[str]:
    """Let the screen open a table where a game is nearly over. Who has no phone is a bot."""
    people = min(match.seats, PHONES)
    players = [{"kind": "link"}] * people
    players += [{"kind": "bot", "level": "calf"}] * (match.seats - people)
    headers = {"origin": screen.address}
    kept = screen.context.request.post(
        f"{screen.address}/api/files", data={"file": file.write(match)}, headers=headers
    ).json()
    wish = {
        "game": match.game.name,
        "players": players,
        "start": {"file": kept["id"], "step": step, "line": ""},
    }
    made = screen.context.request.post(
        f"{screen.address}/api/tables", data=wish, headers=headers
    ).json()
    screen.page.goto(f"{screen.address}/screen/{made['id']}")
    return [
        f"{screen.address}{invite['url'].replace('/t/', '/hand/')}" for invite in made["invites"]
    ]


def test_a_game_by_the_clock_on_a_big_screen(guests: Invite, server: Server) -> None:
    """The screen shows everybody's time, a phone that of its player, and says when little is
    left."""
    screen = guests(server)
    screen.resize(*LARGE)
    screen.page.goto(f"{screen.address}/screen")
    group = screen.page.get_by_role("group")
    screen.page.locator("button[data-game=halali]").click()
    screen.page.get_by_text("Options and time").click()
    group.filter(has_text="Time").get_by_role("button", name="1 minute for each move").click()
    group.filter(has_text="no time is left").get_by_role("button", name="one loses").click()
    screen.page.get_by_role("button", name="Show the table").click()
    screen.page.wait_for_url("**/screen/*")
    phones = sit_down(guests, server, links_on(screen))[:2]
    expect(screen.page.locator(".players [data-clock]")).to_have_count(2)
    expect(screen.page.locator(".players .time.runs")).to_have_count(1)
    for phone in phones:
        seat = phone.table.get_attribute("data-seat")
        expect(phone.page.locator("header [data-clock]")).to_have_attribute(
            "data-clock", seat or ""
        )
    facts = next(said for said in screen.heard if said["type"] == "welcome")["table"]
    assert (facts["pace"]["seconds"], facts["pace"]["at_zero"]) == (60, "lose")
    check_that_it_fits(screen, phones)
    assert serious_in_both_schemes(screen.page) == []
    assert serious_in_both_schemes(phones[0].page) == []


def test_only_bots_that_a_game_has_sit_down_at_it(guests: Invite, server: Server) -> None:
    """A level that one plays another game with is not offered where there is none."""
    screen = guests(server)
    screen.page.goto(f"{screen.address}/screen")
    games = screen.context.request.get(f"{screen.address}/api/games").json()["games"]
    for game in games:
        screen.page.locator(f"button[data-game={game['name']}]").click()
        group = screen.page.get_by_role("group")
        group.filter(has_text="are bots?").get_by_role("button", name="1").click()
        offered = group.filter(has_text="the bots play?").get_by_role("button")
        expect(offered).to_have_count(len(game["levels"]))
    assert len({len(game["levels"]) for game in games}) > 1


def test_a_remote_control_is_enough(guests: Invite, server: Server) -> None:
    """Arrow keys and one button lead from the start to a table where a bot sits down."""
    screen = guests(server)
    screen.resize(1280, 720)
    screen.page.goto(f"{screen.address}/screen")
    keyboard = screen.page.keyboard
    expect(screen.page.get_by_role("button", name="Show the table")).to_be_visible()
    assert serious_in_both_schemes(screen.page) == []
    go_to(screen, "button[data-game=halali]")
    keyboard.press("Enter")
    go_to(screen, ".start")
    keyboard.press("Enter")
    screen.page.wait_for_url("**/screen/*")
    screen.page.get_by_text("In another browser on this machine").wait_for()
    assert serious_in_both_schemes(screen.page) == []
    screen.page.get_by_text("In another browser on this machine").click()
    go_to(screen, '.free button[aria-label^="A bot sits here"]')
    keyboard.press("Enter")
    expect(screen.page.get_by_role("button", name="A bot sits here")).to_have_count(1)


def go_to(screen: Guest, selector: str) -> None:
    """Press arrow keys until something has the focus, as somebody on a sofa would."""
    for _ in range(30):
        if screen.has_focus(selector):
            return
        screen.page.keyboard.press(
            screen.page.evaluate(
                """selector => { const box = it => it.getBoundingClientRect();
                    const now = document.activeElement;
                    const goal = document.querySelector(selector);
                    if (now === document.body || now.id === 'content') return 'ArrowDown';
                    const [a, b] = [box(now), box(goal)];
                    if (b.top >= a.bottom) return 'ArrowDown';
                    if (b.bottom <= a.top) return 'ArrowUp';
                    return b.left > a.left ? 'ArrowRight' : 'ArrowLeft'; }""",
                selector,
            )
        )
    raise AssertionError(f"arrow keys never lead to {selector}")
