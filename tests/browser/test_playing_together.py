"""Whole games in real browsers: by link, against a bot, at one device; and coming back."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.table.server_process import Server

from .bulls import ByTap
from .guest import Guest
from .late import End, sit_down_late

OPENING, NEARLY, MOST_TURNS = 4, End(left=10), 400
"""So many moves are made of a game that begins; so many are left of one that ends."""
SINGLE = {"match": "single"}
PNG = b"\x89PNG"


def two_by_link(
    guests: Callable[..., Guest],
    server: Server,
    game: str,
    options: dict[str, str] | None = None,
    **wishes: Any,
) -> tuple[Guest, Guest]:
    """Let one open a table and another join by the link."""
    anna, bert = guests(server), guests(server, **wishes)
    anna.open_table(game, "invite", options, names="Anna")
    bert.join(anna.invitation(), "Bert")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    anna.wait_for_table()
    return anna, bert


def two_apart(
    guests: Callable[..., Guest], server: Server, game: str, **wishes: Any
) -> tuple[Guest, Guest]:
    """Let two sit down with a browser each, without the way of the first one there."""
    anna, bert = guests(server), guests(server, **wishes)
    anna.sit_down(game, {"kind": "link"}, options=SINGLE if game == "halali" else {})
    bert.join(anna.links[0], "Bert")
    anna.wait_for_table()
    return anna, bert


def play_on(players: list[Guest], turns: int = MOST_TURNS) -> None:
    """Let whoever is to move make a move of Halali!, for some turns or to the end."""
    for turn in range(turns):
        player = players[turn % len(players)]
        if not player.wait_for_turn_or_end():
            return
        player.flip_or_move()


def test_two_browsers_play_by_link_from_the_deal_and_to_the_end(
    guests: Callable[..., Guest], server: Server
) -> None:
    anna, bert = two_by_link(guests, server, "halali", {"Match": "single"})
    play_on([anna, bert], turns=OPENING)
    for guest in (anna, bert):
        guest.wait_for_story(OPENING)
    assert anna.log() == bert.log()
    sit_down_late(anna, "halali", {"kind": "link"}, end=NEARLY, options=SINGLE)
    bert.join(anna.links[0], "Bert")
    play_on([anna, bert] if bert.shown()["to_act"] == [0] else [bert, anna])
    for guest in (anna, bert):
        expect(guest.page.get_by_role("dialog")).to_be_visible()
        expect(guest.page.get_by_role("link", name="Game file")).to_be_visible()
        guest.wait_for_story(max(anna.version, bert.version))
    assert anna.log() == bert.log()
    assert "Final score" in anna.log()[-1]
    # Another game: who is asked finds the way there.
    anna.page.get_by_role("button", name="Play again").click()
    bert.page.get_by_role("link", name="To the next game").click()
    bert.page.wait_for_url(lambda url: url == anna.page.url)
    bert.wait_for_table()
    # Places are swapped: now Bert begins.
    assert bert.wait_for_turn_or_end()


def test_the_game_file_downloads_and_names_the_game(guest: Guest) -> None:
    guest.share_device("halali", match="single")
    guest.page.get_by_role("button", name="Table and settings").click()
    guest.page.get_by_role("button", name="Give up").first.click()
    guest.page.get_by_role("button", name="Really give up").click()
    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name="Game file").click()
    assert "halali" in download.value.path().read_text(encoding="utf-8")
    # And the picture of how it ended, or of any step.
    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name="Picture").click()
    assert download.value.suggested_filename == "halali.png"
    assert download.value.path().read_bytes().startswith(PNG)
    guest.page.get_by_role("link", name="Replay").click()
    picture = guest.page.get_by_role("link", name="Picture of this step")
    expect(picture).to_have_attribute("href", re.compile(r"/picture\.png\?turn=0&lang=en$"))


def test_two_taps_and_a_game_against_a_bot_runs(guest: Guest) -> None:
    guest.play_bot("halali")
    for _ in range(3):
        assert guest.wait_for_turn_or_end()
        guest.flip_or_move()
    guest.wait_for_turn_or_end()
    guest.wait_for_story(guest.version)
    assert any("Lotte" in line for line in guest.log())
    expect(guest.page).to_have_title("● Your turn · Halali!")


def test_two_play_at_one_device_from_the_deal_and_to_the_end(guest: Guest) -> None:
    guest.open_table("halali", "device", {"Match": "single"}, names="Anna Bert")
    guest.wait_for_table()
    play_on([guest], turns=OPENING)
    story = " ".join(guest.log())
    assert "Anna turns up" in story
    assert "Bert turns up" in story
    sit_down_late(guest, "halali", {"kind": "device", "name": "Bert"}, end=NEARLY, options=SINGLE)
    play_on([guest])
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    story = " ".join(guest.log())
    assert all(f"{name} " in story for name in ("Anna", "Bert"))


def test_secrets_stay_behind_the_curtain_at_one_device(guest: Guest) -> None:
    guest.share_device("stieren_versieren")
    curtain = guest.page.get_by_role("heading", name="Pass the device to")
    expect(curtain).to_be_visible()
    assert guest.page.locator(".evening").count() == 0
    first = curtain.inner_text()
    guest.page.get_by_role("button", name="I am").click()
    expect(guest.page.locator(".evening")).to_be_visible()
    player = ByTap(guest, Random(6))
    for _ in range(20):
        player.decide()
        if curtain.count():
            break
    assert curtain.inner_text() != first


def test_a_reload_in_the_middle_loses_nothing(guest: Guest) -> None:
    guest.share_device("halali", match="single")
    play_on([guest], turns=6)
    story, version = guest.log(), guest.version
    guest.page.reload()
    guest.wait_for_table()
    guest.wait_for_story(version)
    assert guest.log() == story
    play_on([guest], turns=2)
    assert guest.version == version + 2


def test_running_tables_wait_on_the_home_page(guest: Guest) -> None:
    guest.share_device("halali", match="single")
    url = guest.page.url
    guest.page.get_by_role("link", name="To all games").click()
    table = guest.page.get_by_role("link", name="Your turn").first
    expect(table).to_be_visible()
    table.click()
    guest.wait_for_table()
    assert guest.page.url == url


def test_talk_is_heard_and_shown(guests: Callable[..., Guest], server: Server) -> None:
    anna, bert = two_apart(guests, server, "kuh_vadis")
    anna.page.get_by_label("Say something").fill("Good luck, Bert!")
    anna.page.get_by_role("button", name="Say", exact=True).click()
    expect(bert.page.locator(".side .said")).to_contain_text("Good luck, Bert!")


def test_a_bot_takes_over_and_hands_back(guest: Guest) -> None:
    guest.share_device("halali", match="single")
    menu = guest.page.get_by_role("button", name="Table and settings")
    menu.click()
    guest.page.get_by_role("button", name="Let a bot play").first.click()
    guest.page.get_by_role("button", name="Play myself again").wait_for()
    guest.page.keyboard.press("Escape")
    guest.wait_for_version(1)
    menu.click()
    guest.page.get_by_role("button", name="Play myself again").click()
    expect(guest.page.get_by_role("button", name="Play myself again")).to_have_count(0)


def test_dragging_is_an_extra(guest: Guest) -> None:
    guest.share_device("halali", match="single")
    start = guest.page.locator(".cell.can").first
    while not start.count():
        assert guest.wait_for_turn_or_end()
        guest.flip_or_move()
    assert guest.wait_for_turn_or_end()
    place = start.get_attribute("aria-label")
    start.click()
    goal = guest.page.locator(".cell.target").first.bounding_box()
    guest.page.keyboard.press("Escape")
    version, box = guest.version, guest.page.get_by_label(str(place)).bounding_box()
    assert goal is not None
    assert box is not None
    guest.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    guest.page.mouse.down()
    guest.page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2)
    guest.page.mouse.up()
    guest.wait_for_story(version + 1)
    assert any(word in guest.log()[-1] for word in ("moves", "captures"))
