"""Nothing hidden is ever sent: whoever looks gets the same messages whatever they cannot know."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from allmende.core.game import digest
from allmende.core.match import Move, Step
from allmende.core.record import Record
from allmende.core.registry import game_named, known_games
from allmende.table.tables.knowledge import veiled
from allmende.table.tables.scene import Scene
from allmende.table.tables.undo import barrier_of

from . import traffic
from .asked_once import asked_once
from .traffic import (
    OTHER_WORLD,
    Decision,
    compare_games,
    compare_step,
    compare_worlds,
    content,
    random_steps,
    sent_to,
)

GAMES = 2
EVERY = 5
CHOOSING_IN_SECRET = ("stieren_versieren",)
SELDOM = 10**9
LEAKS: dict[str, tuple[object, str, Callable[..., Any]]] = {
    "the view of another seat": (Scene, "view", lambda look, _: look.game.view(look.record, 0)),
    "a digest of the truth": (Scene, "scores", lambda look, _: digest(look.record)),
    "a story for others": (traffic, "entry", lambda told, _: told.events),
}
"""Mistakes that somebody could make: where, and what is done there instead."""


def secret_games() -> list[str]:
    return [name for name in known_games() if game_named(name).secrets]


@pytest.mark.parametrize("name", secret_games())
def test_hidden_parts_do_not_matter(name: str) -> None:
    """Whoever looks is sent the same, whatever they cannot know, and a move that leads from another
    possible world to the same knowledge is told and shown in the same way."""
    made = compare_games(game_named(name), range(GAMES), EVERY)
    assert made["swapped"]
    assert made["worlds"]


@pytest.mark.parametrize("in_full", [1, SELDOM])
@pytest.mark.parametrize("leak", LEAKS)
def test_leaks_are_found(leak: str, in_full: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison finds what may never happen, also where it asks nothing twice."""
    monkeypatch.setattr(*LEAKS[leak])
    with pytest.raises(AssertionError):
        compare_games(game_named("stieren_versieren"), range(GAMES), EVERY, in_full)


@pytest.mark.parametrize("name", secret_games())
def test_to_ask_nothing_twice_compares_as_much(name: str) -> None:
    in_full, once = (compare_games(game_named(name), range(1), 40, often) for often in (1, SELDOM))
    assert in_full == once


@pytest.mark.parametrize("name", secret_games())
def test_worlds_that_look_the_same_are_compared_without_a_view(name: str) -> None:
    """Views take longest: in full each is made twice, and where nothing is asked twice, never."""
    game, views = game_named(name), Counter[str]()

    def counted(s: Record, seat: int | None) -> Mapping[str, Any]:
        views["made"] += 1
        return game.words.view(s, seat)

    counting = replace(game, words=replace(game.words, view=counted))
    with asked_once():
        compared = sum((compare_step(step) for step in random_steps(counting, 0, 40)), Counter())
    assert compared["messages"]
    assert not views
    compare_games(counting, range(1), 40)
    assert views["made"] == 2 * compared["messages"]


@pytest.mark.parametrize(("seed", "ply", "watcher"), [(63, 24, 2), (150, 80, 1)])
def test_equal_cards_in_two_hands_tell_nothing(seed: int, ply: int, watcher: int) -> None:
    """Two seats drew with one move; that both drew an equal bull once made the move an open one."""
    steps = random_steps(game_named("stieren_versieren"), seed, 1)
    assert compare_worlds(next(step for step in steps if step.before.ply == ply), watcher)


@pytest.mark.parametrize("name", secret_games())
def test_undo_tells_no_secret(name: str) -> None:
    """Whether a move can be taken back does not hang on what its maker cannot know."""
    game, compared = game_named(name), 0
    for seed in range(GAMES):
        for step in random_steps(game, seed, EVERY):
            before, move, after = step.before, step.move, step.after
            world = veiled(game, before, move.seat, OTHER_WORLD)
            other = game.after(world, move.seat, move.number)
            if after.drawn == before.drawn and other.drawn == world.drawn:
                truth = barrier_of(game, Step(before, move, after))
                assert barrier_of(game, Step(world, move, other)) == truth
                compared += 1
    assert compared


@pytest.mark.parametrize("name", secret_games())
def test_secret_choices_look_the_same(name: str) -> None:
    """Two moves that another seat cannot tell apart are shown to it in the same way."""
    game, compared = game_named(name), 0
    for seed in range(GAMES):
        for step in random_steps(game, seed, EVERY):
            before, move, after = step.before, step.move, step.after
            number = game.legal_moves(before, move.seat)[0]
            other = game.after(before, move.seat, number)
            if content(other) == content(after) or other.drawn != after.drawn:
                continue
            twin_move = Move(move.seat, number, "", {})
            for watcher in step.watchers():
                if watcher == move.seat:
                    continue
                if game.view(other, watcher) != game.view(after, watcher):
                    continue
                twin = Decision(game, before, twin_move, other)
                assert sent_to(twin.look, watcher) == sent_to(step.look, watcher)
                compared += 1
    assert compared or name not in CHOOSING_IN_SECRET


@pytest.mark.parametrize("name", known_games())
def test_last_is_shown_of_open_moves(name: str) -> None:
    """Hiding everything would be safe, and useless."""
    game = game_named(name)
    shown = [
        sent_to(step.look, None)[0]["last"] is not None for step in random_steps(game, 7, EVERY)
    ]
    assert sum(shown) > len(shown) / 4
