"""The games in OpenSpiel: names, parameters, chance, what is known, copies and pickles."""

import pickle
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import pyspiel
import pytest

from allmende.core.errors import BadSetup
from allmende.core.length import EndlessGame
from allmende.core.registry import find_game, known_games
from allmende.env.openspiel import REGISTERED, register
from allmende.env.optional import needed
from tests.peers.openspiel_games import KUHN_POKER, POPPIES, ROOT, random_states

SMALL = register(str(ROOT / "tests/games/small/small_game.py"))
SETUPS = [KUHN_POKER, f"{POPPIES}(players=3)", f"{SMALL}(players=3)"]


def test_all_installed_games_are_registered_with_their_players_and_options() -> None:
    known = {kind.short_name: kind for kind in pyspiel.registered_games()}
    for name in known_games():
        game, kind = find_game(name), known[f"allmende_{name}"]
        assert (kind.min_num_players, kind.max_num_players) == (min(game.seats), max(game.seats))
        assert set(game.options) <= set(kind.parameter_specification)


def test_players_options_and_returns_are_chosen_by_parameters() -> None:
    game = pyspiel.load_game("allmende_kuhfstein(players=3,enclosed=8,bonus=random)")
    record = game.new_initial_state().node.record
    assert game.num_players() == record.seats == 3
    chosen = REGISTERED["allmende_kuhfstein"].chosen_options(record)
    assert chosen == {"bonus": "random", "start_card": "drawn", "enclosed": "8"}


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ("players=9", "poppies is played by 2 or 3 or 4, not by 9"),
        ("returns=money", "returns: 'money' is not one of places, points"),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_one_line(parameters: str, complaint: str) -> None:
    with pytest.raises(BadSetup) as refused:
        pyspiel.load_game(f"{POPPIES}({parameters})")
    assert str(refused.value) == complaint


def test_a_game_that_is_longer_than_it_declares_is_stopped() -> None:
    short = register(replace(find_game("examples/poppies.py"), name="short-poppies", longest=5))
    with pytest.raises(EndlessGame, match="is not over after 5 decisions"):
        random_states(pyspiel.load_game(short), 1)


def test_a_missing_library_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'allmende\[openspiel\]'$"):
        needed("pyspiel", "openspiel")


def test_a_draw_is_a_node_with_equally_likely_outcomes() -> None:
    state = pyspiel.load_game(KUHN_POKER).new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(card, 1 / 3) for card in range(3)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 1) == "2 of 3"
    state.apply_action(1)
    assert state.chance_outcomes() == [(card, 1 / 2) for card in range(2)]
    state.apply_action(1)
    assert (state.current_player(), state.legal_actions()) == (0, [0, 1])
    assert [state.action_to_string(action) for action in (0, 1)] == ["pass", "bet"]


def test_returns_are_places_or_points_above_the_average() -> None:
    for returns, won in (("places", 1.0), ("points", 2.0)):
        game = pyspiel.load_game(f"{KUHN_POKER}(returns={returns})")
        state = game.new_initial_state()
        for action in (2, 0, 1, 1):
            assert state.returns() == [0, 0]
            state.apply_action(action)
        assert state.is_terminal()
        assert state.returns() == state.rewards() == [won, -won]
        assert game.min_utility() <= -won < won <= game.max_utility()


def known_by_all(state: Any) -> list[Any]:
    """Return all that can be asked of a state."""
    players = range(state.get_game().num_players())
    tensors = [state.observation_tensor(player) for player in players]
    told = [state.observation_string(player) for player in players]
    remembered = [state.information_state_string(player) for player in players]
    return [str(state), state.history(), state.returns(), tensors, told, remembered]


@pytest.mark.parametrize("setup", SETUPS)
def test_copies_and_pickles_are_the_same_state_and_go_their_own_way(setup: str) -> None:
    game = pyspiel.load_game(setup)
    for state in random_states(game, 4)[:40]:
        before = known_by_all(state)
        whole = pyspiel.serialize_game_and_state(game, state)
        copies = [
            state.clone(),
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(whole)[1],
        ]
        for copy in copies:
            assert known_by_all(copy) == before
            if not copy.is_terminal():
                copy.apply_action(copy.legal_actions()[-1])
        assert known_by_all(state) == before
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@pytest.mark.parametrize("setup", SETUPS)
def test_a_resampled_state_is_the_same_to_its_player_and_another_to_others(setup: str) -> None:
    game, sampler = pyspiel.load_game(setup), pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    changed: Counter[bool] = Counter()
    for state in random_states(game, 5):
        if state.is_player_node():
            player = state.current_player()
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string() == state.information_state_string()
            assert other.observation_string() == state.observation_string()
            assert other.observation_tensor() == state.observation_tensor()
            assert other.legal_actions() == state.legal_actions()
            assert other.history() == state.history()
            changed[str(other) != str(state)] += 1
    assert changed[True]


def test_a_choice_made_at_the_same_time_is_not_seen() -> None:
    for state in random_states(pyspiel.load_game(f"{SMALL}(players=3)"), 6):
        if state.current_player() == 0:
            after = [state.child(action) for action in state.legal_actions()]
            assert {child.current_player() for child in after} == {1}
            for seen in (
                {child.information_state_string() for child in after},
                {child.observation_string() for child in after},
                {tuple(child.observation_tensor()) for child in after},
            ):
                assert len(seen) == 1


def test_everybody_observes_what_a_spectator_does_and_a_seat_no_less() -> None:
    game = pyspiel.load_game(KUHN_POKER)
    kinds = {
        "public": pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE),
        "own": pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        "private": pyspiel.IIGObservationType(False, False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
    }
    observers = {name: game.make_py_observer(kind) for name, kind in kinds.items()}
    assert observers["private"] is None
    state = game.new_initial_state()
    for action in (2, 0):
        assert observers["own"].string_from(state, 0) == "nothing is dealt"
        state.apply_action(action)
    public = {observers["public"].string_from(state, player) for player in (0, 1)}
    own = {observers["own"].string_from(state, player) for player in (0, 1)}
    assert (len(public), len(own), public & own) == (1, 2, set())
    assert "card of seat 0: ?" in public.pop()
    with pytest.raises(BadSetup, match="no parameters such as size"):
        game.make_py_observer(kinds["own"], {"size": 1})


def test_information_states_are_a_tensor_where_a_game_is_short_enough() -> None:
    short = pyspiel.load_game(KUHN_POKER)
    assert short.get_type().provides_information_state_tensor
    state = short.new_initial_state()
    for action in (1, 0, 0, 1):
        state.apply_action(action)
    rows = state.information_state_tensor(0)
    assert len(rows) == short.information_state_tensor_size()
    assert rows[:2] == [1, 0]
    width = (len(rows) - 2) // 4
    moves = [rows[2 + width * ply : 2 + width * ply + 4] for ply in range(4)]
    assert moves == [[0, 0, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0]]
    assert not pyspiel.load_game("allmende_mischwald").get_type().provides_information_state_tensor
