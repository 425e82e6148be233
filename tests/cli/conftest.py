"""The command, as a fixture, and a game that was saved with it."""

import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests import forge

from .cli_process import COMMAND, Terminal, environment

Run = Callable[..., subprocess.CompletedProcess[str]]
InTerminal = Callable[..., Terminal]


@pytest.fixture(scope="session", autouse=True)
def hear_interrupts() -> None:
    """Let commands hear SIGINT also when the tests run in the background of a script."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def allmende() -> Run:
    """The command, from a forge or from nothing."""

    def run(
        *arguments: object, typed: str = "", from_nothing: bool = False, **more: str
    ) -> subprocess.CompletedProcess[str]:
        words = [*COMMAND, *map(str, arguments)]
        done = forge.run(words, typed.encode(), environment(**more), from_nothing)
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


@pytest.fixture
def in_terminal() -> Iterator[InTerminal]:
    """Start commands in terminals of their own."""
    opened: list[Terminal] = []

    def start(
        *arguments: object, streams: Sequence[str] = ("stdin", "stdout", "stderr"), **more: str
    ) -> Terminal:
        opened.append(Terminal([str(argument) for argument in arguments], streams, **more))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


@pytest.fixture(scope="session")
def saved(allmende: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole saved game."""
    path = tmp_path_factory.mktemp("saved") / "evening.allmende"
    typed = "1\n" * 100 + f"save {path}\n"
    setup = ("--option", "match=single", "--seed", 7, "--against", "random")
    done = allmende("play", "halali", *setup, typed=typed)
    assert done.returncode == 0
    assert path.exists(), done.stdout
    return path
