"""The coach: good advice, from what a seat knows and nothing else."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import allmende
from allmende.bots.calibration import Calibration
from allmende.bots.nets.file import header_for, net_file, write_net
from allmende.bots.nets.weights import Weights, shapes_for, width_for
from allmende.core.adviser import LOADERS, the_adviser
from allmende.core.errors import AllmendeError, BadSetup, IllegalMove
from allmende.core.match import Match
from tests.conformance.subjects import SMALL_GAME

FOUR = "examples/four_in_a_row.py"
MANY = 400


def three_in_a_column() -> Match:
    """The first seat wins with a fourth disc on column a, or else loses to column g."""
    match = allmende.new(FOUR, seed=1)
    for move in "agagag":
        match.play(move)
    return match


def test_finds_the_winning_move() -> None:
    advice = three_in_a_column().advise(iterations=MANY)
    assert str(advice.best.move) == "a"
    assert advice.best.win == 1.0
    assert advice.best.points == 1.0
    assert advice.seat == 0
    assert advice.iterations == MANY
    assert sum(found.visits for found in advice) == advice.iterations
    assert advice[0] is advice.best
    assert len(advice) == len(advice.moves) <= 7


def match_with_net(folder: Path, calibrated: bool) -> Match:
    """The same match of a game with a net that finds all moves and ends alike."""
    file = folder / f"{folder.name}.py"
    file.write_text(f"{Path(FOUR).read_text('utf-8')}\n# for {folder}\n", "utf-8")
    match = allmende.new(str(file), seed=1)
    shapes = shapes_for(match.game, width_for(match.game))
    blank = Weights(*(np.zeros(shape, np.float32) for shape in shapes))
    write_net(net_file(match.game), blank, header_for(match.game, len(blank.rows_bias), 0, "none"))
    if calibrated:
        file.with_suffix(".coach.owl.jsonl").write_text(Calibration(doubt=0.25).as_line())
    for move in "agagag":
        match.play(move)
    return match


def test_thinks_with_a_net_that_can_be_read(tmp_path: Path) -> None:
    match = match_with_net(tmp_path, calibrated=True)
    advice = match.advise(iterations=MANY)
    assert str(advice.best.move) == "a"
    assert advice.best.win == 0.75  # as its own calibration reads a certain victory
    assert advice.best.points == 1.0
    assert advice.iterations == sum(found.visits for found in advice) == MANY
    assert str(match.advise(iterations=MANY)) == str(advice)
    assert match.advise(seconds=0.1).best.points == 1.0
    assert str(advice) != str(three_in_a_column().advise(iterations=MANY))


def test_net_that_cannot_be_read_is_not_asked(tmp_path: Path) -> None:
    advice = match_with_net(tmp_path, calibrated=False).advise(iterations=MANY)
    assert str(advice) == str(three_in_a_column().advise(iterations=MANY))


def test_prints_well() -> None:
    advice = three_in_a_column().advise(iterations=MANY)
    first = str(advice).splitlines()[0]
    assert first.startswith("a: wins 100% ± ")
    assert "1.0 points" in first
    assert first.endswith(f"{advice.best.visits} visits, {advice.best.sureness.replace('_', ' ')}")


def test_as_data() -> None:
    data = three_in_a_column().advise(iterations=MANY).as_data()
    assert data["moves"][0]["move"] == "a"
    assert set(data["moves"][0]) == {"move", "win", "points", "visits", "error", "sureness"}


def test_more_thought_is_surer() -> None:
    match = allmende.new("halali", seed=7, options={"match": "single"})
    little, much = (match.advise(iterations=count).best for count in (20, 2000))
    assert little.error > much.error
    assert little.sureness == "unsure"


def test_the_same_iterations_give_the_same_advice() -> None:
    match = allmende.new("halali", seed=7)
    first, second = (match.advise(iterations=150) for _ in range(2))
    assert first.moves == second.moves


def test_advice_does_not_know_what_the_seat_does_not_know() -> None:
    one, other = (allmende.new(SMALL_GAME, seats=3, seed=seed) for seed in (1, 1))
    one.play(one.legal(0)[0])
    other.play(other.legal(0)[1])  # in secret: seat 2 cannot tell the two matches apart
    assert one.view(2) == other.view(2)
    told = [match.advise(2, iterations=100).as_data()["moves"] for match in (one, other)]
    assert told[0] == told[1]


def test_seat_and_limits_are_checked() -> None:
    match = allmende.new(SMALL_GAME, seats=3, seed=1)
    with pytest.raises(IllegalMove, match="say which one"):
        match.advise(iterations=10)
    assert match.advise(1, iterations=10).seat == 1
    with pytest.raises(BadSetup, match="more than 0 seconds"):
        match.advise(1, seconds=0)
    with pytest.raises(BadSetup, match="at least 1 iteration"):
        match.advise(1, iterations=0)


def test_time_limit_holds() -> None:
    match = allmende.new("halali", seed=7)
    match.advise(iterations=1)
    began = time.thread_time()  # on the processor: a busy machine does not count as lateness
    advice = match.advise(seconds=0.1)
    assert time.thread_time() - began < 0.4
    assert advice.iterations > 0


def test_no_advice_when_the_game_is_over() -> None:
    match = three_in_a_column()
    match.play("a")
    with pytest.raises(IllegalMove, match="the game is over"):
        match.advise(iterations=10)


def test_without_a_coach_the_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allmende.core.adviser.LOADERS", [])
    with pytest.raises(AllmendeError, match="nobody gives advice here"):
        the_adviser()
    assert LOADERS


def test_importing_the_package_loads_neither_compiler_nor_search() -> None:
    code = "import sys, allmende; print([m for m in ('numpy', 'numba') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.stdout == "[]\n"


def test_a_new_match_does_not_load_the_search() -> None:
    code = (
        "import sys, allmende; allmende.new('examples/four_in_a_row.py');"
        "print([m for m in sys.modules if m.startswith('allmende.bots')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.stdout == "[]\n"
