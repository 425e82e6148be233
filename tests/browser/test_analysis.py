"""Playing on from anywhere: branches beside a game, the coach on the way, and tables from there."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from allmende.core.file import Player
from allmende.core.match import Match
from tests.table.server_process import Server

from .axe import serious_in_both_schemes, serious_violations
from .guest import OTHER_SCREENS, Guest
from .late import played
from .test_pages import FINGER, TOO_SMALL
from .test_replay import wait_for_replay

STEP = 30
SECRETIVE = "stieren_versieren"
HINTS = {"hints": True}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Match]:
    """The file of a game of Halali! that Anna has played against the fox."""
    path, match = tmp_path_factory.mktemp("files") / "evening.allmende", played("halali", moves=100)
    match.players = (Player("Anna"), Player("", "fox"))
    match.save(path)
    return path, match


def open_at(guest: Guest, path: Path, step: int = STEP) -> str:
    """Look back at a game file from a step on, and return its name."""
    answer = guest.context.request.post(
        f"{guest.address}/api/files",
        data={"file": path.read_text()},
        headers={"origin": guest.address},
    )
    name: str = answer.json()["id"]
    guest.page.goto(f"{guest.address}/r/{name}?turn={step}")
    wait_for_replay(guest)
    return name


def play_on(guest: Guest) -> None:
    """Open a branch where one looks back."""
    guest.page.locator("[data-play-on]").click()
    expect_depth(guest, 0)


def expect_depth(guest: Guest, depth: int) -> None:
    """Wait until a place is drawn that lies so many moves beyond the game."""
    expect(guest.page.locator(".analysis")).to_have_attribute("data-shown", str(depth))


def flip(guest: Guest, which: int = 0) -> None:
    """Turn up one of the tiles of Halali!."""
    guest.cells("can be turned up").nth(which).click()


def moves_in_tree(guest: Guest) -> Locator:
    """The moves of all branches."""
    return guest.page.locator(".side .run .move")


def test_from_a_step_to_branches_and_back(guest: Guest, evening: tuple[Path, Match]) -> None:
    path, match = evening
    name = open_at(guest, path)
    play_on(guest)
    expect(guest.page.locator("[data-where]")).to_have_text(re.compile(f"^Step {STEP} of the game"))
    to_act = match.game.to_act(match.record_at(STEP))[0]
    flip(guest)
    expect_depth(guest, 1)
    expect(guest.page.locator(".analysis")).to_have_attribute(
        "data-line", re.compile(f"^{to_act}-")
    )
    # The move is told, and the other one is to move now: one plays for everybody.
    expect(guest.page.locator("[data-told]")).to_contain_text("turns up")
    expect(guest.page.locator(".analysis")).to_have_attribute("data-seat", str(1 - to_act))
    flip(guest)
    expect_depth(guest, 2)
    guest.page.keyboard.press("Backspace")
    guest.page.keyboard.press("Backspace")
    expect_depth(guest, 0)
    flip(guest, 1)
    expect_depth(guest, 1)
    expect(moves_in_tree(guest)).to_have_count(3)
    expect(moves_in_tree(guest).nth(2)).to_have_attribute("aria-current", "step")
    moves_in_tree(guest).nth(1).click()
    expect_depth(guest, 2)
    guest.page.keyboard.press("ArrowLeft")
    expect_depth(guest, 1)
    guest.page.keyboard.press("ArrowRight")
    expect_depth(guest, 2)
    check_that_the_address_is_all_of_it(guest, name)
    # A branch that is removed takes along what grew on it; one stands where it began.
    guest.page.get_by_role("button", name="Remove this branch").first.click()
    expect_depth(guest, 0)
    expect(moves_in_tree(guest)).to_have_count(1)
    # Beyond the branches lies the game itself.
    guest.page.locator("[data-back]").click()
    expect(guest.page.locator(".analysis")).to_have_attribute("data-step", str(STEP - 1))
    guest.page.get_by_role("link", name="Looking back").click()
    wait_for_replay(guest)


def check_that_the_address_is_all_of_it(guest: Guest, name: str) -> None:
    """Whoever loads the page anew finds the same place in the same tree."""
    url, words = guest.page.url, moves_in_tree(guest).all_inner_texts()
    assert f"/a/{name}?step={STEP}&line=" in url
    guest.page.reload()
    expect_depth(guest, 2)
    expect(moves_in_tree(guest).nth(2)).not_to_have_text("…")
    assert moves_in_tree(guest).all_inner_texts() == words


def test_the_coach_and_a_table_from_there(guest: Guest, evening: tuple[Path, Match]) -> None:
    open_at(guest, evening[0])
    play_on(guest)
    flip(guest)
    expect_depth(guest, 1)
    coach = guest.page.locator(".side [data-coach]")
    coach.locator("[data-ask]").click()
    expect(coach.locator("li").first).to_contain_text("to win")
    expect(moves_in_tree(guest).first).to_contain_text("%")
    coach.locator("[data-ask-curve]").click()
    # The curve has a place for the deal, for each step of the game and for the move of one's own.
    expect(coach.locator("[data-curve]")).to_have_attribute("data-curve", str(STEP + 2))
    coach.locator("li button").first.click()
    expect_depth(guest, 2)
    expect(coach.locator("[data-curve]")).to_have_attribute("data-curve", str(STEP + 3))
    board = [re.sub(", .*", "", label) for label in labels(guest)]
    guest.page.locator("[data-table]").click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog.get_by_text("dealt anew")).to_be_visible()
    dialog.get_by_role("button", name="Open the table").click()
    guest.page.wait_for_url("**/t/*")
    guest.wait_for_table()
    expect(guest.table).to_have_attribute("data-turn", "true")
    assert [re.sub(", .*", "", label) for label in labels(guest)] == board
    guest.flip_or_move()


def labels(guest: Guest) -> list[str]:
    """What a screen reader finds on the board of Halali!."""
    found: list[str] = guest.page.locator(".cell").evaluate_all(
        "cells => cells.map(cell => cell.ariaLabel)"
    )
    return found


def test_a_friend_is_invited_to_a_position(
    guests: Callable[..., Guest], server: Server, evening: tuple[Path, Match]
) -> None:
    host, friend = guests(server), guests(server)
    open_at(host, evening[0])
    play_on(host)
    host.page.locator("[data-table]").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_label("Who sits").select_option("link")
    dialog.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/t/*")
    friend.join(host.invitation(), "Bert")
    board = [re.sub(", .*", "", label) for label in labels(friend)]
    assert sum("face down" in label for label in board) < len(board)


def test_a_file_has_names_a_course_and_turning_points(
    guest: Guest, evening: tuple[Path, Match]
) -> None:
    open_at(guest, evening[0], 0)
    players = guest.page.get_by_role("complementary", name="Players")
    expect(players).to_contain_text("Anna")
    expect(players).to_contain_text("Ronja")
    guest.page.get_by_role("button", name="Course of the game and turning points").click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Chance to win, move by move")).to_be_visible()
    expect(dialog.locator("progress")).to_have_count(0)
    assert serious_violations(guest.page) == []
    dialog.get_by_role("tab", name="Turning points").click()
    expect(dialog.get_by_text("The moves that cost most")).to_be_visible()
    turns = dialog.get_by_role("link", name="Look at this move").count()
    guest.page.keyboard.press("Escape")
    marks = guest.page.get_by_role("group", name="Turning points").get_by_role("button")
    expect(marks).to_have_count(turns)


def test_a_table_for_two_at_one_device(guest: Guest) -> None:
    url = guest.sit_down("kuh_vadis", {"kind": "device", "name": "Bert"}, **HINTS)
    guest.page.get_by_role("button", name="Table and settings").click()
    guest.page.locator("dialog [data-play-on]").click()
    expect_depth(guest, 0)
    expect(guest.page.locator("[data-told]")).to_contain_text("This world is imagined")
    guest.page.get_by_role("link", name="To the game").click()
    guest.page.wait_for_url(url)
    guest.wait_for_table()


def test_a_running_game_with_secrets_is_only_imagined(guest: Guest) -> None:
    """One's own hand is there as it is; the page gets nothing but a world that was made up."""
    guest.sit_down(SECRETIVE, {"kind": "bot", "level": "calf"}, **HINTS)
    guest.wait_for_turn_or_end()
    hand = guest.page.locator(".hand").first.inner_text()
    guest.page.get_by_role("link", name="Look back").click()
    wait_for_replay(guest)
    play_on(guest)
    expect(guest.page.locator("[data-told]")).to_contain_text("This world is imagined")
    expect(guest.page.locator(".analysis")).to_have_attribute("data-seat", "0")
    assert guest.page.locator(".hand").first.inner_text() == hand


