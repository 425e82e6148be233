"""Whoever watches sees public facts only, also in what travels to the browser."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.table.server_process import Server

from .bulls import ByTap
from .guest import Guest
from .test_playing_together import two_apart

TURNS = 5


def states(guest: Guest) -> dict[int, dict[str, Any]]:
    """Return the states that a browser received, by version."""
    return {said["version"]: said for said in guest.heard if said["type"] == "state"}


def test_the_traffic_of_a_spectator_holds_no_hidden_fact(
    guests: Callable[..., Guest], server: Server
) -> None:
    anna, bert = two_apart(guests, server, "stieren_versieren")
    carla = guests(server)
    carla.page.goto(anna.page.url)
    carla.wait_for_table()
    chance = Random(5)
    for _ in range(TURNS):
        for player in (anna, bert):
            if player.table.get_attribute("data-turn") == "true":
                ByTap(player, chance).decide()
        carla.wait_for_version(max(anna.version, bert.version))

    welcome = next(said for said in carla.heard if said["type"] == "welcome")
    assert welcome["you"] == []
    assert not welcome["host"]
    assert welcome["table"]["seed"] is None
    seen, known = states(carla), [states(anna), states(bert)]
    assert len(seen) > TURNS
    for version, state in seen.items():
        assert list(state["views"]) == ["spectator"]
        assert state["legal"] == {}
        assert state["undo"] is None
        public = state["views"]["spectator"]["players"]
        assert all(player["hand"] is None for player in public)
        for seat, own in enumerate(known):
            # The same player's own view holds the hand: the check above is not empty.
            if version in own:
                assert own[version]["views"][str(seat)]["players"][seat]["hand"] is not None
    told = [entry for said in carla.heard if said["type"] == "story" for entry in said["entries"]]
    assert all("events_for" not in entry for entry in told)
    private = {
        str(event)
        for guest in (anna, bert)
        for said in guest.heard
        if said["type"] == "story"
        for entry in said["entries"]
        for event in entry["events"]
    } - {str(event) for entry in told for event in entry["events"]}
    assert private, "the players were told nothing that a spectator was not told"
