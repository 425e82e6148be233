"""The notebook that trains a net does so, and does the same each time."""

import re
import subprocess
import sys

COMMAND = [sys.executable, "examples/train_a_policy.py"]
RESULT = re.compile(
    r"^learned +wins [\d.]+% of 400 games \(([\d.]+)% to ([\d.]+)%\)$", re.MULTILINE
)
EVEN = 50.0
LAST_RESORT = 500


def test_net_beats_chance_and_is_the_same_each_time() -> None:
    runs = [subprocess.Popen(COMMAND, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [run.communicate(timeout=LAST_RESORT)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert said[0] == said[1]
    found = RESULT.search(said[0])
    assert found, said[0]
    assert EVEN < float(found[1]) < float(found[2])
