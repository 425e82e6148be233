"""Where people meet, in a real browser: open seats, clocks, strangers, plans and vacations."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.clients import Device
from tests.table.server_process import LAZY, Server

from .axe import serious_violations
from .guest import Guest

DAYS = {"span": "move", "seconds": 3 * 86_400, "at_zero": "bot"}
DAYS_EACH = {**DAYS, "bonus": 0, "delay": 0}
MINUTE_EACH = {**DAYS_EACH, "seconds": 60}
TIME_STANDS_STILL = "window.moment = 1000; performance.now = () => window.moment"
DIFFERENT = [("halali", 2), ("kuh_vadis", 2), *(("mischwald", seats) for seats in (2, 3, 4))]
"""Who wants to play something different comes to another table."""
FIRST = 3
SMALL = (360, 640)


@pytest.fixture(scope="module")
def meeting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house where strangers meet."""
    server = Server(tmp_path_factory.mktemp("meeting"), LAZY, "--lobby")
    yield server
    server.close()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Server]:
    """Such a house in which nobody is yet."""
    server = Server(tmp_path, LAZY, "--lobby")
    yield server
    server.close()


def test_two_strangers_meet_and_play_by_the_clock(
    guests: Callable[..., Guest], meeting: Server
) -> None:
    """One plays now and waits, the other sees it without a reload and sits down by one tap."""
    anna, bert = guests(meeting), guests(meeting)
    bert.home()
    anna.home()
    lobby = anna.page.get_by_role("region", name="Open seats")
    wish = lobby.get_by_role("form", name="Play now")
    wish.get_by_label("Game").select_option(label="Halali!")
    wish.get_by_label("Your name").fill("Anna")
    wish.get_by_role("button", name="Play now").click()
    anna.wait_for_table()
    there = bert.page.get_by_role("button", name="Sit down: Halali! with Anna")
    expect(there).to_be_visible()
    assert serious_violations(bert.page) == []
    bert.page.get_by_label("Your name").fill("Bert")
    there.focus()
    bert.page.keyboard.press("Enter")
    bert.wait_for_table()
    for one in (anna, bert):
        expect(one.page.locator("[data-clock]")).to_have_count(2)
        expect(one.page.locator(".time.runs")).to_have_count(1)
    plan_a_move(anna, bert)
    talk(anna, bert)
    keep_away(anna)


def plan_a_move(anna: Guest, bert: Guest) -> None:
    """Who waits plans a move, takes it back, and plans anew; nobody else sees it, and it is made
    as soon as the other has moved."""
    mover, other = (anna, bert) if anna.table.get_attribute("data-turn") == "true" else (bert, anna)
    other.page.locator("[data-plan]").click()
    expect(other.reads("Choose what you want to do")).to_be_visible()
    other.page.locator("[data-drop-plan]").click()
    expect(other.page.locator("[data-plan]")).to_be_visible()
    other.page.locator("[data-plan]").click()
    other.cells("can be turned up").last.click()
    expect(other.reads("Planned").first).to_be_visible()
    assert "Planned" not in mover.page.locator("body").inner_text()
    mover.cells("can be turned up").first.click()
    mover.say_yes_if_asked(0)
    mover.wait_for_version(2)
    expect(other.page.locator("[data-drop-plan]")).to_have_count(0)


def talk(anna: Guest, bert: Guest) -> None:
    """Nobody writes before both want to."""
    for one in (anna, bert):
        expect(one.page.get_by_label("Write something").first).to_be_hidden()
        one.page.locator("[data-talk]").first.click()
    expect(anna.page.locator("form input[maxlength='300']").first).to_be_visible()


def keep_away(anna: Guest) -> None:
    """The menu of the table has what one needs against somebody."""
    anna.page.get_by_role("button", name="Table and settings").click()
    anna.page.locator("[data-report]").click()
    anna.page.get_by_label("What is it about?").select_option("play")
    anna.page.get_by_role("button", name="Send the report").click()
    expect(anna.reads("The host of this house will see your report.").first).to_be_visible()
    anna.page.locator("[data-block]").click()
    expect(anna.reads("You will not meet Bert").first).to_be_visible()
    assert serious_violations(anna.page) == []
    anna.page.goto(f"{anna.address}/privacy")
    lift = anna.page.get_by_role("button", name="No longer block Bert")
    lift.click()
    expect(lift).to_have_count(0)


def test_a_game_over_days_leads_to_the_next(guests: Callable[..., Guest], meeting: Server) -> None:
    """The list says what waits and until when; a vacation is told; after a move one goes on."""
    anna = guests(meeting)
    anna.home()
    first = anna.sit_down("halali", {"kind": "bot", "level": "calf"}, pace=DAYS)
    second = anna.sit_down("halali", {"kind": "bot", "level": "calf"}, pace=DAYS)
    assert first != second
    expect(anna.page.locator("[data-clock]")).to_have_count(1)
    anna.home()
    expect(anna.reads("your time: until").first).to_be_visible()
    anna.page.get_by_text("Vacation", exact=True).click()
    anna.page.get_by_label("Days").fill("5")
    anna.page.get_by_role("button", name="Go on vacation").click()
    expect(anna.reads("You are on vacation until").first).to_be_visible()
    anna.page.get_by_role("button", name="I am back").click()
    expect(anna.reads("29 days are left").first).to_be_visible()


