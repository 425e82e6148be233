"""Both options at once: several challengers at places that lie in any order."""

import random
from collections.abc import Iterator

import pytest

import allmende
from allmende import Match
from allmende.games.stieren_versieren import game
from tests.games.stieren_versieren.positions import NAME, TACTICAL

BOTH_OPTIONS = {**TACTICAL, "layout": "random"}
GAMES = 8
EAGER = ("court", "challenge", "lead", "chase")  # what brings bulls to a fight


def eager_steps(seats: int) -> Iterator[Match]:
    """Play games in which everybody looks for a fight, and stop after every move."""
    for number in range(GAMES):
        chance = random.Random(f"{seats}/{number}")
        match = allmende.new(NAME, seats=seats, seed=f"both/{number}", options=BOTH_OPTIONS)
        while not match.over:
            moves = match.legal(chance.choice(match.to_act))
            eager = [move for move in moves if str(move).startswith(EAGER)]
            match.play(chance.choice(eager if eager and chance.random() < 0.7 else moves))
            yield match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_options_together_keep_every_record_sound(seats: int) -> None:
    steps = [(game.flaw(match.record), match.view()["phase"]) for match in eager_steps(seats)]
    assert {flaw for flaw, _ in steps} == {None}
    assert {"action", "challenge", "commit"} < {phase for _, phase in steps}


def test_several_challengers_come_up_in_any_layout() -> None:
    layouts, most = set(), 0
    for match in eager_steps(4):
        view = match.view()
        layouts.add(tuple(place["name"] for place in view["locations"]))
        most = max(most, sum(player["champion"] is not None for player in view["players"]))
    assert len(layouts) > 1
    assert most > 2
