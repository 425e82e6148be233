"""The command, as a fixture, and a game that was saved with it."""

import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.processes import LAST_RESORT

from .cli_process import COMMAND, Terminal, environment
from .forge import INTERPRET, Forge

Run = Callable[..., subprocess.CompletedProcess[str]]
InTerminal = Callable[..., Terminal]


@pytest.fixture(scope="session", autouse=True)
def hear_interrupts() -> None:
    """Let commands hear SIGINT also when the tests run in the background of a script."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def forge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Forge]]:
    """The processes that become commands: one with compiled rules, one with interpreted ones."""
    forges: dict[str, Forge] = {}

    def forge_for(interpret: str) -> Forge:
        if interpret not in forges:
            forges[interpret] = Forge(tmp_path_factory.mktemp("forge"), interpret)
        return forges[interpret]

    yield forge_for
    for forge in forges.values():
        forge.close()


@pytest.fixture(scope="session")
def allmende(forge: Callable[[str], Forge]) -> Run:
    """The command, from a forge or from nothing."""

    def run(
        *arguments: object, typed: str = "", from_nothing: bool = False, **more: str
    ) -> subprocess.CompletedProcess[str]:
        words, env = [str(word) for word in arguments], environment(**more)
        if from_nothing:
            done = run_from_nothing(words, typed, env)
        else:
            done = forge(env.get(INTERPRET, "0")).run(words, typed, env)
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


def run_from_nothing(
    words: list[str], typed: str, env: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=LAST_RESORT,
        env=env,
    )


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
