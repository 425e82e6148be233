"""Where games are played: without a GPU one line says so."""

from importlib.util import find_spec

import numpy as np
import pytest

from allmende.bots.judging import judge
from allmende.cli.run import obey
from allmende.core.errors import BadSetup
from allmende.core.gpu import CPU, GPU, NoGpu, has_gpu, the_gpu
from allmende.core.match import new
from allmende.core.registry import find_game
from allmende.core.sight import Sight
from allmende.env import Tables
from allmende.lab.distribution import Distribution
from allmende.lab.simulate import Plan, play_chunk
from allmende.lab.summary import Summary

MISSING = "a GPU needs numba-cuda, which is not installed; get it with: pip install 'allmende[gpu]'"

pytestmark = pytest.mark.skipif(
    find_spec("numba_cuda") is not None, reason="numba-cuda is installed here"
)


def test_without_the_extra_one_line_says_what_to_install() -> None:
    with pytest.raises(NoGpu) as trouble:
        the_gpu()
    assert str(trouble.value) == MISSING
    assert not has_gpu()


def test_command_says_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert obey(["sim", "examples/kuhn_poker.py", "--games", "5", "--on", "gpu"]) != 0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.split("\n", 1)[0].endswith(MISSING)


def test_tables_and_judges_say_it_too() -> None:
    match = new("examples/kuhn_poker.py", seed=1)
    for ask in (
        lambda: Tables("examples/kuhn_poker.py", 4, on="gpu"),
        lambda: judge([Sight(match.game, match.record, 0, "sight")], 1, on="gpu"),
    ):
        with pytest.raises(NoGpu) as trouble:
            ask()
        assert str(trouble.value) == MISSING
    assert Tables("examples/kuhn_poker.py", 4, on="auto").seat.tolist() == [0, 0, 0, 0]
    with pytest.raises(BadSetup, match="tables stand on cpu, gpu, auto"):
        Tables("examples/kuhn_poker.py", 4, on="moon")


def test_auto_takes_the_cpu_where_there_is_no_gpu() -> None:
    game = find_game("examples/kuhn_poker.py")
    assert Plan(game, 1, 2, "7", on="auto").place == CPU
    assert Plan(game, 1, 2, "7", on="gpu").place == GPU


@pytest.mark.parametrize("wish", [{"on": "moon"}, {"on": GPU, "logged": True}])
def test_what_cannot_be_is_refused(wish: dict[str, object]) -> None:
    with pytest.raises(BadSetup):
        Plan(find_game("examples/kuhn_poker.py"), 1, 2, "7", **wish)  # type: ignore[arg-type]


def test_summaries_of_pieces_joined_are_that_of_all() -> None:
    game = find_game("examples/kuhn_poker.py")
    plan = Plan(game, 60, 2, "joined")
    whole, joined = (Summary(2, game.endings) for _ in range(2))
    whole.add(play_chunk(plan, 0, 60).games)
    for first in (0, 20, 40):
        part = Summary(2, game.endings)
        part.add(play_chunk(plan, first, 20).games)
        joined.join(part)
    assert joined.as_data() == whole.as_data()
    assert isinstance(joined.length, Distribution)
    assert np.array_equal(joined.won_with, whole.won_with)
