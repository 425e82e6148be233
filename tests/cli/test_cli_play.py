"""Playing in the terminal, driven by a script."""

import re
from pathlib import Path

import pytest

from allmende import load
from allmende.cli.columns import in_columns
from tests import forge

from .cli_process import COMMAND
from .conftest import InTerminal, Run

SETUP = ("play", "halali", "--seed", "7", "--option", "match=single")
PLAY = (*SETUP, "--against", "random")
ALWAYS_FIRST = "1\n" * 100
LANGUAGES = {
    "en": (
        "Type the number",
        "Seat 1 turns up a1",
        "Place",
        "The seed of this game: 7",
        "Goodbye.",
    ),
    "de": ("Tippe die Nummer", "Platz 1 deckt a1 auf", "Rang", "Startwert", "Auf Wiedersehen."),
    "nl": ("Typ het nummer", "Plaats 1", "Waarvan", "startwaarde", "Tot ziens."),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game(allmende: Run, language: str) -> None:
    done = allmende(*PLAY, "--lang", language, typed=ALWAYS_FIRST + "\n")
    assert done.returncode == 0
    assert done.stderr == ""
    for words in LANGUAGES[language]:
        assert words in done.stdout
    shown = [line for line in done.stdout.splitlines() if not line.startswith("›")]
    assert max(len(line) for line in shown) <= 80
    assert not re.search(r"\b(cli|core|story|board|not)\.[a-z_]+", done.stdout)


def test_the_same_seed_and_lines_give_the_same_game(
    allmende: Run, saved: Path, tmp_path: Path
) -> None:
    again = tmp_path / "again.allmende"
    allmende(*PLAY, typed=f"{ALWAYS_FIRST}save {again}\n")
    assert again.read_text() == saved.read_text()


def test_people_against_people(allmende: Run) -> None:
    typed = "flip a1\nFLIP   B1\n"
    done = allmende(*SETUP, "--against", "people", "--names", "Anna, Bert", typed=typed)
    assert "Anna> flip a1\n› Anna turns up a1" in done.stdout
    assert "Bert> FLIP   B1\n› Bert turns up b1" in done.stdout
    assert done.stdout.count("› ") == 2


def test_wrong_lines_get_a_reason(allmende: Run) -> None:
    done = allmende(*PLAY, "--lang", "de", typed="flip d4\n99\n0\nfly away\n\x00\n" + "9" * 5000)
    assert "Auf d4 liegt nichts." in done.stdout
    assert done.stdout.count("Diese Nummer gibt es nicht: Die Liste geht von 1 bis 48.") == 3
    assert "'fly away' ist kein Zug in diesem Spiel" in done.stdout
    assert "›" not in done.stdout
    assert done.returncode == 0


def test_undo_takes_back_the_answer_as_well(allmende: Run) -> None:
    done = allmende(*PLAY, typed="undo\nflip a1\nundo\nflip a1\nundo\nundo\n")
    assert done.stdout.count("There is nothing to take back.") == 2
    told = re.findall(r"^› (Seat \d) turns up (\w\w)", done.stdout, re.MULTILINE)
    assert told[0] == ("Seat 1", "a1")
    assert told[1][0] == "Seat 2"
    assert told[:2] == told[2:]


def test_undo_after_the_end(allmende: Run, saved: Path) -> None:
    command = ("play", "halali", "--load", saved, "--against", "random")
    done = allmende(*command, typed="undo\n1\n")
    assert done.stdout.count("The seed of this game") == 2


def test_save_verify_and_go_on(allmende: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.allmende"
    first = allmende(*PLAY, typed=f"flip a1\nsave {path}\nquit\n")
    assert f"Saved in {path}." in " ".join(first.stdout.split())
    assert allmende("verify", path).stdout.startswith(f"OK: {path}: halali, 2 moves, not ended")
    again = allmende("play", "halali", "--load", path, typed="flip b1\nundo\nundo\n")
    assert "The game goes on after move 2." in again.stdout
    assert again.stdout.count("Taken back.") == 2
    assert len(load(path).moves) == 2


def test_saving_in_a_wrong_place(allmende: Run, tmp_path: Path) -> None:
    dear = tmp_path / "other.txt"
    dear.write_text("something dear to me")
    places = ["", dear, tmp_path / "no/such/folder", tmp_path, "~nobody-at-all/x", "\0"]
    done = allmende(*PLAY, typed="".join(f"save {place}\n" for place in places))
    assert "Saved" not in done.stdout
    assert " ".join(done.stdout.split()).count("cannot be written") == 4
    assert done.returncode == 0
    assert dear.read_text() == "something dear to me"


def test_help_moves_and_board(allmende: Run) -> None:
    done = allmende(*PLAY, typed="help\n?\nmoves\nboard\n")
    assert done.stdout.count("go back to your last decision") == 2
    assert done.stdout.count("48 flip g7") == 2
    assert done.stdout.count("   a  b  c  d  e  f  g") == 2


def test_bytes_that_are_no_text() -> None:
    done = forge.run([*COMMAND, *PLAY], typed=b"\xff\xfe\n1\n", from_nothing=True)
    assert done.returncode == 0
    assert done.stderr == ""


def test_columns_are_read_downwards() -> None:
    table, left_out = in_columns(["a", "bb", "c", "d", "e"], 16)
    assert table.plain == "1 a    4 d\n2 bb   5 e\n3 c"
    assert left_out == 0
    table, left_out = in_columns(["a", "bb", "c", "d", "e"], 16, 2)
    assert table.plain == "1 a    3 c\n2 bb   4 d"
    assert left_out == 1


OPPONENTS = {
    "calf": ("en", "Opponent: the calf.", "Chance to win"),
    "cow": ("de", "Gegner: die Kuh.", "Gewinnchance"),
    "fox": ("nl", "Tegenstander: de vos.", "Winstkans"),
}


@pytest.mark.parametrize("level", OPPONENTS)
def test_a_level_introduces_itself_and_plays(allmende: Run, level: str) -> None:
    language, greeting, heading = OPPONENTS[level]
    typed = "flip a1\nhint\nquit\n"
    done = allmende(*SETUP, "--against", level, "--lang", language, typed=typed)
    assert done.returncode == 0
    assert done.stderr == ""
    assert greeting in done.stdout
    assert heading in done.stdout
    assert done.stdout.count("\n› ") == 2, "the person, then the bot"
    assert re.search(r"\d+ % ± \d+ % +-?\d+[.,]\d", done.stdout)
    assert max(len(line) for line in done.stdout.splitlines()) <= 80


def test_the_cow_plays_unless_told_otherwise(allmende: Run) -> None:
    assert "Opponent: the cow." in allmende(*SETUP, typed="quit\n").stdout


def test_a_hint_finds_the_winning_move(allmende: Run) -> None:
    command = ("play", "examples/four_in_a_row.py", "--against", "people")
    done = allmende(*command, typed="a\ng\na\ng\na\ng\nhint\na\nhint\n")
    hint = done.stdout.split("How sure\n")[1].splitlines()[0]
    assert re.match(r"a +100 % ± 1 % +1\.0 +sure", hint)
    assert done.stdout.count("How sure") == 1
    assert "The game is over." in done.stdout


def test_who_is_thinking_is_shown(in_terminal: InTerminal) -> None:
    terminal = in_terminal(*SETUP, "--against", "bull")
    terminal.read_until("Seat 1> ")
    terminal.type("flip a1")
    assert "Seat 2 is thinking" in terminal.read_until("Seat 1> ")
    terminal.type("quit")
    terminal.read_to_the_end()
    assert terminal.process.returncode == 0
