"""`allmende report`, as a real command."""

from pathlib import Path

import pytest

from allmende.cli.run import obey

from .conftest import InTerminal, Run

KUHN = "examples/kuhn_poker.py"
COMMAND = ("report", KUHN, "--games", 4, "--iterations", 2, "--seed", "test")


def test_a_report_is_one_file_and_the_same_on_any_number_of_processes(
    allmende: Run, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    done = allmende(*COMMAND, "--jobs", 1, "--lang", "de", "--out", one)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{one} is the report of Kuhn poker, from seed test.\n"
    assert "<h1>Kuhn-Poker: ein Bericht" in one.read_text("utf-8")
    assert allmende(*COMMAND, "--jobs", 2, "--lang", "de", "--out", two).returncode == 0
    assert one.read_bytes() == two.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"one.html", "two.html"}


def test_a_report_that_is_there_is_replaced_by_force_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there.html"
    there.write_text("mine", "utf-8")
    words = [*map(str, COMMAND), "--jobs", "1", "--out", str(there)]
    assert obey(words) == 2
    assert "is there already: replace it with --force" in capsys.readouterr().err
    assert there.read_text("utf-8") == "mine"
    assert obey([*words, "--force"]) == 0
    assert "<h1>Kuhn poker: a report" in there.read_text("utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["there.html"]


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ((KUHN, "--seats", "3"), "kuhn-poker"),
        ((KUHN, "--option", "x=y"), "option"),
        ((KUHN, "--games", "0"), "'0' is not a whole number"),
        ((KUHN, "--seed", " "), "a seed is a number or a few words"),
        ((KUHN, "--lang", "fr"), "'fr' is not one of en, de, nl"),
        ((KUHN, "--data", "no_such.json"), "no_such.json"),
        (("no_such_game",), "no_such_game"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wish: tuple[str, ...], answer: str
) -> None:
    assert obey(["report", *wish, "--out", str(tmp_path / "out.html")]) == 2
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_report_needs_a_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere, odd = tmp_path / "no folder" / "out.html", tmp_path / "out.txt"
    assert obey([*map(str, COMMAND), "--out", str(nowhere)]) == 2
    assert obey([*map(str, COMMAND), "--out", str(odd)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == f"allmende: {nowhere} cannot be written: No such file or directory"
    assert second == f"allmende: {odd}: the name of this file must end in .html"
    assert not list(tmp_path.iterdir())


def test_somebody_who_watches_sees_how_far_it_is(in_terminal: InTerminal, tmp_path: Path) -> None:
    terminal = in_terminal(*COMMAND, "--jobs", 1, "--out", tmp_path / "out.html")
    screen = terminal.read_to_the_end()
    assert "/16" in screen
    assert "is the report of Kuhn poker" in screen
