"""Tuning: what is tried, what it costs, and what is called better."""

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import optuna
import pytest
from optuna.storages import RDBStorage

import allmende
from allmende.bots.search.iteration import COST_OF_A_GAME
from allmende.bots.search.thinker import Budget
from allmende.core.errors import BadSetup
from allmende.core.insight import TO_THE_END, Insight
from allmende.core.registry import find_game, known_games
from allmende.core.sight import Sight
from allmende.lab.crew import Alone, threads
from allmende.lab.standings import EVEN
from allmende.lab.tuning.duel import (
    Duel,
    Hall,
    Searching,
    deals_for,
    play_deal,
    price_of_iteration,
)
from allmende.lab.tuning.space import HORIZON, Numbers, Space
from allmende.lab.tuning.study import Finalist, Match, Plan, Tuning, parts_of

FOUR = "examples/four_in_a_row.py"
SHORTSIGHTED = '''
"""Four in a row with an insight that looks one move ahead and no more."""

from dataclasses import replace

from allmende.core.insight import Insight
from allmende.core.registry import find_game

game = replace(find_game("examples/four_in_a_row.py"), insight=Insight(horizon=1))
'''
PLAN = Plan(
    game=FOUR, seats=(2,), options={}, seed="tune", trials=3, games=4, final=6, iterations=20
)


@pytest.fixture(autouse=True)
def quiet() -> None:
    optuna.logging.set_verbosity(optuna.logging.ERROR)


@contextmanager
def storage_in(path: Path) -> Iterator[RDBStorage]:
    storage = RDBStorage(f"sqlite:///{path}")
    yield storage
    storage.engine.dispose()


def tried(tuning: Tuning) -> list[tuple[Any, ...]]:
    """List what was tried and what came of it, without trials that were stopped."""
    states = (optuna.trial.TrialState.COMPLETE, optuna.trial.TrialState.PRUNED)
    return [
        (trial.params, trial.state, trial.value, trial.intermediate_values)
        for trial in tuning.in_state(*states)
    ]


@pytest.mark.parametrize("name", known_games())
def test_every_present_insight_stands_on_its_ladders(name: str) -> None:
    insight = find_game(name).insight
    space = Space(insight)
    steps = space.steps_of(space.present)
    assert space.numbers_at(steps) == Numbers.of(insight)
    assert all(0 <= step < space.sizes[name] for name, step in steps.items())
    for seed in "abc":
        near = space.neighbour(seed)
        assert near != steps
        assert all(abs(near[name] - step) <= 2 for name, step in steps.items())
        assert all(0 <= step < space.sizes[name] for name, step in near.items())


def test_values_of_ones_own_get_a_rung() -> None:
    insight = Insight(groups={"go": [0]}, weights={"go": 11}, horizon=13, lead=4.5)
    space = Space(insight)
    assert space.numbers_at(space.steps_of(space.present)) == ({"go": 11}, 13, 4.5)


def test_numbers_are_written_as_they_stand_in_a_game() -> None:
    for name in known_games():
        numbers = Numbers.of(find_game(name).insight)
        source = Path(f"src/allmende/games/{name}/insight.py").read_text("utf-8")
        if numbers.horizon != TO_THE_END:
            assert "\n".join(numbers.as_lines()) in source, name
    assert Numbers({}, TO_THE_END, 0.0).as_lines() == ["LEAD, HORIZON = 0.0, TO_THE_END"]


def test_both_sides_pay_the_same_for_a_thought() -> None:
    match = allmende.new(FOUR, seed="price")
    sight, budget = Sight(match.game, match.record, 0, "price"), Budget(decisions=4000)
    near, far = (
        Searching(Numbers({}, horizon, 0.0), budget)(match.game, "price").thinker
        for horizon in (2, TO_THE_END)
    )
    assert near.think(sight, budget).iterations > 1.3 * far.think(sight, budget).iterations
    assert abs(near.memory.spent[0] - far.memory.spent[0]) < 100
    assert COST_OF_A_GAME + 10 < price_of_iteration(FOUR, 2, ()) < COST_OF_A_GAME + 42


