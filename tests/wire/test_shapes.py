"""Views and moves of every game fit what is declared, to the last field."""

from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest

from allmende.core.game import Game
from allmende.core.match import Match, Move, new
from allmende.core.registry import game_named, known_games
from allmende.core.shapes import Shapes
from allmende.games.halali import components as halali
from allmende.games.halali.words import shapes as halali_shapes
from allmende.games.kuh_vadis import components as kuh_vadis
from allmende.games.kuh_vadis.words import shapes as kuh_vadis_shapes
from allmende.games.kuhfstein import components as kuhfstein
from allmende.games.kuhfstein.words import shapes as kuhfstein_shapes
from allmende.games.mischwald import kinds as mischwald
from allmende.games.mischwald import state as mischwald_state
from allmende.games.mischwald.words import shapes as mischwald_shapes
from allmende.games.stieren_versieren import components as stieren
from allmende.games.stieren_versieren.words import shapes as stieren_shapes

from .fitting import fields_of, misfits

TITLES = [(name, seats) for name in known_games() for seats in game_named(name).seats]
NAMES = [
    (halali_shapes.SPECIES, halali.SPECIES_NAMES),
    (halali_shapes.DIRECTIONS, halali.DIRECTION_NAMES),
    (halali_shapes.SIDES, tuple(side.name.lower() for side in halali.Side)[:2]),
    (kuh_vadis_shapes.SYMBOLS, tuple(kuh_vadis.SIDE_LETTERS)),
    (kuhfstein_shapes.LANDSCAPES, kuhfstein.LANDSCAPE_NAMES),
    (kuhfstein_shapes.EFFECTS, kuhfstein.EFFECT_NAMES),
    (kuhfstein_shapes.PLACE_SIDES, kuhfstein.SIDE_NAMES),
    (get_args(kuhfstein_shapes.Condition), kuhfstein.CONDITION_NAMES),
    (mischwald_shapes.SIDES, mischwald.SIDE_NAMES),
    (mischwald_shapes.SLOTS, mischwald.SIDE_NAMES[: mischwald.SIDES]),
    (mischwald_shapes.STEPS, mischwald_state.STEP_NAMES[: mischwald_state.Step.DONE]),
    (stieren_shapes.SYMBOLS, stieren.SYMBOL_NAMES),
    (stieren_shapes.SIGNS, stieren.SIGN_NAMES),
]


def random_options(game: Game, chance: Random) -> dict[str, str]:
    return {name: chance.choice(choices) for name, choices in game.options.items()}


def random_matches(name: str, seats: int) -> Iterator[Match]:
    """Play games by chance, with the options as they are and with others; yield before each ply."""
    game, chance = game_named(name), Random(f"shapes {name} {seats}")
    for options in ({}, random_options(game, chance)):
        match = new(game, seats, chance.randrange(1000), options)
        yield match
        while not match.over:
            seat = chance.choice(match.to_act)
            match.play(Move(seat, chance.choice(game.legal_moves(match.record, seat)), "", {}))
            yield match


def shapes_of(name: str) -> Shapes:
    """Return what a game declares of its views and moves."""
    shapes = game_named(name).words.shapes
    assert shapes is not None, f"{name} declares no shapes"
    return shapes


def words_used(shape: Any) -> set[str]:
    """List the words that a field may hold, null left out."""
    return {word for word in get_args(shape) if isinstance(word, str)} | {
        word for part in get_args(shape) for word in get_args(part)
    }


@pytest.mark.parametrize(("name", "seats"), TITLES)
def test_views_fit(name: str, seats: int) -> None:
    shapes, met = shapes_of(name), set()
    for ply, match in enumerate(random_matches(name, seats)):
        here = (int(match.record.phase), match.ending)
        everybody = [None, *range(seats)]
        for watcher in everybody if here not in met else [everybody[ply % len(everybody)]]:
            assert misfits(match.view(watcher), shapes.view) == [], (name, seats, ply, watcher)
        met.add(here)


@pytest.mark.parametrize(("name", "seats"), TITLES)
def test_moves_fit(name: str, seats: int) -> None:
    game, shapes = game_named(name), shapes_of(name)
    for ply, match in enumerate(random_matches(name, seats)):
        for seat in match.to_act:
            for number in game.legal_moves(match.record, seat):
                data = game.words.move_data(match.record, seat, number)
                assert misfits(data, shapes.move) == [], (name, seats, ply, number)


@pytest.mark.parametrize("name", known_games())
def test_phases_endings_and_options_are_those_of_the_game(name: str) -> None:
    game = game_named(name)
    fields = fields_of(shapes_of(name).view)
    assert get_args(fields["game"]) == (name,)
    assert get_args(fields["phase"]) == game.phases
    assert words_used(fields["over"]) == set(game.endings)
    options = fields_of(fields["options"])
    assert set(options) == set(game.numbered)
    for option, choices in game.numbered.items():
        assert options[option] is str or get_args(options[option]) == choices


@pytest.mark.parametrize(("declared", "used"), NAMES)
def test_names_are_those_of_the_components(
    declared: tuple[str, ...], used: tuple[str, ...]
) -> None:
    assert declared == tuple(used)


def broken_views() -> list[tuple[str, Any]]:
    """Make views with one thing wrong in each."""
    view = new("halali", 2, 1).view(0)
    hidden = view["board"][0][0]
    return [
        ("missing", {name: view[name] for name in view if name != "bags"}),
        ("not declared", {**view, "secret": 1}),
        ("no int", {**view, "round": None}),
        ("no int", {**view, "round": "1"}),
        ("no int", {**view, "round": True}),
        ("no int", {**view, "scores": [0, None]}),
        ("none of", {**view, "phase": "later"}),
        ("not declared", {**view, "board": [[{**hidden, "was": "bear"}]]}),
        ("missing", {**view, "first_game": [{"points": 1}]}),
        ("none of", {**view, "bags": [{"wolf": 1}]}),
        ("no list", {**view, "sides": None}),
    ]


@pytest.mark.parametrize(("what", "view"), broken_views())
def test_a_planted_drift_is_found(what: str, view: Any) -> None:
    (found,) = misfits(view, halali_shapes.View)
    assert what in found


@pytest.mark.parametrize(
    ("move", "fits"),
    [
        ({"do": "flip", "at": "c4"}, True),
        ({"do": "flip"}, False),
        ({"do": "flip", "at": None}, False),
        ({"do": "pass", "at": "c4"}, False),
        ({"do": "fly"}, False),
        ({"do": "leave", "from": "d7", "by": "north"}, True),
        ({"do": "leave", "from": "d7", "by": "up"}, False),
    ],
)
def test_a_move_is_one_of_those_declared(move: Any, fits: bool) -> None:
    assert (misfits(move, halali_shapes.MoveData) == []) == fits


def test_every_game_of_ours_declares_its_shapes() -> None:
    assert all(game_named(name).words.shapes is not None for name in known_games())
