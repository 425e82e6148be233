"""Looking back: slider, keys and play lead through a game, links open turns, files open games."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from allmende.core.match import Match
from tests.table.server_process import Server

from .axe import serious_in_both_schemes, serious_violations
from .guest import SCREENS, Guest
from .late import played
from .test_pages import FINGER, TOO_SMALL
from .test_playing_together import play_on, two_apart

AT_LEAST_STEP = "n => Number(document.querySelector('.replay')?.dataset.step) >= n"
SECRETIVE = "stieren_versieren"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Match]:
    """The file of a finished game of Halali!."""
    path = tmp_path_factory.mktemp("files") / "evening.allmende"
    match = played("halali")
    match.save(path)
    return path, match


def open_file(guest: Guest, path: Path, button: str = "Open a game file") -> None:
    """Open a game file by its button on the home page."""
    guest.home()
    with guest.page.expect_file_chooser() as chooser:
        guest.page.get_by_role("button", name=button).click()
    chooser.value.set_files(path)
    wait_for_replay(guest)


def wait_for_replay(guest: Guest) -> None:
    """Wait until a past position is drawn."""
    guest.page.locator(".replay main:not(.waiting) > *").first.wait_for()


def expect_step(guest: Guest, step: int) -> None:
    """Wait until a step is shown, drawn and told in the address."""
    replay = guest.page.locator(".replay")
    expect(replay).to_have_attribute("data-step", str(step))
    expect(replay).to_have_attribute("data-shown", str(step))
    guest.page.wait_for_url(f"**turn={step}")


def slider(guest: Guest) -> Locator:
    """The slider."""
    return guest.page.get_by_role("slider", name="Step of the game")


def board(guest: Guest) -> list[str]:
    """What a screen reader finds on the board, without what is marked as the last move."""
    labels: list[str] = guest.page.locator(".cell").evaluate_all(
        "cells => cells.map(cell => cell.ariaLabel.replace(', last move', ''))"
    )
    return labels


def face_down(match: Match, ply: int) -> int:
    """How many tiles of Halali! lie face down at a ply."""
    hidden: int = match.game.view(match.record_at(ply), None)["face_down"]
    return hidden


def test_slider_keys_and_buttons(guest: Guest, finished: tuple[Path, Match]) -> None:
    path, match = finished
    last = len(match.moves)
    open_file(guest, path)
    expect_step(guest, 0)
    keys = guest.page.keyboard
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        keys.press(key)
        expect_step(guest, step)
    expect(guest.page.locator("[data-told]")).not_to_be_empty()
    keys.press("Home")
    expect_step(guest, 0)
    slider(guest).fill("20")
    expect_step(guest, 20)
    hidden = face_down(match, 20)
    expect(guest.reads(f"Face down: {hidden}")).to_be_visible()
    assert sum("face down" in label for label in board(guest)) == hidden
    said = slider(guest).get_attribute("aria-valuetext") or ""
    told = guest.page.locator("[data-told]").inner_text()
    assert said.startswith(f"Step 20 of {last} · Round 1: ")
    assert said.endswith(told)
    slider(guest).focus()
    keys.press("ArrowRight")
    expect_step(guest, 21)
    keys.press("PageUp")  # to where the next round begins
    second = next(
        ply for ply in range(last) if match.game.view(match.record_at(ply), None)["round"] == 2
    )
    expect_step(guest, second)
    for name, step in (
        ("One step back", second - 1),
        ("To the beginning", 0),
        ("One step on", 1),
        ("To the last step", last),
    ):
        guest.page.get_by_role("button", name=name).click()
        expect_step(guest, step)
    # Each line of the list leads to its step, and the current one is marked.
    guest.page.locator('.side [data-step="7"] a').click()
    expect_step(guest, 7)
    expect(guest.page.locator(".side [aria-current=step]")).to_have_count(1)
    expect(guest.page.locator('.side [data-step="7"] a')).to_have_attribute("aria-current", "step")
    keys.press("ArrowDown")
    expect_step(guest, 8)


def test_it_plays_by_itself(guest: Guest, finished: tuple[Path, Match]) -> None:
    path, match = finished
    open_file(guest, path)
    expect_step(guest, 0)
    guest.page.get_by_role("combobox", name="Speed").select_option("4×")
    guest.page.locator("main").focus()
    guest.page.keyboard.press("Space")
    expect(guest.page.locator(".replay")).to_have_attribute("data-playing", "true")
    guest.wait_until(AT_LEAST_STEP, arg=3)
    guest.page.get_by_role("button", name="Pause").click()
    expect(guest.page.locator(".replay")).to_have_attribute("data-playing", "false")
    # At the end it stops.
    slider(guest).fill(str(len(match.moves) - 1))
    guest.page.get_by_role("button", name="Play by itself").click()
    expect_step(guest, len(match.moves))
    expect(guest.page.locator(".replay")).to_have_attribute("data-playing", "false")


def test_a_link_opens_the_same_turn(
    guests: Callable[..., Guest], server: Server, finished: tuple[Path, Match]
) -> None:
    anna = guests(server, permissions=["clipboard-read", "clipboard-write"])
    open_file(anna, finished[0])
    slider(anna).fill("33")
    expect_step(anna, 33)
    anna.page.get_by_role("button", name="Copy the link").click()
    link = str(anna.page.evaluate("() => navigator.clipboard.readText()"))
    assert link == anna.page.url
    bert = guests(server)
    bert.page.goto(link)
    wait_for_replay(bert)
    expect_step(bert, 33)
    assert board(bert) == board(anna)


def drop(guest: Guest, name: str, text: str) -> None:
    """Drop a file on the page, as somebody does with the mouse."""
    carried = guest.page.evaluate_handle(
        """([name, text]) => { const carried = new DataTransfer();
            carried.items.add(new File([text], name)); return carried; }""",
        [name, text],
    )
    for event in ("dragenter", "dragover", "drop"):
        guest.page.dispatch_event("body", event, {"dataTransfer": carried})


def test_a_file_is_dropped_on_the_page(guest: Guest, finished: tuple[Path, Match]) -> None:
    guest.home()
    expect(guest.page.get_by_role("button", name="Open a game file")).to_be_visible()
    text = finished[0].read_text(encoding="utf-8")
    drop(guest, "letter.txt", "Dear Anna, …")
    expect(guest.page.get_by_role("alert")).to_have_text("This is not a game file of Allmende.")
    drop(guest, "forged.allmende", text.replace("scores ", "scores 1", 1))
    expect(guest.page.get_by_role("alert")).to_contain_text("was changed after it was written")
    drop(guest, "evening.allmende", text)
    wait_for_replay(guest)
    expect_step(guest, 0)
    guest.page.get_by_role("link", name="To all games").click()
    expect(guest.page.locator("article").first).to_be_visible()


def test_looking_back_during_the_game(guests: Callable[..., Guest], server: Server) -> None:
    anna, bert = two_apart(guests, server, "halali")
    play_on([anna, bert], turns=5)
    anna.wait_for_story(5)
    story = anna.page.locator(".side .log li.story").all_inner_texts()
    anna.page.get_by_role("link", name="Look back").click()
    wait_for_replay(anna)
    expect_step(anna, 5)
    anna.page.get_by_role("button", name="One step back").click()
    expect_step(anna, 4)
    assert sum("face down" in label for label in board(anna)) == 48 - 4
    assert anna.page.locator("[data-told]").inner_text() == story[3]
    # The game goes on meanwhile: the past grows, and Anna is called to her turn.
    assert bert.wait_for_turn_or_end()
    bert.flip_or_move()
    expect(anna.page.locator(".replay")).to_have_attribute("data-last", "6")
    expect_step(anna, 4)
    anna.page.get_by_role("link", name="Your turn").click()
    anna.wait_for_table()
    anna.wait_for_version(6)
    assert sum("face down" in label for label in board(anna)) == 48 - 6
    # Somebody who only watches opens the same link and sees the same public past.
    carla = guests(server)
    carla.page.goto(f"{anna.page.url}?turn=3")
    wait_for_replay(carla)
    expect_step(carla, 3)
    assert carla.page.locator("[data-told]").inner_text() == story[2]
    # The way back in the browser leads through places, not through steps.
    carla.page.get_by_role("link", name="To the game").click()
    carla.wait_for_table()
    carla.page.get_by_role("link", name="Look back").click()
    wait_for_replay(carla)
    expect_step(carla, 6)
    for step in (5, 4):
        carla.page.keyboard.press("ArrowLeft")
        expect_step(carla, step)
    carla.page.go_back()
    carla.wait_for_table()
    carla.page.go_forward()
    wait_for_replay(carla)
    expect_step(carla, 4)


def test_a_finished_table_is_looked_back_at(guest: Guest) -> None:
    guest.share_device("halali", match="single")
    play_on([guest], turns=3)
    guest.page.get_by_role("button", name="Table and settings").click()
    guest.page.get_by_role("button", name="Give up").first.click()
    guest.page.get_by_role("button", name="Really give up").click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    table = guest.page.url
    guest.page.goto(f"{table}?turn=2")
    wait_for_replay(guest)
    expect_step(guest, 2)
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    guest.page.keyboard.press("End")
    expect_step(guest, 4)
    expect(guest.page.locator("[data-told]")).to_contain_text("resigns")
    guest.page.get_by_role("link", name="To the game").click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    assert guest.page.url == table


def test_after_the_end_all_eyes_are_open(
    guests: Callable[..., Guest], server: Server, tmp_path: Path
) -> None:
    guest = guests(server, fresh=True)
    path, match = tmp_path / "secrets.allmende", played(SECRETIVE, moves=40)
    match.save(path)
    open_file(guest, path)
    expect_step(guest, 0)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    eyes = guest.page.get_by_role("combobox", name="Through whose eyes?")
    with guest.page.expect_response(
        lambda answer: "as=1" in answer.url and "from" in answer.url
    ) as got:
        eyes.select_option("Seat 2")
    frames = json.loads(got.value.body())["frames"]
    assert frames[0]["views"]["1"]["players"][1]["hand"] is not None
    guest.page.keyboard.press("End")
    assert all("mover" not in url for url in asked)


def test_it_fits_and_everybody_can_use_it(
    guests: Callable[..., Guest], server: Server, finished: tuple[Path, Match]
) -> None:
    guest = guests(server)
    open_file(guest, finished[0])
    expect_step(guest, 0)
    for screen in SCREENS:
        guest.look_with(*screen)
        assert serious_violations(guest.page) == [], screen
        assert guest.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        assert guest.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_finger_finds_everything_on_a_phone(
    guests: Callable[..., Guest], server: Server, finished: tuple[Path, Match]
) -> None:
    guest = guests(server, size="phone", has_touch=True)
    open_file(guest, finished[0])
    expect_step(guest, 0)
    assert guest.page.evaluate(TOO_SMALL, FINGER) == []
    guest.page.get_by_role("button", name="Read all steps").click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert serious_in_both_schemes(guest.page) == []
    dialog.locator('[data-step="3"] a').click()
    guest.page.keyboard.press("Escape")
    expect_step(guest, 3)
