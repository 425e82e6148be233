"""Halali! in a real browser: what can be done is said, tiles turn up with one tap on request, and
between the two games of a match it is told how the first ended."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.table.server_process import Server

from .axe import serious_violations
from .guest import Guest
from .opposite import Opposite

ANNA, BERT = range(2)
ENDINGS = re.compile("last turns are over|no tile left|Sixty turns")
COLOUR = "seat => getComputedStyle(document.querySelector(`[data-player='${seat}'] path`)).fill"


def play_the_first_game(table: Opposite) -> None:
    """Play until the second game of a match begins."""
    while table.sockets[ANNA].hear_version(table.version)["views"]["0"]["round"] == 1:
        table.move(ANNA if table.may(ANNA) else BERT, "flip")


def test_between_two_games_it_is_told_how_the_first_ended(guest: Guest, server: Server) -> None:
    table = Opposite(server, "halali")
    table.seat(guest)
    colours = [guest.page.evaluate(COLOUR, seat) for seat in (ANNA, BERT)]
    play_the_first_game(table)
    interlude = guest.page.get_by_role("dialog", name="The first game is over")
    expect(interlude).to_contain_text(ENDINGS)
    expect(interlude).to_contain_text("Roles are swapped. Bert leads the animals and begins.")
    points = [game["points"] for game in table.sockets[ANNA].state["views"]["0"]["first_game"]]
    expect(interlude).to_contain_text(f"Anna {points[0]}, Bert {points[1]}.")
    assert serious_violations(guest.page) == []
    guest.page.get_by_role("button", name="To the second game").click()
    expect(interlude).to_have_count(0)
    # Who leads the animals wears their blue, whoever it is.
    assert [guest.page.evaluate(COLOUR, seat) for seat in (BERT, ANNA)] == colours
    expect(guest.page.locator("main .below")).to_contain_text(f"{points[0]} : {points[1]}")
    table.close()


def test_the_prompt_says_what_can_be_done_and_one_tap_turns_up(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest, screen = guests(server), guests(server)
    url = guest.sit_down("halali", {"kind": "bot", "level": "calf"}, options={"match": "single"})
    status = guest.page.locator(".bar .status")
    expect(status).to_have_text("Your turn: turn up a tile.")
    tap = guest.page.get_by_role("button", name="Turn tiles up with one tap")
    tap.click()
    expect(tap).to_have_attribute("aria-pressed", "true")
    guest.cells("can be turned up").first.click()
    guest.wait_for_story(1)
    expect(guest.page.locator("[data-confirm]")).to_have_count(0)
    # Nobody turns up anything on a screen that all look at.
    screen.page.goto(url.replace("/t/", "/screen/"))
    expect(screen.page.locator("main .below")).to_contain_text("Face down")
    expect(screen.page.get_by_role("button", name="Turn tiles up with one tap")).to_have_count(0)


def bear_and_far_tree(state: dict[str, Any]) -> tuple[str, str] | None:
    """Find a bear that can walk, and a tree that does not stand straight ahead of it."""
    starts = {move["data"].get("from") for move in state["legal"]["0"]}
    lying = {
        f"{'abcdefg'[column]}{7 - row}": tile["tile"]
        for row, line in enumerate(state["views"]["0"]["board"])
        for column, tile in enumerate(line)
        if tile
    }
    bears = [at for at, tile in lying.items() if tile == "bear" and at in starts]
    trees = [at for at, tile in lying.items() if tile == "tree"]
    pairs = ((bear, tree) for bear in bears for tree in trees)
    return next(
        (pair for pair in pairs if pair[0][0] != pair[1][0] and pair[0][1] != pair[1][1]), None
    )


def test_a_far_tree_gets_a_true_reason(guest: Guest, server: Server) -> None:
    found = None
    while found is None:
        table = Opposite(server, "halali", {"match": "single"})
        state = table.sockets[ANNA].state
        while found is None and state["views"]["0"]["face_down"] > 1:
            table.move(ANNA, "flip")
            table.move(BERT, "flip")
            state = table.sockets[ANNA].hear_version(table.version)
            found = bear_and_far_tree(state)
    table.seat(guest)
    for field in found:
        guest.cells(f"{field}, ").click()
    expect(guest.page.locator(".note")).to_contain_text("Only one field at a time: bear.")
    table.close()
