"""Every mistake gets one clear line and its exit code."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from allmende import AllmendeError
from allmende.cli.arguments import the_names, the_options, the_seed

from .conftest import Run

BAD_REQUESTS = [
    ("plya halali", "no such command 'plya'. Did you mean 'play', 'replay'?"),
    ("--colour", "no such option: --colour"),
    ("play", "missing argument 'GAME'."),
    ("verify", "missing argument 'FILE'."),
    ("sim halali chess", "got unexpected extra argument(s) (chess)"),
    ("play chess", "there is no game 'chess'; known games: "),
    ("sim nowhere.py", "there is no file 'nowhere.py'"),
    ("sim halali --seats 3", "halali is played by 2, not by 3"),
    ("play halali --seats many", "invalid value for '--seats': 'many' is not a whole number"),
    ("sim halali --games 0", "invalid value for '--games': '0' is not a whole number from 1 to"),
    ("sim halali --games", "option '--games' requires an argument."),
    ("sim halali --jobs 0", "invalid value for '--jobs': '0' is not a whole number from 1 to 256"),
    ("sim halali --cluster local", "ray is not installed; get it with: pip install 'allmende[clu"),
    (
        "arena halali --players fox,cow --cluster here:6379 --jobs 2",
        "--jobs says how many processes this machine starts, and --cluster here:6379 has its own",
    ),
    ("sim halali --option single", "--option single: write it as --option name=choice"),
    ("sim halali --option length=1", "halali has no option 'length'; its options are: match"),
    ("play halali --option match=x", "halali, option 'match': 'x' is not one of return, single"),
    ("play halali --lang fr", "invalid value for '--lang': 'fr' is not one of en, de, nl"),
    (
        "play halali --against cats",
        "invalid value for '--against': 'cats' is not one of calf, cow,",
    ),
    ("arena halali", "missing option '--players'."),
    ("arena halali --players fox", "halali is played by 2, so name 2 players or more, not 1; a na"),
    ("arena halali --players fox,,", "--players 'fox,,': write them as --players fox,cow"),
    (
        "arena halali --players fox,lynx",
        "there is no player 'lynx'; there are: calf, cow, bull",
    ),
    ("arena halali --players fox,cow --seats 3", "halali is played by 2, not by 3"),
    ("arena mischwald --players fox,cow --seats 3", "there are 3 seats, so name 3 players or more"),
    ("arena halali --players fox,cow --pace 0", "invalid value for '--pace': '0' is not a number"),
    ("arena halali --players A,B --bot my.txt", "--bot my.txt: write it as --bot my.py:MyBot"),
    ("analyse nowhere.allmende", "nowhere.allmende cannot be read: No such file or directory"),
    ("verify nowhere.allmende", "nowhere.allmende cannot be read: No such file or directory"),
    ("play halali --load nowhere.allmende", "nowhere.allmende cannot be read: No such file"),
]


@pytest.mark.parametrize(("arguments", "line"), BAD_REQUESTS, ids=[a for a, _ in BAD_REQUESTS])
def test_bad_requests(allmende: Run, arguments: str, line: str) -> None:
    is_one_line(allmende(*arguments.split()), 2, line)


def two_names(names: str) -> object:
    return the_names(names, 2)


def is_one_line(done: subprocess.CompletedProcess[str], code: int, line: str) -> None:
    assert done.stderr.startswith(f"allmende: {line}")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert done.returncode == code


def test_a_name_with_a_line_break_makes_one_line_too(allmende: Run) -> None:
    is_one_line(allmende("sim", "a\nb"), 2, "there is no game 'a b'")


@pytest.mark.parametrize(
    ("read", "given", "complaint"),
    [
        (the_options, ["match=a", "match=b"], "--option match=b: 'match' is chosen already"),
        (the_options, ["match="], "--option match=: write it as --option name=choice"),
        (the_seed, "a\nb", r"--seed 'a\nb': a seed is a number or a few words"),
        (the_seed, " ", "--seed ' ': a seed is a number or a few words"),
        (two_names, "A,,", "--names 'A,,': write them as --names Anna,Bert"),
        (two_names, "A,B,C", "--names A,B,C: these are 3 names for 2 seats"),
    ],
)
def test_bad_arguments(read: Callable[[Any], object], given: Any, complaint: str) -> None:
    with pytest.raises(AllmendeError, match=re.escape(complaint)):
        read(given)


@pytest.mark.parametrize("command", ["verify", "replay", "position"])
def test_bad_files(allmende: Run, command: str, saved: Path, tmp_path: Path) -> None:
    spoiled = tmp_path / "spoiled.allmende"
    spoiled.write_text(saved.read_text().replace("\n3 0 flip", "\n3 1 flip"))
    line = next(at for at, t in enumerate(spoiled.read_text().split("\n"), 1) if t[:3] == "3 1")
    is_one_line(allmende(command, spoiled), 1, f"{spoiled}, line {line}: seat 1 is not to act")


def test_not_a_game_file(allmende: Run) -> None:
    is_one_line(allmende("verify", __file__), 1, f"{__file__}, line 1: this is not an allmende")


def test_a_loaded_game_has_its_own_setup(allmende: Run, saved: Path) -> None:
    done = allmende("play", "halali", "--load", saved, "--seed", 8)
    is_one_line(done, 2, f"--seed goes with a new game; {saved} has its own")


def test_a_game_that_cannot_be_loaded(allmende: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("import allmende\n\ngame = 1 / 0\n")
    is_one_line(allmende("sim", broken), 2, f"'{broken}' cannot be loaded: ZeroDivisionError")
    broken.write_text("game = (\n")
    is_one_line(allmende("sim", broken), 2, f"'{broken}' cannot be loaded: SyntaxError")
