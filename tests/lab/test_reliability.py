"""Holding forecasts against what happened, and reading them so that they come true."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from allmende.bots.calibration import FILE, Calibration, Reading
from allmende.bots.search.thinker import Considered, Thought
from allmende.core.beside import file_beside
from allmende.core.registry import game_named, known_games
from allmende.lab.calibrate import calibrate
from allmende.lab.forecasts import POSITIONS, Forecast, Series, forecasts
from allmende.lab.reliability import measure, measure_crosswise, reliability_in, said_by
from tests.conformance.subjects import KUHN_POKER

READING = Reading(sharpness=(0.5, 0.6, 0.9, 1.1), ahead=0.8, asked=-0.4, plies=60.0)
TRUTH = Calibration(prior=20, doubt=0.0005, seats={"3": READING})
MOST_OFF = 0.03
"""How far what is said may be from what comes true."""


def imagined(number: int, chance: Random) -> Forecast:
    """Make a forecast of a game that goes as the truth says."""
    raw = [chance.random() + 0.05 for _ in range(3)]
    shares = tuple(one / sum(raw) for one in raw)
    seat = chance.randrange(3)
    found = Considered(0, 400, 0.0, shares[seat], 0.0)
    thought = Thought((found,), shares, 400, 0.0)
    forecast = Forecast(number, chance.randrange(60), 60, seat, thought, (0.0, 0.0, 0.0))
    winner = chance.choices(range(3), said_by(TRUTH, forecast))[0]
    return replace(forecast, won=tuple(float(one == winner) for one in range(3)))


@pytest.fixture(scope="module")
def of_a_known_world() -> list[Forecast]:
    chance = Random("a known world")
    return [imagined(number, chance) for number in range(15000)]


def test_the_fit_finds_what_the_games_were_made_with(of_a_known_world: list[Forecast]) -> None:
    ((seats, found),) = calibrate(of_a_known_world).seats.items()
    assert (seats, found.plies) == ("3", READING.plies)
    assert found.asked == pytest.approx(READING.asked, abs=0.1)
    assert found.ahead == pytest.approx(READING.ahead, abs=0.4)
    assert found.sharpness == pytest.approx(READING.sharpness, abs=0.2)


def test_who_reads_it_right_says_what_happens(of_a_known_world: list[Forecast]) -> None:
    right, plain = (measure(of_a_known_world, it) for it in (TRUTH, Calibration()))
    assert right.games == right.positions == 15000
    assert right.worst < MOST_OFF < plain.worst
    assert right.brier < right.plain_brier == plain.brier
    assert right.brier < right.fair_brier == pytest.approx(2 / 3, abs=1e-4)
    assert sum(tenth.chances for tenth in right.tenths) == 3 * 15000


def test_each_half_is_held_against_what_was_fitted_to_the_other(
    of_a_known_world: list[Forecast],
) -> None:
    lied_to = [
        replace(it, won=(0.0, 0.0, 1.0)) if it.game < 7500 else it for it in of_a_known_world
    ]
    crosswise = measure_crosswise(of_a_known_world, 15000)
    assert crosswise.games == 15000
    assert crosswise.worst < MOST_OFF
    assert crosswise.brier == pytest.approx(measure(of_a_known_world, TRUTH).brier, abs=0.005)
    assert measure_crosswise(lied_to, 15000).worst > MOST_OFF


def test_a_search_that_knows_nothing_keeps_its_order() -> None:
    chance = Random("nothing known")
    blind = [
        replace(
            imagined(number, chance), won=chance.choice([(1.0, 0, 0), (0, 1.0, 0), (0, 0, 1.0)])
        )
        for number in range(300)
    ]
    found = calibrate(blind).seats["3"]
    assert min(found.sharpness) > 0


def test_where_all_games_go_the_same_way_the_fit_stays_finite() -> None:
    chance = Random("one way")
    same = [
        replace(it, won=tuple(float(seat == it.seat) for seat in range(3)))
        for it in (imagined(number, chance) for number in range(50))
    ]
    assert abs(calibrate(same).seats["3"].asked) < 100


def test_a_reliability_is_read_as_it_was_written(of_a_known_world: list[Forecast]) -> None:
    found = measure(of_a_known_world, TRUTH)
    assert reliability_in(found.as_lines().splitlines()) == found


def test_games_are_asked_about_early_and_late_and_the_same_by_any_number_of_processes() -> None:
    series = Series(KUHN_POKER, 30, "test")
    told: list[int] = []
    found = list(forecasts(series, told.append))
    assert sum(told) == 30
    assert len(found) == 30 * POSITIONS
    assert [it.game for it in found] == sorted(it.game for it in found)
    assert {it.ply for it in found} == {0, 1, 2}
    assert {it.seat for it in found} == {0, 1}
    assert all(sum(it.won) == 1 for it in found)
    again = forecasts(replace(series, jobs=2))
    assert [without_time(it) for it in again] == [without_time(it) for it in found]


def without_time(forecast: Forecast) -> Forecast:
    return replace(forecast, thought=replace(forecast.thought, seconds=0.0))


@pytest.mark.parametrize("name", known_games())
def test_said_and_won_differ_by_three_points_at_most(name: str) -> None:
    """As measured when the file was written, in games that the calibration was not made from."""
    _, *lines = file_beside(game_named(name), FILE).read_text("utf-8").splitlines()
    found = reliability_in(lines)
    assert found.worst <= MOST_OFF
    assert found.brier < min(found.plain_brier, found.fair_brier)
    assert sum(tenth.counts for tenth in found.tenths) >= 4


def test_a_game_in_one_file_has_it_beside_that() -> None:
    from allmende.core.registry import find_game

    assert (
        file_beside(find_game(KUHN_POKER), FILE)
        == Path("examples/kuhn_poker.coach.jsonl").resolve()
    )