def test_no_analysis_at_a_table_without_hints(guest: Guest) -> None:
    guest.sit_down("kuh_vadis", {"kind": "device", "name": "Bert"})
    guest.page.get_by_role("button", name="Table and settings").click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    expect(guest.page.locator("[data-play-on]")).to_have_count(0)
    guest.page.keyboard.press("Escape")
    guest.page.get_by_role("link", name="Look back").click()
    wait_for_replay(guest)
    expect(guest.page.locator("[data-play-on]")).to_have_count(0)


def test_it_fits_and_everybody_can_use_it(
    guests: Callable[..., Guest], server: Server, evening: tuple[Path, Match]
) -> None:
    guest = guests(server, has_touch=True)
    open_at(guest, evening[0])
    play_on(guest)
    flip(guest)
    expect_depth(guest, 1)
    for screen in OTHER_SCREENS:
        guest.look_with(*screen)
        assert serious_violations(guest.page) == [], screen
        assert guest.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        assert guest.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_has_room_for_branches_and_coach(
    guests: Callable[..., Guest], server: Server, evening: tuple[Path, Match]
) -> None:
    guest = guests(server, size="phone", has_touch=True)
    open_at(guest, evening[0])
    play_on(guest)
    flip(guest)
    expect_depth(guest, 1)
    assert guest.page.evaluate(TOO_SMALL, FINGER) == []
    dialog = guest.page.get_by_role("dialog")
    guest.page.get_by_role("button", name="Branches").click()
    expect(dialog.locator(".move")).to_have_count(2)
    assert serious_in_both_schemes(guest.page) == []
    assert guest.page.evaluate(TOO_SMALL, FINGER) == []
    guest.page.keyboard.press("Escape")
    guest.page.get_by_role("button", name="Coach", exact=True).click()
    dialog.locator("[data-ask]").click()
    expect(dialog.locator("li").first).to_contain_text("to win")
    assert serious_in_both_schemes(guest.page) == []
    dialog.locator("li button").first.click()
    expect_depth(guest, 2)
    expect(dialog).to_have_count(0)
