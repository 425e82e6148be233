"""The server dies in the middle of a game, or the network; both pages come back by themselves."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.table.server_process import Server

from .guest import Guest
from .test_playing_together import play_on, two_apart

LOST, NO_NETWORK = "The connection to the table is lost.", "This device has no network."


def test_a_killed_server_loses_no_acknowledged_move_and_who_is_without_network_is_told(
    guests: Callable[..., Guest], own_server: Server
) -> None:
    anna, bert = two_apart(guests, own_server, "halali")
    players = [anna, bert]
    # The second time the server dies it has read what it was told before it died the first time.
    for round_, seen_by_bert in enumerate((LOST, NO_NETWORK)):
        play_on(players, turns=2)
        version = max(anna.version, bert.version)
        anna.wait_for_story(version)
        story = anna.log()
        # A move is on its way in the very moment in which the server dies.
        assert anna.wait_for_turn_or_end()
        anna.cells("can be turned up").nth(round_).click()
        anna.page.locator("[data-confirm]").click(no_wait_after=True)
        bert.context.set_offline(seen_by_bert == NO_NETWORK)
        own_server.kill()
        expect(anna.reads(LOST)).to_be_visible()
        expect(bert.reads(seen_by_bert)).to_be_visible()
        own_server.restart()
        bert.context.set_offline(False)
        for guest in players:
            expect(guest.table).to_have_attribute("data-line", "open")
            guest.wait_for_story(version + 1)
            # The move that was under way was made once, and nothing before it is missing.
            assert guest.version == version + 1
            assert guest.log()[: len(story)] == story
        assert anna.log() == bert.log()
        assert bert.wait_for_turn_or_end()
        bert.flip_or_move()


def test_a_table_that_does_not_exist_is_named_as_such(guest: Guest) -> None:
    guest.page.goto(f"{guest.address}/t/nosuchtable")
    expect(guest.reads("There is no such table.")).to_be_visible()
