"""What pages show of the peers is true: their code runs, and prints what they say."""

from pathlib import Path

import pytest

from tests.pages import PAGES, PEERS, Block, python_of, run_in_turn


def shown(page: Path) -> list[Block]:
    """List the code of a page that needs the peers."""
    return [block for block in python_of(page) if block.mark == PEERS]


SHOWN = [page for page in PAGES if shown(page) and page.stem != "data"]
"""The page about data needs files to read: `test_data.py` runs its code."""


@pytest.mark.parametrize("page", SHOWN, ids=str)
def test_python_runs_and_prints_what_it_says(page: Path) -> None:
    run_in_turn(shown(page))


def test_all_peers_are_shown() -> None:
    assert [page.stem for page in SHOWN] == ["learners", "openspiel"]