def test_a_deal_hangs_on_the_duel_and_its_number_alone() -> None:
    duel = Duel(FOUR, Numbers({}, 5, 0.0), 20, (2,), (), "duel")
    shares = [play_deal(duel, number) for number in range(4)]
    assert pickle.loads(pickle.dumps(duel)) == duel
    games: list[int] = []
    with threads(2) as crew:
        assert Hall(crew).shares(duel, range(4), games.append) == shares
    assert games == [2] * 4
    assert Hall(Alone()).shares(replace(duel, seed="other"), range(4), games.append) != shares


def test_deals_make_enough_games() -> None:
    assert deals_for(7, (2,)) == 4
    assert deals_for(10, (2, 3, 4)) == 4
    assert parts_of(10, 4) == [range(2), range(2, 5), range(5, 8), range(8, 10)]
    assert parts_of(2, 4) == [range(1), range(1, 2)]


def test_a_study_that_was_stopped_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole = Tuning(PLAN, Hall(Alone()))
    whole.search()
    finalists = whole.final()
    assert len({str(params) for params, *_ in tried(whole)}) > 1

    with storage_in(tmp_path / "study.db") as storage, pytest.raises(KeyboardInterrupt):
        Tuning(PLAN, Hall(Alone()), storage).search(stop_after(6))
    with storage_in(tmp_path / "study.db") as storage:
        stopped = Tuning(PLAN, Hall(Alone()), storage)
        stopped.search()
        assert tried(stopped) == tried(whole)
        with pytest.raises(KeyboardInterrupt):
            stopped.final(stop_after(3))
        assert Tuning(PLAN, Hall(Alone()), storage).final() == finalists
        with pytest.raises(BadSetup) as refused:
            Tuning(replace(PLAN, games=6, seed="other"), Hall(Alone()), storage)
    assert "begun with other settings (seed, games): " in str(refused.value)


def stop_after(games: int) -> Callable[[int], None]:
    """Return one who interrupts once more than so many games are played."""
    played = 0

    def note(more: int) -> None:
        nonlocal played
        played += more
        if played > games:
            raise KeyboardInterrupt

    return note


def test_what_is_clearly_better_is_found_and_proved_on_new_deals(tmp_path: Path) -> None:
    path = tmp_path / "shortsighted.py"
    path.write_text(SHORTSIGHTED)
    plan = replace(PLAN, game=str(path), seed="far", trials=8, games=8, final=28, iterations=60)
    tuning = Tuning(plan, Hall(Alone()))
    tuning.search()
    (best, *others) = tuning.final()
    assert best.is_better
    assert best.match.interval.low > EVEN
    assert best.deeper is not None
    assert best.deeper.interval.low > EVEN
    assert best.numbers.horizon > 1
    assert not any(other.deeper for other in others)


def test_a_lucky_match_is_not_called_better() -> None:
    won, open_, numbers = Match(60, (1.0,) * 30), Match(4, (1.0, 0.5)), Numbers({}, 5, 0.0)
    assert won.is_won
    assert open_.share > EVEN
    assert not open_.is_won
    assert Finalist(1, numbers, won, won).is_better
    assert not Finalist(1, numbers, won).is_better
    assert not Finalist(1, numbers, won, open_).is_better
    assert not Finalist(1, numbers, open_, won).is_better


def test_a_candidate_that_falls_behind_does_not_play_on() -> None:
    plan = replace(PLAN, final=64)
    tuning = Tuning(plan, Hall(Alone()))
    blind = Numbers({}, 1, 100.0)
    match = tuning.match(blind, 40, "final 99", lambda games: None)
    assert match.share < EVEN
    assert match.games < 64
    assert HORIZON in tuning.ladders
