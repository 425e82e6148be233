"""The fast rules against the slow ones, in random games."""

import random
from typing import Any

import pytest

from allmende import new
from tests.games.kuhfstein.reference import Layout

GAMES = 6


Moves = list[dict[str, Any]]


def check_actions(moves: Moves, view: dict[str, Any], layout: Layout, hand: list[Any]) -> None:
    kinds = [move["do"] for move in moves]
    assert ("tile" in kinds) == any(view["tiles"]["display"])
    assert ("card" in kinds) == any(view["cards"]["display"])
    played = {move["card"] for move in moves if move["do"] == "play"}
    assert played == {card["id"] for card in hand if layout.layings(card)}
    firsts = {move["at"] for move in moves if move["do"] == "home"}
    assert len(firsts) == kinds.count("home") == len(layout.herds())
    assert all(len(herd & firsts) == 1 for herd in layout.herds())


def check_tree(moves: Moves, view: dict[str, Any], layout: Layout, hand: list[Any]) -> None:
    assert len(moves) == 1 + layout.trees(view["placed"])


def check_laying(moves: Moves, view: dict[str, Any], layout: Layout, hand: list[Any]) -> None:
    ways = [frozenset(move["cows"]) for move in moves]
    assert len(set(ways)) == len(ways)
    assert set(ways) == layout.layings(view["playing"])


def check_place(moves: Moves, view: dict[str, Any], layout: Layout, hand: list[Any]) -> None:
    assert len(moves) == len(layout.free())
    assert {move["at"] for move in moves} == set(layout.player["free"])


def check_tiles(moves: Moves, view: dict[str, Any], layout: Layout, hand: list[Any]) -> None:
    display = [tile for tile in view["tiles"]["display"] if tile]
    assert {move["tile"] for move in moves if move["do"] == "take"} == set(display)
    exchange = view["phase"] == "tile" and max(map(display.count, display)) >= 4
    assert ({"do": "exchange", "what": "tiles"} in moves) == exchange


CHECKS = {
    "action": check_actions,
    "extra-action": check_actions,
    "tile": check_tiles,
    "bonus-tile": check_tiles,
    "place": check_place,
    "tree": check_tree,
    "lay": check_laying,
}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_agree_with_the_reference(seats: int) -> None:
    for index in range(GAMES):
        chooser = random.Random(f"reference/{index}")
        match = new("kuhfstein", seats, f"reference/{index}", {"bonus": "random"})
        while not match.over:
            seat = match.to_act[0]
            view, moves = match.view(seat), match.legal(seat)
            check = CHECKS.get(view["phase"])
            if check is not None:
                player = view["players"][seat]
                check([move.data for move in moves], view, Layout(player), player["hand"])
            match.play(chooser.choice(moves))
