"""A table that is full for now, and one with a very long past."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from random import Random

from playwright.sync_api import expect

from allmende.table.limits import SPECTATORS_PER_TABLE, STORY_AT_ONCE
from tests.table.clients import Device, here, person
from tests.table.server_process import Server
from tests.table.test_table_floods import fill_log

from .axe import serious_violations
from .guest import Guest

TAKEN_BACK = STORY_AT_ONCE + 20
"""So often a move was taken back and made again: the log has two parts and a bit."""


def test_a_full_table_is_tried_again_and_a_long_log_read_in_parts(
    guests: Callable[..., Guest], own_server: Server
) -> None:
    anna = Device(own_server)
    table = anna.open_table("kuh_vadis", [person("Anna"), here("Bert")])["id"]
    with anna.sit(table) as socket:
        socket.play_any(Random(1))
        first = socket.state["last"]
    own_server.stop()
    fill_log(own_server, table, first["seat"], first["n"], TAKEN_BACK)
    own_server.restart()

    guest = guests(own_server)
    with ExitStack() as stack:
        for _ in range(SPECTATORS_PER_TABLE):
            stack.enter_context(closing(Device(own_server).sit(table))).hear_a("state")
        guest.page.goto(f"{own_server.origin}/t/{table}")
        expect(guest.reads("There is no room left at this table")).to_be_visible()
        expect(guest.page.get_by_role("button", name="Try now")).to_be_visible()
    # Nobody presses it: the page comes in by itself.
    guest.wait_for_table()
    assert guest.version == 1 + 2 * TAKEN_BACK

    entries, before = guest.page.locator(".side .log li"), STORY_AT_ONCE
    expect(entries).to_have_count(before)
    earlier = guest.page.locator(".side .log").get_by_role("button", name="what happened before")
    assert serious_violations(guest.page) == []
    earlier.focus()
    guest.page.keyboard.press("Enter")
    expect(entries).to_have_count(2 * before)
    while entries.count() < guest.version:
        shown = entries.count()
        earlier.click()
        expect(entries).not_to_have_count(shown)
    expect(earlier).to_have_count(0)
