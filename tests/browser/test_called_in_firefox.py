"""Being called, with every link of the chain as it is for people: Firefox subscribes with a push
service, the house sends there, Firefox opens the message, our worker shows it, and a click on it
leads to the table. Only the push service is ours, on this machine."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.table.clients import LINK, Device, person, wait_for
from tests.table.post_office import PostOffice
from tests.table.push_line import PushLine
from tests.table.server_process import Server

from .firefox import Firefox

ALLOWED = 1
TAKEN = 100
"""What Firefox says of a message that it could read and has handed to the worker."""
BELL = "//button[@aria-label='Notifications']"
CALL_ME = "//section/label[contains(., 'Call me')]/input"


@pytest.fixture
def line(office: PostOffice) -> Iterator[PushLine]:
    line = PushLine(office.push)
    yield line
    line.close()


@pytest.fixture
def firefox(tmp_path: Path, line: PushLine) -> Iterator[Firefox]:
    """A Firefox whose push service is ours, and whose person has allowed notifications."""
    firefox = Firefox(
        tmp_path / "profile",
        **{
            "dom.push.connection.enabled": True,
            "dom.push.serverURL": line.address,
            "dom.push.testing.allowInsecureServerURL": True,
            "permissions.default.desktop-notification": ALLOWED,
        },
    )
    yield firefox
    firefox.close()


def turn_calls(firefox: Firefox, on: bool) -> None:
    """Ask for calls to this browser, or for no more of them, as a person would."""
    firefox.click(BELL)
    firefox.click(CALL_ME)
    kept = "() => fetch('/api/notices').then(it => it.json()).then(it => it.browsers.length)"
    wait_for(lambda: firefox.evaluate(kept) == int(on))
    firefox.click("//dialog//button[@aria-label='Close']")


def test_a_turn_reaches_firefox_and_a_click_opens_the_table(
    house: Server, office: PostOffice, line: PushLine, firefox: Firefox
) -> None:
    anna = Device(house)
    made = anna.open_table("halali", [person("Anna"), LINK])
    table = house.origin + made["url"]
    firefox.goto(house.origin + made["invites"][0]["url"])
    firefox.write("//form//input", "Bert")
    firefox.click("//button[normalize-space()='Sit down']")
    wait_for(lambda: firefox.tabs() == [table])
    firefox.goto(house.origin)
    turn_calls(firefox, on=True)
    with anna.sit(made["id"]) as socket:
        socket.play_any(Random(1))
    [pushed] = office.push.wait_for(1)
    [subscriber] = line.subscribers
    assert office.push.keys == {subscriber.key}, "who sends is whom the page has allowed to"
    assert pushed.browser == subscriber.name
    wait_for(lambda: bool(firefox.notifications()))
    assert firefox.notifications() == [["Your turn", "Halali!: Anna has moved."]]
    assert [it["code"] for it in line.wait_for_taken(1)] == [TAKEN]
    firefox.click_notification()
    wait_for(lambda: firefox.tabs() == [f"{house.origin}/", table])
    wait_for(lambda: firefox.notifications() == [])
    # Who wants no more calls is taken off the list by the browser too.
    turn_calls(firefox, on=False)
    wait_for(lambda: line.given_up == [subscriber.name])
