"""What pages tell people to type works: commands run, with less to do, or are read at least."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

import allmende as library
from allmende.cli.commands import app
from allmende.table.__main__ import settings_from
from tests.pages import PAGES, commands, mentioned

from .conftest import Run

ONLY_READ = {
    "backup": "needs the folder of a server; tests/table/test_table_backup.py makes some",
    "check": "takes a while; test_cli_check.py runs it",
    "calibrate": "plays thousands of games; test_cli_calibrate.py plays a few",
    "play": "waits for somebody; test_cli_play.py plays",
    "puzzles": "searches long; test_cli_puzzles.py finds some",
    "report": "draws for a while; test_cli_report.py writes some",
    "reports": "needs somebody who was reported; tests/table/test_table_lobby.py has some",
    "restore": "needs a backup; tests/table/test_table_backup.py has some",
    "table": "serves until it is stopped; tests/table and tests/browser sit down at it",
    "train": "needs PyTorch; tests/torch/test_training.py trains",
    "warm": "compiles everything; `make test` does that before the tests",
}
ELSEWHERE = {"--cluster": "needs Ray; tests/cluster has it", "gpu": "needs one; tests/gpu has it"}
"""Words of commands that are only read here."""
LESS = {"--games": "2", "--jobs": "1", "--iterations": "4"}
"""How much a command is given to do here, whatever the page says."""
BRISK = {
    "arena": ("--games", "2", "--pace", "0.001"),
    "analyse": ("--iterations", "4"),
    "sim": ("--games", "2"),
    "tune": ("--trials", "1", "--games", "1", "--final", "1", "--iterations", "4"),
}
"""Options that a page need not name."""
WRITTEN = ("games.parquet", "decisions.parquet", "evening.db", "halali.db", "kuhfstein.db")
"""Files that commands make and refuse to replace: each command has a folder for them."""
OWN_GAME = "examples/four_in_a_row.py"
OWN_PLAYER = """
class Middle:
    def __init__(self, game, seed):
        pass

    def choose(self, sight):
        moves = sight.legal()
        return moves[len(moves) // 2]
"""

SAID = sorted({tuple(words) for page in PAGES for words in commands(page)})
READ = [words for words in SAID if words and (words[0] in ONLY_READ or ELSEWHERE.keys() & words)]
RUN = [words for words in SAID if words and words not in READ]


@pytest.fixture(scope="module")
def own_things(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What pages call by a name of the reader's own: a game, a player, a saved game, a picture."""
    folder = tmp_path_factory.mktemp("own")
    match = library.new("halali", seed=7)
    for _ in range(3):
        match.play(match.legal()[0])
    match.save(folder / "evening.allmende")
    (folder / "middle.py").write_text(OWN_PLAYER, encoding="utf-8")
    brought = ("evening.allmende", "evening.svg", "out.svg", "middle.py")
    return {"my_game.py": OWN_GAME, **{name: str(folder / name) for name in brought}}


def with_less(words: tuple[str, ...], own: dict[str, str]) -> list[str]:
    """Say the same with less to do, and with things that are there."""
    said = []
    for before, word in zip(("", *words), words, strict=False):
        name, colon, rest = word.partition(":")
        said.append(LESS.get(before, own.get(name, name) + colon + rest))
    return [*said, *BRISK.get(words[0], ())]


@pytest.mark.parametrize("words", RUN, ids=" ".join)
def test_command_of_a_page_runs(
    words: tuple[str, ...], own_things: dict[str, str], allmende: Run, tmp_path: Path
) -> None:
    written = {name: str(tmp_path / name) for name in WRITTEN}
    ran = allmende(*with_less(words, own_things | written))
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


def read_by(name: str) -> Callable[[list[str]], object]:
    """Return what reads the words behind a command, without obeying them."""
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    command = group.commands[name]
    return settings_from if name == "table" else lambda rest: command.make_context(name, rest)


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_command_of_a_page_is_understood(
    words: tuple[str, ...], own_things: dict[str, str]
) -> None:
    name, *rest = [own_things.get(word, word) for word in words]
    read_by(name)(rest)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_commands_that_a_page_mentions_exist(page: Path) -> None:
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    assert {*mentioned(page)} <= {*group.commands, "--version"}


def test_reasons_are_about_commands_that_pages_name() -> None:
    assert {*ONLY_READ} == {words[0] for words in READ if not ELSEWHERE.keys() & words}
    assert all(any(word in words for words in READ) for word in ELSEWHERE)
    assert len(RUN) >= 6
