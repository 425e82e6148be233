"""The server dies in the middle of a game; both pages come back by themselves."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.table.server_process import Server

from .guest import Guest
from .test_playing_together import play_on, two_by_link


def test_a_killed_server_loses_no_acknowledged_move(
    guests: Callable[..., Guest], own_server: Server
) -> None:
    anna, bert = two_by_link(guests, own_server, "halali", {"Match": "single"})
    players = [anna, bert]
    for round_ in range(3):
        play_on(players, turns=4)
        version = max(anna.version, bert.version)
        anna.wait_for_story(version)
        story = anna.log()
        # A move is on its way in the very moment in which the server dies.
        assert anna.wait_for_turn_or_end()
        anna.cells("can be turned up").nth(round_).click()
        anna.page.locator("[data-confirm]").click(no_wait_after=True)
        own_server.kill()
        for guest in players:
            expect(guest.reads("The connection to the table is lost.")).to_be_visible()
        own_server.restart()
        for guest in players:
            expect(guest.table).to_have_attribute("data-line", "open")
            guest.wait_for_story(version + 1)
            # The move that was under way was made once, and nothing before it is missing.
            assert guest.version == version + 1
            assert guest.log()[: len(story)] == story
        assert anna.log() == bert.log()
        players.reverse()
        assert players[0].wait_for_turn_or_end()
        players[0].flip_or_move()
        players.reverse()


def test_without_a_network_the_page_says_so_and_comes_back(
    guests: Callable[..., Guest], own_server: Server
) -> None:
    guest = guests(own_server)
    guest.open_table("halali", "device", {"Match": "single"})
    guest.wait_for_table()
    guest.context.set_offline(True)
    own_server.kill()
    expect(guest.reads("This device has no network.")).to_be_visible()
    own_server.restart()
    guest.context.set_offline(False)
    expect(guest.table).to_have_attribute("data-line", "open")
    play_on([guest], turns=1)


def test_a_table_that_does_not_exist_is_named_as_such(guest: Guest) -> None:
    guest.page.goto(f"{guest.address}/t/nosuchtable")
    expect(guest.reads("There is no such table.")).to_be_visible()
