"""Whom one plays against is chosen where the game begins; who is new to a game learns it first."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.table.server_process import Server

from .axe import serious_violations
from .guest import Guest

OF_LEVEL = {"calf": "Bibi", "cow": "Lotte", "bull": "Hektor", "fox": "Ronja", "owl": "Justus"}


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_opponent_is_chosen_on_the_card_and_remembered(
    guests: Callable[..., Guest], server: Server, size: str
) -> None:
    guest = guests(server, size=size)
    guest.home()
    card = guest.card("halali")
    faces = card.get_by_role("radio")
    expect(faces).to_have_count(len(OF_LEVEL))
    expect(card.get_by_role("radio", name="Lotte, Cow, strength 2 of 5")).to_be_checked()
    faces.first.focus()
    guest.page.keyboard.press("ArrowRight")
    guest.page.keyboard.press("ArrowRight")
    guest.page.keyboard.press("ArrowRight")
    expect(card).to_contain_text("Wins most games against a bull")
    assert serious_violations(guest.page) == []
    card.get_by_role("button", name="play against Ronja, a bot").click()
    guest.wait_for_table()
    expect(guest.page.locator("[data-player='1']")).to_contain_text("Ronja")
    expect(guest.page.locator("[data-player='1']")).to_contain_text("bot: Fox")
    guest.home()
    expect(guest.card("halali").get_by_role("radio", name="Ronja")).to_be_checked()
    expect(guest.card("kuhfstein").get_by_role("radio", name="Lotte")).to_be_checked()
    expect(guest.page.get_by_role("link", name=re.compile("with Ronja .Fox."))).to_be_visible()


def test_only_a_game_with_a_net_has_an_owl(guests: Callable[..., Guest], server: Server) -> None:
    guest = guests(server, size="phone")
    guest.home()
    expect(guest.card("kuhfstein").get_by_role("radio", name="Owl")).to_have_count(0)
    card = guest.card("kuh_vadis")
    owl = card.get_by_role("radio", name="Justus, Owl, strength 5 of 5")
    owl.check(force=True)  # the face lies over it
    expect(card).to_contain_text("Learned the game on its own")
    assert serious_violations(guest.page) == []
    card.get_by_role("button", name="play against Justus, a bot").click()
    guest.wait_for_table()
    expect(guest.page.locator("[data-player='1']")).to_contain_text("bot: Owl")


def test_who_is_new_to_a_game_is_shown_the_first_steps_first(guest: Guest) -> None:
    guest.home()
    first = guest.card("kuh_vadis").locator(".button").first
    main = guest.card("kuh_vadis").locator(".button.main")
    expect(first).to_have_accessible_name(re.compile("First steps"))
    expect(main).to_have_count(1)
    expect(main).to_have_accessible_name(re.compile("First steps"))
    guest.play_bot("kuh_vadis")
    guest.home()
    expect(main).to_have_accessible_name(re.compile("play against Lotte"))
    expect(first).to_have_accessible_name(re.compile("play against Lotte"))
    # The others are still new.
    others = guest.card("halali").locator(".button.main")
    expect(others).to_have_accessible_name(re.compile("First steps"))
