"""The files that the lab writes, read by those who will: pandas, Polars and DuckDB."""

from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pytest

from allmende.cli.run import obey
from tests.pages import PEERS, python_of, run_in_turn

PAGE = Path("docs/data.md").resolve()
COMMAND = (
    "allmende sim halali --games 200 --seed 7 --out games.parquet --decisions decisions.parquet"
)
FOUR = str(Path("examples/four_in_a_row.py").resolve())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the page speaks of, and those of an arena."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert obey(COMMAND.split()[1:]) == 0
        players = ["--players", "calf@20,random,calf@40", "--games", "6", "--seed", "7"]
        files = ["--out", "arena.parquet", "--decisions", "moves.parquet"]
        assert obey(["arena", FOUR, *players, *files]) == 0
    return folder


def test_the_page_says_how_they_were_written() -> None:
    assert COMMAND in PAGE.read_text()


def test_examples_print_what_they_say(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    examples = [block for block in python_of(PAGE) if block.mark == PEERS]
    assert len(examples) == 3
    run_in_turn(examples)


@pytest.mark.parametrize("name", ["games", "decisions", "arena", "moves"])
def test_all_three_read_the_same(folder: Path, name: str) -> None:
    path = str(folder / f"{name}.parquet")
    by_polars = polars.read_parquet(path).to_dicts()
    found = duckdb.sql(f"select * from '{path}'")
    by_duckdb = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    frame = pandas.read_parquet(path)
    by_pandas = [{key: plain(value) for key, value in row.items()} for row in records(frame)]
    assert by_polars == by_duckdb == by_pandas
    assert len(by_polars) > 5


def records(frame: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = frame.to_dict("records")
    return found


def plain(value: Any) -> Any:
    """Turn what pandas holds into plain Python: lists are arrays there, and nothing is NaN."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return None if pandas.isna(value) else value