def test_who_waits_is_led_to_the_game_that_waits_for_them(
    guests: Callable[..., Guest], meeting: Server
) -> None:
    anna, bert = guests(meeting), guests(meeting)
    anna.sit_down("halali", {"kind": "bot", "level": "calf"}, pace=DAYS)
    waits = anna.page.url
    anna.sit_down("halali", {"kind": "link"}, pace=DAYS)
    bert.join(anna.links[0], "Bert")
    if anna.table.get_attribute("data-turn") == "true":
        anna.flip_or_move()
    anna.page.locator("[data-next-game]").click()
    anna.wait_for_table()
    assert anna.page.url == waits


def test_the_list_shows_what_one_searches_for(guests: Callable[..., Guest], empty: Server) -> None:
    """By game, options, pace, level and language; what does not fit is not said aloud either."""
    single, days = open_to_all(empty, match="single"), open_to_all(empty, pace=DAYS_EACH)
    dutch = open_to_all(empty, language="nl", level="strong")
    guest = guests(empty)
    guest.home()
    guest.page.locator("[data-seat-search] summary").click()
    search = guest.page.get_by_role("search")
    for label, wanted, fitting in (
        ("Time", "without a clock", {single, dutch}),
        ("Time", "days for each move", {days}),
        ("Time", "any pace", {single, days, dutch}),
        ("Language", "German", {single, days}),
        ("Language", "any language", {single, days, dutch}),
        ("How well they play", "for beginners", {single, days}),
        ("How well they play", "everybody", {single, days, dutch}),
        ("Game", "Halali!", {single, days, dutch}),
        ("Match", "a single game", {single}),
    ):
        search.get_by_role("combobox", name=label, exact=True).select_option(label=wanted)
        expect(guest.reads(f"{len(fitting)} of 3 tables").first).to_be_visible()
        shown = guest.page.locator("[data-open-table]").all()
        assert {table.get_attribute("data-open-table") for table in shown} == fitting
    guest.listen()
    search.get_by_role("combobox", name="Game").select_option(label="Forest Shuffle")
    expect(guest.reads("No table fits your choice")).to_be_visible()
    assert serious_violations(guest.page) == []
    open_to_all(empty)
    expect(guest.reads("0 of 4 tables").first).to_be_visible()
    assert "wants players" not in guest.announced()


def open_to_all(house: Server, language: str = "any", level: str = "any", **more: Any) -> str:
    """Open a table, as somebody whom nobody knows; return which."""
    pace, options = more.pop("pace", None), more
    wish = {
        "game": "halali",
        "players": [{"kind": "me", "name": "Anna"}, {"kind": "link"}],
        "options": options,
        "open": {"language": language, "level": level},
        **({} if pace is None else {"pace": pace}),
    }
    table: str = Device(house).post("/api/tables", wish).json["id"]
    return table


def test_a_page_counts_from_when_it_heard_the_clock(
    guests: Callable[..., Guest], meeting: Server
) -> None:
    """However late that was: what is under way to a page takes nobody's time there, and a move says
    how long it was thought about, so that its own way is not counted either."""
    anna, sent = guests(meeting, script=TIME_STANDS_STILL), []
    anna.page.on(
        "websocket", lambda it: it.on("framesent", lambda frame: sent.append(json.loads(frame)))
    )
    anna.sit_down("halali", {"kind": "device", "name": "Bert"}, pace=MINUTE_EACH)
    seat = int(anna.table.get_attribute("data-seat") or 0)
    face = anna.page.locator(f"[data-clock='{seat}'] > [aria-hidden]")
    told = next(it for it in anna.heard if it["type"] == "clock")
    expect(face).to_have_text("1:00")
    anna.page.evaluate("free => (window.moment += free + 20_000)", told["free"][seat])
    expect(face).to_have_text("0:40")
    anna.cells("can be turned up").first.click()
    anna.say_yes_if_asked(0)
    anna.wait_for_version(1)
    (move,) = [one for one in sent if one.get("do") == "move"]
    assert move["thought"] == told["free"][seat] + 20_000


def test_no_seats_are_open_in_a_house_of_one_s_own(guest: Guest) -> None:
    guest.home()
    expect(guest.page.get_by_role("heading", name="Open seats")).to_have_count(0)


def test_the_games_are_not_far_down_on_a_phone(
    guests: Callable[..., Guest], meeting: Server
) -> None:
    """However many tables want players, three of them are shown, the others when one asks."""
    for game, seats in DIFFERENT:
        wish = {"game": game, "seats": seats, "name": "Anna", "language": "any", "level": "any"}
        assert Device(meeting).post("/api/lobby/play", {**wish, "pace": DAYS_EACH}).status < 300
    guest = guests(meeting)
    guest.resize(*SMALL)
    guest.home()
    tables = guest.page.locator("[data-open-table]")
    expect(tables.nth(FIRST - 1)).to_be_visible()
    assert len([table for table in tables.all() if table.is_visible()]) == FIRST
    down = guest.page.locator("#games").evaluate("it => it.getBoundingClientRect().top")
    assert down < 2 * SMALL[1]
    assert serious_violations(guest.page) == []
    guest.page.get_by_role("button", name="All").and_(guest.page.locator(".rest")).click()
    expect(tables.nth(len(DIFFERENT) - 1)).to_be_visible()
    guest.page.get_by_text("Meet somebody and play").click()
    expect(guest.page.get_by_role("button", name="Play now")).to_be_visible()
