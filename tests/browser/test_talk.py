"""What a table tells its people: the log, who is away, the clock, and how it ended."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, WebSocketRoute, expect

from tests.table.clients import LINK, Device, Socket, here, person
from tests.table.server_process import Server

from .axe import serious_violations
from .guest import Guest
from .test_review import lend

FROM_THE_END = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
BURSTS, MOVES_IN_A_BURST = 3, 12
HOLD_THE_MOMENT = """
  const later = window.setTimeout;
  window.setTimeout = (work, wait, ...more) =>
    wait === 4000 ? (window.endMoment = work, 0) : later(work, wait, ...more);
"""
"""Keeps the moment before the result, which is as long, until the test ends it."""


@pytest.fixture(scope="session")
def server(brisk: Server) -> Server:
    """Where all of this happens: most moves come from elsewhere."""
    return brisk


def watch(guest: Guest, table: str) -> None:
    """Look at a table as a spectator."""
    guest.page.goto(f"{guest.address}/t/{table}")
    guest.wait_for_table()


def play_some(socket: Socket, chance: Random, moves: int) -> int:
    """Make some moves as fast as the server takes them; return the version then."""
    for _ in range(moves):
        if socket.state["over"] is None:
            socket.play_any(chance)
    return int(socket.state["version"])


def test_the_log_follows_and_leaves_a_reader_alone(guest: Guest, server: Server) -> None:
    device, chance = Device(server), Random(1)
    table = device.open_table("kuhfstein", [person("Anna"), here("Bert")])["id"]
    watch(guest, table)
    log = guest.page.locator(".side .log .log")
    with device.sit(table) as socket:
        for _ in range(BURSTS):
            guest.wait_for_story(play_some(socket, chance, MOVES_IN_A_BURST))
            assert log.evaluate(FROM_THE_END) < 2
        log.hover()
        guest.page.mouse.wheel(0, -300)
        guest.wait_until("log => log.scrollTop > 0", arg=log.element_handle())
        guest.wait_until(f"log => ({FROM_THE_END})(log) > 200", arg=log.element_handle())
        read = log.evaluate("log => log.scrollTop")
        guest.wait_for_story(play_some(socket, chance, MOVES_IN_A_BURST))
        assert log.evaluate("log => log.scrollTop") == read


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_who_has_to_move_and_is_away_is_shown_away(
    guests: Callable[..., Guest], server: Server, size: str
) -> None:
    device, guest = Device(server), guests(server, size=size)
    table = device.open_table("halali", [person("Anna"), LINK])["id"]
    watch(guest, table)
    anna = guest.page.locator("[data-player='0']")
    expect(anna.get_by_text("away, to move")).to_be_in_viewport()
    expect(guest.reads("Waiting for Anna (away).")).to_be_visible()
    with device.sit(table):
        expect(anna).not_to_contain_text("away")


def heard_as(change: Callable[[dict[str, Any]], None]) -> Callable[[WebSocketRoute], None]:
    """Let a page hear a table with messages that are changed on their way."""

    def listen(route: WebSocketRoute) -> None:
        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            change(message)
            route.send(json.dumps(message))

        route.connect_to_server().on_message(pass_on)

    return listen


def ended_by_the_first_move(message: dict[str, Any]) -> None:
    """Let a game be over after one move, as after the many of a whole one."""
    if message["type"] == "state" and message["version"] == 1:
        message.update(over="out_of_turns", to_act=[], places=[1, 2])


def ten_minutes_later(message: dict[str, Any]) -> None:
    """Let a page come ten minutes after the last move."""
    if message["type"] == "welcome":
        now = datetime.fromisoformat(message["now"]) + timedelta(minutes=10)
        message["now"] = now.isoformat()


def test_the_board_is_seen_before_the_result(guests: Callable[..., Guest], server: Server) -> None:
    device = Device(server)
    table = device.open_table("halali", [person("Anna"), here("Bert")])["id"]
    patient, hasty = guests(server, fresh=True), guests(server, fresh=True, size="phone")
    for guest in (patient, hasty):
        guest.page.add_init_script(HOLD_THE_MOMENT)
        guest.page.route_web_socket(re.compile("/ws"), heard_as(ended_by_the_first_move))
        watch(guest, table)
    with device.sit(table) as socket:
        socket.play_any(Random(1))
        for guest in (patient, hasty):
            expect(guest.page.get_by_role("button", name="Result")).to_be_focused()
            expect(guest.page.get_by_role("grid")).to_be_visible()
            expect(guest.page.get_by_role("dialog")).to_have_count(0)
    assert serious_violations(patient.page) == []
    hasty.page.keyboard.press("Enter")
    expect(hasty.page.get_by_role("dialog")).to_be_visible()
    patient.page.evaluate("window.endMoment()")
    expect(patient.page.get_by_role("dialog")).to_be_visible()


def test_the_clock_of_a_turn_goes_on_after_a_reload(
    guests: Callable[..., Guest], server: Server
) -> None:
    device, guest = Device(server), guests(server, fresh=True)
    table = device.open_table("halali", [person("Anna"), LINK])["id"]
    with device.sit(table) as socket:
        welcome = socket.latest["welcome"]
        assert welcome["table"]["opened"] <= welcome["now"]
        assert socket.state["since"] is None
        socket.play_any(Random(1))
        assert welcome["now"] <= socket.state["since"]
    guest.page.route_web_socket(re.compile("/ws"), heard_as(ten_minutes_later))
    watch(guest, table)
    expect(guest.page.locator("[data-player='1'] .clock")).to_have_text(re.compile("^1[0-9]:"))


def test_a_table_opened_by_its_address_makes_no_warning(
    guests: Callable[..., Guest], server: Server
) -> None:
    device, guest, warnings = Device(server), guests(server, fresh=True), list[str]()

    def keep(message: ConsoleMessage) -> None:
        if message.type == "warning":
            warnings.append(message.text)

    guest.page.on("console", keep)
    table = device.open_table("halali", [person("Anna"), here("Bert")])["id"]
    watch(guest, table)
    with device.sit(table) as socket:
        guest.wait_for_story(play_some(socket, Random(1), 2))
    assert [text for text in warnings if "Audio" in text] == []


def test_the_page_for_joining_names_host_and_game(
    guests: Callable[..., Guest], server: Server
) -> None:
    device, guest = Device(server), guests(server, size="phone")
    players = [person("Anna"), {"kind": "bot", "level": "fox"}, LINK]
    made = device.open_table("kuhfstein", players)
    guest.page.goto(f"{guest.address}{made['invites'][0]['url']}")
    expect(guest.page.get_by_role("heading")).to_have_text("Anna invites you to Kuhfstein")
    expect(guest.reads("Also at the table: Ronja")).to_be_visible()


def test_the_chat_of_a_phone_ends_at_its_input(
    guests: Callable[..., Guest], server: Server
) -> None:
    device, guest = Device(server), guests(server, size="phone")
    table = device.open_table("halali", [person("Anna"), here("Bert")])["id"]
    lend(device, guest)
    watch(guest, table)
    guest.page.get_by_role("button", name="Open the chat").click()
    field = guest.page.get_by_role("dialog").locator("form").bounding_box()
    assert field is not None
    assert guest.page.viewport_size is not None
    below = guest.page.viewport_size["height"] - field["y"] - field["height"]
    assert below < 32


def test_no_language_is_cut_off_on_a_phone(guests: Callable[..., Guest], server: Server) -> None:
    guest = guests(server, size="phone", language="nl")
    guest.home()
    choice = guest.page.get_by_role("combobox", name="Taal")
    expect(choice).to_have_value("nl")
    within, across = choice.evaluate(
        """it => { const ruler = document.createElement('canvas').getContext('2d');
                   ruler.font = getComputedStyle(it).font;
                   return [it.clientWidth, ruler.measureText('Nederlands').width]; }"""
    )
    assert across < within
    assert guest.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
