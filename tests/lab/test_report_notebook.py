"""The notebook about a changed rule runs, and shows what it says."""

import runpy
import tempfile
from pathlib import Path

import pytest

from allmende.lab.report.findings import Findings
from allmende.lab.standings import EVEN


def test_three_in_a_row_is_too_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    known = runpy.run_path("examples/report_for_a_changed_rule.py")
    found: dict[str, Findings] = known["findings"]
    first = {name: it.thoughtful.result.seat_rows[0] for name, it in found.items()}
    assert first["four"].win_interval.covers(EVEN)
    assert first["three"].win_interval.low > EVEN
    lengths = {name: it.thoughtful.summary.length.mean for name, it in found.items()}
    assert lengths["three"] < lengths["four"] / 2
    titles = [(known["FOLDER"] / f"{name}.html").read_text("utf-8") for name in found]
    assert "<h1>Four in a row: a report for designers</h1>" in titles[0]
    assert "<h1>Three in a row: a report for designers</h1>" in titles[1]
