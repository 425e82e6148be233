"""Indices of compiled rules: never asked whether they count from the end."""

from pathlib import Path

import numpy as np
import pytest

from allmende.core.indices import counting, types
from allmende.core.record import Record, blank_records, record_type
from allmende.core.rule import INTERPRETED, rule

RECORD = record_type([("grid", "i1", (3, 4)), ("row", "i2", (5,))])


@rule
def touch(s: Record, i: int, j: int) -> int:
    """Read and write one and two places deep, with an index from a narrow field."""
    s.grid[i, j] += 2
    s.row[s.grid[i, j]] = 7
    line = s.grid[i]
    line[j - 1] -= 1
    return int(s.row[s.grid[i, j]] + line[0] + s.row[-1])


def test_a_rule_reads_and_writes_what_it_means() -> None:
    s = blank_records(RECORD)[0]
    s.row[4] = 100
    assert touch(s, 1, 1) == 7 - 1 + 100
    assert s.grid.tolist() == [[0, 0, 0, 0], [-1, 2, 0, 0], [0, 0, 0, 0]]
    assert s.row.tolist() == [0, 0, 7, 0, 100]


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_no_index_is_compared_with_zero(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ALLMENDE_CACHE", str(tmp_path))  # of code from the cache nothing is shown

    @rule
    def at(row: np.ndarray, i: int) -> int:
        return int(row[i])

    at(np.arange(3), 1)
    ((code),) = at.inspect_llvm().values()  # type: ignore[attr-defined]
    assert "icmp slt" not in code


def test_only_whole_numbers_with_a_sign_become_counts() -> None:
    assert counting(types.int64) == counting(types.int16) == types.uint64
    assert counting(types.UniTuple(types.int64, 2)) == types.UniTuple(types.uint64, 2)
    assert counting(types.Tuple((types.int64, types.slice2_type))) is None
    assert counting(types.literal(-1)) is None
    assert counting(types.Tuple((types.int64, types.literal(-1)))) is None
    assert counting(types.Tuple((types.int64, types.literal(1)))) == types.UniTuple(types.uint64, 2)
    assert counting(types.uint64) is None
