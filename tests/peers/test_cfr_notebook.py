"""The notebook that solves Kuhn poker does so."""

import runpy
from itertools import pairwise

import pytest

FIRST_PLAYER = -1 / 18
"""What the first player wins on average, as theory has it."""


def test_cfr_solves_kuhn_poker(capsys: pytest.CaptureFixture[str]) -> None:
    found = runpy.run_path("examples/cfr_on_kuhn_poker.py")
    curve = list(found["curve"].values())
    assert all(later < earlier / 2 for earlier, later in pairwise(curve[:-1]))
    assert curve[-1] < curve[-2]
    assert curve[-1] < 0.01 < 0.4 < curve[0]
    assert found["value"] == pytest.approx(FIRST_PLAYER, abs=0.002)
    said = capsys.readouterr().out
    assert f"after 300 steps: exploitability {curve[-1]:.4f}" in said
    bluffs = found["policy"].action_probabilities(found["lowest"])[1]
    assert 0.01 < bluffs < 1 / 3 + 0.02
