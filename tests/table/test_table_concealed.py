"""No rule but `conceal` and `imagine` runs on a concealed record: UNKNOWN is no index."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from allmende import new
from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.record import Record
from allmende.core.registry import find_game
from tests.table.watchful import RULES, SMALL_GAME, watchful

INTERPRETED = {**os.environ, "ALLMENDE_INTERPRET": "1"}
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "legal": (0, np.zeros(10, np.int64)),
    "play": (0, 0),
    "score": (np.zeros(3, np.int64),),
    "rank": (np.zeros(3, np.int64),),
    "flaw": (),
    "disguise": (0, 0),
}
ASKED: dict[str, Callable[[Game, Record], Any]] = {
    "legal moves": lambda game, s: game.legal_moves(s, 0),
    "the record after a move": lambda game, s: game.after(s, 0, 0),
    "a view": lambda game, s: game.view(s, 0),
    "scores": lambda game, s: game.scores(s),
    "places": lambda game, s: game.places(s),
    "a flaw": lambda game, s: game.flaw(s),
}


def known_to_seat_0() -> tuple[Game, Record]:
    game = watchful(find_game(SMALL_GAME))
    return game, game.concealed(new(game, 3, 1).record, 0)


@pytest.mark.parametrize("name", RULES)
def test_the_watchful_game_notices(name: str) -> None:
    game, known = known_to_seat_0()
    with pytest.raises(AssertionError, match=f"'{name}' got a concealed record"):
        getattr(game.rules, name)(known, *ARGUMENTS[name])


def test_the_watchful_game_imagines_from_what_is_known_only() -> None:
    game, _ = known_to_seat_0()
    with pytest.raises(AssertionError, match="'imagine' got no concealed record"):
        game.rules.imagine(new(game, 3, 1).record, key_of_seed(1))


def test_tables_and_bots_give_concealed_records_to_nobody_else() -> None:
    command = [sys.executable, "-m", "tests.table.watchful"]
    done = subprocess.run(command, env=INTERPRETED, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("wish", ASKED)
def test_who_asks_a_game_for_more_of_a_concealed_record_is_told_so(wish: str) -> None:
    game = find_game("halali")
    known = game.concealed(new(game, 2, 1).record, 0)
    with pytest.raises(ValueError, match="a concealed record is no game: imagine one from it"):
        ASKED[wish](game, known)
